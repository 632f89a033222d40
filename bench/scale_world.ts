// Many organizations with two years of rows. PostgreSQL generates them, ten days at a time, so that rows of all organizations are
// mixed as after syncs. Foreign keys are not checked meanwhile.
import type pg from 'pg'
import { scopes } from '#domain/scopes.ts'
import { create_key } from '#engine/access/keys.ts'
import { create_org } from '#engine/access/orgs.ts'
import { as_owner } from '../scripts/disposable_postgres.ts'
import { cover_connections } from './covered.ts'

const DAYS = 730
const CHUNK_DAYS = 10
const CURRENCIES = ['USD', 'MXN', 'BRL', 'GBP', 'COP', 'ARS', 'CLP', 'PEN', 'CAD', 'JPY']

/** Rows of an organization for each day. */
export interface Size {
  campaigns: number
  orders: number
  traffic_sources: number
  search_queries: number
}

const small: Size = { campaigns: 2, orders: 1, traffic_sources: 1, search_queries: 0 }
const usual: Size = { campaigns: 6, orders: 4, traffic_sources: 2, search_queries: 0 }
const large: Size = { campaigns: 22, orders: 18, traffic_sources: 6, search_queries: 0 }
/** A million rows. */
const giant: Size = { campaigns: 600, orders: 500, traffic_sources: 150, search_queries: 118 }

const times = (count: number, size: Size) => Array.from({ length: count }, () => size)

/** Organizations added in each step. The first ones stay unchanged, so that each step can measure the same calls. */
export const steps = [
  times(10, usual),
  times(90, usual),
  [giant, ...times(539, small), ...times(270, usual), ...times(89, large)],
]

/**
 * Number of daily rows and orders, without refunds, which have a row for each thirty orders. Visits and search have one more row a
 * day.
 */
export const rows_of = ({ campaigns, orders, traffic_sources, search_queries }: Size) =>
  DAYS * (campaigns + orders + traffic_sources + search_queries + 2)

export interface ScaleOrg {
  org_id: string
  key: string
  size: Size
}

const DAILY_RATES = `
  insert into fx_rates (currency, date, per_eur, rate_date)
  select c.currency, d::date, c.rate * (1 + 0.001 * extract(day from d)), d::date
  from unnest($1::text[]) with ordinality c(currency, rate), generate_series(current_date - ${DAYS + 30}, current_date, interval '1 day') d
  on conflict do nothing`

export async function add_orgs(pool: pg.Pool, sizes: readonly Size[]): Promise<ScaleOrg[]> {
  const orgs: ScaleOrg[] = []
  for (const [n, size] of sizes.entries()) {
    const org_id = await as_owner(pool, (db) => create_org(db, { name: `Bench ${n}`, currency: 'MXN' }))
    const { key } = await as_owner(pool, (db) => create_key(db, { org_id, name: 'bench', scopes }))
    orgs.push({ org_id, key, size })
  }
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = replica; set jit = off`)
    await client.query(DAILY_RATES, [['EUR', ...CURRENCIES]])
    await client.query('create temporary table added (org_id uuid, size jsonb)')
    await client.query(`insert into added select * from jsonb_to_recordset($1::jsonb) a (org_id uuid, size jsonb)`, [
      JSON.stringify(orgs),
    ])
    await client.query(NOUNS)
    for (let day = DAYS; day > 0; day -= CHUNK_DAYS)
      for (const table of FACTS) await client.query(table, [day, Math.max(1, day - CHUNK_DAYS + 1)])
    await client.query('drop table added, sized')
  } finally {
    client.release(true)
  }
  await cover_connections(pool, DAYS)
  await pool.query('vacuum analyze')
  return orgs
}

/** Connections, and the records to which daily rows refer. One organization in three pays for its ads in dollars. */
const NOUNS = `
  create temporary table sized as
    select org_id, row_number() over () as n, case when row_number() over () % 3 = 0 then 'USD' else 'MXN' end as currency,
      gen_random_uuid() as ads, gen_random_uuid() as store, gen_random_uuid() as web, gen_random_uuid() as seo,
      (size->>'campaigns')::int as campaigns, (size->>'orders')::int as orders,
      (size->>'traffic_sources')::int as traffic_sources, (size->>'search_queries')::int as search_queries
    from added;
  insert into connections (org_id, connection_id, platform, name, last_sync_at, last_rows_at)
    select org_id, id, platform, 'Main', now(), now() from sized cross join lateral
      (values (ads, 'mx_ads'), (store, 'sx'), (web, 'gx_analytics'), (seo, 'seo_console')) c (id, platform);
  insert into sync_cursors (org_id, connection_id, stream, account_id, cursor)
    select org_id, id, stream, 'a' || n, jsonb_build_object('settled_until', current_date - 8) from sized cross join lateral
      (values (ads, 'campaign_insights'), (web, 'days'), (seo, 'days')) c (id, stream);
  insert into ad_accounts (org_id, connection_id, account_id, platform, name, currency, time_zone)
    select org_id, ads, 'a' || n, 'mx_ads', 'Main', currency, 'UTC' from sized;
  insert into ad_campaigns (org_id, connection_id, account_id, campaign_id, platform, name, status, currency)
    select org_id, ads, 'a' || n, 'c' || c, 'mx_ads', 'Campaign ' || c, 'ACTIVE', currency
    from sized, generate_series(1, campaigns) c;
  insert into store_connections (org_id, store_connection_id, platform, store_id, store_name, store_url, currency, time_zone)
    select org_id, store, 'sx', 's' || n, 'Shop', 'https://shop.test', 'MXN', 'UTC' from sized`

const of_days = `sized s, generate_series($2::int, $1::int) back cross join lateral (select current_date - back as day) d`

const FACTS = [
  `insert into campaign_daily (org_id, connection_id, account_id, campaign_id, date, platform, currency,
     spend_micros, impressions, clicks, conversions, conversion_value_micros)
   select org_id, ads, 'a' || n, 'c' || c, day, 'mx_ads', currency,
     10000 * (hashint4(c * 1000 + back) & 65535), 100 + (hashint4(c + back) & 4095), hashint4(back + c * 7) & 127,
     (hashint4(c * 13 + back) & 15) / 2.0, 20000 * (hashint4(c * 17 + back) & 65535)
   from ${of_days}, generate_series(1, campaigns) c`,
  `insert into store_orders (org_id, store_connection_id, order_id, order_number, ordered_at, changed_at, financial_status,
     is_voided, currency, total_micros, subtotal_micros, shipping_micros, tax_micros, discount_micros, utm_source, utm_medium,
     utm_campaign, landing_page, journey)
   select org_id, store, back * 1000 + o, '#' || back * 1000 + o, at, at, 'paid', o % 50 = 49, 'MXN',
     1160000::bigint * (1 + (hashint4(o + back * 1000) & 1023)), 1000000::bigint * (1 + (hashint4(o + back * 1000) & 1023)), 0,
     160000::bigint * (1 + (hashint4(o + back * 1000) & 1023)), 0, (array['google', 'meta', 'mail', null])[1 + o % 4], 'cpc', 'spring',
     'https://shop.test/products/' || o, '[{"at": "2026-01-01T00:00:00Z", "source": "mail"}]'
   from ${of_days}, generate_series(1, orders) o cross join lateral (select day + make_interval(secs => o * 86400.0 / (orders + 1)) as at) i`,
  `insert into store_refunds (org_id, store_connection_id, order_id, refund_id, refunded_at, currency, amount_micros)
   select org_id, store, back * 1000 + o, 'r', day + interval '2 days', 'MXN', 500000
   from ${of_days}, generate_series(1, orders) o where (o + back) % 30 = 0`,
  `insert into web_source_daily (org_id, connection_id, property_id, date, source, medium, channel, campaign, currency, sessions,
     users, new_users, engaged_sessions, conversions, purchases, revenue_micros)
   select org_id, web, 'p' || n, day, 'source ' || t, 'cpc', 'Paid', 'spring', 'MXN', 100 + t, 90, 50, 60, 2, 1, 1000000 * t
   from ${of_days}, generate_series(1, traffic_sources) t`,
  `insert into web_daily (org_id, connection_id, property_id, date, currency, sessions, users, new_users, engaged_sessions,
     page_views, conversions, purchases, revenue_micros)
   select org_id, web, 'p' || n, day, 'MXN', 1000 + back, 900, 500, 600, 4000, 20, 10, 1000000 * n from ${of_days}`,
  `insert into seo_daily (org_id, connection_id, site_url, date, clicks, impressions, position_weighted)
   select org_id, seo, 'https://shop.test/' || n, day, 50 + back % 9, 1000, 4000 from ${of_days}`,
  `insert into seo_query_daily (org_id, connection_id, site_url, date, query, clicks, impressions, position_weighted)
   select org_id, seo, 'https://shop.test/' || n, day, 'query ' || q, 1, 10, 40 from ${of_days}, generate_series(1, search_queries) q`,
]
