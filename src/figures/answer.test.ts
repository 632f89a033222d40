// Compares the sums in answers with sums that this file computes itself, in whole numbers, from the rows it inserted.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import type pg from 'pg'
import { in_org } from '#db/org.ts'
import { kysely_on } from '#db/pool.ts'
import { exact_count, exact_micros } from '#domain/exact.ts'
import type { Window } from '#domain/windows.ts'
import type { Context } from '#engine/tool.ts'
import { answer, highest, type Part } from '#figures/answer.ts'
import { count, figures, money, ratio } from '#figures/figure.ts'
import { ad_money, ads, on_platform, seo } from '#figures/groups.ts'
import { compared, last_days_compared } from '#figures/period.ts'
import { ad_days, dates, TODAY, within } from '#test/answers.ts'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'

const day = (back: number) => new Date(Date.parse(TODAY) - back * 86_400_000).toISOString().slice(0, 10)

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

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
    await ad_days(
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

  it('equal the sums of the rows, for any window and the one before it, with any grouping', async () => {
    const keys = { platform: sql`f.platform`, campaign_id: sql`f.campaign_id`, date: sql`f.date` }
    const window = fc.record({ back: fc.integer({ min: 0, max: 30 }), days: fc.integer({ min: 1, max: 28 }) })
    await fc.assert(
      fc.asyncProperty(
        window,
        fc.subarray(Object.keys(keys) as (keyof typeof keys)[]),
        async ({ back, days }, asked) => {
          const by = Object.fromEntries(asked.map((name) => [name, keys[name]]))
          const { found, period } = await within(bench, org, async (context) => {
            const period = compared(dates(day(back + days - 1), day(back)))
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

  it('of the first lines are compared line by line, and totals ignore the limit', async () => {
    const { first, all, period } = await within(bench, org, async (context) => {
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
    assert.equal(first.previous, null) // no sum over all previous lines is read
  })

  it('of each platform are one line, with a ratio of sums', async () => {
    const { found, period } = await within(bench, org, async (context) => {
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

  it('of only one platform equal the sums of its rows', async () => {
    const { found } = await within(bench, org, (context) =>
      answer(context, last_days_compared(20, context), { found: { of: on_platform(ads, 'mx_ads') } }),
    )
    const own = own_sum({ from: day(20), to: day(1) } as Window, ({ platform }) => platform === 'mx_ads')
    assert.equal(found.current?.spend, exact_micros(own.spend))
  })

  it('of a part without comparison cover only the current window', async () => {
    const { alone } = await within(bench, org, (context) =>
      answer(context, last_days_compared(20, context), { alone: { of: ads, is_compared: false } }),
    )
    assert.ok(alone.current)
    assert.equal(alone.previous, null)
  })

  it('take one statement for the sources of all parts and one for each part, or two for compared first lines', async () => {
    const statements = async (parts: Record<string, Part>) => {
      let asked = 0
      await in_org(bench.pool, { org_id: org.org_id }, async (_, client) => {
        const query = client.query.bind(client) as (...given: unknown[]) => unknown
        const counted = (...given: unknown[]) => {
          asked += 1
          return query(...given)
        }
        const db = kysely_on({ query: counted } as unknown as pg.ClientBase, { org_id: org.org_id })
        const context = {
          db,
          org: { currency: 'MXN', time_zone: 'UTC' },
          now: new Date(),
          today: TODAY,
          connectors: {},
        }
        await answer(context as unknown as Context, last_days_compared(7, context), parts)
      })
      return asked
    }
    const by = { campaign_id: sql`f.campaign_id` }
    const first = { order: sql`s.spend desc, s.campaign_id`, limit: 2 }
    assert.equal(await statements({ ads: { of: ads } }), 2)
    assert.equal(await statements({ ads: { of: ads }, more: { of: ad_money, by }, seo: { of: seo } }), 3) // no site is connected, so `seo` sends no statement
    assert.equal(await statements({ first: { of: ads, by, first } }), 3)
    assert.equal(await statements({ first: { of: ads, by, first, is_compared: false } }), 2)
  })
})
