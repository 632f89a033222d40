// Compares whole answers with sums that PostgreSQL computes from the tables, without row security and without the code for figures.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'

const TODAY = '2026-11-20'
const DAYS_BACK = 30
const day = (back: number) => new Date(Date.parse(TODAY) - back * 86_400_000).toISOString().slice(0, 10)
const FILLED_DAYS = 75

describe('whole answers', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    org = await bench.org({ time_zone: 'UTC' })
    const [mail, site, property, shop] = [
      await org.connect('email_a'),
      await org.connect('seo_console'),
      await org.connect('gx_analytics'),
      await org.connect('sx'),
    ]
    const figure = (n: number, most: number) => BigInt((n * 7_919 + 13) % most)
    const each = <Row>(make: (n: number, date: string) => Row) =>
      Array.from({ length: FILLED_DAYS * 3 }, (_, n) => make(n, day(Math.floor(n / 3))))
    await org.insert(async (db) => {
      await db
        .insertInto('email_campaigns')
        .values(
          each((n, date) => ({
            connection_id: mail,
            platform: 'email_a',
            campaign_id: `${n}`,
            name: `Mail ${n}`,
            status: n % 4 ? 'sent' : 'draft',
            sent_at: `${date}T0${n % 9}:00:00Z`,
            currency: 'MXN',
            delivered: figure(n, 997),
            opens: figure(n, 401),
            clicks: figure(n, 97),
            unsubscribes: figure(n, 7),
            revenue_micros: figure(n, 9_999_991),
          })),
        )
        .execute()
      const search = (n: number) => ({
        connection_id: site,
        clicks: figure(n, 89),
        impressions: 100n + figure(n, 887),
        position_weighted: String(Number(figure(n, 9_973)) / 8),
      })
      await db
        .insertInto('seo_daily')
        .values(each((n, date) => ({ ...search(n), site_url: `s${n % 3}`, date })))
        .execute()
      await db
        .insertInto('seo_query_daily')
        .values(each((n, date) => ({ ...search(n), site_url: 's', date, query: `q${n % 17}` })))
        .execute()
      await db
        .insertInto('web_daily')
        .values(
          each((n, date) => ({
            connection_id: property,
            property_id: `p${n % 3}`,
            date,
            currency: 'MXN',
            sessions: figure(n, 499),
            users: 1n,
            new_users: 0n,
            engaged_sessions: 0n,
            page_views: 0n,
            conversions: String(Number(figure(n, 83)) / 4),
            purchases: figure(n, 5),
            revenue_micros: figure(n, 99_991) * 1_000n,
          })),
        )
        .execute()
      await db
        .insertInto('checkouts')
        .values(
          each((n, date) => ({
            connection_id: shop,
            platform: 'sx',
            checkout_id: `${n}`,
            started_at: `${date}T10:00:00Z`,
            changed_at: `${date}T10:00:00Z`,
            currency: 'MXN',
            total_micros: figure(n, 999_983) * 10_000n,
            recovery_url: n % 3 ? `https://shop.example/${n}` : null,
            email: n % 2 ? `ana${n}@example.com` : null,
            completed_at: n % 5 ? null : `${date}T11:00:00Z`,
          })),
        )
        .execute()
    })
  })
  after(() => bench.close())

  /** The columns of one row as numbers. `$1` is the organization, `$2` the first day and `$3` the day after the last day. */
  async function own(text: string, from: string, after: string): Promise<Record<string, number>> {
    const { rows } = await bench.owner.query(text, [org.org_id, from, after])
    return Object.fromEntries(Object.entries(rows[0]).map(([name, value]) => [name, Number(value)]))
  }
  const windows = { current: [day(DAYS_BACK), day(0)], previous: [day(2 * DAYS_BACK), day(DAYS_BACK)] } as const
  const sides = Object.entries(windows) as ['current' | 'previous', readonly [string, string]][]

  it('revisar_email: totals, rates and revenue of both periods, and every sent campaign', async () => {
    const answer = await org.ask('revisar_email', { days_back: DAYS_BACK })
    for (const [side, [from, after]] of sides) {
      const sums = await own(
        `select count(*) as campaigns_sent, sum(delivered) as delivered, sum(opens) as opens, sum(clicks) as clicks,
           sum(unsubscribes) as unsubscribes, round(sum(revenue_micros) / 1e6, 2) as revenue,
           round(sum(opens) / sum(delivered), 4) as open_rate, round(sum(clicks) / sum(delivered), 4) as click_rate
         from email_campaigns where org_id = $1 and status = 'sent' and sent_at >= $2::timestamptz and sent_at < $3::timestamptz`,
        from,
        after,
      )
      assert.ok(sums.campaigns_sent! > 20)
      for (const [name, value] of Object.entries(sums)) assert.equal(answer[name][side], value, `${name} ${side}`)
    }
    assert.equal(answer.total, answer.campaigns_sent.current)
  })

  it('revisar_seo and query_seo_console: clicks, impressions, CTR and position of the site and of each query', async () => {
    const answer = await org.ask('revisar_seo', { days_back: DAYS_BACK })
    const figures = `sum(clicks) as clicks, sum(impressions) as impressions, round(sum(clicks)::numeric / sum(impressions), 4) as ctr,
      round(sum(position_weighted) / sum(impressions), 4) as position`
    const site = (from: string, after: string) =>
      own(`select ${figures} from seo_daily where org_id = $1 and date >= $2::date and date < $3::date`, from, after)
    for (const [side, [from, after]] of sides)
      for (const [name, value] of Object.entries(await site(from, after)))
        assert.equal(answer[name][side], value, `${name} ${side}`)
    const of_query = (query: string, [from, after]: readonly [string, string]) =>
      own(
        `select ${figures} from seo_query_daily where org_id = $1 and date >= $2::date and date < $3::date and query = '${query}'`,
        from,
        after,
      )
    assert.equal(answer.top_queries.length, 10)
    for (const { query, previous_clicks, ...shown } of answer.top_queries) {
      assert.deepEqual(shown, await of_query(query, windows.current), query)
      assert.equal(previous_clicks, (await of_query(query, windows.previous)).clicks, query)
    }
    const listed = await org.ask('query_seo_console', { date_from: day(DAYS_BACK), date_to: day(1), limit: 3 })
    assert.equal(listed.total, 17)
    assert.deepEqual(listed.site, await site(...windows.current))
    assert.deepEqual(
      listed.totals,
      await own(
        `select ${figures} from seo_query_daily where org_id = $1 and date >= $2::date and date < $3::date`,
        ...windows.current,
      ),
    )
  })

  it('query_analytics: the totals of all days and the figures of each day', async () => {
    const answer = await org.ask('query_analytics', { date_from: day(DAYS_BACK), date_to: day(1), limit: 5 })
    const figures = `sum(sessions) as sessions, round(sum(conversions), 2) as conversions, sum(purchases) as purchases,
      round(sum(revenue_micros) / 1e6, 2) as revenue`
    const sums = (from: string, after: string) =>
      own(`select ${figures} from web_daily where org_id = $1 and date >= $2::date and date < $3::date`, from, after)
    assert.deepEqual(answer.totals, await sums(...windows.current))
    assert.deepEqual([answer.total, answer.count, answer.days[0].date], [DAYS_BACK, 6, day(1)])
    const { date: last, users: of_nobody, ...others } = answer.days.pop()
    assert.deepEqual([last, of_nobody], ['(others)', null])
    assert.deepEqual(others, await sums(windows.current[0], day(5)))
    for (const { date, users: _, ...shown } of answer.days)
      assert.deepEqual(
        shown,
        await sums(date, new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)),
        date,
      )
  })

  it('revisar_tienda and query_carts: abandoned carts, their value and how many can be recovered', async () => {
    const left = `from checkouts where org_id = $1 and completed_at is null and started_at >= $2::timestamptz and started_at < $3::timestamptz`
    const answer = await org.ask('revisar_tienda', { days_back: DAYS_BACK })
    for (const [side, [from, after]] of sides) {
      const sums = await own(
        `select count(*) as abandoned, round(sum(total_micros) / 1e6, 2) as value ${left}`,
        from,
        after,
      )
      for (const [name, value] of Object.entries(sums)) assert.equal(answer.carts[name][side], value, `${name} ${side}`)
    }
    const carts = await org.ask('query_carts', { limit: 2 })
    assert.deepEqual(
      carts.totals,
      await own(
        `select count(*) as carts, round(sum(total_micros) / 1e6, 2) as value, round(avg(total_micros) / 1e6, 2) as average_value,
           count(email) as reachable, count(recovery_url) as recoverable ${left}`,
        day(29),
        '2026-11-21',
      ),
    )
    assert.deepEqual([carts.count, carts.total], [2, carts.totals.carts])
  })
})
