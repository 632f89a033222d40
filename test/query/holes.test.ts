// A day without a row beside days with many is not known, until later reads or the platform's own total have said the same. Then it is a zero that answers name.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { figures_bench } from '#test/figures.ts'
import { business, day, NOON } from '#test/known_days.ts'
import { whole_sources } from '#test/sources.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

const notes_of = (result: { notes: string[] }) => result.notes.join('\n')

/** Ads of sixty days, without the row of one day, the fifth before today. */
async function with_hole(hole: { is_answer?: true; date?: string }) {
  const { org, mx } = await business(bench, 60)
  const { date = day(5) } = hole
  await org.insert((db) => db.deleteFrom('campaign_daily').where('date', '=', date).execute())
  const cursor = JSON.stringify({ holes: [{ since: NOON, read_at: NOON, ...hole, date }] })
  const is_open = !('is_answer' in hole)
  const reason = 'The platform gave no row.'
  await org.cover(mx, { cursor, ...(is_open && { state: 'suspect', reason, suspect_reason: reason }) })
  return org
}

describe('a hole', () => {
  it('makes totals with its day unknown, names the platform, and gives the days after it', async () => {
    const org = await with_hole({})
    const result = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([result.ad_spend, result.store_roas, result.store_revenue], [null, null, 500])
    assert.deepEqual([result.window.is_partial, result.window.lacks], [true, ['mx_ads']])
    assert.deepEqual(
      result.covered_parts.map(({ from, to }: { from: string; to: string }) => [from, to]),
      [[day(4), day(1)]],
    )
    assert.equal(whole_sources(result)[0]!.health, 'suspect')
    assert.match(notes_of(result), new RegExp(`mx_ads \\(Main\\) gave no row of ${day(5)}, beside days with many`))
  })

  it('leaves windows without its day as they are', async () => {
    const org = await with_hole({})
    const result = await org.ask('get_kpi_summary', { days_back: 4 })
    assert.deepEqual([result.ad_spend, result.previous.ad_spend, result.window.lacks], [40, null, undefined])
  })

  it('is a zero after the reads of a week, which a note says', async () => {
    const org = await with_hole({ is_answer: true })
    const result = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([result.ad_spend, result.window.lacks], [90, undefined])
    assert.equal(whole_sources(result)[0]!.health, 'ok')
    assert.match(notes_of(result), new RegExp(`gave no row of ${day(5)}, .*so it counts as zero`))
  })

  it('leaves each other day known in lists of days and weeks', async () => {
    const org = await with_hole({})
    const dates = { date_from: day(18), date_to: day(1) }
    const list = async (dimension: string) => {
      const found = await org.ask('query_data', { metric: 'social_ads.spend', dimensions: [dimension], ...dates })
      assert.equal(found.total_value, null)
      return found.rows.map((row: Record<string, unknown>) => [row[dimension], row.value])
    }
    const days = Array.from({ length: 18 }, (_, at) => day(18 - at)).filter((date) => date !== day(5))
    assert.deepEqual(
      await list('date'),
      days.map((date) => [date, 10]),
    )
    assert.deepEqual(await list('week'), [
      ['2026-11-02', 70],
      ['2026-11-09', null],
      ['2026-11-16', 40],
    ])
  })

  it('at the end of a window ends its sums with the day before', async () => {
    const org = await with_hole({ date: day(1) })
    const result = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([result.ad_spend, result.previous.ad_spend, result.window.lacks], [90, 90, ['mx_ads']])
    assert.match(notes_of(result), new RegExp(`gave no row of ${day(1)}, beside days with many`))
    assert.match(notes_of(result), new RegExp(`sums up to ${day(2)}`))
  })

  it('of an account that is not read any more is no zero', async () => {
    const { org, mx } = await business(bench, 60)
    const hole = { date: day(5), since: NOON, read_at: NOON }
    const days = { cursor: JSON.stringify({ holes: [hole] }), covered_until: day(3), read_until: day(2) }
    const closed = { state: 'gone', reason: 'The customer is closed.', state_since: `${day(2)}T12:00:00Z` } as const
    await org.account(mx, { account_id: 'a2', ...closed, days })
    const result = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.equal(result.ad_spend, null)
    assert.match(notes_of(result), new RegExp(`gave no row of ${day(5)}`))
  })

  it('is named where it is a year before', async () => {
    const { org, mx } = await business(bench, 400)
    const date = day(366)
    const cursor = JSON.stringify({ holes: [{ date, since: NOON, read_at: NOON }] })
    await org.insert((db) => db.deleteFrom('campaign_daily').where('date', '=', date).execute())
    await org.cover(mx, { cursor })
    const result = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([result.ad_spend, result.previous.ad_spend, result.year_before.ad_spend], [100, 100, null])
    assert.match(notes_of(result), new RegExp(`gave no row of ${date}`))
  })
})
