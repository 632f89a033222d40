-- On a cluster of Citus, a table that is complete on every node has its triggers on each. A worker could not say the news: it takes part
-- in a transaction of two phases, and nobody listens there. The coordinator says it.
create or replace function announce_directory_change() returns trigger
  language plpgsql as $$
begin
  if current_setting('application_name') not like 'citus\_internal%' then
    perform pg_notify('tablero_directory', '');
  end if;
  return null;
end $$;

-- A worker runs the text of a function. It cannot read a body that PostgreSQL keeps parsed.
create or replace function metrics.org_time_zone() returns text
  language sql stable parallel safe
  as 'select o.time_zone from public.orgs o where o.org_id = public.current_org()';
