// The one builder of answers: what is summed, what is known of it, and what is said about it. Sums are held against ones that this
// file works out itself from the rows it inserted, in whole numbers.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { in_org } from '#db/org.ts'
import { exact_count, exact_micros } from '#domain/exact.ts'
import type { Window } from '#domain/windows.ts'
import type { Context } from '#engine/tool.ts'
import { answer, highest, type Part, sources_today } from '#figures/answer.ts'
import { count, figures, money, ratio } from '#figures/figure.ts'
import { ad_money, ads, carts, on_platform, sales, seo, seo_queries, store_products, web } from '#figures/groups.ts'
import { compared, last_days_compared, period_of } from '#figures/period.ts'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'

const TODAY = '2026-11-20'
const NOW = new Date('2026-11-20T18:00:00Z')
const day = (back: number) => new Date(Date.parse(TODAY) - back * 86_400_000).toISOString().slice(0, 10)

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

/** What a tool of the organization would be given. */
function within<T>(org: FiguresOrg, work: (context: Context) => Promise<T>, currency = 'MXN'): Promise<T> {
  return in_org(bench.pool, { org_id: org.org_id, read_only: true }, (db) =>
    work({
      db,
      org: { org_id: org.org_id, currency, time_zone: 'America/Mexico_City' },
      now: NOW,
      today: TODAY,
      connectors: {},
    } as unknown as Context),
  )
}

const insert = (org: FiguresOrg, rows: object[]) =>
  org.insert((db) =>
    db
      .insertInto('campaign_daily')
      .values(rows as never)
      .execute(),
  )
const dates = (date_from: string, date_to: string, { today }: Context) => period_of({ date_from, date_to }, { today })
const spend = figures({
  spend: money('Cost.'),
  clicks: count('Clicks.'),
  roas: ratio('…', 'conversion_value', 'spend'),
})

describe('sums of an answer', () => {
  let org: FiguresOrg
  const rows: { date: string; campaign_id: string; platform: string; spend: bigint; value: bigint; clicks: bigint }[] =
    []
  before(async () => {
    org = await bench.org()
    const connections = { mx_ads: await org.connect('mx_ads'), gx_ads: await org.connect('gx_ads') }
    for (let back = 0; back < 60; back++)
      for (let campaign = 0; campaign < 9; campaign++) {
        if ((back * 7 + campaign * 5) % 3 === 0) continue
        const platform = campaign % 2 ? 'mx_ads' : 'gx_ads'
        const odd = BigInt((back * 7_919 + campaign * 104_729) % 1_000_003)
        rows.push({
          date: day(back),
          campaign_id: `c${campaign}`,
          platform,
          spend: odd * 37n,
          value: odd * 91n + 5n,
          clicks: odd % 11n,
        })
      }
    await insert(
      org,
      rows.map(({ platform, ...row }) => ({
        ...campaign_day(connections[platform as 'mx_ads'], row),
        platform,
        clicks: row.clicks,
      })),
    )
  })

  const own_sum = ({ from, to }: Window, which: (row: (typeof rows)[number]) => boolean = () => true) =>
    rows
      .filter((row) => row.date >= from && row.date <= to && which(row))
      .reduce(
        (sum, row) => ({ spend: sum.spend + row.spend, value: sum.value + row.value, clicks: sum.clicks + row.clicks }),
        { spend: 0n, value: 0n, clicks: 0n },
      )

  it('are those of the rows, for any window and the one before it, whatever they are grouped by', async () => {
    const keys = { platform: sql`f.platform`, campaign_id: sql`f.campaign_id`, date: sql`f.date` }
    const window = fc.record({ back: fc.integer({ min: 0, max: 30 }), days: fc.integer({ min: 1, max: 28 }) })
    await fc.assert(
      fc.asyncProperty(
        window,
        fc.subarray(Object.keys(keys) as (keyof typeof keys)[]),
        async ({ back, days }, asked) => {
          const by = Object.fromEntries(asked.map((name) => [name, keys[name]]))
          const { found, period } = await within(org, async (context) => {
            const period = compared(dates(day(back + days - 1), day(back), context))
            return { period, ...(await answer(context, period, { found: { of: ads, by } })) }
          })
          for (const side of ['current', 'previous'] as const) {
            const own = own_sum(period[side])
            assert.equal(found[side]?.spend, exact_micros(own.spend))
            assert.equal(found[side]?.conversion_value, exact_micros(own.value))
            assert.equal(found[side]?.clicks, exact_count(own.clicks))
            for (const { key, [side]: line } of found.lines) {
              const of_line = own_sum(period[side], (row) =>
                asked.every((name) => row[name] === (key as Record<string, string>)[name]),
              )
              assert.equal(line?.spend ?? 0n, exact_micros(of_line.spend), JSON.stringify(key))
            }
          }
          assert.equal(found.total, found.lines.length)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('of the first lines are compared one by one, and everything is summed whatever the limit', async () => {
    const { first, all, period } = await within(org, async (context) => {
      const period = last_days_compared(14, context)
      const by = { campaign_id: sql`f.campaign_id` }
      const order = sql`s.spend desc nulls last, s.campaign_id`
      const parts = { first: { of: ads, by, first: { order, limit: 4 } }, all: { of: ads, by } }
      return { period, ...(await answer(context, period, parts)) }
    })
    const ranked = all.lines.toSorted(highest('spend'))
    assert.deepEqual(
      first.lines,
      ranked.slice(0, 4).map(({ key, current, previous }) => ({ key, current, previous })),
    )
    assert.ok(first.lines.every(({ previous }) => previous !== null))
    assert.equal(first.total, ranked.length)
    assert.equal(first.current?.spend, exact_micros(own_sum(period.current).spend))
    assert.equal(first.previous, null) // nobody asked for everything before
  })

  it('of each platform are a line for each, with a ratio of sums', async () => {
    const { found, period } = await within(org, async (context) => {
      const period = last_days_compared(20, context)
      return { period, ...(await answer(context, period, { found: { of: ads, by: { platform: sql`f.platform` } } })) }
    })
    const lines = found.by_platform()
    assert.deepEqual(
      lines.map(({ platform }) => platform),
      ['gx_ads', 'mx_ads'],
    )
    for (const line of lines) {
      const own = own_sum(period.current, ({ platform }) => platform === line.platform)
      assert.equal(
        spend.values(line, 'MXN').roas,
        Number(((own.value * 10_000n * 2n + own.spend) / (own.spend * 2n)).toString()) / 10_000,
      )
    }
  })

  it('of one platform alone are those of its rows', async () => {
    const { found } = await within(org, (context) =>
      answer(context, last_days_compared(20, context), { found: { of: on_platform(ads, 'mx_ads') } }),
    )
    const own = own_sum({ from: day(20), to: day(1) } as Window, ({ platform }) => platform === 'mx_ads')
    assert.equal(found.current?.spend, exact_micros(own.spend))
  })

  it('of a part that is not compared are of the current window alone', async () => {
    const { alone } = await within(org, (context) =>
      answer(context, last_days_compared(20, context), { alone: { of: ads, is_compared: false } }),
    )
    assert.ok(alone.current)
    assert.equal(alone.previous, null)
  })

  it('cost one statement for the sources of all parts and one for each part, two where first lines are compared', async () => {
    const statements = async (parts: Record<string, Part>) => {
      let asked = 0
      await in_org(bench.pool, { org_id: org.org_id }, async (db, client) => {
        const query = client.query.bind(client) as (...given: unknown[]) => unknown
        const counted = (...given: unknown[]) => {
          asked += 1
          return query(...given)
        }
        Object.assign(client, { query: counted })
        const context = { db, org: { currency: 'MXN', time_zone: 'UTC' }, now: NOW, today: TODAY, connectors: {} }
        await answer(context as unknown as Context, last_days_compared(7, context), parts)
        Object.assign(client, { query })
      })
      return asked
    }
    const by = { campaign_id: sql`f.campaign_id` }
    const first = { order: sql`s.spend desc, s.campaign_id`, limit: 2 }
    assert.equal(await statements({ ads: { of: ads } }), 2)
    assert.equal(await statements({ ads: { of: ads }, more: { of: ad_money, by }, seo: { of: seo } }), 3) // no site: nothing to sum
    assert.equal(await statements({ first: { of: ads, by, first } }), 3)
    assert.equal(await statements({ first: { of: ads, by, first, is_compared: false } }), 2)
  })
})

describe('what is known', () => {
  const two_weeks = { date_from: '2026-11-01', date_to: '2026-11-14' }
  const ask = <const P extends Record<string, Part>>(org: FiguresOrg, parts: P, currency?: string) =>
    within(org, (context) => answer(context, compared(period_of(two_weeks, context)), parts), currency)

  it('is nothing without a connection, and the answer says so', async () => {
    const org = await bench.org()
    const { found, shared } = await ask(org, { found: { of: ads } })
    assert.deepEqual([found.current, found.previous, found.lines], [null, null, []])
    assert.deepEqual(shared.notes, [
      'No ad platform is connected, so nothing is known; connect it under settings, connections.',
    ])
    assert.deepEqual([shared.sources, shared.as_of, shared.settled_until, shared.currency], [[], null, null, 'MXN'])
  })

  it('is nothing of each group that is not connected; groups that share a platform are named once', async () => {
    const org = await bench.org()
    const { shared } = await ask(org, { ads: { of: ads }, web: { of: web }, more: { of: ad_money } })
    assert.deepEqual(shared.notes, [
      'No ad platform is connected, so its figures are not known.',
      'No web analytics is connected, so its figures are not known.',
    ])
    const both = await ask(org, { store: { of: sales }, carts: { of: carts } })
    assert.equal(both.shared.notes.length, 1)
    await org.connect('email_a')
    const { shared: left } = await ask(org, { store: { of: sales }, carts: { of: carts } })
    assert.deepEqual(left.notes, ['No store or marketplace is connected, so its figures are not known.'])
  })

  it('is zero where a connection would have brought rows, and nothing where it was not read', async () => {
    const fine = await bench.org()
    await fine.connect('mx_ads')
    assert.equal((await ask(fine, { found: { of: ads } })).found.current?.spend, 0n)
    const never = await bench.org()
    await never.connect('mx_ads', { last_sync_at: null, last_rows_at: null })
    assert.equal((await ask(never, { found: { of: ads } })).found.current, null)
    const stopped = await bench.org()
    await stopped.connect('mx_ads', { last_sync_at: '2026-11-05T12:00:00Z', last_rows_at: '2026-11-05T12:00:00Z' })
    const { found } = await ask(stopped, { found: { of: ads } })
    assert.deepEqual([found.current, found.previous?.spend], [null, 0n])
    assert.deepEqual(found.by_platform(), [{ platform: 'mx_ads', current: null, previous: found.previous }])
  })

  it('is not what lacks an exchange rate: null where none has one, the rest where some has, and said once', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    const in_ars = { ...campaign_day(mx, { date: '2026-11-10', spend: 70_000_000n, value: 0n }), currency: 'ARS' }
    await insert(org, [in_ars])
    const parts = { found: { of: ads }, details: { of: ad_money, by: { platform: sql`f.platform` } } }
    const none = await ask(org, parts)
    assert.deepEqual([none.found.current?.spend, none.found.current?.clicks], [null, exact_count(10)])
    assert.deepEqual(none.shared.notes, [
      '70 ARS of spend is left out of the totals: there is no exchange rate to MXN for its dates.',
    ])
    await insert(org, [campaign_day(mx, { date: '2026-11-11', spend: 5_000_000n, campaign_id: 'c2' })])
    const some = await ask(org, parts)
    assert.equal(some.found.current?.spend, exact_micros(5_000_000n))
    assert.equal(some.shared.notes.length, 1)
  })

  it('is converted at the rate of each date', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    await bench.rate([
      { currency: 'MXN', date: '2026-11-02', per_eur: '20' },
      { currency: 'MXN', date: '2026-11-03', per_eur: '22' },
      { currency: 'BRL', date: '2026-11-02', per_eur: '5' },
      { currency: 'BRL', date: '2026-11-03', per_eur: '4' },
    ])
    await insert(org, [
      { ...campaign_day(mx, { date: '2026-11-02', spend: 1_000_000n }), currency: 'BRL' },
      { ...campaign_day(mx, { date: '2026-11-03', spend: 2_000_000n }), currency: 'BRL' },
    ])
    const { found } = await ask(org, { found: { of: ads } })
    assert.equal(found.current?.spend, exact_micros(4_000_000n + 11_000_000n)) // 1 · 20/5 and 2 · 22/4
  })

  it('at older rates is said of everything, and not again of each detail', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    const rate = { currency: 'CLP', per_eur: '1000', rate_date: '2026-11-05' }
    await bench.rate([
      { ...rate, date: '2026-11-06' },
      { ...rate, date: '2026-11-07' },
      { ...rate, currency: 'MXN', per_eur: '20', date: '2026-11-06' },
    ])
    await insert(org, [
      { ...campaign_day(mx, { date: '2026-11-06', spend: 1n }), currency: 'CLP' },
      { ...campaign_day(mx, { date: '2026-11-07', spend: 1n, campaign_id: 'c2' }), currency: 'CLP' },
    ])
    const by = { campaign_id: sql`f.campaign_id` }
    const { shared } = await ask(org, { all: { of: ads }, each: { of: ads, by } })
    assert.deepEqual(shared.notes, [
      'Days without a published exchange rate use the last one before them: CLP (2 days).',
    ])
  })

  it('of parts on the same platforms is decided once, by all of their tables', async () => {
    const org = await bench.org()
    const site = await org.connect('seo_console')
    await org.insert((db) =>
      db
        .insertInto('sync_cursors')
        .values(
          [
            { stream: 'days', settled_until: '2026-11-15' },
            { stream: 'queries', settled_until: '2026-11-12' },
          ].map(({ stream, settled_until }) => ({
            org_id: org.org_id,
            connection_id: site,
            account_id: 's',
            stream,
            cursor: JSON.stringify({ settled_until }),
          })),
        )
        .execute(),
    )
    const streams = { days: { into: ['seo_daily'] }, queries: { into: ['seo_query_daily'] } }
    const of = <const P extends Record<string, Part>>(parts: P) =>
      within(org, (context) =>
        answer({ ...context, connectors: { seo_console: { streams } as never } }, period_of(two_weeks, context), parts),
      )
    assert.equal((await of({ site: { of: seo } })).shared.settled_until, '2026-11-15')
    const { shared } = await of({ site: { of: seo }, queries: { of: seo_queries } })
    assert.equal(shared.settled_until, '2026-11-12')
    assert.equal(shared.sources.length, 1)
    assert.ok(!('currency' in shared)) // nothing of it is money
  })
})

describe('what an answer says beside its figures', () => {
  it('is its windows, with the zone, and that today is not over where that is compared', async () => {
    const org = await bench.org()
    await org.connect('sx')
    const ask = (date_to: string) =>
      within(org, (context) =>
        answer(context, compared(dates('2026-11-18', date_to, context)), { store: { of: sales } }, ['Of the tool.']),
      )
    const { shared } = await ask(TODAY)
    assert.deepEqual(shared.window, {
      from: '2026-11-18',
      to: TODAY,
      days: 3,
      is_partial: true,
      time_zone: 'America/Mexico_City',
    })
    assert.deepEqual([shared.previous_window.from, shared.previous_window.to], ['2026-11-15', '2026-11-17'])
    assert.deepEqual(shared.notes, ['Of the tool.', 'Today is not over, so the period is not complete.'])
    assert.deepEqual((await ask('2026-11-19')).shared.notes, ['Of the tool.'])
  })

  it('is no second window where nothing is compared', async () => {
    const org = await bench.org()
    const { shared } = await within(org, (context) =>
      answer(context, dates('2026-11-18', TODAY, context), { store: { of: sales } }),
    )
    assert.ok(!('previous_window' in shared))
  })

  it('is how web analytics was sampled', async () => {
    const org = await bench.org()
    const property = await org.connect('gx_analytics')
    const visits = {
      connection_id: property,
      property_id: 'p',
      currency: 'MXN',
      sessions: 1n,
      users: 1n,
      new_users: 0n,
    }
    const rest = { engaged_sessions: 0n, page_views: 0n, conversions: '0', purchases: 0n, revenue_micros: 0n }
    await org.insert((db) =>
      db
        .insertInto('web_daily')
        .values([
          { ...visits, ...rest, date: '2026-11-18', is_sampled: true },
          { ...visits, ...rest, date: '2026-11-19', is_sampled: false },
        ])
        .execute(),
    )
    const { shared } = await within(org, (context) =>
      answer(context, last_days_compared(7, context), { web: { of: web } }),
    )
    assert.deepEqual(shared.notes, ['Web analytics sampled or withheld some of these figures, on 1 rows.'])
  })

  it('is the state of its sources for things without dates too', async () => {
    const org = await bench.org()
    const nothing = await within(org, (context) => sources_today(context, store_products))
    assert.deepEqual(nothing.shared.notes, [
      'No store is connected, so nothing is known; connect it under settings, connections.',
    ])
    const shop = await org.connect('sx')
    await org.connect('tnx', { last_sync_at: null, last_rows_at: null })
    const { connection_ids, shared } = await within(org, (context) => sources_today(context, store_products))
    assert.deepEqual(connection_ids, [shop])
    assert.deepEqual(shared.notes, ['tnx (Main) has not been synced to the end yet, so it has no figures.'])
  })
})
