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

  it('is partial while the platform’s own total of a day has more than is stored, until both agree', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    const spent = campaign_day(mx, { date: '2026-11-18', spend: 10_000_000n })
    await org.insert((db) => db.insertInto('campaign_daily').values(spent).execute())
    const reason = 'The platform has more.'
    const compare = (date: string, stored_sum: string) =>
      org.insert(async (db) => {
        const key = {
          org_id: org.org_id,
          connection_id: mx,
          account_id: '',
          stream: 'everything',
          date,
          measure: 'spend_micros',
        }
        const [platform_total, verdict] = ['20', stored_sum === '20' ? 'matches' : 'drift']
        await db
          .insertInto('ledger')
          .values({ ...key, platform_total, stored_sum, verdict, tolerance: '0', checked_at: '2026-11-20T17:00:00Z' })
          .onConflict((conflict) =>
            conflict
              .columns(['org_id', 'connection_id', 'stream', 'account_id', 'date', 'measure'])
              .doUpdateSet({ stored_sum, verdict }),
          )
          .execute()
        await db
          .updateTable('sync_cursors')
          .set({ suspect_reason: verdict === 'drift' ? reason : null })
          .where('connection_id', '=', mx)
          .execute()
      })
    const ask = async (date_from: string, date_to: string) => {
      const { window } = await org.ask('query_data', { metric: 'social_ads.spend', date_from, date_to })
      return [window.is_partial, window.lacks]
    }
    await compare('2026-11-16', '0')
    assert.deepEqual(await ask('2026-11-10', '2026-11-19'), [true, ['mx_ads']])
    assert.deepEqual(await ask('2026-11-17', '2026-11-19'), [false, undefined], 'the days of this window are whole')
    const { previous_window } = await org.ask('get_kpi_summary', { date_from: '2026-11-17', date_to: '2026-11-19' })
    assert.deepEqual([previous_window.is_partial, previous_window.lacks], [true, ['mx_ads']])
    await compare('2026-11-16', '30')
    assert.deepEqual(
      await ask('2026-11-10', '2026-11-19'),
      [false, undefined],
      'nothing is missing of what is too much',
    )
    await compare('2026-11-16', '20')
    assert.deepEqual(await ask('2026-11-10', '2026-11-19'), [false, undefined])
  })
})
