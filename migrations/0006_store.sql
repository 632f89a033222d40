-- Stores and marketplaces. Amounts are micros of the row's own currency.
create table store_connections (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  store_connection_id uuid not null,
  platform      text not null,
  store_id      text not null,
  store_name    text not null,
  store_url     text not null,
  currency      char(3) not null,
  time_zone     text not null,
  synced_at     timestamptz not null default now(),
  primary key (org_id, store_connection_id),
  foreign key (org_id, store_connection_id) references connections on delete cascade
);
call protect('store_connections');
comment on table  store_connections is 'Connected stores.';
comment on column store_connections.store_connection_id is 'The same id as connections.connection_id.';

create table store_orders (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  store_connection_id uuid not null,
  order_id      text not null,
  order_number  text not null,
  ordered_at    timestamptz not null,
  changed_at    timestamptz not null,
  cancelled_at  timestamptz,
  financial_status text,
  fulfillment_status text,
  is_voided     boolean not null default false,
  is_test       boolean not null default false,
  currency      char(3) not null,
  total_micros  bigint not null,
  subtotal_micros bigint not null,
  shipping_micros bigint not null,
  tax_micros    bigint not null,
  discount_micros bigint not null,
  customer_id   text,
  customer_orders_count bigint,
  channel       text,
  utm_source    text,
  utm_medium    text,
  utm_campaign  text,
  utm_content   text,
  utm_term      text,
  landing_page  text,
  referrer      text,
  journey       jsonb not null default '[]',
  synced_at     timestamptz not null default now(),
  primary key (org_id, store_connection_id, order_id),
  foreign key (org_id, store_connection_id) references connections on delete cascade
);
call protect('store_orders');
create index on store_orders (org_id, ordered_at desc);
comment on table  store_orders is 'Orders of the connected stores.';
comment on column store_orders.total_micros is 'What the customer was charged when ordering: lines, shipping and tax less discounts, before refunds.';
comment on column store_orders.is_voided is 'Cancelled or voided: no figure counts it.';
comment on column store_orders.is_test is 'A test order: no figure counts it.';
comment on column store_orders.utm_source is 'Attribution of the last visit before the order.';
comment on column store_orders.journey is 'Visits that led to the order, oldest first: {at, source, medium, campaign, landing_page, referrer}.';

create table store_order_lines (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  store_connection_id uuid not null,
  order_id      text not null,
  line_id       text not null,
  product_id    text,
  variant_id    text,
  sku           text,
  title         text not null,
  quantity      bigint not null,
  unit_price_micros bigint not null,
  discount_micros bigint not null,
  total_micros  bigint not null,
  currency      char(3) not null,
  synced_at     timestamptz not null default now(),
  primary key (org_id, store_connection_id, order_id, line_id),
  foreign key (org_id, store_connection_id, order_id) references store_orders on delete cascade
);
call protect('store_order_lines');
create index on store_order_lines (org_id, product_id);
comment on table store_order_lines is 'What was bought in each order.';

create table store_refunds (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  store_connection_id uuid not null,
  order_id      text not null,
  refund_id     text not null,
  refunded_at   timestamptz not null,
  currency      char(3) not null,
  amount_micros bigint not null,
  synced_at     timestamptz not null default now(),
  primary key (org_id, store_connection_id, order_id, refund_id),
  foreign key (org_id, store_connection_id, order_id) references store_orders on delete cascade
);
call protect('store_refunds');
create index on store_refunds (org_id, refunded_at);
comment on table store_refunds is 'Money given back, on the day it was given back.';

create table store_products (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  store_connection_id uuid not null,
  product_id    text not null,
  title         text not null,
  status        text not null,
  vendor        text,
  product_type  text,
  tags          text[] not null default '{}',
  url           text,
  image_url     text,
  description   text,
  created_at    timestamptz,
  changed_at    timestamptz,
  synced_at     timestamptz not null default now(),
  primary key (org_id, store_connection_id, product_id),
  foreign key (org_id, store_connection_id) references connections on delete cascade
);
call protect('store_products');
comment on table store_products is 'Products of the connected stores.';

create table store_variants (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  store_connection_id uuid not null,
  product_id    text not null,
  variant_id    text not null,
  sku           text,
  title         text,
  currency      char(3) not null,
  price_micros  bigint not null,
  compare_at_price_micros bigint,
  stock         bigint,
  synced_at     timestamptz not null default now(),
  primary key (org_id, store_connection_id, product_id, variant_id),
  foreign key (org_id, store_connection_id, product_id) references store_products on delete cascade
);
call protect('store_variants');
comment on table  store_variants is 'Variants of products, with price and stock.';
comment on column store_variants.stock is 'Units on hand; null when the store does not track it.';

create table checkouts (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  checkout_id   text not null,
  token         text,
  platform      text not null,
  started_at    timestamptz not null,
  changed_at    timestamptz not null,
  completed_at  timestamptz,
  email         text,
  customer_name text,
  phone         text,
  currency      char(3) not null,
  total_micros  bigint not null,
  recovery_url  text,
  lines         jsonb not null default '[]',
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, checkout_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('checkouts');
create index on checkouts (org_id, started_at desc);
comment on table  checkouts is 'Checkouts that were started, as the store and the e-mail platform saw them.';
comment on column checkouts.token is 'What the store and the e-mail platform both know a checkout by; null when unknown.';
comment on column checkouts.completed_at is 'When it became an order; null means abandoned.';
comment on column checkouts.lines is 'What lay in the cart: [{title, quantity, price}], price in micros.';

create table marketplace_listings (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  listing_id    text not null,
  platform      text not null,
  title         text not null,
  status        text not null,
  category      text,
  sku           text,
  currency      char(3) not null,
  price_micros  bigint not null,
  stock         bigint,
  sold          bigint,
  visits        bigint,
  url           text,
  image_url     text,
  created_at    timestamptz,
  changed_at    timestamptz,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, listing_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('marketplace_listings');
comment on table marketplace_listings is 'Listings on marketplaces.';

create table marketplace_orders (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  order_id      text not null,
  platform      text not null,
  ordered_at    timestamptz not null,
  changed_at    timestamptz not null,
  status        text not null,
  is_voided     boolean not null default false,
  is_test       boolean not null default false,
  currency      char(3) not null,
  total_micros  bigint not null,
  fee_micros    bigint,
  shipping_micros bigint,
  refunded_micros bigint not null default 0,
  buyer         text,
  lines         jsonb not null default '[]',
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, order_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('marketplace_orders');
create index on marketplace_orders (org_id, ordered_at desc);
comment on table marketplace_orders is 'Orders on marketplaces.';

create table marketplace_questions (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  question_id   text not null,
  listing_id    text not null,
  platform      text not null,
  status        text not null,
  asked_at      timestamptz not null,
  question      text not null,
  answered_at   timestamptz,
  answer        text,
  buyer         text,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, question_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('marketplace_questions');
create index on marketplace_questions (org_id, asked_at desc);
comment on table marketplace_questions is 'What buyers asked about listings. Text of strangers.';
