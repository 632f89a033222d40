// A day whose sum leaves amounts out has no value for alerts, whether a price or an exchange rate is missing.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sx } from '#connectors/sx/index.ts'
import { add_days } from '#domain/windows.ts'
import { store_order } from '#test/figures.ts'
import { alert_bench, type Shop, steady, TODAY } from './alert_bench.ts'

let bench: Awaited<ReturnType<typeof alert_bench>>
/** With the states of orders that the connector declares. */
let of_sx: typeof bench
before(async () => {
  bench = await alert_bench()
  of_sx = await alert_bench({ sx })
})
after(async () => {
  await bench.close()
  await of_sx.close()
})

const day = (back: number) => add_days(TODAY, -back)
const YESTERDAY = day(1)

/** Evaluates the rule at noon, after a sync of the store. */
async function evaluate(shop: Shop, rule_id: string) {
  await shop.synced(YESTERDAY, `${TODAY}T17:00:00Z`)
  await shop.evaluate(rule_id, TODAY)
  return (await shop.incidents(rule_id)).map(({ day: of, value }) => [of, Number(value)])
}

/** Sales of a seller, 400 on each day before yesterday, and yesterday 100 and an order that has no price yet. */
async function seller() {
  const shop = await bench.shop()
  const connection_id = await shop.org.connect('mpb_sp')
  const order = (date: string, order_id: string, total_micros: bigint | null) => ({
    ...{ connection_id, platform: 'mpb_sp', order_id, status: total_micros === null ? 'pending' : 'shipped' },
    ...{ ordered_at: `${date}T16:00:00Z`, changed_at: `${date}T16:00:00Z`, currency: 'MXN', total_micros },
  })
  const usual = Array.from({ length: 30 }, (_, at) => order(day(at + 2), `${at}`, 400_000_000n))
  await shop.org.insert((db) =>
    db
      .insertInto('marketplace_orders')
      .values([...usual, order(YESTERDAY, 'priced', 100_000_000n), order(YESTERDAY, 'pending', null)])
      .execute(),
  )
  const price = (total_micros: bigint) =>
    shop.org.insert((db) =>
      db.updateTable('marketplace_orders').set({ total_micros }).where('order_id', '=', 'pending').execute(),
    )
  return { shop, price }
}

test('an order without a price opens no alert about low or fallen sales, and its price decides', async () => {
  for (const condition of [
    { condition: 'below', threshold: '300', currency: 'MXN' },
    { condition: 'decrease_percent', threshold: '20' },
  ]) {
    const { shop, price } = await seller()
    const rule_id = await shop.rule({ metric: 'marketplace_b.revenue', ...condition })
    assert.deepEqual(await evaluate(shop, rule_id), [], condition.condition)
    const { rows, notes } = await shop.org.ask('query_data', {
      ...{ metric: 'marketplace_b.revenue', dimensions: ['date'], date_from: YESTERDAY, date_to: YESTERDAY },
    })
    assert.deepEqual([rows[0].value, /1 order has no price yet/.test(notes.join())], [100, true])
    await price(350_000_000n)
    assert.deepEqual(await evaluate(shop, rule_id), [], condition.condition)
    await price(50_000_000n)
    assert.deepEqual(await evaluate(shop, rule_id), [[YESTERDAY, 150]], condition.condition)
  }
})

test('an amount without an exchange rate opens and resolves no alert, and its rate decides', async () => {
  const shop = await bench.shop()
  const below = await shop.rule({ condition: 'below', threshold: '300', currency: 'MXN' })
  const over_days = { condition: 'below', comparison_period: 'previous_7_days', currency: 'MXN' }
  const week = await shop.rule({ ...over_days, threshold: '2600' })
  const mean = await shop.rule({ ...over_days, metric: 'store.average_order_value', threshold: '390' })
  await shop.sell({ ...steady(YESTERDAY, 20, 400), [YESTERDAY]: 100 })
  const abroad = store_order(shop.store, { order_id: 'uyu', ordered_at: `${YESTERDAY}T18:00:00Z`, total: '1000' })
  await shop.org.insert((db) =>
    db
      .insertInto('store_orders')
      .values({ ...abroad, currency: 'UYU' })
      .execute(),
  )
  for (const rule_id of [below, week, mean]) assert.deepEqual(await evaluate(shop, rule_id), [])
  await bench.rate([
    { currency: 'UYU', date: YESTERDAY, per_eur: '100' },
    { currency: 'MXN', date: YESTERDAY, per_eur: '10' },
  ])
  assert.deepEqual(await evaluate(shop, below), [[YESTERDAY, 200]])
  assert.deepEqual(await evaluate(shop, week), [])
  assert.deepEqual(await evaluate(shop, mean), [[YESTERDAY, 325]])
})

test('a shop that was disconnected opens and withdraws no alert about days that lack it', async () => {
  const shop = await bench.shop()
  const second = await shop.org.connect('tnx')
  const order = (date: string) =>
    store_order(second, { order_id: `t${date}`, ordered_at: `${date}T18:00:00Z`, total: '300' })
  await shop.org.insert((db) =>
    db
      .insertInto('store_orders')
      .values(Object.keys(steady(TODAY, 40, 300)).map(order))
      .execute(),
  )
  await shop.sell({ ...steady(YESTERDAY, 40, 400), [day(2)]: 900, [YESTERDAY]: 400 })
  const above = await shop.rule({ threshold: '1000', currency: 'MXN' })
  await shop.synced(day(2), `${YESTERDAY}T17:00:00Z`)
  await shop.evaluate(above, YESTERDAY)
  const opened = [[day(2), 'open', 1200]]
  const alerts = async (rule_id: string) =>
    (await shop.incidents(rule_id)).map(({ day: of, state, value }) => [of, state, Number(value)])
  assert.deepEqual(await alerts(above), opened)
  const revoked = { status: 'revoked', revoked_at: `${TODAY}T15:00:00Z` }
  await shop.org.insert((db) =>
    db.updateTable('connections').set(revoked).where('connection_id', '=', second).execute(),
  )
  const below = await shop.rule({ condition: 'below', threshold: '500', currency: 'MXN' })
  const week = await shop.rule({
    ...{ condition: 'below', threshold: '4000', currency: 'MXN', comparison_period: 'previous_7_days' },
  })
  await shop.synced(YESTERDAY, `${TODAY}T17:00:00Z`)
  const { window } = await shop.org.ask('query_data', {
    ...{ metric: 'store.revenue', date_from: YESTERDAY, date_to: YESTERDAY },
  })
  assert.deepEqual(window.lacks, ['tnx'])
  for (const rule_id of [below, week]) assert.deepEqual(await evaluate(shop, rule_id), [])
  await shop.evaluate(above, TODAY)
  assert.deepEqual(await alerts(above), opened, 'the rest of the day is no correction')
  // The next day lacks nothing, because the shop is no part of it.
  const tomorrow = add_days(TODAY, 1)
  await shop.sell({ [TODAY]: 400 })
  await shop.synced(TODAY, `${tomorrow}T17:00:00Z`)
  for (const rule_id of [above, below]) await shop.evaluate(rule_id, tomorrow)
  assert.deepEqual(await alerts(below), [[TODAY, 'open', 400]])
  assert.equal((await alerts(above))[0]![1], 'resolved')
})

test('orders in a state that Tablero does not know open no alert about low sales', async () => {
  const shop = await of_sx.shop()
  await shop.org.cover(shop.store, { covered_from: '-infinity', covered_until: YESTERDAY, read_until: TODAY }, 'orders')
  await shop.sell({ ...steady(YESTERDAY, 20, 400), [YESTERDAY]: 100 })
  const unknown = store_order(shop.store, { order_id: 'u', ordered_at: `${YESTERDAY}T18:00:00Z`, total: '300' })
  await shop.org.insert((db) =>
    db
      .insertInto('store_orders')
      .values({ ...unknown, financial_status: 'settled', is_pending: true })
      .execute(),
  )
  const below = await shop.rule({ condition: 'below', threshold: '300', currency: 'MXN' })
  assert.deepEqual(await evaluate(shop, below), [])
  await shop.org.insert((db) =>
    db.updateTable('store_orders').set({ is_voided: true }).where('order_id', '=', 'u').execute(),
  )
  assert.deepEqual(await evaluate(shop, below), [[YESTERDAY, 100]])
})
