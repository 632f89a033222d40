-- How much of each limit of a vendor is used, over all processes. A budget belongs to an app, a user or an account of the vendor, so it
-- can span organizations. It has no data of any.
create table vendor_budgets (
  budget text not null check (length(budget) <= 300),
  window_ms bigint not null check (window_ms > 0),
  parts bigint[] not null default '{}',
  used integer[] not null default '{}',
  paused_until bigint not null default 0,
  paused_at bigint not null default 0,
  last_used_at timestamptz not null default now(),
  primary key (budget, window_ms)
) with (fillfactor = 50); -- one row is changed for each request, and should stay on its page
comment on table vendor_budgets is 'Requests of the last window by limit of a vendor. Times are milliseconds since 1970, of the clock of the callers.';
comment on column vendor_budgets.parts is 'The starts of the parts of the window with requests. A part is a hundredth of the window.';
comment on column vendor_budgets.used is 'The number of requests in each part.';
grant select, insert, update, delete on vendor_budgets to tablero_system;

-- Clocks of machines differ by less than this. What is later was counted by a clock that ran ahead, and does not count.
create function clocks_differ_ms() returns bigint language sql immutable return 300000;

create function take_vendor_budget(now_ms bigint, limits jsonb) returns bigint
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  asked record;
  wait bigint := 0;
begin
  -- A count that a crash of the server loses is less harm than a flush to disk for each request.
  perform set_config('synchronous_commit', 'off', true);
  insert into public.vendor_budgets (budget, window_ms)
    select l.budget, l.window_ms from jsonb_to_recordset(limits) l (budget text, window_ms bigint) order by 1, 2
    on conflict do nothing;
  for asked in
    select b.parts, b.used, case when b.paused_at <= now_ms + public.clocks_differ_ms() then b.paused_until end as paused_until,
      l.window_ms + greatest(1, l.window_ms / 100) as kept_ms, l.most
    from public.vendor_budgets b join jsonb_to_recordset(limits) l (budget text, window_ms bigint, most integer) using (budget, window_ms)
    order by b.budget, b.window_ms for update of b
  loop
    -- The newest part that must leave the window first.
    wait := greatest(wait, asked.paused_until - now_ms, (
      select max(least(p.part, now_ms)) + asked.kept_ms - now_ms
      from (select u.part, sum(u.used) over (order by u.part desc) as used_since
            from unnest(asked.parts, asked.used) u (part, used)
            where least(u.part, now_ms) + asked.kept_ms > now_ms and u.part <= now_ms + public.clocks_differ_ms()) p
      where p.used_since >= asked.most));
  end loop;
  if wait > 0 then
    return wait;
  end if;
  update public.vendor_budgets b
    set last_used_at = to_timestamp(now_ms / 1000.0), (parts, used) = (
      select array_agg(s.part order by s.part), array_agg(s.used order by s.part) from (
        select u.part, sum(u.used)::integer as used from (
          select * from unnest(b.parts, b.used) o (part, used)
            where least(o.part, now_ms) + l.window_ms + greatest(1, l.window_ms / 100) > now_ms
              and o.part <= now_ms + public.clocks_differ_ms()
          union all select now_ms - now_ms % greatest(1, l.window_ms / 100), 1) u
        group by u.part) s)
    from jsonb_to_recordset(limits) l (budget text, window_ms bigint)
    where b.budget = l.budget and b.window_ms = l.window_ms;
  return 0;
end $$;
comment on function take_vendor_budget(bigint, jsonb) is 'Counts a request against limits, a list of {budget, window_ms, most}. Otherwise counts nothing, and returns the milliseconds to wait.';

create function pause_vendor_budgets(now_ms bigint, until_ms bigint, budgets text[]) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
  begin atomic
    update public.vendor_budgets b set paused_at = now_ms, paused_until = case
        when b.paused_at <= now_ms + public.clocks_differ_ms() then greatest(b.paused_until, until_ms) else until_ms end
      where b.budget = any (budgets);
  end;
comment on function pause_vendor_budgets(bigint, bigint, text[]) is 'No request of these budgets is counted before an instant that the vendor named.';

revoke execute on function clocks_differ_ms(), take_vendor_budget(bigint, jsonb), pause_vendor_budgets(bigint, bigint, text[]) from public;
grant create on schema public to tablero_system;
alter function take_vendor_budget(bigint, jsonb) owner to tablero_system;
alter function pause_vendor_budgets(bigint, bigint, text[]) owner to tablero_system;
revoke create on schema public from tablero_system;
grant execute on function take_vendor_budget(bigint, jsonb), pause_vendor_budgets(bigint, bigint, text[]) to tablero_work;
grant execute on function clocks_differ_ms() to tablero_system;
