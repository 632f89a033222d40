// Restatements of records: figures of an order, a checkout or a broadcast whose day was over, and read, before the record changed or was
// deleted. Rows of days are logged by the merge itself.

import type { OrgSession } from '#db/org_session.ts'
import type { Table } from '#db/tables.ts'
import type { ColumnSets } from '#engine/sync/column_sets.ts'

/** Spells a column of a record, in SQL. */
type ColumnOf = (column: string) => string

/** What figures count of records of a table. */
interface Restated {
  id: string
  /** The column whose day the figures belong to. */
  at: string
  /** The column with the connection. */
  connection: string
  /** A condition of records that count. */
  counts: (of: ColumnOf) => string
  figures: readonly string[]
}

const REFUNDS = 'refunded_micros'

const restated: Record<string, Restated> = {
  store_orders: {
    id: 'order_id',
    at: 'ordered_at',
    connection: 'store_connection_id',
    counts: (of) =>
      ['is_voided', 'is_test', 'is_pending'].map((column) => `not coalesce(${of(column)}, false)`).join(' and '),
    figures: ['total_micros', 'discount_micros', 'shipping_micros', 'tax_micros'],
  },
  marketplace_orders: {
    id: 'order_id',
    at: 'ordered_at',
    connection: 'connection_id',
    counts: (of) => `${of('is_sold')} and not ${of('is_voided')} and not ${of('is_test')}`,
    figures: ['total_micros', 'fee_micros', REFUNDS],
  },
  // A checkout that became an order is no abandoned value any more.
  checkouts: {
    id: 'checkout_id',
    at: 'started_at',
    connection: 'connection_id',
    counts: (of) => `${of('completed_at')} is null`,
    figures: ['total_micros'],
  },
  email_campaigns: {
    id: 'campaign_id',
    at: 'sent_at',
    connection: 'connection_id',
    counts: (of) => `${of('sent_at')} is not null`,
    figures: ['delivered', 'opens', 'clicks', 'bounces', 'unsubscribes', 'conversions', 'revenue_micros'],
  },
}

/** A figure of a record. null: the record does not count. */
const counted = ({ counts }: Restated, of: ColumnOf, value: string) => `case when ${counts(of)} then ${value}::text end`

const stored: ColumnOf = (column) => `t.${column}`
const insert = (table: string, { id, at }: Restated, sums = '') => `
  insert into metric_restatements (org_id, connection_id, table_name, row_key, date, metric, old_value, new_value)
  ${sums}
  select $1::uuid, $2::uuid, '${table}', jsonb_build_object('${id}', t.${id}), (t.${at} at time zone $3)::date, v.metric, v.old_value, v.new_value`

/** The day of the record was over at the last complete read. Without such a read, the planner skips the whole statement. */
const LAST_READ = `(select max((cursor->>'finished_at')::timestamptz) from sync_cursors where org_id = $1 and connection_id = $2)`
const was_complete = ({ at }: Restated) =>
  `${LAST_READ} is not null and (t.${at} at time zone $3)::date < (${LAST_READ} at time zone $3)::date`

const stored_refunds = `(select coalesce(sum(r.amount_micros), 0) from public.store_refunds r
  where r.org_id = $1 and r.store_connection_id = $2 and r.order_id = t.order_id)`
/** Refunds of staged orders, as they are stored and staged. Each is summed apart, because Citus joins no sum of one with rows of the other. */
const SUMS = `with before as materialized (
    select r.order_id, sum(r.amount_micros) as amount from public.store_refunds r
    where r.org_id = $1 and r.store_connection_id = $2 and r.order_id = any (array(select order_id from pg_temp."stage_store_orders"))
    group by r.order_id),
  after as materialized (select r.order_id, sum(r.amount_micros) as amount from pg_temp."stage_store_refunds" r group by r.order_id)`
const BOTH_SUMS = 'left join before on before.order_id = t.order_id left join after on after.order_id = s.order_id'

/**
 * Logs figures of stored records that differ from the staged ones. Call this before the merge of the staged rows. `named`: the columns
 * that staged rows name, by table.
 */
export async function log_changed_records(
  { client, org_id }: OrgSession,
  tables: readonly Table[],
  named: ReadonlyMap<string, ColumnSets>,
  { connection_id, time_zone }: { connection_id: string; time_zone: string },
): Promise<number> {
  let logged = 0
  for (const { name } of tables) {
    const of = restated[name]
    const filled = named.get(name)
    if (!of || !filled) continue
    const staged: ColumnOf = (column) => filled.value(column)
    const values = of.figures.map((figure) => [
      figure,
      counted(of, stored, stored(figure)),
      counted(of, staged, staged(figure)),
      `${stored(figure)} is not null`,
    ])
    const has_refunds = name === 'store_orders' && tables.some((table) => table.name === 'store_refunds')
    if (has_refunds) {
      const [before, after] = ['coalesce(before.amount, 0)', 'coalesce(after.amount, 0)']
      values.push([REFUNDS, counted(of, stored, before), counted(of, staged, after), 'true'])
    }
    // A figure that was not known before is no restatement.
    const { rowCount } = await client.query(
      `${insert(name, of, has_refunds ? SUMS : '')}
       from pg_temp."stage_${name}" s
       join public."${name}" t on t.org_id = $1 and t.${of.connection} = $2 and t.${of.id} = s.${of.id}
         and t.${of.id} = any (array(select ${of.id} from pg_temp."stage_${name}")) -- so that not every record of the connection is read
       ${has_refunds ? BOTH_SUMS : ''}
       cross join lateral (values ${values.map(([figure, before, after, known]) => `('${figure}', ${before}, ${after}, ${known})`).join(', ')}) v (metric, old_value, new_value, is_known)
       where ${was_complete(of)} and v.is_known and v.old_value is distinct from v.new_value
       returning 1`,
      [org_id, connection_id, time_zone],
    )
    logged += rowCount ?? 0
  }
  return logged
}

/** Logs the figures of orders that are about to be deleted. */
export async function log_deleted_orders(
  { client, org_id }: OrgSession,
  order_ids: readonly string[],
  connection_id: string,
  time_zone: string,
): Promise<number> {
  const of = restated.store_orders!
  const values = of.figures.map((figure) => [figure, counted(of, stored, stored(figure))])
  values.push([REFUNDS, counted(of, stored, stored_refunds)])
  const { rowCount } = await client.query(
    `${insert('store_orders', of)}
     from public.store_orders t
     cross join lateral (values ${values.map(([name, before]) => `('${name}', ${before}, null::text)`).join(', ')}) v (metric, old_value, new_value)
     where t.org_id = $1 and t.store_connection_id = $2 and t.order_id = any ($4)
       and ${was_complete(of)} and v.old_value is not null
     returning 1`,
    [org_id, connection_id, time_zone, order_ids],
  )
  return rowCount ?? 0
}
