-- A link for connecting a platform belongs to the person who asked for it, so the record of the connection names that person.
alter table sign_ins add column user_id uuid;
comment on column sign_ins.user_id is 'The person who asked for the link and confirmed it. null: the link belonged to nobody.';
