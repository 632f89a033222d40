// Organizations with a few months of data each. PostgreSQL generates the data, because only reading and merging are measured.
import type pg from 'pg'
import { scopes } from '#domain/scopes.ts'
import { create_key } from '#engine/access/keys.ts'
import { create_org } from '#engine/access/orgs.ts'
import { as_owner } from '../scripts/disposable_postgres.ts'
import { cover_connections } from './covered.ts'

const DAYS = 120
const CAMPAIGNS = 10
const ORDERS_A_DAY = 20
const RESET_MS = 200

export interface BenchOrg {
  org_id: string
  key: string
  ads_id: string
}

export async function make_orgs(pool: pg.Pool, count: number): Promise<BenchOrg[]> {
  const orgs: BenchOrg[] = []
  for (let n = 1; n <= count; n++) {
    const org_id = await as_owner(pool, (db) => create_org(db, { name: `Bench ${n}`, currency: 'MXN' }))
    const { key } = await as_owner(pool, (db) => create_key(db, { org_id, name: 'bench', scopes }))
    orgs.push({ org_id, key, ads_id: await fill_org(pool, org_id) })
  }
  await pool.query('analyze')
  return orgs
}

/** Resets the rate limits continuously, while `is_wanted`. */
export function reset_limits(pool: pg.Pool, is_wanted = () => true): NodeJS.Timeout {
  const reset = () => pool.query('delete from rate_windows').catch(() => {})
  return setInterval(() => is_wanted() && void reset(), RESET_MS)
}

/** A few months of ads and orders. Returns the connection of the ads. */
export async function fill_org(pool: pg.Pool, org_id: string): Promise<string> {
  const ads_id = await connect(pool, org_id, 'mx_ads')
  await fill_ads(pool, org_id, ads_id)
  await fill_store(pool, org_id, await connect(pool, org_id, 'sx'))
  await cover_connections(pool, DAYS)
  return ads_id
}

async function connect(pool: pg.Pool, org_id: string, platform: string): Promise<string> {
  const { rows } = await pool.query<{ connection_id: string }>(
    `insert into connections (org_id, platform, name, last_sync_at, last_rows_at)
     values ($1, $2, 'Main', now(), now()) returning connection_id`,
    [org_id, platform],
  )
  return rows[0]!.connection_id
}

async function fill_ads(pool: pg.Pool, org_id: string, connection_id: string) {
  await pool.query(
    `insert into ad_accounts (org_id, connection_id, account_id, platform, name, currency, time_zone)
     values ($1, $2, 'a', 'mx_ads', 'Main', 'MXN', 'UTC')`,
    [org_id, connection_id],
  )
  await pool.query(
    `insert into campaign_daily (org_id, connection_id, account_id, campaign_id, date, platform, currency,
       spend_micros, impressions, clicks, conversions, conversion_value_micros)
     select $1, $2, 'a', 'c' || campaign, current_date - day, 'mx_ads', 'MXN',
       1000000 * (day + campaign), 1000 * campaign, 10 * campaign, campaign, 5000000 * campaign
     from generate_series(1, ${CAMPAIGNS}) campaign, generate_series(1, ${DAYS}) day`,
    [org_id, connection_id],
  )
}

async function fill_store(pool: pg.Pool, org_id: string, connection_id: string) {
  await pool.query(
    `insert into store_connections (org_id, store_connection_id, platform, store_id, store_name, store_url, currency, time_zone)
     values ($1, $2, 'sx', 's', 'Shop', 'https://shop.test', 'MXN', 'UTC')`,
    [org_id, connection_id],
  )
  await pool.query(
    `insert into store_orders (org_id, store_connection_id, order_id, order_number, ordered_at, changed_at, currency,
       total_micros, subtotal_micros, shipping_micros, tax_micros, discount_micros, utm_source, utm_campaign, journey)
     select $1, $2, n, '#' || n, made, made, 'MXN', 1160000 * n, 1000000 * n, 0, 160000 * n, 0, 'mail', 'spring',
       '[{"at": "2026-01-01T00:00:00Z", "source": "mail"}]'
     from (select n, now() - make_interval(mins => n::int * ${Math.floor((24 * 60) / ORDERS_A_DAY)}) as made
           from generate_series(1::bigint, ${DAYS * ORDERS_A_DAY}) n) orders`,
    [org_id, connection_id],
  )
}
