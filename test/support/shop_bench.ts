// A shop of the sandbox, connected and read once through the whole engine. Tests then change its orders and read it again.
import assert from 'node:assert/strict'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import type { Connector } from '#engine/connector.ts'
import { sync_bench } from '#test/sync.ts'
import type { Order, World } from '../../sandbox/world/types.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** Days of history that the bench reads. Smaller shops have fewer orders a day. */
const HISTORY_DAYS = { sx: 5, tnx: 15, store_c: 15 }
/** Days of the simulated shop. More than the sixty days that some apps may see. */
const WORLD_DAYS = 75

function with_short_history(connector: Connector, history_days: number): Connector {
  const streams = Object.entries(connector.streams).map(([name, stream]) =>
    'since' in stream && name !== 'products'
      ? [name, { ...stream, since: { ...stream.since, history_days } }]
      : [name, stream],
  )
  return { ...connector, streams: Object.fromEntries(streams) }
}

export type ShopBench = Awaited<ReturnType<typeof shop_bench>>

export async function shop_bench(platform: 'sx' | keyof World['shops'] = 'sx') {
  const bench = await sync_bench({
    history_days: WORLD_DAYS,
    connectors: { [platform]: with_short_history(connectors[platform]!, HISTORY_DAYS[platform]) },
  })
  const { engine, sandbox } = bench
  const { world, clock } = sandbox
  const store = platform === 'sx' ? world.store : world.shops[platform]
  const place = await bench.connect(platform)
  const query = <T extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
    in_org(
      engine.pool.worker,
      { org_id: place.org_id },
      async (_, client) => (await client.query<T>(text, values)).rows,
    )
  const error_of = async (run_id: string) => {
    const [run] = await query<{ error: string | null }>('select error from sync_runs where run_id = $1', [run_id])
    return run!.error ?? ''
  }

  const shop = {
    ...bench,
    place,
    query,
    error_of,
    world,
    store,
    clock,
    now: clock.now,
    reset() {
      world.changes.clear()
      sandbox.faults.clear()
      sandbox.tokens.reset()
    },
    async sync_again(): Promise<string> {
      const { end, run_id } = await bench.sync(place)
      assert.equal(end, 'succeeded', await error_of(run_id))
      return run_id
    },
    change: (order: Order, by: Partial<Order>) => world.changes.set_order(order.id, { updated_at: clock.now(), ...by }),
    /** Orders of finished days, paid and undisturbed, with at least two lines. */
    paid_orders: (): Order[] =>
      store
        .orders()
        .filter(
          (order) =>
            order.financial_status === 'paid' &&
            !order.test &&
            order.lines.length > 1 &&
            order.created_at > clock.now() - (HISTORY_DAYS[platform] - 1) * DAY_MS &&
            order.created_at < clock.now() - DAY_MS - 12 * HOUR_MS,
        ),
    async row_of({ id }: Order) {
      const [row] = await query('select * from store_orders where order_id = $1', [id])
      return row
    },
    lines_of: ({ id }: Order) =>
      query<{ line_id: string; quantity: bigint; total_micros: bigint }>(
        'select line_id, quantity, total_micros from store_order_lines where order_id = $1',
        [id],
      ),
    /** The sale, the refunds, and what remains, in cents. */
    async money_of({ id }: Order) {
      const [row] = await query<{ sale: string; refunds: string }>(
        `select o.total_micros / 10000 as sale, coalesce(sum(r.amount_micros), 0) / 10000 as refunds
         from store_orders o left join store_refunds r using (org_id, store_connection_id, order_id)
         where o.order_id = $1 group by o.total_micros`,
        [id],
      )
      const [sale, refunds] = [Number(row!.sale), Number(row!.refunds)]
      return { sale, refunds, remains: sale - refunds }
    },
  }
  await shop.sync_again()
  return shop
}
