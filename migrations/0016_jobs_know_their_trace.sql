-- A job goes on with the trace of the call that enqueued it. The new parameter has a default, so that processes of the version before
-- this one can still enqueue while they are replaced.
drop function enqueue_job(text, jsonb, text, int);
create function enqueue_job(job_name text, payload jsonb, job_key text, tries int, traceparent text default null) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if current_org() is null then
    raise exception 'a job needs an organization';
  end if;
  perform graphile_worker.add_job(
    job_name,
    payload => json_build_object('org_id', current_org(), 'payload', payload, 'traceparent', traceparent),
    max_attempts => tries,
    job_key => case when job_key is not null then current_org() || ':' || job_name || ':' || job_key end,
    job_key_mode => case when job_key is not null then 'preserve_run_at' end);
end $$;
revoke execute on function enqueue_job(text, jsonb, text, int, text) from public;
grant execute on function enqueue_job(text, jsonb, text, int, text) to tablero_app;
comment on function enqueue_job(text, jsonb, text, int, text) is 'Adds a job for the organization of this transaction, as part of the caller''s trace.';
