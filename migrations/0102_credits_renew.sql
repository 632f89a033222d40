-- Credits renew on their day, with the first call that reads, takes, holds or settles them. No job can miss the day, and one row decides.
-- The clock is the database's own, because a caller that named the day could renew credits early.
create function renewal(b credit_balances) returns table (balance bigint, renews_on date)
  language sql stable set search_path = pg_catalog, pg_temp as $$
  -- Only a purchase or an operator gives more than a month has, and a new month does not take that away. What runs hold is of this month.
  select greatest(b.balance, b.monthly_grant - b.held), (date_trunc('month', d.today) + interval '1 month')::date
  from (select (now() at time zone 'UTC')::date as today) d where b.renews_on <= d.today
$$;
comment on function renewal(credit_balances) is 'The balance of the new month and the next day of renewal. No row: the day lies ahead.';

create function renew_credits() returns void
  language sql set search_path = pg_catalog, pg_temp as $$
  -- Of two calls at the same moment, the second waits for the row and then finds the day ahead.
  update public.credit_balances b set (balance, renews_on) = (select r.balance, r.renews_on from public.renewal(b) r)
  where b.org_id = public.current_org() and exists (select from public.renewal(b))
$$;
comment on function renew_credits() is 'Renews the credits of the organization when their day has come.';

create function credits_now() returns table (balance bigint, monthly_grant bigint, renews_on date)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(r.balance, b.balance), b.monthly_grant, coalesce(r.renews_on, b.renews_on)
  from public.credit_balances b left join lateral public.renewal(b) r on true where b.org_id = public.current_org()
$$;
comment on function credits_now() is 'Credits of the organization, as the next call finds them. Reads only, so that a tool that reads can show them.';

create or replace function take_credits(credits bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  organization constant uuid := public.current_org();
begin
  if credits < 0 then
    raise invalid_parameter_value using message = 'credits to take are not negative';
  end if;
  perform public.renew_credits();
  update public.credit_balances b set balance = b.balance - credits where b.org_id = organization and b.balance >= credits;
  return found;
end $$;

create or replace function hold_credits(credits bigint) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  organization constant uuid := public.current_org();
begin
  if credits < 0 then
    raise invalid_parameter_value using message = 'credits to hold are not negative';
  end if;
  perform public.renew_credits();
  update public.credit_balances b set balance = b.balance - credits, held = b.held + credits where b.org_id = organization and b.balance >= credits;
  return found;
end $$;

create or replace function settle_credits(credits bigint, spent bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  organization constant uuid := public.current_org();
begin
  perform public.renew_credits();
  update public.credit_balances b set balance = b.balance + credits - spent, held = b.held - credits
    where b.org_id = organization and spent between 0 and credits and credits <= b.held;
  if not found then
    raise invalid_parameter_value using message = 'only credits that runs hold are settled';
  end if;
end $$;

comment on column credit_balances.renews_on is 'The first use of credits on this day or later renews the balance. The day is of UTC.';
revoke execute on function renewal(credit_balances), renew_credits(), credits_now() from public;
grant create on schema public to tablero_system;
alter function renewal(credit_balances) owner to tablero_system;
alter function renew_credits() owner to tablero_system;
alter function credits_now() owner to tablero_system;
revoke create on schema public from tablero_system;
grant execute on function credits_now() to tablero_app, tablero_work;
