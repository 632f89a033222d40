// Restatements of orders: the figures of an order whose day was over, and read, before the order changed or was deleted.
import type { Table } from '#db/backup/tables.ts'
import type { OrgSession } from '#db/org_session.ts'

const FIGURES = ['total_micros', 'discount_micros', 'shipping_micros', 'tax_micros']
const REFUNDS = 'refunded_micros'

/** What figures count of an order: nothing of a voided order and of a test order. */
const counted = (order: string, value: string) =>
  `case when not coalesce(${order}.is_voided, false) and not coalesce(${order}.is_test, false) then ${value}::text end`

const insert = `insert into metric_restatements (org_id, connection_id, table_name, row_key, date, metric, old_value, new_value)
  select $1::uuid, $2::uuid, 'store_orders', jsonb_build_object('order_id', t.order_id), (t.ordered_at at time zone $3)::date, v.metric, v.old_value, v.new_value`

/** The day of the order was over at the last complete read. Without such a read, the planner skips the whole statement. */
const LAST_READ = `(select max((cursor->>'finished_at')::timestamptz) from sync_cursors where org_id = $1 and connection_id = $2)`
const was_complete = `${LAST_READ} is not null and (t.ordered_at at time zone $3)::date < (${LAST_READ} at time zone $3)::date`

const STORED = { refunds: 'public.store_refunds', mine: 'r.org_id = $1 and r.store_connection_id = $2' }
const STAGED = { refunds: 'pg_temp."stage_store_refunds"', mine: 'true' }
const refunds_of = (order: string, { refunds, mine }: typeof STORED) =>
  counted(
    order,
    `(select coalesce(sum(r.amount_micros), 0) from ${refunds} r where ${mine} and r.order_id = ${order}.order_id)`,
  )

/** Logs figures of stored orders that differ from the staged ones. Call this before the merge of the staged rows. */
export async function log_changed_orders(
  { client, org_id }: OrgSession,
  tables: readonly Table[],
  connection_id: string,
  time_zone: string,
): Promise<number> {
  if (!tables.some(({ name }) => name === 'store_orders')) return 0
  const values = FIGURES.map((figure) => [figure, counted('t', `t.${figure}`), counted('s', `s.${figure}`)])
  if (tables.some(({ name }) => name === 'store_refunds'))
    values.push([REFUNDS, refunds_of('t', STORED), refunds_of('s', STAGED)])
  const { rowCount } = await client.query(
    `${insert}
     from pg_temp."stage_store_orders" s
     join public.store_orders t on t.org_id = $1 and t.store_connection_id = $2 and t.order_id = s.order_id
     cross join lateral (values ${values.map(([name, before, after]) => `('${name}', ${before}, ${after})`).join(', ')}) v (metric, old_value, new_value)
     where ${was_complete} and v.old_value is distinct from v.new_value`,
    [org_id, connection_id, time_zone],
  )
  return rowCount ?? 0
}

/** Logs the figures of orders that are about to be deleted. */
export async function log_deleted_orders(
  { client, org_id }: OrgSession,
  order_ids: readonly string[],
  connection_id: string,
  time_zone: string,
): Promise<number> {
  const values = FIGURES.map((figure) => [figure, counted('t', `t.${figure}`)])
  values.push([REFUNDS, refunds_of('t', STORED)])
  const { rowCount } = await client.query(
    `${insert}
     from public.store_orders t
     cross join lateral (values ${values.map(([name, before]) => `('${name}', ${before}, null::text)`).join(', ')}) v (metric, old_value, new_value)
     where t.org_id = $1 and t.store_connection_id = $2 and t.order_id = any ($4)
       and ${was_complete} and v.old_value is not null`,
    [org_id, connection_id, time_zone, order_ids],
  )
  return rowCount ?? 0
}
