-- Nothing stores when a deletion began.
alter table orgs drop column deletion_began_at;
