// Figures of products read the lines of their days by the copy of the order's time. The order decides the day, and no line is lost.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

const DAY = '2026-11-16'
const noon = (day: string) => `${day}T18:00:00Z`
/** Lines of orders: the day of the order, and the copy of the line. */
const lines: Record<string, { of: string; copy: string | null }> = {
  copied: { of: DAY, copy: DAY },
  'of an older version': { of: DAY, copy: null },
  'of another day': { of: '2026-11-10', copy: '2026-11-10' },
  'of another day and an older version': { of: '2026-11-10', copy: null },
  'with a wrong copy': { of: '2026-11-10', copy: DAY },
}

describe('lines of some days', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
    const shop = await acme.connect('sx')
    await acme.insert(async (db) => {
      for (const [title, { of, copy }] of Object.entries(lines)) {
        const key = { store_connection_id: shop, product_id: title }
        const order = store_order(shop, { order_id: title, ordered_at: noon(of), total: '50.00' })
        await db.insertInto('store_orders').values(order).execute()
        await db
          .insertInto('store_order_lines')
          .values({
            ...{ ...key, order_id: title, line_id: '1', title, quantity: 2n, currency: 'MXN' },
            ...{ unit_price_micros: 1n, discount_micros: 0n, total_micros: 2_000_000n },
            ordered_at: copy && noon(copy),
          })
          .execute()
        await db
          .insertInto('store_products')
          .values({ ...key, title, status: 'active' })
          .execute()
        await db
          .insertInto('store_variants')
          .values({ ...key, variant_id: title, currency: 'MXN', stock: 0n })
          .execute()
      }
    })
  })
  after(() => bench.close())

  const expected = ['copied', 'of an older version']
  const names = (rows: { product: string }[]) => rows.map(({ product }) => product).sort()

  it('are those of its orders in query_data, by any metric of lines', async () => {
    for (const metric of ['units', 'gross_margin']) {
      const { rows } = await acme.ask('query_data', {
        ...{ metric: `store.${metric}`, dimensions: ['product'], date_from: DAY, date_to: DAY },
      })
      assert.deepEqual(names(rows), expected, metric)
    }
  })

  it('are those of its orders in revisar_tienda, in best sellers and among those that ran out', async () => {
    const { top_products, margins, stock } = await acme.ask('revisar_tienda', { days_back: 5 })
    assert.deepEqual(names(top_products), expected)
    assert.equal(margins.units, 4)
    const sold = stock.ran_out.filter(({ units }: { units: number }) => units > 0)
    assert.deepEqual(names(sold), expected)
  })

  it('are all lines in a window of all days', async () => {
    const { rows } = await acme.ask('query_data', {
      ...{ metric: 'store.units', dimensions: ['product'], date_from: '2026-11-01', date_to: DAY },
    })
    assert.deepEqual(names(rows), Object.keys(lines).sort())
  })
})
