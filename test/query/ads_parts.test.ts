// Ads by country and by device depend on the days of their own streams, add up to their campaigns, and are made again by SQL.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { mx_ads } from '#connectors/mx_ads/index.ts'
import { in_system } from '#db/org.ts'
import { daily_rates, insert_business } from '#test/business_rows.ts'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'
import { facts, money, ratio, statement } from '#test/sql_figures.ts'

const NOT_REPORTED = '(not reported at this level)'
const FIRST = '2026-11-10'
const dates = { date_from: '2026-11-01', date_to: '2026-11-14' }

describe('ads by country', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench({ connectors: { mx_ads } })
    org = await bench.org()
    const mx = await org.connect('mx_ads')
    const read = { covered_until: '2026-11-19', read_until: '2026-11-20' }
    await org.cover(mx, { covered_from: '-infinity', ...read }, 'campaign_daily')
    await org.cover(mx, { covered_from: FIRST, ...read }, 'country_daily')
    await org.insert(async (db) => {
      const days = Array.from({ length: 14 }, (_, at) => `2026-11-${String(at + 1).padStart(2, '0')}`)
      const spent = days.map((date) => campaign_day(mx, { date, spend: 10_000_000n }))
      await db.insertInto('campaign_daily').values(spent).execute()
      const known = spent.filter(({ date }) => (date as string) >= FIRST)
      await db
        .insertInto('campaign_country_daily')
        .values(known.map((row) => ({ ...row, country: 'MX', spend_micros: 9_000_000n })))
        .execute()
    })
  })
  after(() => bench.close())

  const ask = (input: object) => org.ask('query_data', { metric: 'social_ads.spend', ...input })

  it('are unknown for a window that begins before their first stored day, and spend itself is known', async () => {
    const whole = await ask(dates)
    assert.deepEqual([whole.total_value, whole.window.is_partial], [140, false])
    const by_country = await ask({ ...dates, dimensions: ['country'] })
    assert.equal(by_country.total_value, null)
    assert.equal(by_country.window.is_partial, true)
    assert.match(by_country.notes.join('\n'), new RegExp(`has data since ${FIRST}`))
  })

  it('add up to the spend of the campaigns since that day', async () => {
    const { rows, total_value } = await ask({ ...dates, date_from: FIRST, dimensions: ['country'] })
    assert.deepEqual(
      [rows, total_value],
      [
        [
          { country: 'MX', value: 45 },
          { country: NOT_REPORTED, value: 5 },
        ],
        50,
      ],
    )
  })

  it('were never read by device, so no device is shown as zero', async () => {
    const { rows, total_value } = await ask({ ...dates, dimensions: ['device'] })
    assert.equal(total_value, null)
    assert.deepEqual(
      rows.filter((row: { value: number | null }) => row.value !== null),
      [],
    )
  })
})

describe('countries and devices of ads', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    org = await bench.org()
    const mx = await org.connect('mx_ads')
    const [one, other] = ['2026-11-10', '2026-11-11']
    const spent = (date: string, spend: bigint) => campaign_day(mx, { date, spend })
    const part = (date: string, country: string, spend: bigint) => ({
      ...{ ...spent(date, spend), clicks: 4n, conversions: null, conversion_value_micros: null },
      country,
    })
    await org.insert(async (db) => {
      const campaigns = [spent(one, 100_000_000n), spent(other, 50_000_000n)]
      await db.insertInto('campaign_daily').values(campaigns).execute()
      const parts = [part(one, 'MX', 70_000_000n), part(one, 'US', 10_000_000n), part(other, 'MX', 4_000_000n)]
      await db.insertInto('campaign_country_daily').values(parts).execute()
    })
  })
  after(() => bench.close())

  const ask = (metric: string, dimensions: string[], more = {}) =>
    org.ask('query_data', { metric, dimensions, ...more })

  it('that lack spend of their campaigns have a row for it, and a filter finds them in any case', async () => {
    const { rows, total_value } = await ask('social_ads.spend', ['country'])
    assert.deepEqual(rows, [
      { country: 'MX', value: 74 },
      { country: 'US', value: 10 },
      { country: NOT_REPORTED, value: 66 },
    ])
    assert.equal(total_value, 150)
    const clicks = await ask('social_ads.clicks', ['date'], { filters: { country: ['mx'] } })
    assert.deepEqual(
      clicks.rows.map(({ value }: { value: number }) => value),
      [4, 4],
    )
    assert.deepEqual((await ask('social_ads.spend', ['device'])).rows, [{ device: NOT_REPORTED, value: 150 }])
  })

  it('that have no claims show none, and not zero', async () => {
    const { rows, total_value } = await ask('social_ads.conversions', ['country'])
    assert.deepEqual(rows, [
      { country: 'MX', value: null },
      { country: 'US', value: null },
      { country: NOT_REPORTED, value: total_value },
    ])
  })

  it('are levels of their own, which cannot be combined with each other or with ad groups', async () => {
    for (const other of ['device', 'ad_group_id', 'ad_id']) {
      const input = { metric: 'social_ads.spend', dimensions: ['country', other] }
      assert.match(await org.refused('query_data', input), /together/)
    }
  })
})

describe('ads by country and by device, made again by SQL', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    await bench.rate(daily_rates())
    org = await bench.org()
    await insert_business(org)
  })
  after(() => bench.close())

  const days = { from: '2026-10-05', to: '2026-11-19' }
  const by = (part: string, list: Record<string, string>[]) => list.toSorted((a, b) => (a[part]! < b[part]! ? -1 : 1))
  const sql = async (text: string) => (await org.ask('run_readonly_sql', { sql: text })).rows
  const question = (metric: string, part: string) => ({
    metric,
    dimensions: [part],
    date_from: days.from,
    date_to: days.to,
  })

  for (const part of ['country', 'device'] as const)
    for (const [source, platform] of Object.entries({
      social_ads: 'mx_ads',
      search_ads: 'gx_ads',
      short_video_ads: 'tx_ads',
    })) {
      const own = `and platform = '${platform}'`
      const has_claims = platform !== 'tx_ads'
      const metrics = ['spend', 'impressions', 'clicks', ...(has_claims ? ['conversions', 'roas'] : [])]
      it(`${source} by ${part}`, async () => {
        await in_system(bench.pool, (db) => db.deleteFrom('rate_windows').execute())
        for (const metric of metrics) {
          const value = metric === 'roas' ? ratio('conversion_value', 'spend') : money(metric)
          const { rows, total_value } = await org.ask('query_data', question(`${source}.${metric}`, part))
          const parts = rows.filter((row: Record<string, unknown>) => row[part] !== NOT_REPORTED)
          const each = await sql(statement(facts[`ads_by_${part}`], days, { [part]: part, value }, `${own} group by 1`))
          assert.equal(parts.length, 2)
          assert.deepEqual(by(part, parts), by(part, each), metric)
          const [whole] = await sql(statement(facts.ads, days, { value }, own))
          assert.equal(whole.value, total_value, metric)
          const sum = rows.reduce((cents: number, row: { value: number }) => cents + Math.round(row.value * 100), 0)
          const is_close = Math.abs(sum - Math.round(total_value * 100)) <= rows.length
          if (metric !== 'roas') assert.ok(is_close, 'the list adds up, but for the rounding of its rows')
        }
        if (!has_claims)
          for (const metric of ['conversions', 'claimed_revenue', 'roas'])
            assert.match(
              await org.refused('query_data', question(`${source}.${metric}`, part)),
              new RegExp(`is not known by ${part}\\.`),
            )
      })
    }
})
