// Events about new orders. An order is new if it was placed after the first load of its connection began, so that neither the first load
// nor a backfill emits history. An order that is stored already is not new.
import type { Table } from '#db/backup/tables.ts'
import type { OrgSession } from '#db/org_session.ts'
import { kysely_on } from '#db/pool.ts'
import { decimal } from '#domain/money.ts'
import { emit_events } from '#engine/outbound_webhooks/emit.ts'

interface Owner {
  connection_id: string
  platform: string
}

/** The tables with orders. */
const orders = {
  store_orders: { connection: 'store_connection_id', order_number: 'order_number' },
  marketplace_orders: { connection: 'connection_id', order_number: 'null' },
}
type OrderTable = keyof typeof orders

interface StoredOrder {
  order_id: string
  order_number: string | null
  ordered_at: string
  currency: string
  total_micros: bigint | null
  is_test: boolean
}

/** New orders among the staged ones. Call this before the merge, and `emit_new_orders` after it, in the same transaction. */
export async function find_new_orders(
  { client, org_id }: OrgSession,
  { connection_id }: Owner,
  tables: readonly Table[],
): Promise<Map<OrderTable, string[]>> {
  const found = new Map<OrderTable, string[]>()
  for (const table of Object.keys(orders) as OrderTable[]) {
    if (!tables.some(({ name }) => name === table)) continue
    const { rows } = await client.query<{ order_id: string }>(
      `select s.order_id from pg_temp."stage_${table}" s
       where s.ordered_at >= (select min(r.started_at) from public.sync_runs r where r.org_id = $1 and r.connection_id = $2)
         and s.order_id not in (
           select t.order_id from public.${table} t where t.org_id = $1 and t.${orders[table].connection} = $2
             and t.order_id = any (array(select order_id from pg_temp."stage_${table}")))`,
      [org_id, connection_id],
    )
    if (rows.length > 0)
      found.set(
        table,
        rows.map(({ order_id }) => order_id),
      )
  }
  return found
}

export async function emit_new_orders(
  { client, org_id }: OrgSession,
  { connection_id, platform }: Owner,
  found: Map<OrderTable, string[]>,
  at: Date,
): Promise<void> {
  for (const [table, order_ids] of found) {
    const { connection, order_number } = orders[table]
    const { rows } = await client.query<StoredOrder>(
      `select o.order_id, ${order_number} as order_number, o.ordered_at, o.currency, o.total_micros, o.is_test from public.${table} o
       where o.org_id = $1 and o.${connection} = $2 and o.order_id = any ($3) order by o.ordered_at, o.order_id`,
      [org_id, connection_id, order_ids],
    )
    await emit_events(
      kysely_on(client, { org_id }),
      rows.map(({ total_micros, ...order }) => ({
        org_id,
        type: 'order.created' as const,
        at,
        // A row that was deleted as missing may come again, and is no new order then.
        once: `${connection_id}/${order.order_id}`,
        data: {
          ...{ connection_id, platform, ...order },
          total: total_micros === null ? null : Number(decimal(total_micros)),
        },
      })),
    )
  }
}
