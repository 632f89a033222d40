// A Tablero with an HTTP server that the simulated vendors send webhooks to, at a public address. Tests start its jobs themselves.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import type { Connector } from '#engine/connector.ts'
import { type Jobs, Postponed } from '#engine/job.ts'
import { run_job } from '#engine/queue/run_job.ts'
import type { Area } from '#engine/tool.ts'
import { create_server } from '#http/server.ts'
import { jobs } from '#jobs/index.ts'
import { silent_log } from '#lib/log.ts'
import { sync_bench } from '#test/sync.ts'
import { sandbox_apps } from '../../sandbox/connections.ts'
import type { SandboxOptions } from '../../sandbox/server.ts'
import type { Order } from '../../sandbox/world/types.ts'

export const PUBLIC = 'https://tablero.example.com'
/** Days of orders that a bench reads. */
const DAYS = 6

type Shop = 'sx' | 'tnx' | 'store_c'
type Place = { org_id: string; connection_id: string }

function with_short_history(connector: Connector, history: { history_days: number; slice_days?: number }): Connector {
  const streams = Object.entries(connector.streams).map(([name, stream]) =>
    'since' in stream && name === 'orders'
      ? [name, { ...stream, since: { ...stream.since, ...history } }]
      : [name, stream],
  )
  return { ...connector, streams: Object.fromEntries(streams) }
}

export type WebhookBench = Awaited<ReturnType<typeof webhook_bench>>

export async function webhook_bench(
  platforms: readonly string[],
  {
    orders = { history_days: DAYS },
    ...options
  }: Omit<SandboxOptions, 'orders'> & {
    pool_max?: number
    areas?: Record<string, Area>
    orders?: { history_days: number; slice_days?: number }
  } = {},
) {
  const chosen = Object.fromEntries(platforms.map((name) => [name, with_short_history(connectors[name]!, orders)]))
  const bench = await sync_bench({ connectors: chosen, history_days: 40, ...options })
  const { engine, sandbox } = bench
  const { world, clock, webhooks } = sandbox
  engine.base_url = PUBLIC
  engine.apps = sandbox_apps
  const server = await create_server(engine)
  await server.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  webhooks.reach(PUBLIC, url)

  const never = new AbortController().signal
  const run = (name: keyof typeof jobs & string, { org_id, connection_id }: Partial<Place> = {}, signal = never) =>
    run_job(
      { ...engine, pool: engine.pool.worker },
      (jobs as Jobs)[name]!,
      { org_id, payload: connection_id ? { connection_id } : {} },
      {
        log: silent_log(),
        signal,
      },
    )
  const query = <T extends Record<string, unknown>>(place: Place, text: string, values: unknown[] = []): Promise<T[]> =>
    in_org(engine.pool.worker, place, async (_, client) => (await client.query<T>(text, values)).rows)
  const store_of = (platform: Shop) => (platform === 'sx' ? world.store : world.shops[platform])

  return {
    ...bench,
    server,
    url,
    world,
    clock,
    webhooks,
    run,
    query,
    /** A new organization whose connection was read once, and is registered. */
    async connected(platform: string, secrets?: Record<string, string>): Promise<Place> {
      const place = await bench.connect(platform, secrets)
      const { end, run_id } = await bench.sync(place)
      const [row] = await query(place, 'select error from sync_runs where run_id = $1', [run_id])
      assert.equal(end, 'succeeded', String(row?.error))
      await run('register_webhooks', place)
      clock.advance(60_000)
      return place
    },
    /** Works as long as the vendor answers. */
    work: (place: Place, signal?: AbortSignal) =>
      run('work_webhooks', place, signal).catch((error: unknown) => {
        if (!(error instanceof Postponed)) throw error
      }),
    async sync_again(place: Place) {
      const { end } = await bench.sync(place)
      assert.equal(end, 'succeeded')
    },
    state: async (place: Place) => (await query(place, 'select * from webhook_states'))[0]!,
    inbox: (place: Place) => query(place, 'select * from webhook_inbox order by received_at, event_key'),
    order: (place: Place, { id }: Order) =>
      query<{ total_micros: bigint; customer_id: string | null; landing_page: string | null }>(
        place,
        'select * from store_orders where order_id = $1',
        [id],
      ).then(([row]) => row),
    /** Paid orders of the days that were read. */
    paid: (platform: Shop): Order[] =>
      store_of(platform)
        .orders()
        .filter(
          ({ financial_status, test, created_at }) =>
            financial_status === 'paid' && !test && created_at > clock.now() - (DAYS - 1) * 86_400_000,
        ),
    /** Somebody changes the order, a second later. */
    change(order: Order, by: Partial<Order>) {
      clock.advance(1_000)
      world.changes.set_order(order.id, { updated_at: clock.now(), ...by })
    },
    post: (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
      fetch(`${url}${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }),
    async close() {
      await server.close()
      await bench.close()
    },
  }
}
