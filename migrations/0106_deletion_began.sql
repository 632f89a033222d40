-- The end of the access at the platforms cannot be undone, so from then on nobody takes the organization back.
alter table orgs add column deletion_began_at timestamptz;
comment on column orgs.deletion_began_at is 'When the job began to end the access of its connections. Then nobody takes it back.';
grant update (deletion_began_at) on orgs to tablero_work;
