-- A cluster plans no function over whole rows of a table, so the renewal is written out where it is read and where it is stored.
create or replace function renew_credits() returns void
  language sql set search_path = pg_catalog, pg_temp as $$
  -- Of two calls at the same moment, the second waits for the row and then finds the day ahead.
  update public.credit_balances b set balance = greatest(b.balance, b.monthly_grant - b.held),
    renews_on = (date_trunc('month', now() at time zone 'UTC') + interval '1 month')::date
  where b.org_id = public.current_org() and b.renews_on <= (now() at time zone 'UTC')::date
$$;

create or replace function credits_now() returns table (balance bigint, monthly_grant bigint, renews_on date)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  -- Only a purchase or an operator gives more than a month has, and a new month does not take that away. What runs hold is of this month.
  select case when b.renews_on <= (now() at time zone 'UTC')::date then greatest(b.balance, b.monthly_grant - b.held) else b.balance end,
    b.monthly_grant,
    case when b.renews_on <= (now() at time zone 'UTC')::date
      then (date_trunc('month', now() at time zone 'UTC') + interval '1 month')::date else b.renews_on end
  from public.credit_balances b where b.org_id = public.current_org()
$$;

drop function renewal(credit_balances);
