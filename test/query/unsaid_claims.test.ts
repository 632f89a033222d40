// Ads whose claimed sales a platform does not state: sums leave these rows out, notes count them, and no rule advises by such a part.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { roas_below_one } from '#rules/ads.ts'
import { evaluate } from '#rules/evaluate.ts'
import { within } from '#test/answers.ts'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'
import { day } from '#test/known_days.ts'

const DAYS = Array.from({ length: 60 }, (_, back) => day(back))
const DATES = { date_from: day(10), date_to: day(1) }
const NOTE = /Some rows state no value, and sums leave them out: .* \(1 row\)/

describe('claims that a platform does not state', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    await bench.owner.query('alter table campaign_daily alter column conversion_value_micros drop not null')
    org = await bench.org()
    const of = { connection_id: await org.connect('mx_ads'), account_id: 'a1', platform: 'mx_ads', currency: 'MXN' }
    const ads = DAYS.map((date) => campaign_day(of.connection_id, { date, spend: 10_000_000n, value: 1_000_000n }))
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

  const findings = async () => (await within(bench, org, (context) => evaluate(context, roas_below_one))).findings
  const unsay = (date: string) =>
    org.insert((db) =>
      db
        .updateTable('campaign_daily')
        .set({ conversion_value_micros: null as never })
        .where('org_id', '=', org.org_id)
        .where('date', '=', date)
        .execute(),
    )

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

  it('leave no value for a window whose rows state none', async () => {
    const { totals, notes } = await org.ask('query_mx_campaigns', { date_from: day(9), date_to: day(9) })
    assert.deepEqual([totals.spend, totals.conversion_value, totals.roas], [10, null, null])
    assert.match(notes.join('\n'), NOTE)
  })
})
