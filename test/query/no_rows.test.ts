// What answers say where no row is stored: that nobody knows, or that the platform withdrew the rows.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { campaign_day, figures_bench } from '#test/figures.ts'
import { whole_sources } from '#test/sources.ts'

describe('where no row is stored', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench()
  })
  after(() => bench.close())

  it('no list says that there are no rows when nobody was asked for them', async () => {
    const org = await bench.org()
    for (const tool of ['orders', 'carts', 'mx_campaigns', 'gx_campaigns', 'analytics', 'seo_console']) {
      const { total, truncated, notes } = await org.ask(`query_${tool}`)
      assert.deepEqual([total, truncated, notes.length > 0], [null, false, true], tool)
    }
  })

  it('counts a day as zero that the platform no longer reports, and says so in answers with that day', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    const spent = campaign_day(mx, { date: '2026-11-18', spend: 10_000_000n })
    await org.insert((db) => db.insertInto('campaign_daily').values(spent).execute())
    await org.cover(mx, { empty_days: ['2026-11-16', '2026-11-17'] })
    const result = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.equal(whole_sources(result)[0]!.health, 'ok')
    assert.match(
      result.notes.join(),
      /mx_ads \(Main\) no longer reports the rows of 2026-11-17 and of 1 earlier day that/,
    )
    assert.equal(result.window.is_partial, true)
    const after = await org.ask('get_kpi_summary', { days_back: 2 })
    assert.match(after.notes.join(), /no longer reports/, 'the days before are compared')
    assert.doesNotMatch((await org.ask('get_kpi_summary', { days_back: 1 })).notes.join(), /no longer reports/)
  })
})
