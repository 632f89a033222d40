import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { campaign_day, type FiguresOrg, figures_bench } from '#test/figures.ts'

describe('query tools that list', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
  })
  after(() => bench.close())

  it('query_mx_campaigns: highest spend first, ratios of sums, totals without the limit, status in upper or lower case', async () => {
    const mx = await acme.connect('mx_ads')
    const campaign = { connection_id: mx, account_id: 'a1', platform: 'mx_ads', currency: 'MXN' }
    await acme.insert(async (db) => {
      await db
        .insertInto('ad_accounts')
        .values({ ...campaign, name: 'Main', time_zone: 'UTC' })
        .execute()
      await db
        .insertInto('ad_campaigns')
        .values([
          { ...campaign, campaign_id: 'c1', name: 'Small', status: 'ACTIVE', daily_budget_micros: 12_500_000n },
          { ...campaign, campaign_id: 'c2', name: 'Big', status: 'PAUSED' },
        ])
        .execute()
      await db
        .insertInto('campaign_daily')
        .values([
          campaign_day(mx, {
            date: '2026-11-10',
            spend: 10_000_000n,
            value: 20_000_000n,
            clicks: 1n,
            conversions: '0.5',
          }),
          campaign_day(mx, {
            date: '2026-11-11',
            spend: 30_000_000n,
            value: 20_000_000n,
            clicks: 1n,
            conversions: '0.25',
          }),
          campaign_day(mx, { date: '2026-11-11', spend: 60_000_000n, value: 0n, campaign_id: 'c2' }),
          campaign_day(mx, { date: '2026-09-11', spend: 99_000_000n, campaign_id: 'c3' }),
        ])
        .execute()
    })
    const all = await acme.ask('query_mx_campaigns', { limit: 1 })
    const [{ name, daily_budget }] = all.campaigns
    const of_all = [all.count, all.total, all.truncated, name, daily_budget, all.totals.spend]
    assert.deepEqual(of_all, [1, 2, true, 'Big', null, 100])
    const active = await acme.ask('query_mx_campaigns', { status: 'active' })
    assert.deepEqual(active.campaigns, [
      {
        campaign_id: 'c1',
        name: 'Small',
        status: 'ACTIVE',
        account: 'Main',
        daily_budget: 12.5,
        budget_currency: 'MXN',
        spend: 40,
        impressions: 2000,
        clicks: 2,
        conversions: 0.75,
        conversion_value: 40,
        roas: 1, // 40 / 40, not the average of 2 and 0.67
      },
    ])
    assert.equal((await acme.ask('query_gx_campaigns')).totals.spend, null)
  })

  it('campaigns with equal spend have a fixed order, and so do the notes', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    const campaigns = Array.from({ length: 60 }, (_, at) => `c${100 + at}`)
    const day = { date: '2026-11-10', spend: 5_000_000n, currency: 'XAF' } as const // no exchange rate is published for this currency
    await org.insert((db) =>
      db
        .insertInto('campaign_daily')
        .values([
          ...campaigns.toReversed().map((campaign_id) => campaign_day(mx, { ...day, campaign_id })),
          campaign_day(mx, { ...day, campaign_id: 'c0', currency: 'XPF' }),
        ])
        .execute(),
    )
    const answer = await org.ask('query_mx_campaigns', { limit: 100 })
    const ids = answer.campaigns.map(({ campaign_id }: { campaign_id: string }) => campaign_id)
    assert.deepEqual(ids, ['c0', ...campaigns])
    const missing = answer.notes.filter((note: string) => note.includes('no exchange rate'))
    assert.equal(missing.length, 2)
    assert.ok(missing[0].startsWith('300 XAF') && missing[1].startsWith('5 XPF'), missing.join())
  })

  it('query_email_campaigns: figures with their rates; copy only on request and only of recent emails', async () => {
    const mail = await acme.connect('email_a')
    const campaign = {
      connection_id: mail,
      platform: 'email_a',
      status: 'sent',
      currency: 'MXN',
      body_text: 'x'.repeat(2000),
    }
    await acme.insert((db) =>
      db
        .insertInto('email_campaigns')
        .values([
          {
            ...campaign,
            campaign_id: '1',
            name: 'New',
            sent_at: '2026-11-19T00:00:00Z',
            recipients: 110n,
            delivered: 100n,
            opens: 40n,
            clicks: 10n,
            revenue_micros: 12_345_000n,
          },
          { ...campaign, campaign_id: '2', name: 'Old', sent_at: '2026-01-19T00:00:00Z' },
          { ...campaign, campaign_id: '3', name: 'Draft', status: 'draft' },
        ])
        .execute(),
    )
    const sent = await acme.ask('query_email_campaigns', { status: 'sent', include_body: true })
    assert.deepEqual(
      sent.campaigns.map(({ name }: { name: string }) => name),
      ['New', 'Old'],
    )
    const [recent, old] = sent.campaigns
    assert.deepEqual([recent.sent, recent.open_rate, recent.click_rate, recent.revenue], [110, 0.4, 0.1, 12.35])
    assert.deepEqual([recent.body.length, old.body, old.opens, old.open_rate], [1000, null, null, null])
    const plain = await acme.ask('query_email_campaigns')
    assert.equal(plain.total, 3)
    assert.ok(!('body' in plain.campaigns[0]))
  })

  it('query_contacts and query_products search for literal text, with wildcards as plain characters', async () => {
    const shop = await acme.connect('sx')
    await acme.insert(async (db) => {
      await db
        .insertInto('contacts')
        .values([
          { full_name: '100% Ana', email: 'ana@example.com', tags: ['vip'] },
          { full_name: 'Berta', company: 'A_B' },
        ])
        .execute()
      await db
        .insertInto('store_products')
        .values([
          { store_connection_id: shop, product_id: 'p1', title: 'Mug', status: 'active' },
          { store_connection_id: shop, product_id: 'p2', title: 'Gift card', status: 'active' },
        ])
        .execute()
      const variant = { store_connection_id: shop, product_id: 'p1', currency: 'MXN' }
      await db
        .insertInto('store_variants')
        .values([
          { ...variant, variant_id: 'v1', price_micros: 99_500_000n, stock: 3n, sku: 'MUG-1' },
          { ...variant, variant_id: 'v2', price_micros: 120_000_000n, stock: null, sku: 'MUG-2' },
        ])
        .execute()
    })
    const find = async (search: string) =>
      (await acme.ask('query_contacts', { search })).contacts.map((row: { full_name: string }) => row.full_name)
    assert.deepEqual(await find('100%'), ['100% Ana'])
    assert.deepEqual(await find('%'), ['100% Ana'])
    assert.deepEqual(await find('a_b'), ['Berta'])
    assert.deepEqual(await find('ANA@'), ['100% Ana'])
    const mugs = await acme.ask('query_products', { search: 'mug-2' })
    assert.equal(mugs.count, 1)
    const [mug] = mugs.products
    assert.deepEqual([mug.price_from, mug.price_to, mug.stock, mug.variant_count], [99.5, 120, 3, 2])
    const card = (await acme.ask('query_products', { search: 'gift' })).products[0]
    assert.deepEqual([card.price_from, card.stock, card.variants], [null, null, []])
    assert.match(await acme.refused('query_products', { search: 'a\0b' }), /NUL/)
  })

  it('query_carts: one cart for a checkout in both store and email platform, none for a completed checkout', async () => {
    const globex = await bench.org({ name: 'Globex' })
    const [shop, mail] = [await globex.connect('sx'), await globex.connect('email_a')]
    const cart = {
      started_at: '2026-11-19T12:00:00Z',
      changed_at: '2026-11-19T12:00:00Z',
      currency: 'MXN',
      total_micros: 100_000_000n,
    }
    const store = { ...cart, connection_id: shop, platform: 'sx' }
    const email = { ...cart, connection_id: mail, platform: 'email_a', email: 'ana@example.com' }
    await globex.insert((db) =>
      db
        .insertInto('checkouts')
        .values([
          {
            ...store,
            checkout_id: '1',
            token: 't1',
            recovery_url: 'https://shop.example/t1',
            lines: JSON.stringify([{ title: 'Mug', quantity: 1, price: 99500000 }]),
          },
          { ...email, checkout_id: 'e1', token: 't1', total_micros: 99_000_000n },
          { ...store, checkout_id: '2', token: 't2' },
          { ...email, checkout_id: 'e2', token: 't2', completed_at: '2026-11-19T13:00:00Z' },
          { ...email, checkout_id: 'e3', token: null, email: 'eva@example.com', total_micros: 50_000_000n },
          { ...email, checkout_id: 'e4', token: null, email: 'leo@example.com', total_micros: null },
          { ...store, checkout_id: '4', token: 't4', changed_at: '2026-11-20T17:30:00Z' }, // changed too recently to count as abandoned
        ])
        .execute(),
    )
    const result = await globex.ask('query_carts')
    assert.deepEqual(result.totals, { carts: 3, value: 150, average_value: 75, reachable: 3, recoverable: 1 })
    const merged = result.carts.find(({ cart_id }: { cart_id: string }) => cart_id === '1')
    assert.deepEqual([merged.platforms, merged.email, merged.total], [['email_a', 'sx'], 'ana@example.com', 100])
    assert.deepEqual(merged.lines, [{ title: 'Mug', quantity: 1, price: 99.5 }])
    const unknown = result.carts.find(({ cart_id }: { cart_id: string }) => cart_id === 'e4')
    assert.equal(unknown.total, null)
    assert.equal(result.total, 3)
  })

  it('query_analytics: users of a day are never added up over mediums of a source', async () => {
    const web = await acme.connect('gx_analytics')
    const day = {
      connection_id: web,
      property_id: 'p',
      currency: 'MXN',
      new_users: 0n,
      engaged_sessions: 0n,
      conversions: '1.5',
      purchases: 0n,
      revenue_micros: 1_000_000n,
    }
    await acme.insert(async (db) => {
      await db
        .insertInto('web_daily')
        .values([
          { ...day, date: '2026-11-18', sessions: 10n, users: 8n, page_views: 1n },
          { ...day, date: '2026-11-19', sessions: 20n, users: 15n, page_views: 1n, quality: 'sampled' },
        ])
        .execute()
      const source = { ...day, source: 'google', campaign: '' }
      await db
        .insertInto('web_source_daily')
        .values([
          { ...source, date: '2026-11-18', medium: 'cpc', channel: 'Paid Search', sessions: 4n, users: 3n },
          { ...source, date: '2026-11-19', medium: 'cpc', channel: 'Paid Search', sessions: 4n, users: 3n },
          { ...source, date: '2026-11-19', medium: 'organic', channel: 'Organic Search', sessions: 5n, users: 4n },
        ])
        .execute()
    })
    const all = await acme.ask('query_analytics')
    assert.deepEqual(all.totals, { sessions: 30, conversions: 3, purchases: 0, revenue: 2 })
    assert.deepEqual(
      all.days.map(({ date, users }: Record<string, unknown>) => [date, users]),
      [
        ['2026-11-19', 15],
        ['2026-11-18', 8],
      ],
    )
    assert.ok(all.notes.some((note: string) => note.includes('sampled')))
    const google = await acme.ask('query_analytics', { traffic_source: 'Google' })
    assert.deepEqual(
      google.days.map(({ sessions, users }: Record<string, unknown>) => [sessions, users]),
      [
        [9, null],
        [4, 3],
      ],
    )
  })

  it('query_seo_console: positions are weighted by impressions; the limit applies to queries, not to totals', async () => {
    const seo = await acme.connect('seo_console')
    const row = { connection_id: seo, site_url: 'sc-domain:acme.example' }
    await acme.insert(async (db) => {
      await db
        .insertInto('seo_query_daily')
        .values([
          { ...row, date: '2026-11-10', query: 'blue mug', clicks: 3n, impressions: 10n, position_weighted: '20' },
          { ...row, date: '2026-11-11', query: 'blue mug', clicks: 1n, impressions: 90n, position_weighted: '900' },
          { ...row, date: '2026-11-11', query: 'plate', clicks: 5n, impressions: 10n, position_weighted: '15' },
        ])
        .execute()
      await db
        .insertInto('seo_daily')
        .values({ ...row, date: '2026-11-11', clicks: 12n, impressions: 200n, position_weighted: '1000' })
        .execute()
    })
    const result = await acme.ask('query_seo_console', { limit: 1 })
    assert.deepEqual(result.queries[0], { query: 'plate', clicks: 5, impressions: 10, ctr: 0.5, position: 1.5 })
    assert.deepEqual([result.total, result.truncated, result.totals.clicks, result.site.clicks], [3, true, 9, 12])
    const mugs = await acme.ask('query_seo_console', { query_filter: 'MUG' })
    assert.deepEqual(mugs.queries, [{ query: 'blue mug', clicks: 4, impressions: 100, ctr: 0.04, position: 9.2 }])
  })
})
