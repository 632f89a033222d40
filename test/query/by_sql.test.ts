// SQL makes every figure again: statements compute the totals of tools from the published rows that count, at each day's exchange rate.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { in_system } from '#db/org.ts'
import { type MetricSource, read_catalog } from '#figures/metrics/catalog.ts'
import { daily_rates, insert_business } from '#test/business_rows.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { count, type Days, type Facts, facts, money, ran_out, ratio, statement, stock } from '#test/sql_figures.ts'

describe('every figure is made again by SQL', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    await bench.rate(daily_rates())
    acme = await bench.org()
    await insert_business(acme)
    await insert_business(await bench.org({ name: 'Globex' }), 2)
  })
  after(() => bench.close())

  const rows = async (sql: string) => {
    await in_system(bench.pool, (db) => db.deleteFrom('rate_windows').execute())
    return (await acme.ask('run_readonly_sql', { sql })).rows
  }
  const ask = async (tool: string, input: object = {}) => {
    await in_system(bench.pool, (db) => db.deleteFrom('rate_windows').execute())
    return acme.ask(tool, input)
  }
  const values = async (of: Facts, days: Days, shown: Record<string, string>, more = '') =>
    (await rows(statement(of, days, shown, more)))[0]
  /** The named figures of a tool, which must all be known. */
  const pick = (from: Record<string, unknown>, names: string[], side?: string) =>
    Object.fromEntries(
      names.map((name) => {
        const value = side ? (from[name] as Record<string, unknown>)[side] : from[name]
        assert.ok(typeof value === 'number' && value !== 0, `${name} is ${value}`)
        return [name, value]
      }),
    )
  async function same(
    answer: Record<string, unknown>,
    of: Facts,
    days: Days,
    shown: Record<string, string>,
    side?: string,
  ) {
    assert.deepEqual(await values(of, days, shown), pick(answer, Object.keys(shown), side))
  }

  const kpis = {
    ads: { ad_spend: money('spend'), blended_ad_roas: ratio('conversion_value', 'spend') },
    sales: {
      store_revenue: money('revenue'),
      refunds: money('refunds'),
      store_revenue_net: money('net_revenue'),
      orders: count('orders'),
    },
    web: { sessions: count('sessions') },
    seo: { seo_clicks: count('clicks') },
  }

  it('get_kpi_summary, in all three windows and for each platform', async () => {
    const found = await ask('get_kpi_summary')
    for (const [window, figures] of [
      [found.window, found],
      [found.previous_window, found.previous],
      [found.year_before_window, found.year_before],
    ]) {
      for (const [name, shown] of Object.entries(kpis)) await same(figures, facts[name as 'ads'], window, shown)
      const [sold] = await rows(statement(facts.sales, window, { exact: 'sum(revenue)' }))
      const spent = statement(facts.ads, window, { store_roas: `round(${sold.exact} / sum(spend), 4)` })
      assert.equal((await rows(spent))[0].store_roas, figures.store_roas)
    }
    assert.equal(found.platforms.length, 6)
    for (const line of found.platforms) {
      const shown = {
        spend: money('spend'),
        revenue: money('conversion_value'),
        roas: ratio('conversion_value', 'spend'),
      }
      const made = await values(facts.ads, found.window, shown, `and platform = '${line.platform}'`)
      assert.deepEqual(made, pick(line, Object.keys(shown)))
    }
  })

  it('analizar_performance', async () => {
    const found = await ask('analizar_performance')
    for (const [name, shown] of Object.entries(kpis))
      await same(found.kpis, facts[name as 'ads'], found.window, shown, 'current')
    const shown = {
      spend: money('spend'),
      revenue: money('conversion_value'),
      impressions: count('impressions'),
      clicks: count('clicks'),
      ctr: ratio('clicks', 'impressions'),
      cpc: ratio('spend', 'clicks', 2),
      conversions: count('conversions'),
    }
    assert.equal(found.channels.length, 6)
    for (const channel of found.channels)
      for (const [side, window] of [
        ['current', found.window],
        ['previous', found.previous_window],
      ])
        assert.deepEqual(
          await values(facts.ads, window, shown, `and platform = '${channel.platform}'`),
          pick(channel, Object.keys(shown), side),
        )
  })

  it('revisar_tienda and query_carts', async () => {
    const found = await ask('revisar_tienda')
    const sold = {
      orders: count('orders'),
      revenue: money('revenue'),
      refunds: money('refunds'),
      net_revenue: money('net_revenue'),
      average_order_value: ratio('revenue', 'orders', 2),
    }
    await same(found, facts.sales, found.window, sold, 'current')
    await same(found, facts.sales, found.year_before_window, sold, 'year_before')
    await same(found.carts, facts.carts, found.window, { abandoned: count('carts'), value: money('value') }, 'current')
    const products = {
      product: 'title',
      units: count('units'),
      revenue: money('product_revenue'),
      gross_margin: money('gross_margin'),
    }
    assert.deepEqual(
      await rows(statement(facts.margins, found.window, products, 'group by 1 order by 3 desc')),
      found.top_products,
    )
    await same(found.margins, facts.margins, found.window, {
      units: count('units'),
      cost: money('cost'),
      gross_margin: money('gross_margin'),
      margin_rate: ratio('gross_margin', 'costed_revenue'),
      costed_revenue: money('costed_revenue'),
      known_cost: money('cost'),
    })
    const [in_stock] = await rows(stock)
    assert.deepEqual(in_stock, pick(found.stock, ['products', 'out_of_stock']))
    const shown = found.stock.ran_out.map(({ store: _, ...product }: Record<string, unknown>) => product)
    assert.deepEqual(await rows(ran_out(found.window)), shown)
    const carts = await ask('query_carts')
    const left = {
      carts: count('carts'),
      value: money('value'),
      average_value: ratio('value', 'valued', 2),
      reachable: count('reachable'),
      recoverable: count('recoverable'),
    }
    await same(carts.totals, facts.carts, carts.window, left)
  })

  it('revisar_email and query_email_campaigns', async () => {
    const found = await ask('revisar_email')
    const shown = {
      campaigns_sent: count('campaigns'),
      delivered: count('delivered'),
      opens: count('opens'),
      clicks: count('clicks'),
      open_rate: ratio('opens', 'delivered'),
      unsubscribes: count('unsubscribes'),
      revenue: money('revenue'),
    }
    await same(found, facts.broadcasts, found.window, shown, 'current')
    const listed = await ask('query_email_campaigns', { status: 'sent', limit: 1000 })
    const [sums] = await rows(
      'select count(*) as total, sum(clicks) as clicks, sum(revenue) as revenue from email_campaigns where counts',
    )
    const cents = (list: { revenue: number }[]) => list.reduce((sum, { revenue }) => sum + Math.round(revenue * 100), 0)
    assert.deepEqual(
      [sums.total, sums.clicks, Math.round(sums.revenue * 100)],
      [
        listed.total,
        listed.campaigns.reduce((sum: number, one: { clicks: number }) => sum + one.clicks, 0),
        cents(listed.campaigns),
      ],
    )
  })

  it('revisar_seo and query_seo_console', async () => {
    const shown = {
      clicks: count('clicks'),
      impressions: count('impressions'),
      ctr: ratio('clicks', 'impressions'),
      position: ratio('position_weighted', 'impressions'),
    }
    const found = await ask('revisar_seo')
    await same(found, facts.seo, found.window, shown, 'current')
    await same(found, facts.seo, found.previous_window, shown, 'previous')
    const pages = statement(
      facts.seo_page,
      found.window,
      { page: 'page', clicks: count('clicks') },
      'group by 1 order by 2 desc',
    )
    assert.deepEqual(
      await rows(pages),
      found.top_pages.map(({ page, clicks }: { page: string; clicks: number }) => ({ page, clicks })),
    )
    const listed = await ask('query_seo_console')
    await same(listed.totals, facts.seo_query, listed.window, shown)
    await same(listed.site, facts.seo, listed.window, shown)
  })

  for (const platform of ['mx_ads', 'gx_ads'])
    it(`query_${platform.slice(0, 2)}_campaigns`, async () => {
      const found = await ask(`query_${platform.slice(0, 2)}_campaigns`)
      const shown = {
        spend: money('spend'),
        impressions: count('impressions'),
        clicks: count('clicks'),
        conversions: count('conversions'),
        conversion_value: money('conversion_value'),
        roas: ratio('conversion_value', 'spend'),
      }
      const own = `and platform = '${platform}'`
      assert.deepEqual(await values(facts.ads, found.window, shown, own), pick(found.totals, Object.keys(shown)))
      const each = statement(facts.ads, found.window, shown, `${own} group by account_id, campaign_id order by 1 desc`)
      assert.deepEqual(
        await rows(each),
        found.campaigns.map((line: Record<string, unknown>) => pick(line, Object.keys(shown))),
      )
    })

  it('query_analytics, query_orders and query_contacts', async () => {
    const shown = {
      sessions: count('sessions'),
      conversions: count('conversions'),
      purchases: count('purchases'),
      revenue: money('revenue'),
    }
    const all = await ask('query_analytics')
    await same(all.totals, facts.web, all.window, shown)
    const one = await ask('query_analytics', { traffic_source: 'google' })
    assert.deepEqual(await values(facts.web_source, one.window, shown, `and source = 'google'`), one.totals)
    const orders = await ask('query_orders')
    await same(orders, facts.store, orders.window, {
      orders_in_period: count('orders'),
      total_revenue: money('revenue'),
      refunds: money('refunds'),
      net_revenue: money('net_revenue'),
    })
    assert.deepEqual(await rows('select count(*) as total from contacts where counts'), [
      { total: (await ask('query_contacts')).total },
    ])
  })

  it('query_data: every metric of every source', async () => {
    const by_source: Record<string, readonly (Facts & { more?: string })[]> = {
      store: [facts.store, facts.lines, facts.margins, facts.customers],
      social_ads: [{ ...facts.ads, more: `and platform = 'mx_ads'` }],
      search_ads: [{ ...facts.ads, more: `and platform = 'gx_ads'` }, facts.shares_of_ads],
      short_video_ads: [{ ...facts.ads, more: `and platform = 'tx_ads'` }],
      network_ads: [{ ...facts.ads, more: `and platform = 'net_c_ads'` }],
      micro_blog_ads: [{ ...facts.ads, more: `and platform = 'net_d_ads'` }],
      marketplace_ads: [{ ...facts.ads, more: `and platform = 'mpb_ads'` }],
      web_analytics: [facts.web, facts.web_event],
      seo: [facts.seo],
      social: [facts.social],
      email: [facts.email, facts.broadcast_rates],
      crm: [facts.people],
      marketplace_a: [facts.marketplace],
      marketplace_b: [facts.marketplace_b],
      product_feed: [facts.feed, facts.feed_status, facts.feed_issue],
      behavior: [facts.behavior, facts.behavior_page],
    }
    const catalog: MetricSource[] = await acme.insert((db) => read_catalog({ db }))
    assert.deepEqual(catalog.map(({ source }) => source).sort(), Object.keys(by_source).sort())
    let metrics = 0
    for (const { source, metrics: of_source } of catalog)
      for (const { metric, kind, unit, column_name, numerator, denominator } of of_source) {
        const names = [column_name, numerator, denominator].flatMap((name) => name?.replace(/_micros$/, '') ?? [])
        const of = by_source[source]!.find((one) => names.every((name) => new RegExp(`\\b${name}\\b`).test(one.rows)))!
        const days =
          kind === 'daily' || kind === 'people'
            ? { from: '2026-11-12', to: '2026-11-12' }
            : { from: '2026-10-05', to: '2026-11-19' }
        const value =
          kind === 'ratio'
            ? ratio(names[0]!, names[1]!, unit === 'money' ? 2 : 4)
            : kind === 'count_distinct'
              ? `count(distinct ${names[0]})`
              : money(names[0]!)
        // People of two networks do not add up.
        const is_of_one = source === 'social' && kind === 'people'
        const filters = is_of_one ? { platform: 'social_a' } : {}
        const made = await values(of, days, { value }, is_of_one ? `and platform = 'social_a'` : of.more)
        const dates = { date_from: days.from, date_to: days.to }
        const { total_value } = await ask('query_data', { metric: `${source}.${metric}`, filters, ...dates })
        assert.ok(typeof total_value === 'number' && total_value !== 0, `${source}.${metric} is ${total_value}`)
        assert.equal(made.value, total_value, `${source}.${metric}`)
        metrics += 1
      }
    assert.ok(metrics >= 150, `${metrics} metrics`)
  })
})
