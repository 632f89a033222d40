-- Names as the field has them: a call comes over a transport, and a rate limit counts calls.
alter table audit_log rename column door to transport;
alter table rate_windows rename column turns to called_at;

drop function take_turn(text, int, int);
create function count_call(tool_name text, calls_max int, window_s int)
  returns table (allowed boolean, used int, reset_s int)
  language plpgsql as $$
declare
  span constant interval := make_interval(secs => window_s);
  live timestamptz[];
begin
  insert into rate_windows as w (org_id, tool, called_at) values (current_org(), tool_name, array[clock_timestamp()])
  on conflict (org_id, tool) do update
    set called_at = array(select t from unnest(w.called_at) t where t > clock_timestamp() - span) || clock_timestamp()
    where (select count(*) from unnest(w.called_at) t where t > clock_timestamp() - span) < calls_max
  returning w.called_at into live;
  allowed := found;
  if not allowed then
    live := array(select t from rate_windows w, unnest(w.called_at) t
      where w.org_id = current_org() and w.tool = tool_name and t > clock_timestamp() - span);
  end if;
  used := cardinality(live);
  reset_s := greatest(1, ceil(extract(epoch from live[1] - (clock_timestamp() - span)))::int);
  return next;
end $$;
comment on function count_call(text, int, int) is 'Counts a call against the rate limit of a tool and organization.';
revoke execute on function count_call(text, int, int) from public;
grant execute on function count_call(text, int, int) to tablero_app;
