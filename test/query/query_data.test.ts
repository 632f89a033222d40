import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { in_org, in_system } from '#db/org.ts'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { catalog_in } from '../../dashboard/src/api/metric_catalog.ts'

/** Processes learn of a change within a second. */
async function until(is_seen: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    if (await is_seen()) return
    await sleep(100)
  }
  assert.fail('the change was not seen in time')
}

describe('query_data and get_data_catalog', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
    const [shop, mx, web] = [await acme.connect('sx'), await acme.connect('mx_ads'), await acme.connect('gx_analytics')]
    await acme.insert(async (db) => {
      const order = (order_id: string, ordered_at: string, total: string, more = {}) =>
        store_order(shop, { order_id, ordered_at, total, ...more })
      await db
        .insertInto('store_orders')
        .values([
          order('1', '2026-11-09T12:00:00Z', '10.00', {
            utm_source: 'google',
            utm_campaign: '100% off',
            customer_id: 'a',
          }),
          order('2', '2026-11-10T12:00:00Z', '20.00', { utm_source: 'google', customer_id: 'a' }),
          order('3', '2026-11-16T05:59:59Z', '40.00', { utm_source: 'meta', customer_id: 'b' }), // Sunday in the organization's time zone, Monday in UTC
          order('4', '2026-11-16T12:00:00Z', '80.00'),
          order('5', '2026-11-16T12:00:00Z', '999.00', { is_voided: true }),
        ])
        .execute()
      const line = {
        store_connection_id: shop,
        quantity: 2n,
        unit_price_micros: 1n,
        discount_micros: 0n,
        currency: 'MXN',
      }
      await db
        .insertInto('store_order_lines')
        .values([
          { ...line, order_id: '1', line_id: '1', title: 'Mug', total_micros: 4_000_000n },
          { ...line, order_id: '5', line_id: '1', title: 'Mug', total_micros: 999_000_000n },
        ])
        .execute()
      await db
        .insertInto('store_refunds')
        .values({
          store_connection_id: shop,
          order_id: '1',
          refund_id: 'r',
          refunded_at: '2026-11-16T12:00:00Z',
          currency: 'MXN',
          amount_micros: 3_000_000n,
        })
        .execute()
      await db
        .insertInto('campaign_daily')
        .values([
          campaign_day(mx, { date: '2026-11-10', spend: 10_000_000n, value: 50_000_000n }),
          campaign_day(mx, { date: '2026-11-11', spend: 40_000_000n, value: 50_000_000n }),
        ])
        .execute()
      await db
        .insertInto('web_daily')
        .values([
          {
            connection_id: web,
            property_id: 'p',
            date: '2026-11-10',
            currency: 'MXN',
            sessions: 5n,
            users: 4n,
            new_users: 1n,
            engaged_sessions: 1n,
            page_views: 9n,
            conversions: '0',
            purchases: 0n,
            revenue_micros: 0n,
          },
        ])
        .execute()
      await db
        .insertInto('contacts')
        .values([{ full_name: 'Ana', source: 'form', created_at: '2026-11-10T12:00:00Z' }])
        .execute()
    })
  })
  after(() => bench.close())

  const rows = async (input: object) => (await acme.ask('query_data', input)).rows
  const value = async (metric: string, input: object = {}) =>
    (await acme.ask('query_data', { metric, ...input })).total_value

  it('groups by days, weeks and months of the organization, oldest first', async () => {
    assert.deepEqual(await rows({ metric: 'store.revenue', dimensions: ['week'] }), [
      { week: '2026-11-09', value: 70 },
      { week: '2026-11-16', value: 80 },
    ])
    assert.deepEqual(
      await rows({ metric: 'store.net_revenue', dimensions: ['date'], filters: { date: { gte: '2026-11-16' } } }),
      [{ date: '2026-11-16', value: 77 }],
    )
    const months = await acme.ask('query_data', { metric: 'store.orders', dimensions: ['month'] })
    assert.deepEqual(months.rows, [{ month: '2026-11-01', value: 4 }])
    assert.match(months.notes.join(), /The month of 2026-11-01 has only the days 2026-11-01 to /)
  })

  it('returns ratios of sums, and a total over everything', async () => {
    const result = await acme.ask('query_data', { metric: 'social_ads.roas', dimensions: ['date'] })
    assert.deepEqual(result.rows, [
      { date: '2026-11-10', value: 5 },
      { date: '2026-11-11', value: 1.25 },
    ])
    assert.equal(result.total_value, 2)
    assert.equal(await value('store.average_order_value'), 37.5)
    assert.equal(await value('search_ads.roas'), null)
  })

  it('answers short-video ads from their own platform only', async () => {
    const other = await bench.org()
    const tx = await other.connect('tx_ads')
    await other.insert((db) =>
      db
        .insertInto('campaign_daily')
        .values(campaign_day(tx, { date: '2026-11-10', spend: 10_000_000n, value: 30_000_000n, platform: 'tx_ads' }))
        .execute(),
    )
    const total = async (metric: string) => (await other.ask('query_data', { metric })).total_value
    assert.deepEqual(
      [await total('short_video_ads.spend'), await total('short_video_ads.roas'), await total('social_ads.spend')],
      [10, 3, null],
    )
    const kpis = await other.ask('get_kpi_summary', { date_from: '2026-11-10', date_to: '2026-11-10' })
    assert.match(JSON.stringify(kpis), /tx_ads/)
  })

  it('filters by value, list, null, range and text, with wildcards as plain characters', async () => {
    assert.equal(await value('store.revenue', { filters: { utm_source: 'google' } }), 30)
    assert.equal(await value('store.revenue', { filters: { utm_source: ['meta', null] } }), 120)
    assert.equal(await value('store.revenue', { filters: { utm_source: null } }), 80)
    assert.equal(await value('store.revenue', { filters: { utm_campaign: { contains: '100%' } } }), 10)
    assert.equal(await value('store.revenue', { filters: { utm_campaign: { contains: '1_0' } } }), 0)
    assert.deepEqual(await rows({ metric: 'store.revenue', filters: { utm_source: 'nobody' } }), [{ value: 0 }])
    assert.equal(await value('store.revenue', { filters: { date: { gt: '2026-11-09', lt: '2026-11-16' } } }), 60)
    assert.equal(await value('store.revenue', { filters: { utm_source: "x' or true --" } }), 0)
  })

  it('reads products from order lines, and counts each customer once', async () => {
    assert.deepEqual(await rows({ metric: 'store.units', dimensions: ['product'] }), [{ product: 'Mug', value: 2 }])
    assert.equal(await value('product_revenue'), 4)
    assert.deepEqual(await rows({ metric: 'store.customers', dimensions: ['utm_source'] }), [
      { utm_source: 'google', value: 1 },
      { utm_source: 'meta', value: 1 },
      { utm_source: null, value: null },
    ])
    assert.equal(await value('store.customers'), 2)
    assert.match(
      await acme.refused('query_data', { metric: 'store.revenue', dimensions: ['product'] }),
      /not known by product/,
    )
  })

  it('counts customers of two shops apart, because each shop has its own ids', async () => {
    const other = await bench.org()
    const shops = [await other.connect('store_c', { name: 'One' }), await other.connect('store_c', { name: 'Two' })]
    await other.insert(async (db) => {
      for (const shop of shops)
        for (const customer_id of ['7', '8', null])
          for (const order_id of ['a', 'b'])
            await db
              .insertInto('store_orders')
              .values(
                store_order(shop, {
                  ...{ order_id: `${customer_id} ${order_id}`, ordered_at: '2026-11-10T12:00:00Z', total: '10.00' },
                  ...{ customer_id, utm_source: 'google' },
                }),
              )
              .execute()
    })
    const asked = { metric: 'store.customers', dimensions: ['utm_source'] }
    const { rows, total_value } = await other.ask('query_data', asked)
    assert.deepEqual([rows, total_value], [[{ utm_source: 'google', value: 4 }], 4])
  })

  it('does not add up the users of several days', async () => {
    assert.match(await acme.refused('query_data', { metric: 'web_analytics.users' }), /add the dimension date/)
    const daily = await acme.ask('query_data', { metric: 'web_analytics.users', dimensions: ['date'] })
    assert.deepEqual([daily.rows, daily.total_value], [[{ date: '2026-11-10', value: 4 }], null])
    assert.equal(await value('users', { date_from: '2026-11-10', date_to: '2026-11-10' }), 4)
    assert.match(
      await acme.refused('query_data', { metric: 'users', dimensions: ['date', 'traffic_source'] }),
      /It is known by: date/,
    )
  })

  it('returns figures that need no connection, and null if nothing is connected', async () => {
    assert.deepEqual(await rows({ metric: 'new_contacts', dimensions: ['origin'] }), [{ origin: 'form', value: 1 }])
    const email = await acme.ask('query_data', { metric: 'email.opens' })
    assert.equal(email.total_value, null)
    assert.match(email.notes[0], /connected/)
  })

  it('lists the valid names when a name is unknown, ambiguous or of another source', async () => {
    const refused = (input: object) => acme.refused('query_data', input)
    assert.match(await refused({ metric: 'revenue' }), /store\.revenue, web_analytics\.revenue/)
    assert.match(await refused({ metric: 'store.revenu' }), /Did you mean 'revenue'\? Metrics: store\./)
    assert.match(await refused({ metric: 'shop.revenue' }), /Sources: store, social_ads/)
    assert.match(
      await refused({ metric: 'store.revenue', dimensions: ['query'] }),
      /dimension of seo, and sources cannot be mixed/,
    )
    assert.match(await refused({ metric: 'store.revenue', dimensions: ['utm_sorce'] }), /Did you mean 'utm_source'/)
    const of_web = (dimension: string) => refused({ metric: 'web_analytics.sessions', dimensions: [dimension] })
    for (const name of ['pais', 'País', 'contry']) assert.match(await of_web(name), /Did you mean 'country'\?/, name)
    // A short name is near to many others, so no suggestion is better than a wrong one.
    assert.doesNotMatch(await of_web('tipo'), /Did you mean/)
    assert.match(
      await refused({ metric: 'seo.clicks', dimensions: ['producto'] }),
      /'producto' is a dimension of store[^.]*, and sources cannot be mixed/,
    )
    assert.match(await refused({ metric: 'seo.clicks', dimensions: ['query', 'page'] }), /query and page together/)
    assert.match(await refused({ metric: 'store.revenue', filters: { utm_source: { like: 'x' } } }), /contains/)
    assert.match(await refused({ metric: 'store.revenue', filters: { date: 'monday' } }), /YYYY-MM-DD/)
    assert.match(await refused({ metric: 'store.revenue', filters: { utm_source: 'a\0' } }), /utm_source/)
    assert.match(await refused({ metric: 'store.revenue', dimensions: ['"; drop table orgs; --'] }), /has no dimension/)
  })

  it('returns every metric of the catalog by each of its dimensions', async () => {
    const catalog = catalog_in(await acme.ask('get_data_catalog'))
    assert.equal(catalog.sources.length, 16)
    let asked = 0
    for (const { metrics, dimensions } of catalog.sources) {
      for (const { metric } of metrics) {
        await in_system(bench.pool, (db) => db.deleteFrom('rate_windows').execute())
        for (const { dimension } of dimensions) {
          const answer = await acme.answer('query_data', { metric, dimensions: [dimension, 'date'] })
          assert.ok(
            answer.ok || (answer.status === 400 && /is not known by/.test(answer.error)),
            `${metric} by ${dimension}`,
          )
          if (answer.ok) asked++
        }
      }
    }
    assert.ok(asked > 250, `only ${asked} questions were answered`)
  })

  it('keeps the catalog in memory until a migration changes it', async () => {
    const about = async () => {
      const { sources } = await acme.ask('get_data_catalog')
      return sources.find(({ source }: { source: string }) => source === 'seo').description as string
    }
    const before = await about()
    const owner = await bench.owner.connect()
    try {
      // No process learns of this change.
      await owner.query(`set session_replication_role = replica`)
      await owner.query(`update metric_sources set description = 'Other words.' where source = 'seo'`)
      await owner.query(`set session_replication_role = origin`)
      assert.equal(await about(), before)
      await owner.query(`insert into schema_migrations (name, checksum) values ('9999_next.sql', '')`)
      await until(async () => (await about()) === 'Other words.')
    } finally {
      await owner.query(`delete from schema_migrations where name = '9999_next.sql'`)
      await owner.query(`update metric_sources set description = $1 where source = 'seo'`, [before])
      owner.release()
    }
    await until(async () => (await about()) === before)
  })

  it('knows a metric that was added as a row, and no data of another organization', async () => {
    const owner = await bench.owner.connect()
    try {
      await owner.query(
        `insert into metric_definitions values ('store', 'discount_share', 'ratio', null, 'discount_micros', 'revenue_micros', 'ratio', 'Discounts by revenue.')`,
      )
    } finally {
      owner.release()
    }
    await in_org(bench.pool, { org_id: acme.org_id }, (db) =>
      db.updateTable('store_orders').set({ discount_micros: 15_000_000n }).where('order_id', '=', '1').execute(),
    )
    await until(async () => (await acme.answer('query_data', { metric: 'store.discount_share' })).ok)
    assert.equal(await value('store.discount_share'), 0.1)
    const globex = await bench.org({ name: 'Globex' })
    await globex.connect('sx')
    const other = await globex.ask('query_data', { metric: 'store.revenue', dimensions: ['date'] })
    assert.deepEqual([other.total_value, other.rows], [0, []])
  })
})
