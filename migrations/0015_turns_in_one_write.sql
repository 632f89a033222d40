-- The same turns with one write instead of two: what a full window keeps out is not written at all. What DO UPDATE computes, it
-- computes after it has the row's lock, so the instants of a window are in order.
create or replace function take_turn(tool_name text, calls_max int, window_s int)
  returns table (allowed boolean, used int, reset_s int)
  language plpgsql as $$
declare
  span constant interval := make_interval(secs => window_s);
  live timestamptz[];
begin
  insert into rate_windows as w (org_id, tool, turns) values (current_org(), tool_name, array[clock_timestamp()])
  on conflict (org_id, tool) do update
    set turns = array(select t from unnest(w.turns) t where t > clock_timestamp() - span) || clock_timestamp()
    where (select count(*) from unnest(w.turns) t where t > clock_timestamp() - span) < calls_max
  returning w.turns into live;
  allowed := found;
  if not allowed then
    live := array(select t from rate_windows w, unnest(w.turns) t
      where w.org_id = current_org() and w.tool = tool_name and t > clock_timestamp() - span);
  end if;
  used := cardinality(live);
  reset_s := greatest(1, ceil(extract(epoch from live[1] - (clock_timestamp() - span)))::int);
  return next;
end $$;
