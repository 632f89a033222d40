// What left carts are worth: the average cart is one whose amount can be converted.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { run_job } from '#engine/queue/run_job.ts'
import { find_recommendations } from '#jobs/find_recommendations.ts'
import { jobs } from '#jobs/index.ts'
import { figures_bench, store_order } from '#test/figures.ts'
import { day } from '#test/known_days.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench({ jobs })
})
after(() => bench.close())

/** The recommendation for a shop in which customers leave more carts. Each second cart is in a currency. */
async function recommended(currency: string) {
  const org = await bench.org()
  const sx = await org.connect('sx')
  const days = Array.from({ length: 28 }, (_, at) => ({ date: day(at + 1), is_now: at < 14 }))
  const some = (count: number) => Array.from({ length: count }, (_, at) => at)
  const carts = days.flatMap(({ date, is_now }) =>
    some(is_now ? 12 : 8).map((at) => ({
      ...{ connection_id: sx, platform: 'sx', checkout_id: `${date} ${at}`, total_micros: 100_000_000n },
      ...{ started_at: `${date}T16:00:00Z`, changed_at: `${date}T16:00:00Z`, currency: at % 2 ? 'MXN' : currency },
    })),
  )
  const orders = days.flatMap(({ date, is_now }) =>
    some(is_now ? 4 : 8).map((at) =>
      store_order(sx, { order_id: `${date} ${at}`, ordered_at: `${date}T16:00:00Z`, total: '100' }),
    ),
  )
  await org.insert(async (db) => {
    await db.insertInto('checkouts').values(carts).execute()
    await db.insertInto('store_orders').values(orders).execute()
  })
  const { engine } = bench
  await run_job(
    { ...engine, pool: engine.pool.worker } as never,
    find_recommendations,
    { org_id: org.org_id },
    { log: engine.log, signal: new AbortController().signal },
  )
  const { recommendations } = await org.ask('list_recommendations')
  assert.equal(recommendations[0]?.rule, 'carts_rising')
  return recommendations[0]
}

test('carts without an exchange rate lower the worth of no cart', async () => {
  const [all, half] = [await recommended('MXN'), await recommended('UYU')]
  assert.ok(all.effect_low > 0)
  assert.deepEqual([half.effect_low, half.effect_high], [all.effect_low, all.effect_high])
})
