// Events about new orders. An order is new if it was placed after its account was first seen. So neither a first load nor a backfill emits
// history, also when an old connection gets a further account or another shop. An order that is stored already is not new.

import type { OrgSession } from '#db/org_session.ts'
import { kysely_on } from '#db/pool.ts'
import type { Table } from '#db/tables.ts'
import { decimal } from '#domain/money.ts'
import { emit_events } from '#engine/outbound_webhooks/emit.ts'

interface Owner {
  connection_id: string
  platform: string
}

/** The tables with orders. */
const orders = {
  // A connection reads one shop, after a reconnection perhaps another one.
  store_orders: { connection: 'store_connection_id', order_number: 'order_number', of_account: `a.state = 'read'` },
  marketplace_orders: { connection: 'connection_id', order_number: 'null', of_account: 'a.account_id = s.account_id' },
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
  const given = tables.map(({ name }) => name).filter((name): name is OrderTable => name in orders)
  if (given.length === 0) return found
  const seen = await first_seen(client, org_id, connection_id)
  for (const table of given) {
    const { connection, of_account } = orders[table]
    // The accounts come as a parameter, because a cluster joins no staged rows with rows of its workers.
    const { rows } = await client.query<{ order_id: string }>(
      `select s.order_id from pg_temp."stage_${table}" s
       where s.ordered_at >= coalesce(
           (select max(a.first_seen_at) from jsonb_to_recordset($3) a (account_id text, state text, first_seen_at timestamptz)
            where ${of_account}), $4::timestamptz)
         and s.order_id not in (
           select t.order_id from public.${table} t where t.org_id = $1 and t.${connection} = $2
             and t.order_id = any (array(select order_id from pg_temp."stage_${table}")))`,
      [org_id, connection_id, JSON.stringify(seen.accounts), seen.connection],
    )
    if (rows.length > 0)
      found.set(
        table,
        rows.map(({ order_id }) => order_id),
      )
  }
  return found
}

/** When the accounts of a connection were first seen, and when the connection was first read. */
async function first_seen(client: OrgSession['client'], org_id: string, connection_id: string) {
  const owner = [org_id, connection_id]
  const { rows: accounts } = await client.query(
    `select account_id, state, first_seen_at from public.connection_accounts where org_id = $1 and connection_id = $2`,
    owner,
  )
  const { rows: runs } = await client.query<{ at: string | null }>(
    `select min(started_at) as at from public.sync_runs where org_id = $1 and connection_id = $2`,
    owner,
  )
  return { accounts, connection: runs[0]?.at ?? null }
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
          connection_id,
          platform,
          ...order,
          total: total_micros === null ? null : Number(decimal(total_micros)),
        },
      })),
    )
  }
}
