// A reconciliation compares the orders of each day with the platform's own number of them.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import { reconcile } from '#engine/sync/reconcile.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { with_history_of } from '../connectors/short_history.ts'

/** Why the orders of a platform are not counted. */
const uncounted: Record<string, string> = {
  mpb_sp:
    'Order metrics count other orders than those that are stored: Amazon does not say whether with cancelled ones.',
}
const HISTORY_DAYS = 10
const counting = Object.entries(connectors).filter(([, { streams }]) =>
  Object.values(streams).some((stream) => 'since' in stream && stream.count),
)

let bench: SyncBench
before(async () => {
  const short = counting.map(([name, connector]) => [name, with_history_of(HISTORY_DAYS, connector)])
  bench = await sync_bench({ connectors: Object.fromEntries(short), history_days: 30 })
})
after(() => bench?.close())

type Place = Awaited<ReturnType<SyncBench['connect']>>
async function compared({ org_id, connection_id }: Place, days: { from?: string; to?: string } = {}) {
  const { signal } = new AbortController()
  const on_refused = ({ reason }: { reason: string }) => assert.fail(reason)
  const found = await reconcile(bench.engine, { org_id, connection_id, signal, on_refused, ...days })
  assert.ok(Array.isArray(found), String(found))
  return found
}

test('the orders of every shop and marketplace are counted, or the reason is named', () => {
  const selling = Object.entries(connectors).filter(([, { kind }]) => kind === 'store' || kind === 'marketplace')
  assert.deepEqual(
    selling.map(([name]) => name).toSorted(),
    [...counting.map(([name]) => name), ...Object.keys(uncounted)].toSorted(),
  )
})

for (const [platform] of counting)
  describe(platform, () => {
    let place: Place
    before(async () => {
      place = await bench.connect(platform)
      assert.equal((await bench.sync(place)).end, 'succeeded')
    })

    test('the stored orders of each day that is over are as many as the platform counts', async () => {
      const found = await compared(place)
      assert.ok(found.length >= HISTORY_DAYS - 2, `${found.length} days`)
      assert.ok(found.some(({ platform_total }) => Number(platform_total) > 0))
      for (const one of found)
        assert.deepEqual([one.stream, one.measure, one.verdict, one.difference], ['orders', 'orders', 'matches', '0'])
    })

    test('an order that is not stored is a drift of its day', async () => {
      const [day] = (await compared(place)).filter(({ stored_sum }) => Number(stored_sum) > 0)
      const [table, connection] =
        platform === 'mpa' ? ['marketplace_orders', 'connection_id'] : ['store_orders', 'store_connection_id']
      await in_org(bench.engine.pool.worker, { org_id: place.org_id }, (_, client) =>
        client.query(
          `delete from ${table} where org_id = $1 and ${connection} = $2 and order_id = (
             select min(order_id) from ${table} o where o.org_id = $1 and o.${connection} = $2
               and o.ordered_at >= $3::date + interval '10 hours' and o.ordered_at < $3::date + interval '1 day')`,
          [place.org_id, place.connection_id, day!.date],
        ),
      )
      const drifts = (await compared(place)).filter(({ verdict }) => verdict === 'drift')
      assert.deepEqual(
        drifts.map(({ difference }) => difference),
        ['1'],
      )
    })

    test('days that were not read are not compared', async () =>
      assert.deepEqual(await compared(place, { from: '2026-10-01', to: '2026-10-05' }), []))
  })

test('an older shop of WooCommerce, which reads filters in the time of its site, is not counted', async () => {
  const { access } = bench.sandbox.world.shops.store_c
  access.is_older = true
  try {
    const place = await bench.connect('store_c')
    await bench.sync(place)
    assert.deepEqual(await compared(place), [])
  } finally {
    access.is_older = false
  }
})
