import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { whole_sources } from '#test/sources.ts'

describe('query_orders', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
  })
  after(() => bench.close())

  it('returns null with a note, not zero, when no store is connected', async () => {
    const result = await acme.ask('query_orders')
    assert.equal(result.orders_in_period, null)
    assert.equal(result.total_revenue, null)
    assert.deepEqual(result.orders, [])
    assert.deepEqual(result.notes, [
      'No store is connected, so nothing is known; connect it under settings, connections.',
    ])
    assert.deepEqual(result.window, {
      from: '2026-10-21',
      to: '2026-11-20',
      days: 31,
      is_partial: true,
      time_zone: 'America/Mexico_City',
    })
  })

  it('counts the whole period without the limit, without voided and test orders, on days of the organization', async () => {
    const shop = await acme.connect('sx')
    await acme.insert((db) =>
      db
        .insertInto('store_orders')
        .values([
          store_order(shop, { order_id: '1', ordered_at: '2026-11-01T05:59:59Z', total: '100.10' }), // still October in the organization's time zone
          store_order(shop, { order_id: '2', ordered_at: '2026-11-01T06:00:00Z', total: '0.05' }),
          store_order(shop, { order_id: '3', ordered_at: '2026-11-10T12:00:00Z', total: '20.00' }),
          store_order(shop, { order_id: '4', ordered_at: '2026-11-10T13:00:00Z', total: '999.00', is_voided: true }),
          store_order(shop, { order_id: '5', ordered_at: '2026-11-10T13:00:00Z', total: '999.00', is_test: true }),
        ])
        .execute(),
    )
    await acme.insert((db) =>
      db
        .insertInto('store_refunds')
        .values([
          {
            store_connection_id: shop,
            order_id: '1',
            refund_id: 'r',
            refunded_at: '2026-11-05T00:00:00Z',
            currency: 'MXN',
            amount_micros: 5_000_000n,
          },
          {
            store_connection_id: shop,
            order_id: '4',
            refund_id: 'r',
            refunded_at: '2026-11-12T00:00:00Z',
            currency: 'MXN',
            amount_micros: 999_000_000n,
          },
        ])
        .execute(),
    )
    const result = await acme.ask('query_orders', {
      date_from: '2026-11-01',
      date_to: '2026-11-15',
      limit: 1,
    })
    assert.equal(result.orders_in_period, 2)
    assert.equal(result.total_revenue, 20.05)
    assert.equal(result.refunds, 5)
    assert.equal(result.net_revenue, 15.05)
    assert.equal(result.count, 1)
    assert.equal(result.total, 2)
    assert.equal(result.truncated, true)
    assert.match(result.hint, /date_from/)
    assert.equal(result.orders[0].order_id, '3')
    assert.equal(result.window.is_partial, false)
    const october = await acme.ask('query_orders', { date_from: '2026-10-01', date_to: '2026-10-31' })
    assert.equal(october.total_revenue, 100.1)
    assert.equal(october.orders[0].refunded, 5)
    assert.equal(whole_sources(october)[0]!.health, 'ok')
  })

  it('converts each order with the rate of its date, and notes missing and older rates', async () => {
    const globex = await bench.org({ name: 'Globex', currency: 'USD', time_zone: 'UTC' })
    const shop = await globex.connect('sx')
    await bench.rate([
      { currency: 'USD', date: '2026-11-02', per_eur: '1.10' },
      { currency: 'USD', date: '2026-11-03', per_eur: '1.20' },
      { currency: 'BRL', date: '2026-11-02', per_eur: '5.5' },
      { currency: 'BRL', date: '2026-11-03', per_eur: '6.1', rate_date: '2026-11-02' },
    ])
    await globex.insert((db) =>
      db
        .insertInto('store_orders')
        .values([
          store_order(shop, { order_id: '1', ordered_at: '2026-11-02T10:00:00Z', total: '100.00', currency: 'BRL' }),
          store_order(shop, { order_id: '2', ordered_at: '2026-11-03T10:00:00Z', total: '33.33', currency: 'BRL' }),
          store_order(shop, { order_id: '3', ordered_at: '2026-11-03T11:00:00Z', total: '7.00', currency: 'USD' }),
          store_order(shop, { order_id: '4', ordered_at: '2026-11-03T11:00:00Z', total: '41.50', currency: 'ARS' }),
        ])
        .execute(),
    )
    const result = await globex.ask('query_orders', { date_from: '2026-11-01', date_to: '2026-11-05' })
    // 100 * 1.10 / 5.5 + 33.33 * 1.20 / 6.1 + 7, in whole ten-thousandths of a cent
    const expected = (100n * 110n * 10n ** 6n) / 550n + (3333n * 120n * 10n ** 4n) / 610n + 7_000_000n
    assert.equal(result.total_revenue, Number((expected + 5_000n) / 10_000n) / 100)
    assert.equal(result.orders_in_period, 4)
    assert.ok(
      result.notes.some((note: string) => note.includes('41.50 ARS of revenue is left out')),
      result.notes,
    )
    assert.ok(
      result.notes.some((note: string) => note.includes('BRL (1 day)')),
      result.notes,
    )
  })

  it('returns null, not zero, if no amount has an exchange rate', async () => {
    const umbrella = await bench.org({ name: 'Umbrella', currency: 'COP' })
    const [shop, mx] = [await umbrella.connect('sx'), await umbrella.connect('mx_ads')]
    await umbrella.insert(async (db) => {
      await db
        .insertInto('store_orders')
        .values(
          store_order(shop, { order_id: '1', ordered_at: '2026-11-02T12:00:00Z', total: '5.00', currency: 'PEN' }),
        )
        .execute()
      await db
        .insertInto('campaign_daily')
        .values(campaign_day(mx, { date: '2026-11-02', spend: 9_000_000n }))
        .execute()
    })
    const orders = await umbrella.ask('query_orders')
    assert.deepEqual([orders.total_revenue, orders.net_revenue, orders.orders_in_period], [null, null, 1])
    const kpis = await umbrella.ask('get_kpi_summary')
    assert.deepEqual([kpis.ad_spend, kpis.platforms[0].spend, kpis.store_revenue, kpis.refunds], [null, null, null, 0])
    const campaigns = await umbrella.ask('query_mx_campaigns')
    assert.deepEqual([campaigns.totals.spend, campaigns.totals.clicks, campaigns.campaigns[0].spend], [null, 10, null])
    const analysis = await umbrella.ask('analizar_performance')
    assert.deepEqual([analysis.channels[0].spend.current, analysis.best_campaigns], [null, []])
    assert.equal((await umbrella.ask('diagnosticar_cambio', { metric: 'spend' })).current, null)
    const data = await umbrella.ask('query_data', { metric: 'store.revenue', dimensions: ['date'] })
    assert.deepEqual([data.total_value, data.rows[0].value], [null, null])
    for (const { notes } of [orders, kpis, campaigns, analysis, data])
      assert.ok(
        notes.some((note: string) => note.includes('there is no exchange rate')),
        notes,
      )
  })

  it('refuses impossible dates, with a sentence that says how to fix them', async () => {
    assert.match(await acme.refused('query_orders', { date_from: '2026-12-01' }), /future. Today is 2026-11-20/)
    assert.match(await acme.refused('query_orders', { date_from: '2026-11-10', date_to: '2026-11-01' }), /Exchange/)
    assert.match(await acme.refused('query_orders', { date_from: '2026-02-30' }), /YYYY-MM-DD/)
    assert.match(await acme.refused('query_orders', { date_from: '0001-01-01' }), /too far back/)
    assert.match(await acme.refused('query_orders', { date_from: '1999-01-01' }), /at most 3660/)
    assert.match(await acme.refused('query_orders', { limit: 1001 }), /at most 1000/)
    assert.match(await acme.refused('query_orders', { days_back: 7 }), /not a parameter/)
  })

  it('truncates an answer with many rows, and says so', async () => {
    const initech = await bench.org({ name: 'Initech' })
    const shop = await initech.connect('sx')
    const journey = JSON.stringify(
      Array.from({ length: 5 }, () => ({ at: '2026-11-01T00:00:00Z', source: 'x'.repeat(60) })),
    )
    await initech.insert((db) =>
      db
        .insertInto('store_orders')
        .values(
          Array.from({ length: 600 }, (_, at) =>
            store_order(shop, { order_id: String(at), ordered_at: '2026-11-10T12:00:00Z', total: '1.00', journey }),
          ),
        )
        .execute(),
    )
    const result = await initech.ask('query_orders', { limit: 1000 })
    assert.equal(result.total_revenue, 600)
    assert.ok(result.count < 600 && result.count === result.orders.length && result.truncated)
    assert.ok(JSON.stringify(result).length < 70_000)
  })

  it('a list that also has orders after the last known day says when older ones are left out', async () => {
    const late = await bench.org({ name: 'Late' })
    const shop = await late.connect('sx')
    await late.cover(shop, { covered_until: '2026-11-17', read_until: '2026-11-18' })
    const days = ['10', '11', '12', '18', '18']
    await late.insert((db) =>
      db
        .insertInto('store_orders')
        .values(
          days.map((of, at) =>
            store_order(shop, { order_id: String(at), ordered_at: `2026-11-${of}T18:00:00Z`, total: '1.00' }),
          ),
        )
        .execute(),
    )
    const listed = async (limit: number) => {
      const asked = { date_from: '2026-11-01', date_to: '2026-11-19', limit }
      const { orders_in_period, count, total, truncated } = await late.ask('query_orders', asked)
      assert.equal(orders_in_period, 3)
      return [count, total, truncated]
    }
    assert.deepEqual(await listed(4), [4, 5, true])
    assert.deepEqual(await listed(5), [5, 5, false])
    assert.deepEqual(await listed(2), [2, null, true], 'a full page of later orders can have more behind it')
  })

  it('long journeys are shortened and marked before an order is left out', async () => {
    const org = await bench.org()
    const shop = await org.connect('sx')
    const visit = (at: number) => ({ at: `2026-11-0${at}`, landing_page: `/${'long'.repeat(60)}`, source: 'google' })
    const journey = JSON.stringify(Array.from({ length: 30 }, (_, at) => visit(at % 9)))
    await org.insert((db) =>
      db
        .insertInto('store_orders')
        .values(
          Array.from({ length: 60 }, (_, at) =>
            store_order(shop, {
              order_id: `gid-${at}-${'x'.repeat(60)}`,
              ordered_at: '2026-11-10T12:00:00Z',
              total: '1',
              journey,
            }),
          ),
        )
        .execute(),
    )
    const few = await org.ask('query_orders', { limit: 5 })
    assert.equal(few.orders[0].journey.length, 30)
    const ten = await org.ask('query_orders', { limit: 10 })
    assert.deepEqual([ten.count, ten.total, ten.short_rows], [10, 60, undefined])
    assert.equal(ten.orders[0].order_id.length, 66)
    assert.ok(ten.orders[0].journey[0].shortened > 0)
    assert.match(ten.orders[0].journey.at(-1).landing_page, /\(shortened\)$/)
    const many = await org.ask('query_orders', { limit: 60 })
    assert.deepEqual([many.count, many.truncated, many.orders[0].journey], [60, false, [{ source: 'google' }]])
  })
})
