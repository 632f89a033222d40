import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

/** Whole units of 10^-digits, so that sums of shown numbers can be compared exactly. */
const units = (value: number, digits: number) => BigInt(Math.round(value * 10 ** digits))

describe('reviews', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
    const [mx, gx, shop, mail, seo] = [
      await acme.connect('mx_ads'),
      await acme.connect('gx_ads'),
      await acme.connect('sx'),
      await acme.connect('email_a'),
      await acme.connect('seo_console'),
    ]
    await acme.insert(async (db) => {
      // Twelve campaigns for each platform with odd amounts, so that every ratio needs rounding.
      const days = ['2026-11-10', '2026-10-10'].flatMap((date, period) =>
        Array.from({ length: 24 }, (_, at) => ({
          ...campaign_day(at % 2 ? mx : gx, {
            date,
            spend: BigInt((at * 7_919 + period * 104_729 + 13) * 1_237),
            value: BigInt((at * 6_007 + period * 15_485 + 7) * 3_571),
          }),
          platform: at % 2 ? 'mx_ads' : 'gx_ads',
          campaign_id: `c${at}`,
        })),
      )
      await db.insertInto('campaign_daily').values(days).execute()
      const order = (order_id: string, ordered_at: string, total: string, utm_source: string | null) =>
        store_order(shop, { order_id, ordered_at, total, utm_source, utm_medium: utm_source && 'cpc' })
      await db
        .insertInto('store_orders')
        .values([
          order('1', '2026-11-10T12:00:00Z', '100.01', 'google'),
          order('2', '2026-11-10T12:00:00Z', '50.02', 'meta'),
          order('3', '2026-10-10T12:00:00Z', '70.00', 'google'),
          order('4', '2026-10-10T12:00:00Z', '10.00', null),
        ])
        .execute()
      await db
        .insertInto('store_order_lines')
        .values({
          store_connection_id: shop,
          order_id: '1',
          line_id: '1',
          product_id: 'p1',
          title: 'Mug',
          quantity: 3n,
          unit_price_micros: 1n,
          discount_micros: 0n,
          total_micros: 90_000_000n,
          currency: 'MXN',
        })
        .execute()
      await db
        .insertInto('store_products')
        .values([
          { store_connection_id: shop, product_id: 'p1', title: 'Mug', status: 'ACTIVE' },
          { store_connection_id: shop, product_id: 'p2', title: 'Plate', status: 'active' },
        ])
        .execute()
      await db
        .insertInto('store_variants')
        .values({
          store_connection_id: shop,
          product_id: 'p1',
          variant_id: 'v',
          price_micros: 1n,
          currency: 'MXN',
          stock: 0n,
        })
        .execute()
      await db
        .insertInto('checkouts')
        .values({
          connection_id: shop,
          platform: 'sx',
          checkout_id: '1',
          started_at: '2026-11-10T12:00:00Z',
          changed_at: '2026-11-10T12:00:00Z',
          currency: 'MXN',
          total_micros: 12_340_000n,
        })
        .execute()
      const campaign = { connection_id: mail, platform: 'email_a', status: 'sent', currency: 'MXN' }
      await db
        .insertInto('email_campaigns')
        .values([
          {
            ...campaign,
            campaign_id: '1',
            name: 'Good',
            sent_at: '2026-11-10T12:00:00Z',
            delivered: 100n,
            opens: 50n,
            clicks: 20n,
            revenue_micros: 5_500_000n,
          },
          {
            ...campaign,
            campaign_id: '2',
            name: 'Poor',
            sent_at: '2026-11-11T12:00:00Z',
            delivered: 300n,
            opens: 50n,
            clicks: 10n,
          },
          {
            ...campaign,
            campaign_id: '3',
            name: 'Before',
            sent_at: '2026-10-10T12:00:00Z',
            delivered: 100n,
            opens: 20n,
            clicks: 5n,
          },
        ])
        .execute()
      const site = { connection_id: seo, site_url: 's' }
      await db
        .insertInto('seo_daily')
        .values([
          { ...site, date: '2026-11-10', clicks: 30n, impressions: 300n, position_weighted: '1500' },
          { ...site, date: '2026-10-10', clicks: 20n, impressions: 100n, position_weighted: '1000' },
        ])
        .execute()
      await db
        .insertInto('seo_query_daily')
        .values([
          { ...site, date: '2026-11-10', query: 'mug', clicks: 9n, impressions: 90n, position_weighted: '270' },
          { ...site, date: '2026-10-10', query: 'mug', clicks: 4n, impressions: 90n, position_weighted: '270' },
          { ...site, date: '2026-10-10', query: 'plate', clicks: 7n, impressions: 9n, position_weighted: '9' },
        ])
        .execute()
    })
  })
  after(() => bench.close())

  for (const [metric, digits] of [
    ['roas', 6],
    ['revenue', 2],
    ['spend', 2],
    ['store_revenue', 2],
  ] as const) {
    it(`diagnosticar_cambio: the shown parts of ${metric} add up to its change`, async () => {
      const answer = await acme.ask('diagnosticar_cambio', { metric })
      const whole = (value: number | undefined) => units(value ?? 0, digits)
      assert.notEqual(answer.change, 0)
      assert.equal(whole(answer.change), whole(answer.current) - whole(answer.previous))
      let sum = whole(answer.rounding)
      for (const channel of answer.channels) {
        sum += whole(channel.effect)
        let of_channel = whole(channel.other_campaigns?.effect)
        for (const campaign of channel.campaigns) {
          of_channel += whole(campaign.effect)
          if (metric === 'roas')
            assert.equal(whole(campaign.effect), whole(campaign.mix_effect) + whole(campaign.rate_effect))
        }
        assert.equal(of_channel, whole(channel.effect), channel.channel)
      }
      assert.equal(sum, whole(answer.change))
      assert.match(answer.summary, /(rose|fell) from .* The largest effects: /)
    })
  }

  it('diagnosticar_cambio: says that a change is unknown instead of inventing one', async () => {
    const empty = await bench.org({ name: 'Empty' })
    const answer = await empty.ask('diagnosticar_cambio')
    assert.deepEqual([answer.change, answer.current, answer.channels, answer.rounding], [null, null, [], null])
    assert.match(answer.summary, /not known/)
    const fresh = await bench.org({ name: 'Fresh' })
    const mx = await fresh.connect('mx_ads')
    await fresh.insert((db) =>
      db
        .insertInto('campaign_daily')
        .values(campaign_day(mx, { date: '2026-11-10', spend: 10_000_000n, value: 20_000_000n }))
        .execute(),
    )
    const first = await fresh.ask('diagnosticar_cambio')
    assert.deepEqual([first.current, first.previous, first.change, first.channels[0].effect], [2, null, null, null])
    const spend = await fresh.ask('diagnosticar_cambio', { metric: 'spend' })
    assert.deepEqual([spend.current, spend.previous, spend.change, spend.channels[0].effect], [10, 0, 10, 10])
  })

  it('analizar_performance: channels, and best and worst campaigns without overlap', async () => {
    const all = await acme.ask('analizar_performance')
    assert.deepEqual(
      all.channels.map(({ platform }: { platform: string }) => platform),
      ['gx_ads', 'mx_ads'],
    )
    assert.equal(all.kpis.store_revenue.current, 150.03)
    assert.equal(all.kpis.store_revenue.change, 70.03)
    const best = all.best_campaigns.map(({ roas }: { roas: number }) => roas)
    const worst = all.worst_campaigns.map(({ roas }: { roas: number }) => roas)
    assert.equal(best.length, 3)
    assert.equal(worst.length, 3)
    assert.ok(best[0] >= best[1] && best[2] >= worst[2] && worst[0] <= worst[1])
    const mx = await acme.ask('analizar_performance', { channel: 'mx' })
    assert.equal(mx.kpis, undefined)
    assert.deepEqual(
      mx.channels.map(({ platform }: { platform: string }) => platform),
      ['mx_ads'],
    )
    assert.ok(mx.best_campaigns.every(({ platform }: { platform: string }) => platform === 'mx_ads'))
    assert.equal(mx.channels[0].spend.current, all.channels[1].spend.current)
  })

  it('revisar_tienda: orders, products, stock and carts', async () => {
    const answer = await acme.ask('revisar_tienda')
    assert.deepEqual(answer.orders, {
      current: 2,
      previous: 2,
      change: 0,
      change_percent: 0,
      year_before: 0,
      year_change_percent: null,
    })
    assert.deepEqual(answer.average_order_value, {
      current: 75.02,
      previous: 40,
      change: 35.02,
      change_percent: 87.54,
      year_before: null,
      year_change_percent: null,
    })
    assert.deepEqual(answer.top_products, [{ product: 'Mug', units: 3, revenue: 90, gross_margin: null }])
    assert.deepEqual(answer.stock, {
      products: 2,
      out_of_stock: 1,
      ran_out: [{ product: 'Mug', store: 'Main', stock: 0, units: 3 }],
    })
    const { abandoned, value, recoverable } = answer.carts
    assert.deepEqual([abandoned.current, value.current, recoverable], [1, 12.34, 0])
    assert.equal(answer.sources.length, 2)
    assert.match(answer.summary, /2 orders worth 150\.03 MXN .*'Mug' sold best/)
  })

  it('revisar_email: rates of sums against the period before, best click rate first', async () => {
    const answer = await acme.ask('revisar_email')
    assert.deepEqual(answer.click_rate, {
      current: 0.075,
      previous: 0.05,
      change: 0.025,
      change_percent: 50,
      year_before: null,
      year_change_percent: null,
    })
    assert.deepEqual(
      answer.campaigns.map(({ name, revenue }: { name: string; revenue: number | null }) => [name, revenue]),
      [
        ['Good', 5.5],
        ['Poor', null],
      ],
    )
    assert.match(answer.summary, /2 broadcasts sent with a click rate of 7\.50% \(\+50\.00%.*'Good' \(20\.00%\)/)
  })

  it('revisar_seo: the whole site, and its top queries with their previous figures', async () => {
    const answer = await acme.ask('revisar_seo')
    assert.deepEqual(answer.position, {
      current: 5,
      previous: 10,
      change: -5,
      change_percent: -50,
      year_before: null,
      year_change_percent: null,
    })
    assert.deepEqual(answer.top_queries, [
      { query: 'mug', clicks: 9, previous_clicks: 4, impressions: 90, ctr: 0.1, position: 3 },
    ])
    assert.deepEqual(answer.top_pages, [])
    // Search Console hides rare queries, so one without a row is none without clicks.
    assert.deepEqual(answer.lost_queries, [{ query: 'plate', clicks: null, previous_clicks: 7, change: null }])
    const a_day = await acme.ask('revisar_seo', { days_back: 1 })
    assert.deepEqual(a_day.lost_queries, [])
    assert.equal((await (await bench.org()).ask('revisar_seo')).lost_queries, null)
  })

  it('get_organization_info: the organization, and whether its connections can be trusted', async () => {
    const info = await acme.ask('get_organization_info')
    assert.deepEqual([info.name, info.currency, info.today, info.tracking.length], ['Acme', 'MXN', '2026-11-20', 5])
    assert.equal(info.tracking[0].health, 'ok')
  })

  it('every answer without data is null with a reason, never zero', async () => {
    const empty = await bench.org({ name: 'Nobody' })
    for (const tool of ['revisar_tienda', 'revisar_seo', 'revisar_email', 'analizar_performance']) {
      const answer = await empty.ask(tool)
      assert.ok(answer.notes.length > 0, tool)
      assert.match(answer.summary, /No figures are known/, tool)
      assert.doesNotMatch(JSON.stringify(answer), /"current":0/, tool)
    }
  })
})
