-- The European Central Bank has no rates of ARS, CLP, COP, PEN and UYU. A second source fills them in, and an organization's own rates
-- take precedence over both.
alter table fx_rates add column source text not null default 'ecb' check (source in ('ecb', 'currency-api'));
comment on table fx_rates is 'Reference rates: units of the currency for one euro. Every calendar day has a row. EUR itself has 1.';
comment on column fx_rates.source is 'ecb: European Central Bank; currency-api: the public source for currencies that the bank does not publish.';

create table org_fx_rates (
  org_id       uuid not null default current_org() references orgs on delete cascade,
  currency     char(3) not null check (currency ~ '^[A-Z]{3}$'),
  valid_from   date not null,
  valid_until  date check (valid_until >= valid_from),
  per_currency char(3) not null check (per_currency ~ '^[A-Z]{3}$' and per_currency <> currency),
  units        numeric(20, 8) not null check (units > 0),
  kind         text not null check (kind <> ''),
  created_by   text not null,
  created_at   timestamptz not null default now(),
  primary key (org_id, currency, valid_from)
);
call protect('org_fx_rates');
comment on table  org_fx_rates is 'An organization''s own exchange rates, such as a contract rate. They take precedence over public rates.';
comment on column org_fx_rates.units is 'Units of currency for one unit of per_currency.';
comment on column org_fx_rates.valid_until is 'Last day of the rate. null: no last day. The rate that started last and has not ended applies.';
comment on column org_fx_rates.kind is 'Name of the rate in answers: contract, parallel market.';
