// Lists and totals hold every platform of their kind, and figures that only some rows state. SQL finds the same in several currencies.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { platform_keys } from '#domain/platforms.ts'
import { daily_rates, insert_business } from '#test/business_rows.ts'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { count, facts, money, statement } from '#test/sql_figures.ts'

/** Keys that a file of tools names. Other files take a platform by its kind, so that a further platform of the kind is in them by itself. */
const NAMED: Record<string, readonly string[]> = {
  'ads/levels.ts': ['gx_ads'],
  'ads/query_mx_creatives.ts': ['mx_ads'],
  'ads/query_tx_campaigns.ts': ['tx_ads'],
  // An example of the documents.
  'connections/trigger_sync.ts': ['mx_ads'],
  // The short names of the published contract.
  'proposals.ts': ['mx_ads', 'gx_ads', 'tx_ads'],
  'summary/performance.ts': ['mx_ads', 'gx_ads'],
  'mpa/propose_answer_mpa_question.ts': ['mpa'],
  'query/query_gx_campaigns.ts': ['gx_ads'],
  'query/query_mx_campaigns.ts': ['mx_ads'],
}

describe('every platform of a kind', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    await bench.rate(daily_rates())
    org = await bench.org()
  })
  after(() => bench.close())

  const rows = async (of: FiguresOrg, sql: string) => (await of.ask('run_readonly_sql', { sql })).rows

  it('is in tools by its kind: none of their files has the key of a platform, except for tools of one platform and for short names', () => {
    const folder = join(import.meta.dirname, '../../src/tools')
    const found: Record<string, string[]> = {}
    for (const file of globSync('**/*.ts', { cwd: folder }).filter((path) => !path.endsWith('.test.ts'))) {
      const text = readFileSync(join(folder, file), 'utf8')
      const named = platform_keys.filter((key) => text.includes(`'${key}'`))
      if (named.length > 0) found[file] = named.sort()
    }
    const sorted = Object.entries(NAMED).map(([file, keys]) => [file, [...keys].sort()])
    assert.deepEqual(found, Object.fromEntries(sorted))
  })

  it('is in query_orders and list_store_orders', async () => {
    for (const [at, platform] of ['sx', 'tnx', 'store_c'].entries()) {
      const store = await org.connect(platform, { name: platform })
      const order = { order_id: `o${at}`, ordered_at: `2026-11-1${at}T16:00:00Z`, total: `${(at + 1) * 10}.50` }
      await org.insert((db) => db.insertInto('store_orders').values(store_order(store, order)).execute())
    }
    const { orders, total, total_revenue, orders_in_period } = await org.ask('query_orders')
    assert.deepEqual(
      orders.map((order: Record<string, unknown>) => [order.store, order.order_id, order.total]),
      [
        ['store_c', 'o2', 30.5],
        ['tnx', 'o1', 20.5],
        ['sx', 'o0', 10.5],
      ],
    )
    assert.deepEqual([total, total_revenue, orders_in_period], [3, 61.5, 3])
    assert.deepEqual(await rows(org, 'select sum(total) as total from store_orders where counts'), [{ total: 61.5 }])
    const { totals } = await org.ask('list_store_orders')
    assert.deepEqual([totals.orders, totals.revenue], [3, 61.5])
  })

  it('is in query_email_campaigns, and what a platform does not state is null', async () => {
    const sent = { status: 'sent', currency: 'MXN', delivered: 100n }
    for (const [at, platform] of ['email_a', 'email_b', 'email_c'].entries()) {
      const connection_id = await org.connect(platform)
      const figures = platform === 'email_c' ? {} : { opens: 40n, clicks: 10n, revenue_micros: 5_000_000n }
      const campaign = { campaign_id: platform, name: platform, sent_at: `2026-11-1${at}T12:00:00Z` }
      await org.insert((db) =>
        db
          .insertInto('email_campaigns')
          .values({ connection_id, platform, ...sent, ...campaign, ...figures })
          .execute(),
      )
    }
    const { campaigns, total } = await org.ask('query_email_campaigns', { status: 'sent' })
    assert.equal(total, 3)
    assert.deepEqual(
      campaigns.map(({ name, opens, open_rate, click_rate, revenue }: Record<string, unknown>) => [
        ...[name, opens, open_rate, click_rate, revenue],
      ]),
      [
        ['email_c', null, null, null, null],
        ['email_b', 40, 0.4, 0.1, 5],
        ['email_a', 40, 0.4, 0.1, 5],
      ],
    )
  })

  it('is in list_social_posts with its shares and saves, which are null where nobody states them', async () => {
    const instagram = await org.connect('social_a')
    const pages = await org.connect('net_c')
    const post = (post_id: string, of: object) => ({
      ...{ post_id, connection_id: instagram, social_account_id: '1', platform: 'social_a' },
      ...{ posted_at: '2026-11-10T12:00:00Z', ...of },
    })
    await org.insert(async (db) => {
      await db
        .insertInto('social_accounts')
        .values([
          { connection_id: instagram, social_account_id: '1', platform: 'social_a', username: 'casa' },
          { connection_id: pages, social_account_id: '2', platform: 'net_c', username: 'casa-page' },
        ])
        .execute()
      await db
        .insertInto('social_posts')
        .values([
          post('a', { shares: 3n, saves: 8n }),
          post('b', { shares: 0n, posted_at: '2026-11-09T12:00:00Z' }),
          post('c', {
            ...{ connection_id: pages, social_account_id: '2', platform: 'net_c' },
            ...{ shares: 4n, posted_at: '2026-11-08T12:00:00Z' },
          }),
        ])
        .execute()
    })
    const { posts } = await org.ask('list_social_posts')
    const shown = posts.map(({ post_id, shares, saves }: Record<string, unknown>) => ({ post_id, shares, saves }))
    assert.deepEqual(shown, [
      { post_id: 'a', shares: 3, saves: 8 },
      { post_id: 'b', shares: 0, saves: null },
      { post_id: 'c', shares: 4, saves: null },
    ])
    const made = 'select post_id, shares, saves from social_posts where counts order by posted_at desc'
    assert.deepEqual(await rows(org, made), shown)
  })

  it('is in totals at the rate of each day, in list_store_orders, list_mpa_orders and query_tx_campaigns', async () => {
    const business = await bench.org()
    await insert_business(business)
    const sold = {
      orders: count('orders'),
      revenue: money('revenue'),
      refunds: money('refunds'),
      net_revenue: money('net_revenue'),
    }
    const advertised = {
      ...{ spend: money('spend'), impressions: count('impressions'), clicks: count('clicks') },
      ...{ conversions: count('conversions'), conversion_value: money('conversion_value') },
    }
    for (const [tool, of, shown, more] of [
      ['list_store_orders', facts.store, sold, ''],
      ['list_mpa_orders', facts.marketplace, { ...sold, fees: money('fees') }, ''],
      ['query_tx_campaigns', facts.ads, advertised, `and platform = 'tx_ads'`],
    ] as const) {
      const { totals, window } = await business.ask(tool)
      const [made] = await rows(business, statement(of, window, shown, more))
      for (const [name, value] of Object.entries<number>(made)) assert.ok(value > 0, `${tool}: ${name}`)
      assert.deepEqual(Object.fromEntries(Object.keys(shown).map((name) => [name, totals[name]])), made, tool)
    }
  })
})
