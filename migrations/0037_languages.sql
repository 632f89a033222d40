-- The language of the sentences in answers. Errors, logs and the command line stay English.
alter table orgs add column language text not null default 'en' check (language in ('en', 'es', 'pt'));
comment on column orgs.language is 'Language of the sentences in answers: English, Spanish or Brazilian Portuguese.';
