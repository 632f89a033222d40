// Lines of an answer whose window, or the one before it, is not known as a whole.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { exact_micros } from '#domain/exact.ts'
import { answer, type Part } from '#figures/answer.ts'
import { ads } from '#figures/groups.ts'
import { compared, period_of } from '#figures/period.ts'
import { ad_days, TODAY, within } from '#test/answers.ts'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

const two_weeks = { date_from: '2026-11-01', date_to: '2026-11-14' }
const ask = <const P extends Record<string, Part>>(org: FiguresOrg, parts: P) =>
  within(bench, org, (context) => answer(context, compared(period_of(two_weeks, context)), parts))

describe('what is known', () => {
  it('of a first line is no zero in an earlier period, where a connection that syncs brings no rows', async () => {
    const by = { campaign_id: sql`f.campaign_id` }
    const first = { order: sql`s.spend desc`, limit: 1 }
    const previous = async (connection: object) => {
      const org = await bench.org()
      const mx = await org.connect('mx_ads', connection)
      await ad_days(org, [campaign_day(mx, { date: '2026-11-02', spend: 3_000_000n })])
      const { found } = await ask(org, { found: { of: ads, by, first } })
      assert.equal(found.lines[0]?.current?.spend, exact_micros(3_000_000n))
      return found.lines[0]?.previous?.spend
    }
    assert.equal(await previous({}), 0n)
    assert.equal(await previous({ last_rows_at: '2026-11-10T12:00:00Z' }), undefined)
  })

  it('of a platform is no sum of fewer days than the window, where the whole is not known', async () => {
    const org = await bench.org()
    const [mx, gx] = [await org.connect('mx_ads'), await org.connect('gx_ads')]
    await org.cover(gx, { covered_from: '2026-11-05', covered_until: '2026-11-19', read_until: TODAY })
    await ad_days(org, [campaign_day(mx, { date: '2026-11-02', spend: 3_000_000n })])
    const spend = async () => {
      const { found } = await ask(org, { found: { of: ads, by: { platform: sql`f.platform` } } })
      assert.equal(found.current, null)
      return found.by_platform().map(({ platform, current }) => [platform, current?.spend])
    }
    assert.deepEqual(await spend(), [
      ['gx_ads', undefined],
      ['mx_ads', exact_micros(3_000_000n)],
    ])
    await org.cover(mx, { covered_until: '2026-11-10', read_until: '2026-11-11' })
    assert.deepEqual(await spend(), [
      ['gx_ads', undefined],
      ['mx_ads', undefined],
    ])
  })

  it('of a day is nothing where some account was not read on it, whatever is stored of the day', async () => {
    const org = await bench.org()
    const [mx, gx] = [await org.connect('mx_ads'), await org.connect('gx_ads')]
    await org.cover(gx, { covered_from: '2026-11-05', covered_until: '2026-11-12', read_until: '2026-11-13' })
    const days = ['2026-11-04', '2026-11-05', '2026-11-12', '2026-11-13']
    await ad_days(
      org,
      [mx, gx].flatMap((id) => days.map((date) => campaign_day(id, { date, spend: 3_000_000n }))),
    )
    const { found } = await ask(org, { found: { of: ads, by: { date: sql`f.date` } } })
    const both = exact_micros(6_000_000n)
    assert.deepEqual(
      found.lines.map(({ key, current }) => [key.date, current?.spend]),
      days.map((day, at) => [day, [undefined, both, both, undefined][at]]),
    )
  })
})
