-- The page of connections: where a sign-in leads afterwards, and whether a new organization still sees its first steps.
alter table sign_ins add column returns boolean not null default false;
comment on column sign_ins.returns is 'True: the link was made on the page of connections, and the person returns there afterwards.';

alter table orgs add column shows_first_steps boolean not null default false;
alter table orgs alter column shows_first_steps set default true;
comment on column orgs.shows_first_steps is 'True until the first steps are done or dismissed. Organizations from before this column are not new.';
grant update (shows_first_steps) on orgs to tablero_app;
