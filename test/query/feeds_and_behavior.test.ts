// Product feeds and behavior of visitors: what figures say of them, and what is not known.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { behavior_of, feed_of } from '#test/feed_rows.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'

const [DAY, NEXT] = ['2026-11-17', '2026-11-18'] as const

describe('product feeds and behavior of visitors', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org({ currency: 'USD' })
    const [feed, behavior] = [await acme.connect('merchant_feed'), await acme.connect('heat_a')]
    const covered = { covered_until: '2026-11-19', read_until: '2026-11-20' }
    await acme.cover(feed, { ...covered, covered_from: DAY })
    await acme.cover(behavior, { ...covered, covered_from: DAY })
    const ten = () => 10n
    await acme.insert(async (db) => {
      for (const date of [DAY, NEXT]) {
        const rows = { ...feed_of(date, feed, ten), ...behavior_of(date, behavior, ten) }
        const { feed_daily, feed_offer_daily, feed_status_daily, feed_issue_daily } = rows
        await db.insertInto('feed_daily').values(feed_daily).execute()
        await db.insertInto('feed_offer_daily').values(feed_offer_daily).execute()
        await db.insertInto('feed_status_daily').values(feed_status_daily).execute()
        await db.insertInto('feed_issue_daily').values(feed_issue_daily).execute()
        const is_final = date !== NEXT
        const visits = rows.behavior_daily.map((row) => ({ ...row, is_final }))
        await db.insertInto('behavior_daily').values(visits).execute()
        const pages = rows.behavior_page_daily.map((row) => ({ ...row, quality: 'truncated' }))
        await db.insertInto('behavior_page_daily').values(pages).execute()
      }
      const product = { connection_id: feed, account_id: 'm1', product_id: 'es~MX~o1', offer_id: 'o1' }
      await db
        .insertInto('feed_products')
        .values({ ...product, title: 'Candle' })
        .execute()
    })
  })
  after(() => bench.close())

  const DAYS = { date_from: DAY, date_to: NEXT }
  const ask = (metric: string, more: object = {}) => acme.ask('query_data', { metric, ...DAYS, ...more })

  it('count a product of each place, day by day, and never add up days', async () => {
    const { rows, total_value } = await ask('product_feed.disapproved_products', { dimensions: ['date', 'country'] })
    assert.equal(total_value, null)
    assert.deepEqual(
      rows.map(({ country, value }: { country: string; value: number }) => [country, value]),
      [
        ['MX', 10],
        ['US', 10],
        ['MX', 10],
        ['US', 10],
      ],
    )
    const one = await ask('product_feed.disapproved_products', { date_from: NEXT })
    assert.equal(one.total_value, 20)
  })

  it('do not know statuses and visits of days before the connection', async () => {
    for (const metric of ['product_feed.active_products', 'behavior.visits'])
      assert.equal((await ask(metric, { date_from: '2026-11-16', date_to: '2026-11-16' })).total_value, null, metric)
  })

  it('name offers by the titles of products, and add up to the account', async () => {
    const { rows, total_value } = await ask('product_feed.clicks', { dimensions: ['offer', 'product'] })
    assert.equal(total_value, 40)
    const shown = rows.map(({ product, value }: { product: string | null; value: number }) => [product, value])
    assert.deepEqual(shown, [
      ['Candle', 20],
      [null, 20],
    ])
  })

  it('count conversions of free listings, in the reporting currency', async () => {
    assert.equal((await ask('product_feed.conversions')).total_value, 21)
    assert.equal((await ask('product_feed.claimed_revenue')).total_value, 0.2)
    const { rows } = await ask('product_feed.claimed_revenue', { dimensions: ['marketing_method'] })
    assert.deepEqual(rows, [
      { marketing_method: 'organic', value: 0.2 },
      { marketing_method: 'ads', value: null },
    ])
  })

  it('do not know conversions of ads', async () => {
    const asked = { filters: { marketing_method: 'ads' } }
    assert.equal((await ask('product_feed.conversions', asked)).total_value, null)
    assert.equal((await ask('product_feed.claimed_revenue', asked)).total_value, null)
    const { notes } = await ask('product_feed.conversions', { dimensions: ['offer'] })
    assert.match(notes.join(' '), /leave them out: conversions \(2 rows\)/)
  })

  it('know no status of a day without any', async () => {
    const org = await bench.org()
    await org.connect('merchant_feed')
    const day = { date_from: DAY, date_to: DAY }
    assert.equal((await org.ask('query_data', { metric: 'product_feed.active_products', ...day })).total_value, null)
    assert.equal((await org.ask('query_data', { metric: 'product_feed.clicks', ...day })).total_value, 0)
  })

  it('divide only what rows state on both sides', async () => {
    const org = await bench.org()
    const connection_id = await org.connect('heat_a')
    const visits = { connection_id, account_id: 's1', date: DAY, ended_at: `${DAY}T23:59:00Z`, sessions: 100n }
    await org.insert((db) =>
      db
        .insertInto('behavior_daily')
        .values([
          { ...visits, device: 'mobile', dead_click_sessions: '10' },
          { ...visits, device: 'desktop', dead_click_sessions: null },
        ])
        .execute(),
    )
    const rate = { metric: 'behavior.dead_click_rate', date_from: DAY, date_to: DAY }
    const { rows, total_value } = await org.ask('query_data', { ...rate, dimensions: ['device'] })
    assert.equal(total_value, 0.1)
    assert.deepEqual(rows, [
      { device: 'mobile', value: 0.1 },
      { device: 'desktop', value: null },
    ])
    const unsaid = await org.ask('query_data', { ...rate, filters: { device: 'desktop' } })
    assert.equal(unsaid.total_value, null)
  })

  it('say which rows count hours of another day, and that pages can be missing', async () => {
    const visits = await ask('behavior.dead_click_rate', { dimensions: ['device'] })
    assert.equal(visits.total_value, 1.025)
    assert.match(visits.notes.join(), /not exact: counted over 24 hours that are not those of the day \(2 rows\)/)
    const of_day = await ask('behavior.visits', { date_to: DAY })
    assert.doesNotMatch(of_day.notes.join(), /not exact/)
    assert.match((await ask('behavior.page_visits')).notes.join(), /only the first rows returned \(4 rows\)/)
  })
})
