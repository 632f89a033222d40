-- A pause locks its budgets in the order in which requests lock them, so that neither waits for the other for ever.
create or replace function pause_vendor_budgets(now_ms bigint, until_ms bigint, budgets text[]) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
  begin atomic
    with locked as (
      select b.budget, b.window_ms from public.vendor_budgets b where b.budget = any (budgets)
      order by b.budget, b.window_ms for update)
    update public.vendor_budgets b set paused_at = now_ms, paused_until = case
        when b.paused_at <= now_ms + public.clocks_differ_ms() then greatest(b.paused_until, until_ms) else until_ms end
      from locked l where b.budget = l.budget and b.window_ms = l.window_ms;
  end;
