// SQL makes the figures of summaries again: of the explained change, of the report, and of the days of a social account.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { in_system } from '#db/org.ts'
import { daily_rates, insert_business } from '#test/business_rows.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { count, type Days, type Facts, facts, money, ratio, statement } from '#test/sql_figures.ts'

describe('the figures of summaries are made again by SQL', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    await bench.rate(daily_rates())
    org = await bench.org()
    await insert_business(org)
    await insert_business(await bench.org({ name: 'Globex' }), 2)
  })
  after(() => bench.close())

  const ask = async (tool: string, input: object = {}) => {
    await in_system(bench.pool, (db) => db.deleteFrom('rate_windows').execute())
    return org.ask(tool, input)
  }
  const rows = async (sql: string) => (await ask('run_readonly_sql', { sql })).rows
  const made = async (of: Facts, days: Days, shown: Record<string, string>, more = '') => {
    const [values] = await rows(statement(of, days, shown, more))
    for (const [name, value] of Object.entries(values)) assert.ok(typeof value === 'number' && value > 0, name)
    return values
  }
  const side_of = (from: Record<string, Record<string, unknown>>, side: string, names: string[]) =>
    Object.fromEntries(names.map((name) => [name, from[name]![side]]))

  for (const [metric, of, figure] of [
    ['spend', facts.ads, money('spend')],
    ['revenue', facts.ads, money('conversion_value')],
    ['roas', facts.ads, ratio('conversion_value', 'spend', 6)],
    ['store_revenue', facts.sales, money('revenue')],
  ] as const)
    it(`diagnosticar_cambio of ${metric}: the whole in each period${of === facts.ads ? ', and each ad platform' : ''}`, async () => {
      const found = await ask('diagnosticar_cambio', { metric })
      for (const [side, window] of [
        ['current', found.window],
        ['previous', found.previous_window],
        ['year_before', found.year_before_window],
      ]) {
        const { value } = await made(of, window, { value: figure })
        assert.equal(found[side], value, side)
        if (of !== facts.ads || side === 'year_before') continue
        assert.equal(found.channels.length, 6)
        for (const channel of found.channels) {
          const more = `and platform = '${channel.channel}'`
          const one = await made(of, window, { value: figure }, more)
          assert.equal(channel[side], one.value, `${side} of ${channel.channel}`)
        }
      }
    })

  it('preparar_reporte: each KPI and each ad channel in both periods', async () => {
    const found = await ask('preparar_reporte')
    const of_ads = {
      spend: money('spend'),
      revenue: money('conversion_value'),
      roas: ratio('conversion_value', 'spend'),
    }
    const kpis: [Facts, Record<string, string>][] = [
      [facts.ads, { ad_spend: of_ads.spend, blended_ad_roas: of_ads.roas }],
      [facts.sales, { store_revenue: money('revenue'), refunds: money('refunds'), orders: count('orders') }],
      [facts.web, { sessions: count('sessions') }],
      [facts.seo, { seo_clicks: count('clicks') }],
    ]
    assert.equal(found.channels.length, 6)
    for (const [side, window] of [
      ['current', found.window],
      ['previous', found.previous_window],
    ]) {
      for (const [of, shown] of kpis)
        assert.deepEqual(side_of(found.kpis, side, Object.keys(shown)), await made(of, window, shown))
      for (const channel of found.channels) {
        const one = await made(facts.ads, window, of_ads, `and platform = '${channel.platform}'`)
        assert.deepEqual(side_of(channel, side, Object.keys(of_ads)), one, channel.platform)
      }
    }
  })

  it('list_social_metrics: every day of one account, and the sums', async () => {
    const [stored] = await rows(
      `select connection_id, platform from social_daily where social_account_id = 's1' limit 1`,
    )
    const account = { ...stored, social_account_id: 's1', username: 'casa' }
    await org.insert((db) => db.insertInto('social_accounts').values(account).execute())
    const found = await ask('list_social_metrics', { social_account_id: 's1', days_back: 14 })
    const window = `counts and social_account_id = 's1' and date between '${found.window.from}' and '${found.window.to}'`
    const days =
      await rows(`select date, followers, reach, impressions, engagements, round(engagements / reach::numeric, 4) as engagement_rate
      from social_daily where ${window} order by date desc`)
    assert.deepEqual([found.days.length, found.days], [14, days])
    const [sums] = await rows(
      `select sum(impressions) as impressions, sum(engagements) as engagements from social_daily where ${window}`,
    )
    assert.deepEqual({ impressions: found.impressions, engagements: found.engagements }, sums)
  })
})
