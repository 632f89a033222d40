// Compares figures with sums that this file computes itself from the rows it inserted, in whole numbers, without code of src/domain.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.ts'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { until } from '#test/until.ts'

const FROM = '2025-11-01'
const DAYS = 380
const ZONE_HOURS = 3 // São Paulo now has UTC-3 all year
/** The precision of quotients, in decimals of a micro, before the only rounding at the end. */
const PRECISION = 10n ** 30n

/** A random generator that returns the same numbers in every run (Park and Miller). */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const day_of = (at: number) => new Date(Date.parse(`${FROM}T00:00:00Z`) + at * 86_400_000).toISOString().slice(0, 10)

interface Amount {
  day: string
  currency: string
  micros: bigint
}

/** Exchange rates in hundred-millionths. One day in seven has no rate of its own and uses the rate of the day before. */
const rates = new Map<string, bigint>()
function make_rates() {
  const roll = dice(7)
  const rows = []
  for (const [currency, base] of [
    ['BRL', 5_500],
    ['USD', 1_080],
    ['JPY', 165_000],
  ] as const) {
    let last = { per_eur: '', rate_date: '' }
    for (let at = 0; at < DAYS + 10; at++) {
      const date = day_of(at)
      if (at % 7 !== 6) {
        const thousandths = base + roll(base / 10)
        last = { per_eur: (thousandths / 1000).toFixed(3), rate_date: date }
      }
      rates.set(`${currency} ${date}`, BigInt(Math.round(Number(last.per_eur) * 1000)) * 10n ** 5n)
      rows.push({ currency, date, ...last })
    }
  }
  for (let at = 0; at < DAYS + 10; at++) {
    rates.set(`EUR ${day_of(at)}`, 10n ** 8n)
    rows.push({ currency: 'EUR', date: day_of(at), per_eur: '1', rate_date: day_of(at) })
  }
  return rows
}

/** Cents of the reporting currency, rounded half up. All amounts in this file are positive. */
function cents(amounts: Amount[], reporting: string): bigint {
  const sum = amounts.reduce((all, { day, currency, micros }) => {
    const [to, from] =
      currency === reporting ? [1n, 1n] : [rates.get(`${reporting} ${day}`)!, rates.get(`${currency} ${day}`)!]
    return all + (micros * PRECISION * to) / from
  }, 0n)
  const cent = 10_000n * PRECISION
  return (sum + cent / 2n) / cent
}

const wire = (of: bigint) => Number(`${of}e-2`)

describe('figures over a year, four currencies and gaps in the rates', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  const orders: Amount[] = []
  const refunds: Amount[] = []
  const spend: Amount[] = []
  const claimed: Amount[] = []
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org({ currency: 'USD', time_zone: 'America/Sao_Paulo' })
    await bench.rate(make_rates())
    const [shop, mx, gx] = [await acme.connect('sx'), await acme.connect('mx_ads'), await acme.connect('gx_ads')]
    const roll = dice(42)
    const currencies = ['BRL', 'USD', 'JPY', 'EUR']
    const order_rows: ReturnType<typeof store_order>[] = []
    const refund_rows: Insertable<DB['store_refunds']>[] = []
    for (let at = 0; at < 3_000; at++) {
      const day = day_of(roll(DAYS))
      const second = roll(86_400) // of the shop's day, which starts three hours later than in UTC
      const currency = currencies[roll(4)]!
      const total_cents = 1 + roll(9_999_999)
      const is_voided = roll(10) === 0
      const is_test = roll(20) === 0
      const ordered_at = new Date(Date.parse(`${day}T00:00:00Z`) + (second + ZONE_HOURS * 3600) * 1000).toISOString()
      const total = (total_cents / 100).toFixed(2)
      order_rows.push(store_order(shop, { order_id: String(at), ordered_at, total, currency, is_voided, is_test }))
      const counts = !is_voided && !is_test
      if (counts) orders.push({ day, currency, micros: BigInt(total_cents) * 10_000n })
      if (roll(8) === 0) {
        const refund_day = day_of(Math.min(DAYS - 1, roll(DAYS)))
        const amount_micros = BigInt(1 + roll(total_cents)) * 10_000n
        const refunded_at = `${refund_day}T12:00:00Z`
        refund_rows.push({
          store_connection_id: shop,
          order_id: String(at),
          refund_id: 'r',
          refunded_at,
          currency,
          amount_micros,
        })
        if (counts) refunds.push({ day: refund_day, currency, micros: amount_micros })
      }
    }
    const ad_rows: ReturnType<typeof campaign_day>[] = []
    for (let at = 0; at < DAYS; at++) {
      for (const [connection, platform, currency] of [
        [mx, 'mx_ads', 'BRL'],
        [gx, 'gx_ads', 'EUR'],
      ] as const) {
        const day = day_of(at)
        const [cost, value] = [BigInt(roll(900_000_000)), BigInt(roll(2_000_000_000))]
        ad_rows.push({ ...campaign_day(connection, { date: day, spend: cost, value }), platform, currency })
        spend.push({ day, currency, micros: cost })
        claimed.push({ day, currency, micros: value })
      }
    }
    await acme.insert(async (db) => {
      for (let at = 0; at < order_rows.length; at += 500)
        await db
          .insertInto('store_orders')
          .values(order_rows.slice(at, at + 500))
          .execute()
      await db.insertInto('store_refunds').values(refund_rows).execute()
      await db.insertInto('campaign_daily').values(ad_rows).execute()
    })
  })
  after(() => bench.close())

  const within = (all: Amount[], from: string, to: string) => all.filter(({ day }) => day >= from && day <= to)

  it('query_orders has the same sums to the cent, for every month and in total', async () => {
    const months = [...new Set(orders.map(({ day }) => day.slice(0, 7)))].sort()
    assert.ok(months.length >= 12)
    for (const month of months) {
      const [from, to] = [
        `${month}-01`,
        month === '2026-11'
          ? '2026-11-20'
          : new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10),
      ]
      const answer = await acme.ask('query_orders', { date_from: from, date_to: to, limit: 1 })
      assert.equal(answer.total_revenue, wire(cents(within(orders, from, to), 'USD')), month)
      assert.equal(answer.refunds, wire(cents(within(refunds, from, to), 'USD')), month)
      assert.equal(answer.orders_in_period, within(orders, from, to).length, month)
    }
    const whole = await acme.ask('query_orders', { date_from: FROM, limit: 1 })
    const past = within(orders, FROM, '2026-11-20')
    assert.equal(whole.total_revenue, wire(cents(past, 'USD')))
    assert.ok(whole.notes.some((note: string) => note.startsWith('Days without a published exchange rate')))
  })

  it('query_data by month has the same sums', async () => {
    const answer = await acme.ask('query_data', { metric: 'store.revenue', dimensions: ['month'], date_from: FROM })
    assert.ok(answer.rows.length >= 12)
    for (const { month, value } of answer.rows) {
      const of_month = within(orders, FROM, '2026-11-20').filter(({ day }) => day.startsWith(month.slice(0, 7)))
      assert.equal(value, wire(cents(of_month, 'USD')), month)
    }
  })

  it('get_kpi_summary has the same spend, sales and ratio, for the period and the one before', async () => {
    const answer = await acme.ask('get_kpi_summary', { days_back: 90 })
    for (const [figures, { from, to }] of [
      [answer, answer.window],
      [answer.previous, answer.previous_window],
    ] as const) {
      assert.equal(figures.ad_spend, wire(cents(within(spend, from, to), 'USD')))
      assert.equal(figures.store_revenue, wire(cents(within(orders, from, to), 'USD')))
      assert.equal(figures.refunds, wire(cents(within(refunds, from, to), 'USD')))
      const ratio = (over: Amount[]) =>
        (Number(cents(within(over, from, to), 'USD')) / Number(cents(within(spend, from, to), 'USD'))).toFixed(3)
      assert.equal(figures.store_roas.toFixed(3), ratio(orders))
      assert.equal(figures.blended_ad_roas.toFixed(3), ratio(claimed))
    }
  })

  it('another reporting currency changes only the conversion', async () => {
    const { rows } = await bench.owner.query(`update orgs set currency = 'BRL' where org_id = $1 returning currency`, [
      acme.org_id,
    ])
    assert.equal(rows[0].currency, 'BRL')
    const ask = () => acme.ask('query_orders', { date_from: FROM, limit: 1 })
    // The engine is notified of the change with a short delay.
    assert.ok(await until(async () => (await ask()).currency === 'BRL'))
    const answer = await ask()
    assert.equal(answer.total_revenue, wire(cents(within(orders, FROM, '2026-11-20'), 'BRL')))
  })
})
