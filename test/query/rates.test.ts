// The sources of exchange rates, their precedence, and what an answer says about them.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Insertable } from 'kysely'
import { in_system } from '#db/org.ts'
import type { DB } from '#db/schema.ts'
import { figures_bench, store_order } from '#test/figures.ts'

describe('rates of several sources', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench()
    const [date, rate_date] = ['2026-11-10', '2026-11-08']
    await bench.rate([
      { currency: 'USD', date, per_eur: '1.25' },
      { currency: 'MXN', date, per_eur: '20', rate_date },
      { currency: 'EUR', date, per_eur: '1' },
    ])
    await in_system(bench.pool, (db) =>
      db
        .insertInto('fx_rates')
        .values({ currency: 'ARS', date, rate_date: date, per_eur: '1750', source: 'currency-api' })
        .execute(),
    )
  })
  after(() => bench.close())

  async function shop(currency: string, orders: [currency: string, total: string, date?: string][]) {
    const org = await bench.org({ currency, time_zone: 'UTC' })
    const id = await org.connect('sx')
    await org.insert((db) =>
      db
        .insertInto('store_orders')
        .values(
          orders.map(([currency, total, date = '2026-11-10'], at) =>
            store_order(id, { order_id: String(at), ordered_at: `${date}T12:00:00Z`, total, currency }),
          ),
        )
        .execute(),
    )
    const own = (values: Partial<Insertable<DB['org_fx_rates']>>) =>
      org.insert((db) =>
        db
          .insertInto('org_fx_rates')
          .values({
            currency: 'ARS',
            per_currency: 'USD',
            units: '1400',
            valid_from: '2026-11-01',
            kind: 'parallel market',
            created_by: 'test',
            ...values,
          })
          .execute(),
      )
    const revenue = () => org.ask('query_orders', { date_from: '2026-11-10', date_to: '2026-11-10', limit: 1 })
    return { org, own, revenue }
  }

  it('a currency that the bank lacks is converted, and the answer names each rate with its source once', async () => {
    const { revenue } = await shop('USD', [
      ['ARS', '2800'],
      ['MXN', '32'],
      ['USD', '1'],
    ])
    const answer = await revenue()
    assert.equal(answer.total_revenue, 2 + 2 + 1)
    const bank = 'European Central Bank'
    assert.deepEqual(answer.rates, [
      {
        currency: 'ARS',
        lowest: 0.00071428571,
        highest: 0.00071428571,
        source: `currency-api and ${bank}`,
        filled_days: 0,
      },
      { currency: 'MXN', lowest: 0.0625, highest: 0.0625, source: bank, filled_days: 1 },
    ])
  })

  it('an answer without conversion names no rates', async () => {
    const { revenue } = await shop('USD', [['USD', '1']])
    assert.equal((await revenue()).rates, undefined)
  })

  it('an own rate takes precedence while it is valid, and only in its organization', async () => {
    const { own, revenue } = await shop('USD', [['ARS', '2800']])
    await own({ valid_until: '2026-11-09', units: '7' })
    assert.equal((await revenue()).total_revenue, 2)
    await own({ valid_from: '2026-11-05', units: '2800' })
    await own({ valid_from: '2026-11-11', units: '9' })
    const answer = await revenue()
    assert.equal(answer.total_revenue, 1)
    assert.deepEqual(
      answer.rates.map(({ source }: { source: string }) => source),
      ['parallel market'],
    )
    const other = await shop('USD', [['ARS', '2800']])
    assert.equal((await other.revenue()).total_revenue, 2)
  })

  it('an own rate of the reporting currency applies to other currencies, through the euro or as it is', async () => {
    const direct = await shop('ARS', [['USD', '2']])
    await direct.own({ units: '1000' })
    assert.equal((await direct.revenue()).total_revenue, 2_000)
    const through = await shop('ARS', [['MXN', '16']])
    await through.own({ units: '1000' })
    const answer = await through.revenue()
    assert.equal(answer.total_revenue, 1_000) // 16 MXN are 0.80 EUR, and these are 1 USD
    assert.equal(answer.rates[0].source, 'European Central Bank and parallel market')
  })

  it('an order without a rate leaves both the amount and the number of an average', async () => {
    const { org, revenue } = await shop('USD', [
      ['USD', '10'],
      ['USD', '20'],
      ['UYU', '500'],
    ])
    const answer = await revenue()
    assert.deepEqual([answer.orders_in_period, answer.total_revenue], [3, 30])
    assert.ok(answer.notes.some((note: string) => note.startsWith('500.00 UYU of revenue is left out')))
    assert.equal((await org.ask('revisar_tienda', { days_back: 30 })).average_order_value.current, 15)
    const asked = { metric: 'store.average_order_value', date_from: '2026-11-10', date_to: '2026-11-10' }
    assert.equal((await org.ask('query_data', asked)).total_value, 15)
    const by_store = await org.ask('query_data', { ...asked, dimensions: ['store'] })
    assert.equal(by_store.rows[0].value, 15)
  })

  it('a currency with a rate on one side only leaves its sum without a change, and a count of orders has one', async () => {
    const { org } = await shop('USD', [
      ['USD', '10'],
      ['MXN', '160'],
      ['USD', '10', '2026-11-01'],
      ['MXN', '160', '2026-11-01'],
    ])
    const kpis = await org.ask('get_kpi_summary', { days_back: 13 })
    assert.deepEqual([kpis.store_revenue, kpis.previous.store_revenue], [20, 10])
    assert.deepEqual([kpis.change_percent.store_revenue, kpis.change_percent.orders], [null, 0])
    assert.equal(kpis.change_percent.store_revenue_net, null)
    assert.ok(kpis.summary.endsWith('20.00 USD.'), kpis.summary)
    const review = await org.ask('revisar_tienda', { days_back: 13 })
    for (const figure of [review.revenue, review.average_order_value])
      assert.deepEqual([figure.change, figure.change_percent], [null, null])
    const explained = await org.ask('diagnosticar_cambio', { days_back: 13, metric: 'store_revenue' })
    assert.deepEqual([explained.current, explained.previous, explained.change], [20, 10, null])
    assert.match(explained.summary, /not known/)
    assert.deepEqual(explained.previous_window.lacks, ['exchange_rates'])
    // A currency without any rate is left out of both sides.
    const without = await shop('USD', [
      ['USD', '10'],
      ['UYU', '500'],
      ['USD', '5', '2026-11-01'],
      ['UYU', '500', '2026-11-01'],
    ])
    const rest = await without.org.ask('get_kpi_summary', { days_back: 13 })
    assert.deepEqual([rest.change_percent.store_revenue, rest.previous_window.lacks], [100, ['exchange_rates']])
  })
})
