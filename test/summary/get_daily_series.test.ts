// The days of the overview: they add up to its tiles, and a day that is not known is null.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { exact_micros, money_number, sum_known } from '#domain/exact.ts'
import { TODAY, within } from '#test/answers.ts'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { get_daily_series } from '#tools/summary/get_daily_series.ts'

const WINDOW = { date_from: '2026-11-01', date_to: '2026-11-19' }

let bench: Awaited<ReturnType<typeof figures_bench>>
const days = Array.from({ length: 19 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
before(async () => {
  bench = await figures_bench()
  await bench.rate(
    days.flatMap((date, index) => [
      { currency: 'MXN', date, per_eur: String(20 + index / 7).slice(0, 8) },
      { currency: 'BRL', date, per_eur: String(6 + index / 13).slice(0, 8) },
      { currency: 'USD', date, per_eur: '1.0837' },
    ]),
  )
})
after(() => bench.close())

type Day = Record<
  'ad_spend' | 'store_revenue' | 'store_roas' | 'blended_ad_roas' | 'orders' | 'sessions',
  number | null
> & {
  date: string
}

async function series_of(org: FiguresOrg, input: object = WINDOW) {
  const answer = await within(bench, org, (context) => get_daily_series.run!(input as never, context as never))
  const result = answer as unknown as { days: Day[]; window: { is_partial: boolean; lacks?: string[] } } & Record<
    'ads' | 'store' | 'web',
    { sources: { connection_id: string }[] }
  >
  return { ...result, day: (date: string) => result.days.find((one) => one.date === date)! }
}

/** Sums decimal numbers exactly, as cents of cents. */
const total = (days: Day[], name: keyof Day) =>
  money_number(
    sum_known(days.map((day) => exact_micros(BigInt(Math.round(Number(day[name] ?? 0) * 1e6))))) ?? 0n,
    'MXN',
  )

const web_day = (connection_id: string, date: string, sessions: bigint) => ({
  ...{ connection_id, property_id: 'p', date, currency: 'MXN', sessions, users: sessions, new_users: 0n },
  ...{ engaged_sessions: 0n, page_views: sessions, conversions: '0', purchases: 0n, revenue_micros: 0n },
})

/** Amounts whose parts of a cent do not cancel out, in three currencies, on most days. */
async function busy_shop(): Promise<FiguresOrg> {
  const org = await bench.org()
  const [mx, gx, shop, web] = [
    await org.connect('mx_ads'),
    await org.connect('gx_ads'),
    await org.connect('sx'),
    await org.connect('gx_analytics'),
  ]
  const busy = days.filter((_, index) => index % 5 !== 3)
  await org.insert(async (db) => {
    const ads = busy.flatMap((date, index) => [
      { ...campaign_day(mx, { date, spend: BigInt(1_234_567 + index * 77_777), value: 9_999_999n }), currency: 'BRL' },
      { ...campaign_day(gx, { date, spend: BigInt(333_333 * index), value: 1n, platform: 'gx_ads' }), currency: 'USD' },
      campaign_day(mx, { date, spend: 121_456n, value: 5n, campaign_id: 'home' }),
    ])
    await db.insertInto('campaign_daily').values(ads).execute()
    const orders = busy.map((date, index) => ({
      ...store_order(shop, { order_id: date, ordered_at: `${date}T23:30:00Z`, total: `${100 + index}.31` }),
      currency: ['MXN', 'USD', 'BRL'][index % 3]!,
    }))
    await db.insertInto('store_orders').values(orders).execute()
    await db
      .insertInto('web_daily')
      .values(busy.map((date, index) => web_day(web, date, BigInt(index * 3))))
      .execute()
  })
  return org
}

describe('get_daily_series', () => {
  it('a day without a row is null, where a connection that syncs brings no rows', async () => {
    const spend = async (connection: object) => {
      const org = await bench.org()
      const mx = await org.connect('mx_ads', connection)
      const row = campaign_day(mx, { date: '2026-11-02', spend: 5_000_000n })
      await org.insert((db) => db.insertInto('campaign_daily').values(row).execute())
      const { day } = await series_of(org)
      return ['2026-11-02', '2026-11-15'].map((date) => day(date).ad_spend)
    }
    assert.deepEqual(await spend({}), [5, 0])
    assert.deepEqual(await spend({ last_rows_at: '2026-11-10T12:00:00Z' }), [5, null])
  })

  it('has every day of the window once, and its days add up to the figures of get_kpi_summary to the cent', async () => {
    const org = await busy_shop()
    const { days, window } = await series_of(org)
    const summary = await org.ask('get_kpi_summary', WINDOW)
    assert.deepEqual([window.is_partial, window.lacks], [false, undefined])
    assert.deepEqual([days.length, days[0]!.date, days.at(-1)!.date], [19, '2026-11-01', '2026-11-19'])
    assert.equal(new Set(days.map(({ date }) => date)).size, 19)
    for (const name of ['ad_spend', 'store_revenue', 'orders', 'sessions'] as const) {
      assert.ok(summary[name] > 0, name)
      assert.equal(total(days, name), summary[name], name)
    }
  })

  it('shows each day within a cent of what the same tool answers for that day alone', async () => {
    const org = await busy_shop()
    const { days } = await series_of(org)
    for (const day of days.slice(0, 8)) {
      const alone = await org.ask('get_kpi_summary', { date_from: day.date, date_to: day.date })
      for (const name of ['ad_spend', 'store_revenue'] as const)
        assert.ok(Math.abs(day[name]! - alone[name]) < 0.0101, `${day.date} ${name} ${day[name]} ${alone[name]}`)
      for (const name of ['orders', 'sessions', 'store_roas', 'blended_ad_roas'] as const)
        assert.equal(day[name], alone[name], `${day.date} ${name}`)
    }
  })

  it('has a zero for a known day on which nothing happened, and no ratio of it', async () => {
    const org = await busy_shop()
    const { day } = await series_of(org)
    const quiet = day('2026-11-04')
    assert.deepEqual(
      [quiet.ad_spend, quiet.store_revenue, quiet.orders, quiet.sessions, quiet.store_roas, quiet.blended_ad_roas],
      [0, 0, 0, 0, null, null],
    )
  })

  it('has no ratio of sales and ads on a day whose spend lacks an exchange rate', async () => {
    const org = await busy_shop()
    const [{ connection_id } = { connection_id: '' }] = (await series_of(org)).ads.sources
    const spend = { date: '2026-11-03', campaign_id: 'far', currency: 'UYU', spend: 5_000_000_000n }
    await org.insert((db) => db.insertInto('campaign_daily').values(campaign_day(connection_id, spend)).execute())
    const { day, window } = await series_of(org)
    assert.equal(day('2026-11-03').store_roas, null)
    assert.deepEqual([window.is_partial, window.lacks], [true, ['exchange_rates']], 'the window of all says it too')
    for (const date of ['2026-11-02', '2026-11-05']) assert.ok(day(date).store_roas! > 0, date)
    assert.ok(day('2026-11-03').ad_spend! > 0)
    assert.ok(day('2026-11-03').blended_ad_roas! > 0)
  })

  it('has null for days before the first and after the last stored day, never a zero', async () => {
    const org = await bench.org()
    const [mx, shop] = [await org.connect('mx_ads'), await org.connect('sx')]
    await org.cover(mx, { covered_from: '-infinity', covered_until: '2026-11-17', read_until: '2026-11-18' })
    await org.cover(shop, { covered_from: '2026-11-05', covered_until: '2026-11-19', read_until: TODAY })
    await org.insert(async (db) => {
      await db
        .insertInto('campaign_daily')
        .values(['2026-11-01', '2026-11-18'].map((date) => campaign_day(mx, { date, spend: 2_000_000n })))
        .execute()
      await db
        .insertInto('store_orders')
        .values(
          ['2026-11-02', '2026-11-06'].map((day) =>
            store_order(shop, { order_id: day, ordered_at: `${day}T18:00:00Z`, total: '8.00' }),
          ),
        )
        .execute()
    })
    const { days, day, window } = await series_of(org)
    assert.equal(window.is_partial, true)
    const known = (name: keyof Day) => days.filter((one) => one[name] !== null).map(({ date }) => date)
    assert.deepEqual([known('ad_spend')[0], known('ad_spend').at(-1)], ['2026-11-01', '2026-11-17'])
    assert.deepEqual([known('store_revenue')[0], known('store_revenue').at(-1)], ['2026-11-05', '2026-11-19'])
    assert.deepEqual([day('2026-11-18').ad_spend, day('2026-11-02').store_revenue], [null, null])
    assert.deepEqual(known('sessions'), [])
    assert.deepEqual([day('2026-11-06').store_roas, day('2026-11-01').store_roas], [null, null])
    const summary = await org.ask('get_kpi_summary', WINDOW)
    assert.equal(total(days, 'ad_spend'), summary.ad_spend)
    assert.equal(summary.store_revenue, null, 'the first days are not stored')
    assert.equal(total(days, 'store_revenue'), summary.covered_parts[0].figures.revenue)
  })

  it('has null for a day that the platform may have lost, and the other days as they are', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    const read = days.filter((date) => date !== '2026-11-12')
    const of_days = read.map((date) => campaign_day(mx, { date, spend: 10_000_000n }))
    await org.insert((db) => db.insertInto('campaign_daily').values(of_days).execute())
    const at = `${TODAY}T12:00:00Z`
    await org.cover(mx, { cursor: JSON.stringify({ holes: [{ date: '2026-11-12', since: at, read_at: at }] }) })
    const found = (await series_of(org)).days.filter(({ ad_spend }) => ad_spend !== null).map(({ date }) => date)
    assert.deepEqual(found, read)
  })

  it('has no ratio for the days that lack an account, and those of the days before', async () => {
    const org = await bench.org()
    const [mx, shop] = [await org.connect('mx_ads'), await org.connect('sx')]
    await org.account(mx, {
      ...{ account_id: 'a2', state: 'skipped', reason: 'No permission.', state_since: '2026-11-10T12:00:00Z' },
      days: { covered_until: '2026-11-09', read_until: '2026-11-10' },
    })
    const spent = days.map((date) => campaign_day(mx, { date, spend: 10_000_000n, value: 20_000_000n }))
    const sold = days.map((date) => store_order(shop, { order_id: date, ordered_at: `${date}T18:00:00Z`, total: '40' }))
    await org.insert(async (db) => {
      await db.insertInto('campaign_daily').values(spent).execute()
      await db.insertInto('store_orders').values(sold).execute()
    })
    const { day } = await series_of(org)
    const ratios = (date: string) => [day(date).store_roas, day(date).blended_ad_roas, day(date).ad_spend]
    assert.deepEqual(
      [ratios('2026-11-09'), ratios('2026-11-10')],
      [
        [4, 2, 10],
        [null, null, 10],
      ],
    )
  })

  it('states the sources of each kind of figure apart', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    const { ads, store, web } = await series_of(org)
    assert.deepEqual(
      [ads, store, web].map((of) => of.sources.map((one) => one.connection_id)),
      [[mx], [], []],
    )
  })

  it('is of the organization alone', async () => {
    await busy_shop()
    const { days } = await series_of(await bench.org())
    for (const day of days)
      assert.deepEqual(new Set(Object.values({ ...day, date: null })), new Set([null]), JSON.stringify(day))
  })

  it('refuses more than a year, and a window that is none, with what to do', async () => {
    const org = await bench.org()
    await assert.rejects(series_of(org, { date_from: '2025-11-01', date_to: '2026-11-19' }), /Ask for at most 366\./)
    await assert.rejects(series_of(org, { date_from: '2026-11-19', date_to: '2026-11-01' }), /Exchange them/)
  })

  it('exists for sessions alone', async () => {
    const org = await bench.org()
    const answer = await org.answer('get_daily_series', WINDOW)
    assert.deepEqual([answer.ok, answer.status], [false, 404])
  })
})
