// Units, cost and margin. Expected figures are computed by hand from the rows in this file.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

const pesos = (amount: number) => BigInt(Math.round(amount * 100)) * 10_000n
const november = { date_from: '2026-11-01', date_to: '2026-11-10' }

interface Line {
  order: string
  on: string
  sku: string
  quantity?: number
  total: number
  tax?: number | null
  more?: object
}

describe('units and margin', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  let shop: string
  before(async () => {
    bench = await figures_bench()
    await bench.rate([
      { currency: 'EUR', date: '2026-11-02', per_eur: '1' },
      { currency: 'MXN', date: '2026-11-02', per_eur: '20' },
      { currency: 'USD', date: '2026-11-02', per_eur: '1' },
    ])
  })
  after(() => bench.close())
  beforeEach(async () => {
    acme = await bench.org()
    shop = await acme.connect('sx')
  })

  const sell = (lines: Line[]) =>
    acme.insert(async (db) => {
      for (const { order, on, sku, quantity = 1, total, tax = 0, more = {} } of lines) {
        const values = { order_id: order, ordered_at: on, total: String(total), ...more }
        await db.insertInto('store_orders').values(store_order(shop, values)).execute()
        await db
          .insertInto('store_order_lines')
          .values({
            ...{ store_connection_id: shop, order_id: order, line_id: 'l', currency: 'MXN', sku, title: `Lamp ${sku}` },
            ...{ variant_id: `v${sku}`, quantity: BigInt(quantity), unit_price_micros: 0n, discount_micros: 0n },
            ...{ total_micros: pesos(total), included_tax_micros: tax === null ? null : pesos(tax) },
          })
          .execute()
      }
    })
  const store_cost = (sku: string, valid_from: string, cost: number | null, currency = 'MXN') =>
    acme.insert((db) =>
      db
        .insertInto('store_variant_costs')
        .values({
          ...{ store_connection_id: shop, variant_id: `v${sku}`, valid_from },
          ...{ currency, cost_micros: cost === null ? null : pesos(cost) },
        })
        .execute(),
    )
  const own_cost = (sku: string, valid_from: string, cost: number, currency = 'MXN') =>
    acme.insert((db) =>
      db
        .insertInto('org_product_costs')
        .values({ sku, valid_from, currency, cost_micros: pesos(cost), created_by: 'test' })
        .execute(),
    )
  const ask = (metric: string, more: object = {}) =>
    acme.ask('query_data', { metric: `store.${metric}`, ...november, ...more })
  const totals = async (...metrics: string[]) =>
    Promise.all(metrics.map(async (metric) => (await ask(metric)).total_value))

  it('are the remaining units with the cost of the day of each order, without included tax', async () => {
    await store_cost('a', '2026-10-01T00:00:00Z', 40)
    await store_cost('a', '2026-11-03T12:00:00Z', 50)
    await sell([
      { order: '1', on: '2026-11-03T11:59:59Z', sku: 'a', quantity: 2, total: 232, tax: 32 },
      { order: '2', on: '2026-11-03T12:00:00Z', sku: 'a', total: 116, tax: 16 },
      { order: 'returned', on: '2026-11-04T12:00:00Z', sku: 'b', quantity: 0, total: 0 },
      { order: 'voided', on: '2026-11-04T12:00:00Z', sku: 'b', total: 900, more: { is_voided: true } },
    ])
    assert.deepEqual(await totals('units', 'cost', 'gross_margin', 'margin_rate', 'costed_revenue'), [
      3,
      40 + 40 + 50,
      200 + 100 - 130,
      0.5667,
      300,
    ])
    assert.deepEqual((await ask('cost')).notes, [])
    const by_sku = await ask('gross_margin', { dimensions: ['sku', 'product', 'date'] })
    assert.deepEqual(by_sku.rows, [{ sku: 'a', product: 'Lamp a', date: '2026-11-03', value: 170 }])
  })

  it('are null before the first known cost, and the ratio is of the lines with a cost', async () => {
    await store_cost('a', '2026-11-03T12:00:00Z', 40)
    await store_cost('c', '2026-10-01T00:00:00Z', 1)
    await store_cost('c', '2026-11-02T00:00:00Z', null)
    await sell([
      { order: '1', on: '2026-11-03T11:00:00Z', sku: 'a', total: 200 },
      { order: '2', on: '2026-11-03T13:00:00Z', sku: 'a', total: 100 },
      { order: '3', on: '2026-11-03T13:00:00Z', sku: 'c', total: 50 },
      { order: '4', on: '2026-11-03T13:00:00Z', sku: 'a', total: 50, tax: null },
    ])
    assert.deepEqual(await totals('units', 'cost', 'gross_margin', 'margin_rate', 'costed_revenue'), [
      4,
      null,
      null,
      0.6,
      100,
    ])
    const { notes } = await ask('gross_margin')
    assert.deepEqual(notes, [
      'A cost is known for 25.00% of the revenue of order lines (100.00 MXN of 400.00 MXN, which cost 40.00 MXN). Sums that need all costs are null.',
    ])
    const days = await ask('cost', { dimensions: ['product'] })
    assert.deepEqual(days.rows, [
      { product: 'Lamp a', value: null },
      { product: 'Lamp c', value: null },
    ])
  })

  it('are null when no cost is known', async () => {
    await sell([{ order: '1', on: '2026-11-03T11:00:00Z', sku: 'a', total: 200 }])
    assert.deepEqual(await totals('units', 'cost', 'gross_margin', 'margin_rate'), [1, null, null, null])
    assert.match((await ask('margin_rate')).notes.join(), /No cost of the sold products is known/)
    const { margins, top_products, notes } = await acme.ask('revisar_tienda', { days_back: 30 })
    assert.deepEqual(margins, {
      ...{ units: 1, cost: null, gross_margin: null, margin_rate: null, costed_revenue: 0, known_cost: 0 },
    })
    assert.deepEqual(top_products, [{ product: 'Lamp a', units: 1, revenue: 200, gross_margin: null }])
    assert.match(notes.join(), /No cost of the sold products is known/)
  })

  it('use own costs before those of the store, from the first day in the time zone of the organization', async () => {
    await store_cost('a', '2026-10-01T00:00:00Z', 40)
    await own_cost('a', '2026-11-03', 30)
    await own_cost('a', '2026-11-05', 20)
    await sell([
      { order: '1', on: '2026-11-03T05:59:00Z', sku: 'a', total: 100 }, // 2026-11-02 23:59 in Mexico City
      { order: '2', on: '2026-11-03T06:01:00Z', sku: 'a', total: 100 },
      { order: '3', on: '2026-11-05T18:00:00Z', sku: 'a', total: 100 },
    ])
    const { rows } = await ask('cost', { dimensions: ['date'] })
    assert.deepEqual(rows, [
      { date: '2026-11-02', value: 40 },
      { date: '2026-11-03', value: 30 },
      { date: '2026-11-05', value: 20 },
    ])
  })

  it('convert a cost in another currency at the rate of the day, and are null without a rate', async () => {
    await own_cost('a', '2026-11-01', 3, 'USD')
    await sell([{ order: '1', on: '2026-11-02T18:00:00Z', sku: 'a', quantity: 2, total: 200 }])
    assert.deepEqual(await totals('units', 'cost', 'gross_margin', 'margin_rate'), [2, 120, 80, 0.4])
    assert.deepEqual((await ask('gross_margin', { dimensions: ['currency'] })).rows, [{ currency: 'MXN', value: 80 }])
    assert.equal((await ask('cost', { filters: { currency: 'MXN' } })).total_value, 120)
    const found = await acme.ask('revisar_tienda', { days_back: 30 })
    assert.deepEqual(found.margins, {
      ...{ units: 2, cost: 120, gross_margin: 80, margin_rate: 0.4, costed_revenue: 200, known_cost: 120 },
    })
    assert.deepEqual(found.top_products, [{ product: 'Lamp a', units: 2, revenue: 200, gross_margin: 80 }])
    assert.deepEqual(
      found.rates.map(({ currency, lowest }: { currency: string; lowest: number }) => [currency, lowest]),
      [['USD', 20]],
    )
    await own_cost('a', '2026-11-02', 3, 'BRL')
    assert.deepEqual(await totals('units', 'gross_margin', 'margin_rate'), [2, null, null])
    const { margins, notes, window } = await acme.ask('revisar_tienda', { days_back: 30 })
    assert.deepEqual([margins.margin_rate, window.is_partial], [null, true])
    assert.match(notes.join('\n'), /6\.00 BRL of cost is left out/)
  })

  it('name an amount once that orders and their lines lack', async () => {
    const more = { currency: 'BRL' }
    await sell([{ order: '1', on: '2026-11-02T18:00:00Z', sku: 'a', total: 200, more }])
    await acme.insert((db) => db.updateTable('store_order_lines').set({ currency: 'BRL' }).execute())
    const { notes } = await acme.ask('revisar_tienda', { days_back: 30 })
    const of_revenue = notes.filter((note: string) => note.includes('BRL of revenue is'))
    assert.equal(of_revenue.length, 1)
  })

  it('have no known cost where the cost of a line has no rate, because its revenue is known', async () => {
    await store_cost('a', '2026-10-01T00:00:00Z', 40)
    await own_cost('b', '2026-11-01', 3, 'BRL')
    await sell([
      { order: '1', on: '2026-11-02T18:00:00Z', sku: 'a', total: 100 },
      { order: '2', on: '2026-11-02T18:00:00Z', sku: 'b', total: 100 },
      { order: '3', on: '2026-11-02T18:00:00Z', sku: 'c', total: 200 },
    ])
    const { margins } = await acme.ask('revisar_tienda', { days_back: 30 })
    assert.deepEqual([margins.costed_revenue, margins.known_cost, margins.margin_rate], [200, null, null])
    const { notes } = await ask('gross_margin')
    assert.match(notes.join(), /A cost is known for 50\.00% of the revenue of order lines\. Sums/)
  })
})
