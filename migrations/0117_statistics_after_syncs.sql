-- Only the owner of a table may analyze it, so a sync as the worker's login left the planner without statistics.
create function refresh_statistics(table_name text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    if exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = table_name) then
      -- Another sync that analyzes the table already does the same work.
      execute format('analyze (skip_locked) public.%I', table_name);
    end if;
  end $$;
comment on function refresh_statistics is 'Updates the statistics with which the planner estimates the rows of a table.';
revoke all on function refresh_statistics from public;
grant execute on function refresh_statistics to tablero_work;
