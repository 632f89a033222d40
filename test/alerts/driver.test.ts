// What drives a change is named from days that are known. An alert names nothing for days that nobody read.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { add_days } from '#domain/windows.ts'
import { store_order } from '#test/figures.ts'
import { alert_bench, type Shop, TODAY } from './alert_bench.ts'

let bench: Awaited<ReturnType<typeof alert_bench>>
before(async () => {
  bench = await alert_bench()
})
after(() => bench.close())

const day = (back: number) => add_days(TODAY, -back)
type Sale = { on: string; channel: string; total: string; currency?: string }

const sell = async ({ org, store }: Shop, sales: Sale[]) => {
  const orders = sales.map(({ on, ...sale }) =>
    store_order(store, { order_id: `${on} ${sale.channel}`, ordered_at: `${on}T18:00:00Z`, ...sale }),
  )
  await org.insert((db) => db.insertInto('store_orders').values(orders).execute())
}

/** The text of the alert that the sales of yesterday open. */
async function alert_of(shop: Shop, rule: Record<string, unknown> = {}) {
  const rule_id = await shop.rule({ currency: 'MXN', ...rule })
  await shop.synced(day(1), `${TODAY}T17:00:00Z`)
  await shop.evaluate(rule_id, TODAY)
  const [fired] = await shop.said()
  assert.equal(fired?.kind, 'alert_fired')
  return JSON.stringify(fired.text)
}

test('a rise names the channel that rose most, also from nothing', async () => {
  const shop = await bench.shop()
  await sell(shop, [
    { on: day(8), channel: 'web', total: '900' },
    { on: day(1), channel: 'web', total: '1000' },
    { on: day(1), channel: 'pos', total: '500' },
  ])
  const text = await alert_of(shop)
  assert.match(text, /alert\.driver.*pos/)
  assert.doesNotMatch(text, /web/)
})

test('a fall names the channel that fell most, also to nothing', async () => {
  const shop = await bench.shop()
  await sell(shop, [
    { on: day(8), channel: 'web', total: '900' },
    { on: day(8), channel: 'pos', total: '700' },
    { on: day(1), channel: 'web', total: '400' },
  ])
  assert.match(await alert_of(shop, { condition: 'below' }), /alert\.driver.*pos/)
})

test('no change is named against a day that was not read', async () => {
  const shop = await bench.shop()
  await sell(shop, [{ on: day(1), channel: 'web', total: '2000' }])
  await shop.org.cover(shop.store, { covered_from: day(3) })
  assert.doesNotMatch(await alert_of(shop), /alert\.driver/)
})

test('no change is named while the change of a channel is unknown, because that one may be larger', async () => {
  const shop = await bench.shop()
  await sell(shop, [
    { on: day(8), channel: 'web', total: '900', currency: 'UYU' },
    { on: day(1), channel: 'web', total: '2000' },
    { on: day(1), channel: 'pos', total: '500' },
  ])
  assert.doesNotMatch(await alert_of(shop), /alert\.driver/)
})

test('no campaign is named as risen from nothing on a day of which the platform withholds some', async () => {
  const named = async (quality: string) => {
    const shop = await bench.shop()
    const connection_id = await shop.org.connect('gx_analytics')
    const visits = (date: string, sessions: bigint) => ({
      ...{ connection_id, property_id: 'p1', date, currency: 'MXN', sessions, users: 1n, new_users: 1n },
      ...{ engaged_sessions: 1n, conversions: '1', purchases: 1n, revenue_micros: 1n },
    })
    const of = (campaign: string) => ({ source: 's', medium: 'm', channel: 'c', campaign })
    await shop.org.insert(async (db) => {
      const days = [visits(day(8), 900n), visits(day(1), 2_000n)].map((row) => ({ ...row, page_views: 1n }))
      await db.insertInto('web_daily').values(days).execute()
      await db
        .insertInto('web_source_daily')
        .values([
          { ...visits(day(8), 800n), ...of('spring'), quality },
          { ...visits(day(1), 900n), ...of('spring') },
          { ...visits(day(1), 1_100n), ...of('summer') },
        ])
        .execute()
    })
    const text = await alert_of(shop, { metric: 'web_analytics.sessions', unit: 'count', currency: null })
    return /alert\.driver.*summer/.test(text)
  }
  assert.deepEqual([await named(''), await named('thresholded')], [true, false])
})
