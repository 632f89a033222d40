// Where the first days of a window are not stored, covered_parts has the sums of the stored days, and no zero for what is not known.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { mpb_sp } from '#connectors/mpb_sp/index.ts'
import { answer } from '#figures/answer.ts'
import { ads } from '#figures/groups.ts'
import { period_of } from '#figures/period.ts'
import { within } from '#test/answers.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { business, day, TODAY } from '#test/known_days.ts'

const STORED_DAYS = 60
const WINDOW = { date_from: day(90), date_to: day(1) }
const days = Array.from({ length: STORED_DAYS }, (_, at) => day(at + 1))

describe('covered_parts', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench({ connectors: { mpb_sp } })
  })
  after(() => bench.close())

  const parts_of = async (org: FiguresOrg, tool: string, input: object) =>
    ((await org.ask(tool, input)).covered_parts ?? []) as { of: string; figures: Record<string, number | null> }[]

  it('has the clicks of the whole site beside a list of its queries, with and without a filter', async () => {
    const org = await bench.org()
    const site = await org.connect('seo_console')
    await org.cover(site, { covered_from: day(STORED_DAYS) })
    const row = { connection_id: site, site_url: 's', position_weighted: '30' }
    await org.insert(async (db) => {
      await db
        .insertInto('seo_daily')
        .values(days.map((date) => ({ ...row, date, clicks: 5n, impressions: 10n })))
        .execute()
      await db
        .insertInto('seo_query_daily')
        .values(days.map((date) => ({ ...row, date, query: 'sofa', clicks: 3n, impressions: 6n })))
        .execute()
    })
    const of_site = { clicks: STORED_DAYS * 5, impressions: STORED_DAYS * 10 }
    for (const filter of [{}, { query_filter: 'sofa' }])
      assert.deepEqual(
        (await parts_of(org, 'query_seo_console', { ...WINDOW, ...filter })).map(({ of, figures }) => [of, figures]),
        [['organic search platform', of_site]],
      )
  })

  it('a week or month of which the last days are not known has a note with the days that its row sums', async () => {
    const { org, mx } = await business(bench, STORED_DAYS)
    await org.cover(mx, { covered_until: '2026-11-17', read_until: '2026-11-18' })
    const asked = { metric: 'social_ads.spend', dimensions: ['week'], date_from: '2026-11-09', date_to: '2026-11-19' }
    const { rows, notes } = await org.ask('query_data', asked)
    assert.deepEqual(rows, [
      { week: '2026-11-09', value: 70 },
      { week: '2026-11-16', value: 20 },
    ])
    assert.deepEqual(
      notes.filter((note: string) => note.startsWith('The week')),
      ['The week of 2026-11-16 has only the days 2026-11-16 to 2026-11-17. Do not compare it with a whole one.'],
    )
  })

  it('has the sums of all lines of a list that is read by its first lines', async () => {
    const { org, mx } = await business(bench, STORED_DAYS + 1)
    await org.cover(mx, { covered_from: day(STORED_DAYS) })
    const by = { date: sql`f.date` }
    const first = { order: sql`s.spend desc, s.date`, limit: 2 }
    const { shared } = await within(bench, org, (context) =>
      answer(context, period_of(WINDOW, context), { found: { of: ads, by, first } }),
    )
    const [part] = shared.covered_parts!
    assert.deepEqual([part!.from, part!.to, part!.figures.spend], [day(STORED_DAYS), day(1), STORED_DAYS * 10])
  })

  it('has nothing of a connection that never brought a row', async () => {
    const { org, mx } = await business(bench, STORED_DAYS + 1)
    await org.insert(async (db) => {
      await db.deleteFrom('campaign_daily').where('connection_id', '=', mx).execute()
      await db.updateTable('connections').set({ last_rows_at: null }).where('connection_id', '=', mx).execute()
    })
    await org.cover(mx, { covered_from: day(STORED_DAYS) })
    for (const days_back of [30, 90])
      assert.equal((await org.ask('get_kpi_summary', { days_back })).ad_spend, null, `${days_back} days`)
    assert.deepEqual(await parts_of(org, 'get_kpi_summary', { days_back: 90 }), [])
  })

  it('has no refunds while a marketplace may not read them, and the revenue of all', async () => {
    const { org, sx } = await business(bench, STORED_DAYS + 1)
    const refund = { store_connection_id: sx, order_id: day(4), refund_id: 'r', currency: 'MXN' }
    await org.insert((db) =>
      db
        .insertInto('store_refunds')
        .values({ ...refund, refunded_at: `${day(3)}T16:00:00Z`, amount_micros: 5_000_000n })
        .execute(),
    )
    await org.cover(sx, { covered_from: day(STORED_DAYS) })
    const [alone] = (await parts_of(org, 'get_kpi_summary', { days_back: 90 })).filter(({ of }) => /store/.test(of))
    assert.deepEqual([alone!.figures.revenue, alone!.figures.refunds], [STORED_DAYS * 50, 5])
    const seller = await org.connect('mpb_sp', { last_sync_at: null })
    await org.insert((db) =>
      db
        .updateTable('connections')
        .set({ last_sync_at: `${TODAY}T17:00:00Z` })
        .execute(),
    )
    const read = { covered_from: '-infinity', covered_until: day(1), read_until: TODAY, state: 'ok' }
    const denied = { covered_from: null, covered_until: null, read_until: null, state: 'denied', reason: 'Denied.' }
    await org.cover(seller, read, 'orders')
    await org.cover(seller, denied, 'charges')
    const [both] = (await parts_of(org, 'get_kpi_summary', { days_back: 90 })).filter(({ of }) => /store/.test(of))
    assert.deepEqual([both!.figures.revenue, both!.figures.refunds], [STORED_DAYS * 50, null])
  })
})
