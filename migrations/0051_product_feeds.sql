-- Product feeds: what a platform thinks of the products, and how often it shows them.
create table feed_status_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  date          date not null,
  reporting_context text not null,
  country       text not null,
  active        bigint not null,
  pending       bigint not null,
  disapproved   bigint not null,
  expiring      bigint not null,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, date, reporting_context, country),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('feed_status_daily');
create index on feed_status_daily (org_id, date);
comment on table  feed_status_daily is 'Number of products by status, for each place where they can be shown. The platform gives the present numbers only, so a day has those of its last read.';
comment on column feed_status_daily.date is 'Day of the read, in the account''s time zone.';
comment on column feed_status_daily.reporting_context is 'Where products can be shown, in the platform''s word and lower case: shopping_ads, free_listings.';
comment on column feed_status_daily.country is 'Country where products can be shown, ISO 3166-1 alpha-2.';
comment on column feed_status_daily.expiring is 'Active products that will expire soon unless they are sent again.';

create table feed_issue_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  date          date not null,
  reporting_context text not null,
  country       text not null,
  code          text not null,
  attribute     text not null default '',
  severity      text not null,
  resolution    text not null,
  description   text not null,
  detail        text not null,
  help_url      text,
  products      bigint not null,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, date, reporting_context, country, code, attribute, severity),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('feed_issue_daily');
create index on feed_issue_daily (org_id, date);
comment on table  feed_issue_daily is 'What is wrong with products, with the number of products, for each place where they can be shown; as of the last read of the day.';
comment on column feed_issue_daily.attribute is 'The field of the product that causes the issue. Empty: not a single field.';
comment on column feed_issue_daily.severity is 'disapproved, demoted or not_impacted, as the platform says.';
comment on column feed_issue_daily.resolution is 'merchant_action: the seller can solve it. pending_processing: the platform still works on it.';

create table feed_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  date          date not null,
  marketing_method text not null,
  country       text not null,
  currency      text not null default '',
  impressions   bigint not null,
  clicks        bigint not null,
  conversions   numeric(20, 6),
  conversion_value_micros bigint,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, date, marketing_method, country, currency),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('feed_daily');
create index on feed_daily (org_id, date);
comment on table  feed_daily is 'How often products of a feed were shown and clicked, by day.';
comment on column feed_daily.marketing_method is 'ads, or organic: free listings.';
comment on column feed_daily.country is 'Country of the people, ISO 3166-1 alpha-2; (not set): the platform does not know it.';
comment on column feed_daily.currency is 'Currency of the conversion value. Empty: the platform names none.';
comment on column feed_daily.conversions is 'null: the platform gives conversions of free listings only.';

create table feed_offer_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  date          date not null,
  offer_id      text not null,
  marketing_method text not null,
  currency      text not null default '',
  impressions   bigint not null,
  clicks        bigint not null,
  conversions   numeric(20, 6),
  conversion_value_micros bigint,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, date, offer_id, marketing_method, currency),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('feed_offer_daily');
create index on feed_offer_daily (org_id, date);
comment on table  feed_offer_daily is 'How often each product of a feed was shown and clicked, by day.';
comment on column feed_offer_daily.offer_id is 'The seller''s own id of the product, as it was on that day.';
comment on column feed_offer_daily.marketing_method is 'ads, or organic: free listings.';
comment on column feed_offer_daily.currency is 'Currency of the conversion value. Empty: the platform names none.';
comment on column feed_offer_daily.conversions is 'null: the platform gives conversions of free listings only.';

create table feed_products (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  product_id    text not null,
  offer_id      text not null,
  title         text,
  brand         text,
  link          text,
  language      text,
  feed_label    text,
  availability  text,
  currency      char(3),
  price_micros  bigint,
  expires_at    timestamptz,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, product_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('feed_products');
create index on feed_products (org_id, connection_id, account_id, offer_id);
comment on table  feed_products is 'Products of a feed as the platform last showed them. Products that left the feed stay, so that their figures keep their names; they have no row in feed_product_statuses.';
comment on column feed_products.product_id is 'The platform''s id: language, feed label and offer id.';
comment on column feed_products.price_micros is 'null: the platform shows no price.';
comment on column feed_products.expires_at is 'When the platform stops to show the product, unless it is sent again.';

create table feed_product_statuses (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  product_id    text not null,
  reporting_context text not null,
  country       text not null,
  status        text not null,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, product_id, reporting_context, country),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('feed_product_statuses');
comment on table  feed_product_statuses is 'Present status of each product for each place where it can be shown: a product can be approved in one and disapproved in another.';
comment on column feed_product_statuses.status is 'approved, pending or disapproved.';

create table feed_product_issues (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  account_id    text not null,
  product_id    text not null,
  reporting_context text not null,
  code          text not null,
  attribute     text not null default '',
  severity      text not null,
  resolution    text not null,
  description   text not null,
  detail        text not null,
  help_url      text,
  countries     text[] not null default '{}',
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, account_id, product_id, reporting_context, code, attribute, severity),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('feed_product_issues');
comment on table  feed_product_issues is 'What is wrong with each product now.';
comment on column feed_product_issues.attribute is 'The field of the product that causes the issue. Empty: not a single field.';
comment on column feed_product_issues.severity is 'disapproved, demoted or not_impacted, as the platform says.';
comment on column feed_product_issues.resolution is 'merchant_action: the seller can solve it. pending_processing: the platform still works on it.';

-- ---- sources of query_data -------------------------------------------------------------------------------------------------
create view metrics.feed_days with (security_invoker = true) as
select d.org_id, d.connection_id, d.date, d.account_id, a.name as account, nullif(d.currency, '') as currency, d.marketing_method, d.country,
  d.impressions, d.clicks, d.conversions, d.conversion_value_micros
from feed_daily d
left join connection_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.account_id = d.account_id;
comment on view metrics.feed_days is 'How often products of a feed were shown and clicked.';

create view metrics.feed_offers with (security_invoker = true) as
select d.org_id, d.connection_id, d.date, d.account_id, a.name as account, nullif(d.currency, '') as currency, d.marketing_method,
  d.offer_id as offer, p.title as product, d.impressions, d.clicks, d.conversions, d.conversion_value_micros
from feed_offer_daily d
left join connection_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.account_id = d.account_id
left join (
  select org_id, connection_id, account_id, offer_id, min(title) as title from feed_products group by 1, 2, 3, 4) p
  on p.org_id = d.org_id and p.connection_id = d.connection_id and p.account_id = d.account_id and p.offer_id = d.offer_id;
comment on view metrics.feed_offers is 'How often each product of a feed was shown and clicked.';

create view metrics.feed_statuses with (security_invoker = true) as
select d.org_id, d.connection_id, d.date, d.account_id, a.name as account, d.reporting_context, d.country,
  d.active, d.pending, d.disapproved, d.expiring
from feed_status_daily d
left join connection_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.account_id = d.account_id;
comment on view metrics.feed_statuses is 'Number of products by status.';

create view metrics.feed_issues with (security_invoker = true) as
select d.org_id, d.connection_id, d.date, d.account_id, a.name as account, d.reporting_context, d.country,
  d.code as issue, d.attribute, d.severity, d.products as products_with_issue
from feed_issue_daily d
left join connection_accounts a on a.org_id = d.org_id and a.connection_id = d.connection_id and a.account_id = d.account_id;
comment on view metrics.feed_issues is 'Number of products with an issue.';

grant select on metrics.feed_days, metrics.feed_offers, metrics.feed_statuses, metrics.feed_issues to tablero_app, tablero_work;

insert into metric_sources (rank, source, title, description, relations, platforms, tables) values
  (21, 'product_feed', 'Product feed', 'How a shopping platform shows the products of a feed, and which it accepts. Status numbers start on the day of the connection.',
    '{feed_days,feed_offers,feed_statuses,feed_issues}', '{merchant_feed}', '{feed_daily,feed_offer_daily,feed_status_daily,feed_issue_daily}');

insert into metric_dimensions (source, dimension, column_name, type, description)
select 'product_feed', d.* from (values
  ('date', 'date', 'day', 'Day of the platform.'),
  ('week', 'date', 'week', 'Week, named by its Monday.'),
  ('month', 'date', 'month', 'Month, named by its first day.'),
  ('account', 'account', 'text', 'Name of the account.')) d (dimension, column_name, type, description);
insert into metric_dimensions (source, dimension, column_name, type, description) values
  ('product_feed', 'marketing_method', 'marketing_method', 'text', 'ads, or organic: free listings.'),
  ('product_feed', 'country', 'country', 'text', 'Country, such as MX: of the people for impressions, clicks and conversions; where products can be shown for statuses and issues.'),
  ('product_feed', 'offer', 'offer', 'text', 'The seller''s own id of the product.'),
  ('product_feed', 'product', 'product', 'text', 'Title of the product.'),
  ('product_feed', 'reporting_context', 'reporting_context', 'text', 'Where products can be shown, such as shopping_ads or free_listings; for statuses and issues.'),
  ('product_feed', 'issue', 'issue', 'text', 'The platform''s code of what is wrong; for products_with_issue.'),
  ('product_feed', 'attribute', 'attribute', 'text', 'Field of the product that causes the issue; for products_with_issue.'),
  ('product_feed', 'severity', 'severity', 'text', 'disapproved, demoted or not_impacted; for products_with_issue.');

insert into metric_definitions (source, metric, kind, unit, column_name, numerator, denominator, description) values
  ('product_feed', 'impressions', 'sum', 'count', 'impressions', null, null, 'Times that products were shown.'),
  ('product_feed', 'clicks', 'sum', 'count', 'clicks', null, null, 'Clicks on products.'),
  ('product_feed', 'ctr', 'ratio', 'ratio', null, 'clicks', 'impressions', 'clicks divided by impressions.'),
  ('product_feed', 'conversions', 'sum', 'count', 'conversions', null, null, 'Conversions that the platform claims for free listings. It gives none for ads here.'),
  ('product_feed', 'claimed_revenue', 'sum', 'money', 'conversion_value_micros', null, null, 'Sales value that the platform claims for free listings; claims of platforms overlap and are no sales.'),
  ('product_feed', 'active_products', 'daily', 'count', 'active', null, null, 'Products that can be shown. A product counts once for each reporting context and country. Days do not add up, so ask by date.'),
  ('product_feed', 'pending_products', 'daily', 'count', 'pending', null, null, 'Products that wait for a check. A product counts once for each reporting context and country. Days do not add up, so ask by date.'),
  ('product_feed', 'disapproved_products', 'daily', 'count', 'disapproved', null, null, 'Products that are not shown. A product counts once for each reporting context and country. Days do not add up, so ask by date.'),
  ('product_feed', 'expiring_products', 'daily', 'count', 'expiring', null, null, 'Products that expire soon. A product counts once for each reporting context and country. Days do not add up, so ask by date.'),
  ('product_feed', 'products_with_issue', 'daily', 'count', 'products_with_issue', null, null, 'Products with an issue. A product counts once for each issue, reporting context and country. Days do not add up, so ask by date.');

-- ---- the same by SQL -------------------------------------------------------------------------------------------------------
grant create on schema published to tablero_views;
grant select on feed_status_daily, feed_issue_daily, feed_daily, feed_offer_daily, feed_products, feed_product_statuses, feed_product_issues
  to tablero_views;

do $$
declare
  t record;
begin
  for t in select * from (values
    ('feed_status_daily', 'account_id, date, reporting_context, country, active, pending, disapproved, expiring',
      'Number of products by status for each reporting context and country. A day has the numbers of its last read; days before the connection are not known.'),
    ('feed_issue_daily', 'account_id, date, reporting_context, country, code, attribute, severity, resolution, description, detail, help_url, products',
      'Number of products with an issue, by day, reporting context and country.'),
    ('feed_daily', 'account_id, date, marketing_method, country, nullif(currency, '''') as currency, impressions, clicks, conversions, trim_scale(conversion_value_micros * 0.000001) as conversion_value',
      'How often products were shown and clicked, by day. Conversions are of free listings only.'),
    ('feed_offer_daily', 'account_id, date, offer_id, marketing_method, nullif(currency, '''') as currency, impressions, clicks, conversions, trim_scale(conversion_value_micros * 0.000001) as conversion_value',
      'How often each product was shown and clicked, by day; feed_products has the titles, by offer_id.'),
    ('feed_products', 'account_id, product_id, offer_id, title, brand, link, language, feed_label, availability, currency::text as currency, trim_scale(price_micros * 0.000001) as price, expires_at',
      'Products of feeds, with those that left the feed: these have no row in feed_product_statuses.'),
    ('feed_product_statuses', 'account_id, product_id, reporting_context, country, status',
      'Present status of each product for each reporting context and country.'),
    ('feed_product_issues', 'account_id, product_id, reporting_context, code, attribute, severity, resolution, description, detail, help_url, countries',
      'What is wrong with each product now.')
  ) v (name, columns, about) loop
    execute format($view$create view published.%1$I as select connection_id, %2$s,
      connection_id = any ((select metrics.counted_connections(%1$L))::uuid[])
        and (connection_id || '/' || account_id) <> all ((select metrics.uncounted_accounts(%1$L))::text[]) as counts
      from %1$I$view$, t.name, t.columns);
    execute format('comment on view published.%I is %L', t.name, t.about);
    execute format('comment on column published.%I.counts is %L', t.name, 'Figures of other tools include the row.');
    execute format('alter view published.%I owner to tablero_views', t.name);
    execute format('grant select on published.%I to tablero_sql', t.name);
  end loop;
end $$;
revoke create on schema published from tablero_views;
