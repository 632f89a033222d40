// The clicks of a page and of a query before the window.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { figures_bench } from '#test/figures.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

test('revisar_seo: previous clicks without a row are unknown where the days before were not read, and of queries in any case', async () => {
  const org = await bench.org()
  const seo = await org.connect('seo_console')
  const known = { covered_until: '2026-11-19', read_until: '2026-11-20' }
  await org.cover(seo, { ...known, covered_from: '2026-10-21' })
  const row = { connection_id: seo, site_url: 's', date: '2026-11-10', clicks: 9n, impressions: 90n }
  const rows = [{ ...row, position_weighted: '270' }]
  await org.insert(async (db) => {
    await db.insertInto('seo_daily').values(rows).execute()
    await db
      .insertInto('seo_query_daily')
      .values(rows.map((one) => ({ ...one, query: 'mug' })))
      .execute()
    await db
      .insertInto('seo_page_daily')
      .values(rows.map((one) => ({ ...one, page: 'https://shop.example/mug' })))
      .execute()
  })
  const unread = await org.ask('revisar_seo', { days_back: 30 })
  const previous = ({ clicks, top_pages, top_queries }: typeof unread) => [
    clicks.previous,
    top_pages[0].previous_clicks,
    top_queries[0].previous_clicks,
  ]
  assert.deepEqual(previous(unread), [null, null, null])
  await org.cover(seo, { ...known, covered_from: '2026-01-01' })
  const read = await org.ask('revisar_seo', { days_back: 30 })
  // The platform hides rare queries, so the query can have had clicks.
  assert.deepEqual(previous(read), [0, 0, null])
})
