// New and returning customers. Expected figures are counted from the orders in this file.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
let acme: FiguresOrg
let shop: string
before(async () => {
  bench = await figures_bench()
  acme = await bench.org()
  shop = await acme.connect('sx')
  const ads = await acme.connect('mx_ads')
  await acme.insert(async (db) => {
    const order = (order_id: string, date: string, total: string, customer_id?: string, more = {}) =>
      store_order(shop, {
        order_id,
        ordered_at: `${date}T18:00:00Z`,
        total,
        ...(customer_id && { customer_id }),
        ...more,
      })
    await db
      .insertInto('store_orders')
      .values([
        order('0', '2024-01-01', '5', 'old'),
        order('1', '2026-10-20', '10', 'ana'),
        order('2', '2026-11-02', '20', 'ana'),
        order('3', '2026-11-02', '1000', 'eva', { is_voided: true }),
        order('4', '2026-11-03', '40', 'eva'),
        order('5', '2026-11-03', '80', 'eva'), // The same instant as order 4: the id decides.
        order('6', '2026-11-04', '160', 'old'),
        order('7', '2026-11-04', '320'),
      ])
      .execute()
    await db
      .insertInto('campaign_daily')
      .values([campaign_day(ads, { date: '2026-11-03', spend: 25_000_000n })])
      .execute()
  })
})
after(() => bench.close())

const november = { date_from: '2026-11-01', date_to: '2026-11-10' }
const names = ['new_customers', 'returning_customers', 'new_customer_revenue', 'returning_customer_revenue']

describe('new and returning customers', () => {
  it('a customer is new with the first order that counts, and returning with each later one', async () => {
    const kpis = await acme.ask('get_kpi_summary', november)
    assert.deepEqual(
      names.map((name) => kpis[name]),
      [1, 3, 40, 20 + 80 + 160],
    )
    assert.match(kpis.notes.join(' '), /returning_customers counts orders of customers who had ordered before/)
    assert.deepEqual([kpis.cac, kpis.mer, kpis.mer], [25, 620 / 25, kpis.store_roas])
    assert.deepEqual([kpis.previous.new_customers, kpis.previous.new_customer_revenue], [0, 0])
  })

  it('query_data has the same figures, and its days and months add up', async () => {
    const expected = [1, 3, 40, 260]
    for (const [at, name] of names.entries()) {
      const metric = `store.${name}`
      assert.equal((await acme.ask('query_data', { metric, ...november })).total_value, expected[at], name)
      const { rows } = await acme.ask('query_data', { metric, dimensions: ['date'], ...november })
      assert.equal(
        rows.reduce((sum: number, { value }: { value: number }) => sum + value, 0),
        expected[at],
        name,
      )
    }
    const months = { dimensions: ['month'], date_from: '2026-10-01', date_to: '2026-11-10' }
    assert.deepEqual((await acme.ask('query_data', { metric: 'store.new_customers', ...months })).rows, [
      { month: '2026-10-01', value: 1 },
      { month: '2026-11-01', value: 1 },
    ])
    const people = await acme.ask('query_data', { metric: 'store.customers', ...months })
    assert.deepEqual(
      people.rows.map(({ month }: { month: string }) => month),
      ['2026-10-01', '2026-11-01'],
    )
  })

  it('are null with a note when older orders are not stored, and other figures stay', async () => {
    await acme.cover(shop, { covered_from: '2026-01-01' })
    try {
      const kpis = await acme.ask('get_kpi_summary', november)
      assert.deepEqual([...names.map((name) => kpis[name]), kpis.cac], [null, null, null, null, null])
      assert.deepEqual([kpis.store_revenue, kpis.mer], [620, 24.8])
      assert.match(kpis.notes.join(' '), /known only when all orders since the first one are stored/)
      const result = await acme.ask('query_data', {
        metric: 'store.new_customers',
        dimensions: ['utm_source'],
        ...november,
      })
      assert.deepEqual([result.total_value, result.rows], [null, [{ utm_source: null, value: null }]])
      assert.match(result.notes.join(' '), /known only when all orders since the first one are stored/)
    } finally {
      await acme.cover(shop, { covered_from: '-infinity' })
    }
  })
})

describe('filters', () => {
  const ask = (filters: object) => acme.ask('query_data', { metric: 'store.revenue', filters, ...november })

  it('compare texts without case', async () => {
    await acme.insert((db) =>
      db.updateTable('store_orders').set({ utm_source: 'Google' }).where('order_id', '=', '6').execute(),
    )
    await acme.insert((db) =>
      db.updateTable('store_orders').set({ utm_source: 'newsletter' }).where('order_id', '=', '7').execute(),
    )
    for (const utm_source of ['google', 'GOOGLE', ['gOOgle'], { contains: 'OOG' }])
      assert.equal((await ask({ utm_source })).total_value, 160, JSON.stringify(utm_source))
    assert.equal((await ask({ utm_source: ['GOOGLE', null] })).total_value, 160 + 140)
  })

  it('a note names a value that no row of the days has, with the nearest existing values', async () => {
    const typo = await ask({ utm_source: 'gogle' })
    assert.equal(typo.total_value, 0)
    assert.ok(
      typo.notes.includes("No row of these days has the utm_source 'gogle'. Nearest values: 'Google', 'newsletter'."),
    )
    const list = await ask({ utm_source: ['google', 'newsletters'] })
    assert.equal(list.total_value, 160)
    assert.ok(
      list.notes.includes(
        "No row of these days has the utm_source 'newsletters'. Nearest values: 'newsletter', 'Google'.",
      ),
    )
    assert.doesNotMatch((await ask({ utm_source: ['google', 'newsletter'] })).notes.join(' '), /No row/)
    assert.doesNotMatch((await ask({ utm_source: 'google' })).notes.join(' '), /No row/)
  })
})

describe('orders that name no customer', () => {
  const metrics = ['customers', ...names].map((name) => `store.${name}`)
  const at = '2026-11-05T18:00:00Z'
  const asked = { date_from: '2026-11-05', date_to: '2026-11-05' }

  /** A shop with an order of nobody and with these customers' orders. */
  async function shop_of(customers: string[]) {
    const org = await bench.org()
    const [sx, ads] = [await org.connect('sx'), await org.connect('mx_ads')]
    await org.insert(async (db) => {
      await db
        .insertInto('store_orders')
        .values([
          store_order(sx, { order_id: 'of nobody', ordered_at: at, total: '50' }),
          ...customers.map((customer_id) =>
            store_order(sx, { order_id: customer_id, ordered_at: at, total: '20', customer_id }),
          ),
        ])
        .execute()
      await db
        .insertInto('campaign_daily')
        .values(campaign_day(ads, { date: '2026-11-05', spend: 10_000_000n }))
        .execute()
    })
    return org
  }
  const values_of = (org: FiguresOrg, of: object = asked) =>
    Promise.all(metrics.map(async (metric) => (await org.ask('query_data', { metric, ...of })).total_value))

  it('are no zeros of customers', async () => {
    const org = await shop_of([])
    const { notes, orders, cac, ...kpis } = await org.ask('get_kpi_summary', asked)
    assert.deepEqual([orders, cac, ...names.map((name) => kpis[name])], [1, null, null, null, null, null])
    assert.match(notes.join('\n'), /Some rows state no value, and sums leave them out: customers \(1 row\)/)
    assert.deepEqual(await values_of(org), [null, null, null, null, null])
    const { rows } = await org.ask('query_data', { metric: 'store.customers', dimensions: ['date'], ...asked })
    assert.deepEqual(rows, [{ date: '2026-11-05', value: null }])
    const before = { date_from: '2026-11-04', date_to: '2026-11-04' }
    assert.deepEqual(await values_of(org, before), [0, 0, 0, 0, 0], 'a day without any order')
  })

  it('are left out of the sums of the others, and a note counts them', async () => {
    const org = await shop_of(['eva'])
    const { notes, cac, ...kpis } = await org.ask('get_kpi_summary', asked)
    assert.deepEqual([cac, ...names.map((name) => kpis[name])], [10, 1, 0, 20, 0])
    assert.match(notes.join('\n'), /sums leave them out: customers \(1 row\)/)
    assert.deepEqual(await values_of(org), [1, 1, 0, 20, 0])
    for (const metric of metrics)
      assert.match(
        (await org.ask('query_data', { metric, ...asked })).notes.join('\n'),
        /customers? (?:revenue )?\(1 row\)/,
        metric,
      )
  })
})
