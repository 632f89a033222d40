// What a filter asks for can be among the rare values that a platform withholds. No row of it is then no zero.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { behavior_of } from '#test/feed_rows.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'

const [DAY, EXACT] = ['2026-11-17', '2026-11-18']
const SITE = 'https://shop.example/'
const WITHHELD = /The platform withholds rare values, so no row with the filter is no zero/

describe('a filter without a row', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
    const [web, search, behavior] = [
      await acme.connect('gx_analytics'),
      await acme.connect('seo_console'),
      await acme.connect('heat_a'),
    ]
    await acme.insert(async (db) => {
      for (const [date, quality] of [
        [DAY, 'thresholded'],
        [EXACT, ''],
      ] as const) {
        const of = { connection_id: web, property_id: 'p1', date, quality }
        await db
          .insertInto('web_event_daily')
          .values({ ...of, event_name: 'view_item', events: 9n, users: 5n })
          .execute()
        const visits = { sessions: 9n, users: 8n, new_users: 7n, engaged_sessions: 6n, conversions: '5' }
        const sold = { purchases: 4n, revenue_micros: 3n, currency: 'MXN' }
        await db
          .insertInto('web_country_daily')
          .values({ ...of, ...visits, ...sold, page_views: 9n, country: 'MX' })
          .execute()
        await db
          .insertInto('web_source_daily')
          .values({ ...of, ...visits, ...sold, source: 'google', medium: 'm', channel: 'c', campaign: 'x' })
          .execute()
        await db
          .insertInto('seo_query_daily')
          .values({
            ...{ connection_id: search, site_url: SITE, date, query: 'sofa' },
            ...{ clicks: 4n, impressions: 40n, position_weighted: '100' },
          })
          .execute()
        const pages = behavior_of(date, behavior, () => 10n).behavior_page_daily
        const of_day = quality === '' ? '' : 'truncated'
        await db
          .insertInto('behavior_page_daily')
          .values(pages.map((row) => ({ ...row, quality: of_day })))
          .execute()
      }
    })
  })
  after(() => bench.close())

  const ask = async (date: string, metric: string, filters: object) => {
    const asked = { metric, filters, date_from: date, date_to: date }
    const { total_value, rows, total, notes } = await acme.ask('query_data', asked)
    return { value: total_value, rows: rows.length, total, is_said: WITHHELD.test(notes.join(' ')) }
  }
  const UNKNOWN = { value: null, rows: 0, total: null, is_said: true }
  const known = (value: number) => ({ value, rows: 1, total: 1, is_said: false })

  it('is no zero where the platform withholds rows of the day, and a zero where it gives all', async () => {
    for (const [metric, filters] of [
      ['web_analytics.events', { event: 'purchase' }],
      ['web_analytics.sessions', { country: 'AR' }],
      ['web_analytics.sessions', { traffic_source: { contains: 'bing' } }],
      ['behavior.page_visits', { page: 'https://shop.example/rare' }],
    ] as const) {
      assert.deepEqual(await ask(DAY, metric, filters), UNKNOWN, metric)
      assert.deepEqual(await ask(EXACT, metric, filters), known(0), metric)
    }
    assert.deepEqual(await ask(DAY, 'web_analytics.events', { event: 'view_item' }), known(9))
    assert.deepEqual(await ask(DAY, 'web_analytics.events', { property: 'none' }), known(0))
  })

  it('is no zero of queries, whose rare ones the platform always hides', async () => {
    assert.deepEqual(await ask(EXACT, 'seo.clicks', { query: 'lamp' }), UNKNOWN)
    assert.deepEqual(await ask(EXACT, 'seo.clicks', { query: 'sofa' }), known(4))
    assert.deepEqual(await ask(EXACT, 'seo.clicks', { site: 'none' }), known(0))
    const dates = { date_from: EXACT, date_to: EXACT }
    const { totals, total, notes } = await acme.ask('query_seo_console', { query_filter: 'lamp', ...dates })
    assert.deepEqual([totals.clicks, totals.impressions, total], [null, null, null])
    assert.match(notes.join(' '), WITHHELD)
    const found = await acme.ask('query_seo_console', { query_filter: 'sof', ...dates })
    assert.deepEqual([found.totals.clicks, found.total, WITHHELD.test(found.notes.join(' '))], [4, 1, false])
  })

  it('is no zero of a traffic source of query_analytics either', async () => {
    const of_source = async (date: string) => {
      const asked = { traffic_source: 'bing', date_from: date, date_to: date }
      const { totals, total, notes } = await acme.ask('query_analytics', asked)
      return [totals.sessions, total, WITHHELD.test(notes.join(' '))]
    }
    assert.deepEqual(
      [await of_source(DAY), await of_source(EXACT)],
      [
        [null, null, true],
        [0, 0, false],
      ],
    )
  })
})
