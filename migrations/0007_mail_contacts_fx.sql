create table email_campaigns (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  campaign_id   text not null,
  platform      text not null,
  name          text not null,
  subject       text,
  preview_text  text,
  status        text not null check (status in ('draft', 'scheduled', 'sending', 'sent', 'cancelled')),
  body_text     text,
  scheduled_at  timestamptz,
  sent_at       timestamptz,
  changed_at    timestamptz,
  currency      char(3),
  recipients    bigint,
  delivered     bigint,
  opens         bigint,
  clicks        bigint,
  bounces       bigint,
  unsubscribes  bigint,
  conversions   numeric(20, 6),
  revenue_micros bigint,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, campaign_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('email_campaigns');
create index on email_campaigns (org_id, sent_at desc);
comment on table  email_campaigns is 'Broadcast e-mail campaigns with their results; null results mean that none are known.';
comment on column email_campaigns.opens is 'Recipients who opened (unique).';
comment on column email_campaigns.clicks is 'Recipients who clicked (unique).';
comment on column email_campaigns.body_text is 'The mail''s copy as plain text.';

create table email_campaign_daily (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  connection_id uuid not null,
  campaign_id   text not null,
  date          date not null,
  platform      text not null,
  currency      char(3) not null,
  delivered     bigint not null,
  opens         bigint not null,
  clicks        bigint not null,
  unsubscribes  bigint not null,
  conversions   numeric(20, 6) not null,
  revenue_micros bigint not null,
  synced_at     timestamptz not null default now(),
  primary key (org_id, connection_id, campaign_id, date),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('email_campaign_daily');
create index on email_campaign_daily (org_id, date);
comment on table email_campaign_daily is 'What e-mail campaigns brought each day; opens and clicks are unique within the day.';

create table contacts (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  contact_id    uuid not null default uuid_v7(),
  connection_id uuid,
  external_id   text,
  full_name     text,
  email         text,
  phone         text,
  company       text,
  city          text,
  country       text,
  source        text,
  tags          text[] not null default '{}',
  created_at    timestamptz not null default now(),
  changed_at    timestamptz,
  synced_at     timestamptz,
  primary key (org_id, contact_id),
  unique (org_id, connection_id, external_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('contacts');
create index on contacts (org_id, created_at desc);
comment on table  contacts is 'People of the CRM and of the e-mail platforms; not store buyers.';
comment on column contacts.external_id is 'The platform''s id; null for contacts made here.';

create table fx_rates (
  currency  char(3) not null,
  date      date not null,
  per_eur   numeric(20, 8) not null check (per_eur > 0),
  rate_date date not null,
  primary key (currency, date)
);
grant select on fx_rates to tablero_app, tablero_views;
grant select, insert, update, delete on fx_rates to tablero_system;
comment on table  fx_rates is 'Reference rates of the European Central Bank: units of the currency for one euro. Every calendar day has a row; EUR itself stands with 1.';
comment on column fx_rates.rate_date is 'The day the rate was published; earlier than date where a gap was filled with the last known rate.';
