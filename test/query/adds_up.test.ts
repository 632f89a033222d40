// Every list adds up to the whole: what a list leaves out and what a level lacks are rows of their own.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'

const NOT_REPORTED = '(not reported at this level)'
const DAYS = ['2026-11-10', '2026-11-11'] as const

const visits = {
  property_id: 'p',
  currency: 'MXN',
  new_users: 0n,
  engaged_sessions: 0n,
  conversions: '0',
  purchases: 0n,
  revenue_micros: 0n,
}

describe('lists add up', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  let web: string
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
    const [mx, seo] = [await acme.connect('mx_ads'), await acme.connect('seo_console')]
    web = await acme.connect('gx_analytics')
    await bench.rate(
      DAYS.flatMap((date, at) => [
        { currency: 'MXN', date, per_eur: '20' },
        { currency: 'USD', date, per_eur: at === 0 ? '1' : '2' },
      ]),
    )
    await acme.insert(async (db) => {
      const spent = (date: string, spend: bigint, more = {}) => ({ ...campaign_day(mx, { date, spend }), ...more })
      const campaigns = DAYS.flatMap((date) => [
        spent(date, 100_000_000n, { impressions: 500n }),
        spent(date, 10_000_000n, { campaign_id: 'c2', currency: 'USD' }),
      ])
      await db.insertInto('campaign_daily').values(campaigns).execute()
      const group = (date: string, ad_group_id: string, spend: bigint, more = {}) => ({
        ...spent(date, spend, { impressions: 100n, ...more }),
        ad_group_id,
      })
      await db
        .insertInto('ad_group_daily')
        .values([
          group(DAYS[0], 'g1', 60_000_000n),
          group(DAYS[0], 'g2', 40_000_000n),
          group(DAYS[1], 'g1', 30_000_000n),
          ...DAYS.map((date) => group(date, 'g3', 4_000_000n, { campaign_id: 'c2', currency: 'USD' })),
        ])
        .execute()
      const day = { ...visits, connection_id: web, date: DAYS[0] }
      await db
        .insertInto('web_daily')
        .values({ ...day, sessions: 50n, users: 40n, page_views: 1n })
        .execute()
      await db
        .insertInto('web_source_daily')
        .values({ ...day, source: 'google', medium: 'cpc', channel: 'Paid', campaign: '', sessions: 30n, users: 20n })
        .execute()
      const site = { connection_id: seo, site_url: 'sc-domain:acme.example', date: DAYS[0], position_weighted: '10' }
      await db
        .insertInto('seo_daily')
        .values({ ...site, clicks: 2_000n, impressions: 4_000n })
        .execute()
      await db
        .insertInto('seo_query_daily')
        .values(
          Array.from({ length: 1_200 }, (_, at) => ({
            ...site,
            query: `a long query of many words about mugs and plates, number ${at}`,
            clicks: at < 5 ? 100n : 1n,
            impressions: 2n,
          })),
        )
        .execute()
    })
  })
  after(() => bench.close())

  type Row = { value: number | null } & Record<string, string | number | null>
  const ask = (metric: string, dimensions: string[], more = {}) =>
    acme.ask('query_data', { metric, dimensions, ...more })
  const sum = (rows: Row[]) => rows.reduce((total, { value }) => total + (value ?? 0), 0)

  it('ad groups that lack spend of their campaigns have a row for it, at the rates of its days', async () => {
    const { rows, total_value } = await ask('social_ads.spend', ['ad_group_id'])
    // USD: 10 at 20 and 10 at 10 pesos. Ad groups have 4 of each.
    assert.deepEqual(rows, [
      { ad_group_id: 'g3', value: 120 },
      { ad_group_id: 'g1', value: 90 },
      { ad_group_id: 'g2', value: 40 },
      { ad_group_id: NOT_REPORTED, value: 70 + 180 },
    ])
    assert.equal(total_value, (await ask('social_ads.spend', [])).total_value)
    assert.equal(sum(rows), total_value)
  })

  it('the row has the date and the campaign where the whole has them, and none where nothing lacks', async () => {
    const { rows } = await ask('social_ads.spend', ['date', 'campaign_id', 'ad_group_id'])
    const lacking = rows.filter((row: Row) => row.ad_group_id === NOT_REPORTED)
    assert.deepEqual(lacking, [
      { date: DAYS[0], campaign_id: 'c2', ad_group_id: NOT_REPORTED, value: 120 },
      { date: DAYS[1], campaign_id: 'c1', ad_group_id: NOT_REPORTED, value: 70 },
      { date: DAYS[1], campaign_id: 'c2', ad_group_id: NOT_REPORTED, value: 60 },
    ])
  })

  it('a ratio has the value of the whole, and no row for what is lacking', async () => {
    const { rows, total_value } = await ask('social_ads.ctr', ['ad_group_id'])
    assert.equal(rows.length, 3)
    assert.equal(total_value, (await ask('social_ads.ctr', [])).total_value)
  })

  it('a filter that only the finer level knows leaves no whole to compare with', async () => {
    const { rows, total_value } = await ask('social_ads.spend', ['ad_group_id'], { filters: { ad_group_id: 'g1' } })
    assert.deepEqual([rows, total_value], [[{ ad_group_id: 'g1', value: 90 }], 90])
    const of_campaign = await ask('social_ads.spend', ['ad_group_id'], { filters: { campaign_id: 'c1' } })
    assert.equal(of_campaign.total_value, 200)
    assert.equal(sum(of_campaign.rows), 200)
  })

  it('traffic sources add up to the sessions of the days', async () => {
    const { rows, total_value } = await ask('web_analytics.sessions', ['traffic_source', 'medium'])
    assert.deepEqual(rows, [
      { traffic_source: 'google', medium: 'cpc', value: 30 },
      { traffic_source: NOT_REPORTED, medium: NOT_REPORTED, value: 20 },
    ])
    assert.equal(total_value, 50)
  })

  it('a truncated list ends with the sum of what it leaves out', async () => {
    const result = await ask('seo.clicks', ['query'])
    assert.equal(result.truncated, true)
    assert.ok(result.count < result.total && result.count === result.rows.length)
    assert.equal(result.rows.at(-1).query, '(others)')
    assert.equal(result.total_value, 2_000)
    assert.equal(sum(result.rows), 2_000)
    const ratio = await ask('seo.ctr', ['query'])
    assert.notEqual(ratio.rows.at(-1).query, '(others)')
  })

  it('queries of search add up to the site, and the days of web analytics to their totals', async () => {
    const { queries, site } = await acme.ask('query_seo_console', { limit: 3 })
    assert.deepEqual(
      queries.slice(3).map(({ query, clicks }: Record<string, unknown>) => [query, clicks]),
      [
        [NOT_REPORTED, 305],
        ['(others)', 2_000 - 305 - 300],
      ],
    )
    assert.equal(
      queries.reduce((total: number, { clicks }: { clicks: number }) => total + clicks, 0),
      site.clicks,
    )
    const filtered = await acme.ask('query_seo_console', { limit: 1, query_filter: 'number 1' })
    assert.deepEqual(
      filtered.queries.map(({ clicks }: { clicks: number }) => clicks),
      [100, filtered.totals.clicks - 100],
    )
    const other = await bench.org()
    const own = await other.connect('gx_analytics')
    const day = (date: string, sessions: bigint) => ({
      ...visits,
      connection_id: own,
      date,
      sessions,
      users: 1n,
      page_views: 1n,
    })
    await other.insert((db) =>
      db
        .insertInto('web_daily')
        .values([day('2026-11-10', 5n), day('2026-11-11', 6n), day('2026-11-12', 7n)])
        .execute(),
    )
    const { days, totals } = await other.ask('query_analytics', { limit: 1 })
    assert.deepEqual(
      days.map(({ date, sessions, users }: Record<string, unknown>) => [date, sessions, users]),
      [
        ['2026-11-12', 7, 1],
        ['(others)', 11, null],
      ],
    )
    assert.equal(totals.sessions, 18)
  })
})

describe('query_data', () => {
  it('has the claimed revenue of each email campaign', async () => {
    const bench = await figures_bench()
    try {
      const org = await bench.org()
      const connection_id = await org.connect('email_a')
      const campaign = (campaign_id: string) => ({
        connection_id,
        campaign_id,
        platform: 'email_a',
        name: `Mail ${campaign_id}`,
        status: 'sent',
      })
      const day = {
        connection_id,
        platform: 'email_a',
        date: '2026-11-10',
        currency: 'MXN',
        delivered: 9n,
        opens: 1n,
        clicks: 1n,
        unsubscribes: 0n,
        conversions: '1',
      }
      await org.insert(async (db) => {
        await db
          .insertInto('email_campaigns')
          .values([campaign('1'), campaign('2')])
          .execute()
        await db
          .insertInto('email_campaign_daily')
          .values([
            { ...day, campaign_id: '1', revenue_micros: 5_000_000n },
            { ...day, campaign_id: '2', revenue_micros: 7_000_000n },
          ])
          .execute()
      })
      const { rows } = await org.ask('query_data', { metric: 'email.claimed_revenue', dimensions: ['campaign'] })
      assert.deepEqual(rows, [
        { campaign: 'Mail 2', value: 7 },
        { campaign: 'Mail 1', value: 5 },
      ])
    } finally {
      await bench.close()
    }
  })
})

describe('users of several properties', () => {
  it('are never added up: null and a note, and a value for each property', async () => {
    const bench = await figures_bench()
    try {
      const org = await bench.org()
      const web = await org.connect('gx_analytics')
      const day = (property_id: string, users: bigint) => ({
        ...visits,
        connection_id: web,
        date: '2026-11-10',
        property_id,
        sessions: 9n,
        users,
        page_views: 1n,
      })
      await org.insert((db) =>
        db
          .insertInto('web_daily')
          .values([day('p', 5n), day('q', 6n)])
          .execute(),
      )
      const users = (dimensions: string[], more = {}) =>
        org.ask('query_data', { metric: 'web_analytics.users', dimensions, ...more })
      const both = await users(['date'])
      assert.deepEqual([both.rows, both.total_value], [[{ date: '2026-11-10', value: null }], null])
      assert.match(both.notes.join(' '), /web_analytics.users do not add up.* Group by date and property/)
      const each = await users(['date', 'property'])
      assert.deepEqual(
        each.rows.map(({ value }: { value: number }) => value),
        [6, 5],
      )
      assert.equal(each.total_value, null)
      const a_day = { date_from: '2026-11-10', date_to: '2026-11-10' }
      const one = await users(['date'], { filters: { property: 'p' }, ...a_day })
      assert.deepEqual([one.rows[0].value, one.total_value], [5, 5])
      assert.equal((await org.ask('query_analytics')).days[0].users, null)
    } finally {
      await bench.close()
    }
  })
})
