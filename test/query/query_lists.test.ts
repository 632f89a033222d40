import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

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
    await acme.insert(async (db) => {
      await db
        .insertInto('ad_accounts')
        .values({
          connection_id: mx,
          account_id: 'a1',
          platform: 'mx_ads',
          name: 'Main',
          currency: 'MXN',
          time_zone: 'UTC',
        })
        .execute()
      const campaign = { connection_id: mx, account_id: 'a1', platform: 'mx_ads', currency: 'MXN' }
      await db
        .insertInto('ad_campaigns')
        .values([
          { ...campaign, campaign_id: 'c1', name: 'Small', status: 'ACTIVE' },
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
    assert.deepEqual(
      [all.count, all.total, all.truncated, all.campaigns[0].name, all.totals.spend],
      [1, 2, true, 'Big', 100],
    )
    const active = await acme.ask('query_mx_campaigns', { status: 'active' })
    assert.deepEqual(active.campaigns, [
      {
        campaign_id: 'c1',
        name: 'Small',
        status: 'ACTIVE',
        account: 'Main',
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
          { ...email, checkout_id: 'e3', token: null, total_micros: 50_000_000n },
          { ...email, checkout_id: 'e4', token: null, total_micros: null },
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

  /** Tokens of default answers for rows as long as those of real stores: ids of 13 digits, two visits, four variants, long names. */
  const DEFAULT_TOKENS_MAX = {
    query_orders: 4_000,
    query_products: 6_000,
    query_carts: 6_000,
    query_contacts: 8_000,
    query_email_campaigns: 5_000,
  }

  it('default answers are small, and at most ten rows are whole', async (context) => {
    const org = await bench.org()
    const shop = await org.connect('sx', { name: 'Tienda en línea' })
    const mail = await org.connect('email_a', { name: 'Correo' })
    const many = <Row>(count: number, row: (at: number) => Row) => Array.from({ length: count }, (_, at) => row(at))
    const id = (at: number) => String(5_678_901_234_567 + at * 98_717)
    const at_time = (at: number) => new Date(Date.parse('2026-11-19T21:14:33Z') - at * 3_917_000).toISOString()
    const visit = (at: number) => ({
      ...{ at: at_time(at), source: 'instagram', medium: 'paid_social', campaign: `buen_fin_2026_coleccion_${at % 7}` },
      landing_page: `https://shop.example/collections/otono-invierno?variant=${id(at)}`,
      referrer: 'https://l.instagram.com/',
    })
    await org.insert(async (db) => {
      const orders = many(80, (at) => ({
        ...store_order(shop, { order_id: id(at), ordered_at: at_time(at), total: `${1_234 + at}.50` }),
        ...{ order_number: `#${10_480 - at}`, financial_status: 'PAID', fulfillment_status: 'FULFILLED' },
        ...{ utm_source: 'instagram', utm_medium: 'paid_social', utm_campaign: `buen_fin_2026_coleccion_${at % 7}` },
        journey: JSON.stringify([visit(at + 40), visit(at)]),
      }))
      await db.insertInto('store_orders').values(orders).execute()
      const products = many(120, (at) => ({
        ...{
          store_connection_id: shop,
          product_id: id(at),
          title: `Blusa de lino manga larga ${at}`,
          status: 'active',
        },
        ...{ vendor: 'Casa Alba', product_type: 'Blusas', url: `https://shop.example/products/blusa-${at}` },
      }))
      await db.insertInto('store_products').values(products).execute()
      const variants = products.flatMap(({ product_id }, at) =>
        many(4, (size) => ({
          ...{ store_connection_id: shop, product_id, variant_id: id(at * 4 + size), sku: `BLU-${at}-${size}` },
          ...{ title: `Talla ${size}`, currency: 'MXN', price_micros: 899_000_000n, stock: BigInt(at + size) },
        })),
      )
      await db.insertInto('store_variants').values(variants).execute()
      const carts = many(80, (at) => ({
        ...{
          connection_id: shop,
          platform: 'sx',
          checkout_id: id(at),
          started_at: at_time(at),
          changed_at: at_time(at),
        },
        ...{ email: `maria.fernandez${at}@example.com`, customer_name: 'María Fernández', currency: 'MXN' },
        ...{
          total_micros: 1_499_000_000n,
          recovery_url: `https://shop.example/checkouts/${id(at)}/recover?key=0a1b2c3d`,
        },
        lines: JSON.stringify(many(3, () => ({ title: 'Blusa de lino manga larga', quantity: 1, price: 499_000_000 }))),
      }))
      await db.insertInto('checkouts').values(carts).execute()
      const people = many(120, (at) => ({
        ...{ connection_id: mail, platform: 'email_a', external_id: id(at), full_name: `María Fernández ${at}` },
        ...{ email: `maria.fernandez${at}@example.com`, phone: `+52 55 1234 ${1_000 + at}`, city: 'Guadalajara' },
        ...{ country: 'MX', source: 'newsletter', tags: ['vip', 'mayoreo'], created_at: at_time(at) },
      }))
      await db.insertInto('contacts').values(people).execute()
      const broadcasts = many(80, (at) => ({
        ...{ connection_id: mail, platform: 'email_a', campaign_id: id(at), name: `Buen Fin 2026, envío ${at}` },
        ...{ subject: 'Hasta 40 % de descuento en lino, solo este fin', status: 'sent', currency: 'MXN' },
        ...{ sent_at: at_time(at), recipients: 12_345n, delivered: 12_300n, opens: 4_321n, clicks: 321n },
      }))
      await db.insertInto('email_campaigns').values(broadcasts).execute()
    })
    for (const [tool, tokens_max] of Object.entries(DEFAULT_TOKENS_MAX)) {
      const answer = await org.ask(tool)
      const tokens = encode(JSON.stringify(answer)).length
      context.diagnostic(`${tool}: ${answer.count} rows, ${tokens} tokens`)
      assert.ok(answer.count >= 50 && tokens <= tokens_max, `${tool}: ${answer.count} rows, ${tokens} tokens`)
      assert.match(answer.short_rows, /at most 10 rows has whole rows/)
      const ten = await org.ask(tool, { limit: 10 })
      const [name] = Object.keys(ten).filter((field) => Array.isArray(ten[field]) && ten[field].length === 10)
      assert.equal(ten.short_rows, undefined)
      const [short, whole] = [answer[name!][0], ten[name!][0]].map((row) => Object.keys(row))
      assert.ok(whole!.length > short!.length && short!.every((field) => whole!.includes(field)), tool)
    }
    const { orders } = await org.ask('query_orders')
    const campaign = 'buen_fin_2026_coleccion_0'
    assert.deepEqual(orders[0].journey, [{ source: 'instagram', campaign }])
    assert.equal((await org.ask('query_orders', { limit: 1 })).orders[0].journey.length, 2)
  })
})
