// Filters of query_data on days, and on parts of texts.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

describe('a filter', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
    const shop = await acme.connect('sx')
    await acme.insert((db) =>
      db
        .insertInto('store_orders')
        .values(store_order(shop, { order_id: '1', ordered_at: '2026-11-10T12:00:00Z', total: '150.00' }))
        .execute(),
    )
  })
  after(() => bench.close())

  const value = async (metric: string, input: object = {}) =>
    (await acme.ask('query_data', { metric, ...input })).total_value

  it('refuses a filter on days that the answer does not have, and names the days', async () => {
    const refused = (filters: object, dates: object = {}) =>
      acme.refused('query_data', { metric: 'store.revenue', filters, ...dates })
    const october = 'asks for the days 2026-10-01 to 2026-10-31, and the answer has the days'
    assert.match(await refused({ month: '2026-10-01' }), new RegExp(`'month' ${october} .* Ask for all these days`))
    assert.match(await refused({ date: { gte: '2026-10-01', lte: '2026-10-31' } }), new RegExp(`'date' ${october}`))
    assert.match(await refused({ date: '2025-12-01' }), /asks for the days 2025-12-01 to 2025-12-01/)
    assert.match(await refused({ date: ['2026-11-10', '2099-01-01'] }), /asks for the days 2099-01-01/)
    assert.match(await refused({ date: { lt: '2026-10-01' } }), /asks for days until 2026-09-30/)
    for (const none of [null, [null]])
      assert.equal(await refused({ date: none }), "The filter on 'date' names no day, and every row has one.")
    assert.equal(
      await refused({ date: { gte: '2026-11-12', lte: '2026-11-10' } }),
      "The filter on 'date' begins on 2026-11-12 and ends on 2026-11-10, so it has no day. Give a later end.",
    )
    assert.match(
      await refused({ week: '2026-11-10' }),
      /names a week by its first day: 2026-11-09 is that of 2026-11-10/,
    )
    assert.match(await refused({ month: '2026-11-15' }), /names a month by its first day: 2026-11-01/)
    const two_days = { date_from: '2026-11-10', date_to: '2026-11-11' }
    assert.match(await refused({ week: '2026-11-09' }, two_days), /asks for the days 2026-11-09 to 2026-11-15/)
    const whole_month = { date_from: '2026-10-01', date_to: '2026-10-31' }
    assert.equal(await value('store.revenue', { filters: { month: '2026-10-01' }, ...whole_month }), 0)
    // The rest of the month has not come yet.
    const this_month = { date_from: '2026-11-01' }
    assert.equal(await value('store.revenue', { filters: { month: '2026-11-01' }, ...this_month }), 150)
  })

  it('on days that were not read has no zero', async () => {
    const org = await bench.org()
    await org.cover(await org.connect('sx'), { covered_until: '2026-11-14', read_until: '2026-11-15' })
    const dates = { date_from: '2026-11-02', date_to: '2026-11-15' }
    const ask = (filters: object) => org.ask('query_data', { metric: 'store.revenue', filters, ...dates })
    for (const date of ['2026-11-15', { gte: '2026-11-15' }]) {
      const { total_value, rows, total, window } = await ask({ date })
      assert.deepEqual([total_value, rows, total, window.lacks], [null, [], null, ['sx']])
    }
    for (const filters of [{ date: ['2026-11-14', '2026-11-15'] }, { week: '2026-11-09' }, { date: '2026-11-14' }])
      assert.equal((await ask(filters)).total_value, 0, JSON.stringify(filters))
  })

  it('on days refuses what has no day in common with another one', async () => {
    const dates = { date_from: '2026-10-01', date_to: '2026-11-15' }
    const refused = (filters: object) => acme.refused('query_data', { metric: 'store.revenue', filters, ...dates })
    const none = 'have no day in common. Leave one of them out.'
    assert.equal(await refused({ date: '2026-11-10', 'store.date': '2026-11-11' }), `The filters on 'date' ${none}`)
    const of_month = { month: '2026-10-01', date: { gte: '2026-11-01' } }
    assert.equal(await refused(of_month), `The filters on 'month' and 'date' ${none}`)
    const twice = { gte: '2026-11-05', gt: '2026-11-12', lte: '2026-11-11' }
    assert.match(await refused({ date: twice }), /begins on 2026-11-13 and ends on 2026-11-11, so it has no day/)
    const common = { date: ['2026-11-10', '2026-10-20'], week: '2026-11-09' }
    assert.equal(await value('store.revenue', { filters: common, ...dates }), 150)
  })

  it('finds a part of a text without accents, and says when no text has it', async () => {
    const other = await bench.org()
    const shop = await other.connect('sx')
    await other.insert((db) =>
      db
        .insertInto('store_orders')
        .values(
          store_order(shop, {
            order_id: '1',
            ordered_at: '2026-11-10T12:00:00Z',
            total: '7.00',
            utm_campaign: 'Búsqueda Ñandú',
          }),
        )
        .execute(),
    )
    const ask = (part: string) =>
      other.ask('query_data', { metric: 'store.revenue', filters: { utm_campaign: { contains: part } } })
    for (const part of ['busqueda', 'BÚSQ', 'nandu']) assert.equal((await ask(part)).total_value, 7, part)
    const { total_value, notes } = await ask('busqueta')
    assert.equal(total_value, 0)
    assert.ok(notes.includes("No row of these days has a utm_campaign with 'busqueta' in it."), notes.join('\n'))
  })
})
