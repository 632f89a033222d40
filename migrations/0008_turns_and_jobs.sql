-- Lets a call in, or not, and says when to come back. Sliding window: the calls of the last window_s seconds are counted.
create function take_turn(tool_name text, calls_max int, window_s int)
  returns table (allowed boolean, used int, reset_s int)
  language plpgsql as $$
declare
  live    timestamptz[];
  instant timestamptz;
  since   timestamptz;
begin
  insert into rate_windows as w (org_id, tool, turns) values (current_org(), tool_name, '{}')
  on conflict (org_id, tool) do update set turns = w.turns -- takes the row's lock; the instant is read after it
  returning w.turns into live;
  instant := clock_timestamp();
  since := instant - make_interval(secs => window_s);
  live := array(select t from unnest(live) t where t > since order by t);
  allowed := cardinality(live) < calls_max;
  if allowed then
    live := live || instant;
  end if;
  update rate_windows w set turns = live where w.org_id = current_org() and w.tool = tool_name;
  used := cardinality(live);
  reset_s := greatest(1, ceil(extract(epoch from live[1] - since))::int);
  return next;
end $$;
comment on function take_turn(text, int, int) is 'Counts a call against the organization''s rate of a tool.';

-- The queue belongs to the owner; the app may only add a job, and only for the organization of its transaction.
create function enqueue_job(job_name text, payload jsonb, job_key text, tries int) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if current_org() is null then
    raise exception 'a job needs an organization';
  end if;
  perform graphile_worker.add_job(
    job_name,
    payload => json_build_object('org_id', current_org(), 'payload', payload),
    max_attempts => tries,
    job_key => case when job_key is not null then current_org() || ':' || job_name || ':' || job_key end,
    job_key_mode => case when job_key is not null then 'preserve_run_at' end);
end $$;
revoke execute on function enqueue_job(text, jsonb, text, int) from public;
grant execute on function enqueue_job(text, jsonb, text, int) to tablero_app;
comment on function enqueue_job(text, jsonb, text, int) is 'Adds a job for the organization of this transaction.';
