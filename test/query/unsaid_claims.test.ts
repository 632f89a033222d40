// Ads whose claimed sales a platform does not state: sums leave these rows out, notes count them, and no rule advises by such a part.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { campaign_without_conversions, roas_below_one } from '#rules/ads.ts'
import { evaluate } from '#rules/evaluate.ts'
import type { Rule } from '#rules/rule.ts'
import { within } from '#test/answers.ts'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'
import { day } from '#test/known_days.ts'
import { get_daily_series } from '#tools/summary/get_daily_series.ts'

const DAYS = Array.from({ length: 60 }, (_, back) => day(back))
const DATES = { date_from: day(10), date_to: day(1) }
const NOTE = /Some rows state no value, and sums leave them out: .* \(1 row\)/

interface SeriesDay {
  date: string
  blended_ad_roas: number | null
}

describe('claims that a platform does not state', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  let ads: ReturnType<typeof campaign_day>[]
  before(async () => {
    bench = await figures_bench()
    org = await bench.org()
    const of = { connection_id: await org.connect('mx_ads'), account_id: 'a1', platform: 'mx_ads', currency: 'MXN' }
    ads = DAYS.map((date) => campaign_day(of.connection_id, { date, spend: 10_000_000n, value: 1_000_000n }))
    await org.insert(async (db) => {
      await db
        .insertInto('ad_accounts')
        .values({ ...of, name: 'Main', time_zone: 'UTC' })
        .execute()
      await db
        .insertInto('ad_campaigns')
        .values({ ...of, campaign_id: 'c1', name: 'Sale', status: 'ACTIVE' })
        .execute()
      await db.insertInto('campaign_daily').values(ads).execute()
    })
  })
  after(() => bench.close())

  const findings = async (rule: Rule = roas_below_one) =>
    (await within(bench, org, (context) => evaluate(context, rule))).findings
  const change = (
    values: { conversion_value_micros?: bigint | null; conversions?: null },
    campaign_id: string,
    date?: string,
  ) =>
    org.insert((db) =>
      db
        .updateTable('campaign_daily')
        .set(values)
        .where('org_id', '=', org.org_id)
        .where('campaign_id', '=', campaign_id)
        .$if(date !== undefined, (query) => query.where('date', '=', date!))
        .execute(),
    )
  const unsay = (date: string) => change({ conversion_value_micros: null }, 'c1', date)

  it('are no part that a rule advises by', async () => {
    assert.equal((await findings()).length, 1, 'sales that cost more than they bring are advised about')
    await unsay(day(20))
    assert.deepEqual(await findings(), [])
  })

  it('are left out of sums, with a note that counts them', async () => {
    const whole = await org.ask('query_mx_campaigns', DATES)
    assert.deepEqual([whole.totals.spend, whole.totals.conversion_value, whole.notes], [100, 10, []])
    await unsay(day(9))
    for (const [tool, input] of [
      ['query_mx_campaigns', DATES],
      ['query_data', { metric: 'social_ads.claimed_revenue', ...DATES }],
    ] as const) {
      const { totals, total_value = totals?.conversion_value, notes } = await org.ask(tool, input)
      assert.equal(total_value, 9, tool)
      assert.match(notes.join('\n'), NOTE, tool)
    }
  })

  it('take their spend out of ROAS too, in lists, summaries, days and diagnoses, and leave spend whole', async () => {
    const campaigns = await org.ask('query_mx_campaigns', DATES)
    const [row] = campaigns.campaigns
    assert.deepEqual([campaigns.totals.spend, row.spend], [100, 100])
    const { total_value } = await org.ask('query_data', { metric: 'social_ads.roas', ...DATES })
    const kpis = await org.ask('get_kpi_summary', DATES)
    const series = await within(bench, org, (context) => get_daily_series.run!(DATES as never, context as never))
    const performance = await org.ask('analizar_performance', { days_back: 10 })
    const diagnosis = await org.ask('diagnosticar_cambio', { metric: 'roas', days_back: 10 })
    const of_tools = {
      'query_mx_campaigns, totals': campaigns.totals.roas,
      'query_mx_campaigns, row': row.roas,
      query_data: total_value,
      'get_kpi_summary, all': kpis.blended_ad_roas,
      'get_kpi_summary, platform': kpis.platforms[0].roas,
      analizar_performance: performance.channels[0].roas.current,
      'analizar_performance, campaign': performance.best_campaigns[0].roas,
      diagnosticar_cambio: diagnosis.current,
    }
    for (const [tool, roas] of Object.entries(of_tools)) assert.equal(roas, 0.1, tool)
    assert.deepEqual(
      (series.days as SeriesDay[]).map(({ date, blended_ad_roas }) => [date, blended_ad_roas]),
      DAYS.slice(1, 11)
        .reverse()
        .map((date) => [date, date === day(9) ? null : 0.1]),
    )
  })

  it('leave no value for a window whose rows state none', async () => {
    const { totals, notes } = await org.ask('query_mx_campaigns', { date_from: day(9), date_to: day(9) })
    assert.deepEqual([totals.spend, totals.conversion_value, totals.roas], [10, null, null])
    assert.match(notes.join('\n'), NOTE)
  })

  it('leave spend known, and why it changed, where no row states a claim', async () => {
    const silent = await bench.org()
    const x = await silent.connect('net_d_ads')
    const cost = (date: string) => (date >= day(10) ? 20_000_000n : 10_000_000n)
    const rows = DAYS.slice(1, 21).map((date) =>
      campaign_day(x, { date, spend: cost(date), platform: 'net_d_ads', conversion_value_micros: null }),
    )
    await silent.insert((db) => db.insertInto('campaign_daily').values(rows).execute())
    const why = (metric: string) => silent.ask('diagnosticar_cambio', { metric, days_back: 10 })
    const spend = await why('spend')
    const { ad_spend } = await silent.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([ad_spend, spend.current, spend.previous, spend.change], [200, 200, 100, 100])
    const [channel] = spend.channels
    assert.deepEqual([channel.current, channel.previous, channel.effect, spend.rounding], [200, 100, 100, 0])
    for (const metric of ['revenue', 'roas']) assert.equal((await why(metric)).current, null, metric)
  })

  it('of conversions are no reason to say that a campaign has none', async () => {
    await change({ conversion_value_micros: 1_000_000n }, 'c1')
    const without = ads.map((row) => ({ ...row, campaign_id: 'c2', conversions: '0', conversion_value_micros: 0n }))
    const { connection_id, account_id, platform, currency } = ads[0]!
    const campaign = {
      connection_id,
      account_id,
      platform,
      currency,
      campaign_id: 'c2',
      name: 'None',
      status: 'ACTIVE',
    }
    await org.insert(async (db) => {
      await db.insertInto('ad_campaigns').values(campaign).execute()
      await db.insertInto('campaign_daily').values(without).execute()
    })
    assert.deepEqual(
      (await findings(campaign_without_conversions)).map(({ name }) => name),
      ['None'],
    )
    await change({ conversions: null }, 'c2', day(20))
    assert.deepEqual(await findings(campaign_without_conversions), [])
  })
})
