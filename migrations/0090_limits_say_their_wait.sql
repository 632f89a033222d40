-- How long limits of vendors would let a request wait, without counting one. So a person reads when a sync can continue before it is
-- started, and a wait for one account is not confused with a wait for all.
create function vendor_budget_wait(now_ms bigint, limits jsonb) returns bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(max(greatest(0,
      case when b.paused_at <= now_ms + public.clocks_differ_ms() then b.paused_until - now_ms end,
      -- The newest part that must leave the window first.
      (select max(least(p.part, now_ms)) + l.window_ms + greatest(1, l.window_ms / 100) - now_ms
        from (select u.part, sum(u.used) over (order by u.part desc) as used_since
              from unnest(b.parts, b.used) u (part, used)
              where least(u.part, now_ms) + l.window_ms + greatest(1, l.window_ms / 100) > now_ms
                and u.part <= now_ms + public.clocks_differ_ms()) p
        where p.used_since >= l.most))), 0)
    from public.vendor_budgets b join jsonb_to_recordset(limits) l (budget text, window_ms bigint, most integer) using (budget, window_ms)
$$;
comment on function vendor_budget_wait(bigint, jsonb) is 'Milliseconds until limits, a list of {budget, window_ms, most}, would allow a request. Counts nothing.';

revoke execute on function vendor_budget_wait(bigint, jsonb) from public;
grant create on schema public to tablero_system;
alter function vendor_budget_wait(bigint, jsonb) owner to tablero_system;
revoke create on schema public from tablero_system;
grant execute on function vendor_budget_wait(bigint, jsonb) to tablero_app, tablero_work;

-- Only jobs can decrypt credentials. A call finds the limits of a connection by these names.
alter table connections add column counted_user text, add column counted_app text;
comment on column connections.counted_user is 'Name of the user for whom limits of the vendor are counted, as a sync last found it. Not readable.';
comment on column connections.counted_app is 'Name of the app for which limits of the vendor are counted, as a sync last found it. Not readable.';
