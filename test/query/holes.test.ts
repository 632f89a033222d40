// A day without a row between days with many is not known, until reads of a week have said the same. Then it is a zero that answers name.
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

/** Ads of sixty days, without the row of the fifth day before today. */
async function with_hole(hole: object) {
  const { org, mx } = await business(bench, 60)
  await org.insert((db) => db.deleteFrom('campaign_daily').where('date', '=', day(5)).execute())
  const cursor = JSON.stringify({ holes: [{ date: day(5), since: NOON, read_at: NOON, ...hole }] })
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
    assert.match(notes_of(result), new RegExp(`mx_ads \\(Main\\) gave no row of ${day(5)}, between days with many`))
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
})
