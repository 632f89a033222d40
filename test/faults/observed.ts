// Reads all data of a simulated connection from the database, in one statement.
import type { Connector, Secrets } from '#engine/connector.ts'
import { open_wrapped, unseal } from '#engine/vendors/secrets.ts'
import { type CursorRow, is_sign_in_lost, type Line, type Seen, type Simulation } from './simulated.ts'
import type { Order, Truth } from './small_world.ts'

type Row = Record<string, unknown>

interface Found {
  connection: Seen['connection'] & { secrets: string | null; wrapped_key: string }
  run: Seen['run']
  cursors: CursorRow[]
  /** Of days. Restatements of orders have their own tests. */
  restated: { table_name: string; row_key: Line; date: string; metric: string; old_value: string; new_value: string }[]
  missing: { table_name: string; row_key: Line }[]
  daily: Record<string, Line[]>
  other: Record<string, Row[]>
}

export async function see(simulation: Simulation): Promise<Seen> {
  const { engine, place, connector, sessions, tables, world } = simulation
  const { rows } = await sessions.ask(question(connector), [place.org_id])
  const { connection, run, cursors, restated, missing, daily: days, other } = rows[0]!.found as Found
  const { secrets, wrapped_key, ...shown } = connection
  const of_hex = (text: string) => Buffer.from(text.slice(2), 'hex')
  const key = open_wrapped(engine, place.org_id, of_hex(wrapped_key))
  const kept = JSON.parse(String(unseal(key, `${place.org_id}/${place.connection_id}`, of_hex(secrets!)))) as Secrets
  const daily: Seen['daily'] = new Map()
  for (const [table, lines] of Object.entries(days)) {
    const { key } = tables.get(table)!
    for (const row of lines) daily.set(`${table} ${key.map((name) => row[name]).join(' ')}`, { table, key, row })
  }
  return {
    connection: shown,
    run,
    cursors,
    daily,
    restated: restated.map((one) =>
      describe_restatement(one.table_name, one.row_key, one.date, one.metric, one.old_value, one.new_value),
    ),
    missing: new Set(missing.map(missing_record)),
    secrets: kept,
    is_sign_in_lost: is_sign_in_lost(simulation, kept),
    records: world && records_of(days, other),
    days: [
      ...(days.campaign_daily ?? []).map((row) => read_at('daily', day_line(row), row)),
      ...(days.seo_daily ?? []).map((row) => read_at('search', search_line(row), row)),
    ],
  }
}

/** A restated figure, as text. */
export const describe_restatement = (
  table: string,
  key: Line,
  date: string | null,
  metric: string,
  old_value: string | null,
  new_value: string | null,
) => `${table} ${Object.entries(key).sort().join(' ')} ${date} ${metric}: ${old_value} -> ${new_value}`

const questions = new Map<Connector, string>()

/** Days as text, because restatements store figures as text. */
function question(connector: Connector): string {
  const known = questions.get(connector)
  if (known) return known
  const names = [...new Set(Object.values(connector.streams).flatMap(({ into }) => [...into]))]
  const all = (row: string) => (name: string) =>
    `'${name}', (select coalesce(jsonb_agg(${row}), '[]') from "${name}" t where t.org_id = $1)`
  const as_text = all('(select jsonb_object_agg(k, v) from jsonb_each_text(to_jsonb(t)) e (k, v))')
  const is_daily = (name: string) => name.endsWith('_daily')
  const list = (from: string) => `(select coalesce(jsonb_agg(to_jsonb(t)), '[]') from (${from}) t)`
  const text = `select jsonb_build_object(
    'connection', (select to_jsonb(t) from (select needs_reconnection, next_sync_at, last_error, secrets,
      (select wrapped_key from org_data_keys k where k.org_id = $1) from connections where org_id = $1) t),
    'run', (select to_jsonb(t) from (select state, error, progress, rows, pages from sync_runs where org_id = $1
      order by run_id desc limit 1) t),
    'cursors', ${list('select stream, account_id, cursor from sync_cursors where org_id = $1 order by 1, 2')},
    'restated', ${list(`select * from metric_restatements where org_id = $1 and table_name like '%\\_daily' order by restatement_id`)},
    'missing', ${list('select table_name, row_key from missing_rows where org_id = $1')},
    'daily', jsonb_build_object(${names.filter(is_daily).map(as_text).join()}),
    'other', jsonb_build_object(${names
      .filter((name) => !is_daily(name))
      .map(all('to_jsonb(t)'))
      .join()})) as found`
  questions.set(connector, text)
  return text
}

const whole = (micros: unknown) => Number(micros) / 1e6

const read_at = (kind: 'daily' | 'search', record: unknown, { synced_at }: Line) => ({
  kind,
  record,
  synced_at: synced_at!,
})

const day_line = ({ account_id, campaign_id, date, spend_micros, clicks }: Line): Truth['daily'][0] => ({
  account: account_id!,
  campaign: campaign_id!,
  date: date!,
  spend: whole(spend_micros),
  clicks: Number(clicks),
})

const search_line = ({ site_url, date, clicks, is_final }: Line): Truth['search'][0] => ({
  account: site_url!,
  date: date!,
  clicks: Number(clicks),
  is_final: is_final === 'true',
})

/** Kind and key of a record, as the vendor's world names them. */
function missing_record({ table_name, row_key }: Found['missing'][number]): string {
  const { date, account_id, campaign_id, site_url, ad_id } = row_key
  if (table_name === 'campaign_daily') return `daily ${date} ${account_id} ${campaign_id}`
  if (table_name === 'seo_daily') return `search ${date} ${site_url}`
  return `${table_name} ${account_id} ${ad_id}`
}

function records_of(days: Found['daily'], other: Found['other']): Truth {
  const parts = <Part>(table: string, order_id: unknown, part: (row: Row) => Part) =>
    (other[table] ?? [])
      .filter((row) => row.order_id === order_id)
      .map(part)
      .sort((one, two) => (JSON.stringify(one) < JSON.stringify(two) ? -1 : 1))
  const ad = (id: string) => (row: Row) => ({ account: row.account_id, id: row[id], name: row.name }) as Truth['ads'][0]
  return {
    daily: (days.campaign_daily ?? []).map(day_line),
    search: (days.seo_daily ?? []).map(search_line),
    orders: (other.store_orders ?? []).map(
      ({ order_id, changed_at, total_micros }): Order => ({
        id: order_id as string,
        changed_at: new Date(changed_at as string).toISOString(),
        total: whole(total_micros),
        lines: parts('store_order_lines', order_id, ({ line_id, quantity }) => ({
          id: line_id as string,
          quantity: Number(quantity),
        })),
        refunds: parts('store_refunds', order_id, ({ refund_id, amount_micros }) => ({
          id: refund_id as string,
          amount: whole(amount_micros),
        })),
      }),
    ),
    ads: (other.ads ?? []).map(ad('ad_id')),
    posts: (other.ad_campaigns ?? []).map(ad('campaign_id')),
  }
}
