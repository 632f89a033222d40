// Days of which a platform says that it counted wrong.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { figures_bench } from '#test/figures.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench({ connectors })
})
after(() => bench.close())

const WRONG = /too many impressions from 2025-05-13 to 2026-04-27/

test('answers with impressions of days that Google counted wrong say so, and others do not', async () => {
  const org = await bench.org()
  const connection_id = await org.connect('seo_console')
  await org.cover(connection_id, { covered_from: '2025-07-29', covered_until: '2026-11-19', read_until: '2026-11-20' })
  const row = { connection_id, site_url: 's', clicks: 9n, impressions: 90n, position_weighted: '270' }
  await org.insert(async (db) => {
    const rows = ['2025-11-10', '2026-11-10'].map((date) => ({ ...row, date }))
    await db.insertInto('seo_daily').values(rows).execute()
  })
  const notes = async (tool: string, input: object) => (await org.ask(tool, input)).notes.join(' ')
  const between = (date_from: string, date_to: string) => ({ date_from, date_to })
  assert.match(await notes('query_seo_console', between('2025-11-01', '2025-11-30')), WRONG)
  assert.match(await notes('query_seo_console', between('2026-04-27', '2026-05-10')), WRONG)
  assert.doesNotMatch(await notes('query_seo_console', between('2026-04-28', '2026-05-10')), WRONG)
  // Reviews compare with the days before and with those of the year before.
  assert.match(await notes('revisar_seo', { days_back: 110 }), WRONG)
  assert.match(await notes('revisar_seo', { days_back: 30 }), WRONG)
  const asked = (metric: string) => notes('query_data', { metric, ...between('2026-04-01', '2026-05-10') })
  for (const metric of ['seo.impressions', 'seo.ctr', 'seo.position']) assert.match(await asked(metric), WRONG, metric)
  // Clicks are right.
  assert.doesNotMatch(await asked('seo.clicks'), WRONG)
  assert.doesNotMatch(await notes('get_kpi_summary', between('2026-04-01', '2026-05-10')), WRONG)
})

test('other platforms and kinds of figures have no such days', async () => {
  const org = await bench.org()
  await org.connect('seo_console')
  await org.connect('gx_analytics')
  await org.connect('sx')
  const days = { date_from: '2025-11-01', date_to: '2025-11-30' }
  assert.doesNotMatch((await org.ask('query_analytics', days)).notes.join(' '), WRONG)
  assert.doesNotMatch((await org.ask('revisar_tienda', { days_back: 365 })).notes.join(' '), WRONG)
})
