// Amounts of one order are those that were charged, in every currency.
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { figures_bench, store_order } from '#test/figures.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

it('an order of a currency that people write without decimals keeps them', async () => {
  const org = await bench.org()
  const shop = await org.connect('sx')
  const order = { order_id: 'a', ordered_at: '2026-11-11T12:00:00Z', total: '1234.50', currency: 'PKR' }
  await org.insert((db) =>
    db
      .insertInto('store_orders')
      .values(store_order(shop, { ...order, financial_status: 'paid' }))
      .execute(),
  )
  const { orders } = await org.ask('list_store_orders', { date_from: '2026-11-01', date_to: '2026-11-19' })
  assert.deepEqual([orders[0].total, orders[0].refunded, orders[0].net], [1234.5, 0, 1234.5])
})
