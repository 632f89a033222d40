-- Rows of a connection belong to its organization by the key they share with it, which its own foreign key holds them to. A second
-- key to the organization alone is looked up for each row that is synced and can never say no.
do $$
declare
  redundant record;
begin
  for redundant in
    select own.conrelid::regclass as table_name, own.conname
    from pg_constraint own
    where own.contype = 'f' and own.confrelid = 'orgs'::regclass
      and own.conkey = array(select attnum from pg_attribute where attrelid = own.conrelid and attname = 'org_id')
      and exists (
        select from pg_constraint parent
        where parent.contype = 'f' and parent.conrelid = own.conrelid and parent.confrelid <> 'orgs'::regclass
          and parent.conkey @> own.conkey and parent.confdeltype = 'c'
          and not exists (select from pg_attribute nullable where nullable.attrelid = parent.conrelid
                          and nullable.attnum = any (parent.conkey) and not nullable.attnotnull))
  loop
    execute format('alter table %s drop constraint %I', redundant.table_name, redundant.conname);
  end loop;
end $$;
