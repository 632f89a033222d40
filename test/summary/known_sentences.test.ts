// Sentences of summaries say of which days their figures are, and claim nothing about what nobody read.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { campaign_day, figures_bench, store_order } from '#test/figures.ts'
import { day, TODAY } from '#test/known_days.ts'

const LATE = { covered_from: '-infinity', covered_until: day(4), read_until: day(3) }
const SINCE = { covered_from: day(5), covered_until: day(1), read_until: TODAY }
const summary_of = (answer: { summary: string }) => answer.summary

describe('sentences of summaries', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench()
  })
  after(() => bench.close())

  it('of the store name the last day of their sums', async () => {
    const org = await bench.org()
    const shop = await org.connect('sx')
    await org.cover(shop, LATE)
    await org.insert(async (db) => {
      await db
        .insertInto('store_orders')
        .values(store_order(shop, { order_id: '1', ordered_at: `${day(6)}T16:00:00Z`, total: '50.00' }))
        .execute()
      await db
        .insertInto('checkouts')
        .values({
          ...{ connection_id: shop, platform: 'sx', checkout_id: '1', currency: 'MXN', total_micros: 12_000_000n },
          ...{ started_at: `${day(6)}T16:00:00Z`, changed_at: `${day(6)}T16:00:00Z` },
        })
        .execute()
    })
    const said = summary_of(await org.ask('revisar_tienda', { days_back: 10 }))
    assert.match(said, new RegExp(`1 order worth 50\\.00 MXN up to ${day(4)}`))
    assert.match(said, new RegExp(`12\\.00 MXN lies in abandoned carts up to ${day(4)}`))
  })

  it('of a channel, of a change and of search name the last day of their sums', async () => {
    const org = await bench.org()
    const [mx, seo] = [await org.connect('mx_ads'), await org.connect('seo_console')]
    for (const connection_id of [mx, seo]) await org.cover(connection_id, LATE)
    await org.insert(async (db) => {
      await db
        .insertInto('campaign_daily')
        .values(campaign_day(mx, { date: day(6), spend: 10_000_000n, value: 20_000_000n }))
        .execute()
      await db
        .insertInto('seo_daily')
        .values({
          connection_id: seo,

          site_url: 's',
          date: day(6),
          clicks: 5n,
          impressions: 9n,
          position_weighted: '9',
        })
        .execute()
    })
    const of_channel = summary_of(await org.ask('analizar_performance', { days_back: 10, channel: 'mx' }))
    assert.match(of_channel, new RegExp(`mx_ads 10\\.00 MXN spent.*up to ${day(4)}`))
    const of_change = summary_of(await org.ask('diagnosticar_cambio', { days_back: 10, metric: 'spend' }))
    assert.match(of_change, new RegExp(`10\\.00 MXN.*Figures are known up to ${day(4)}, so equally many days`))
    const of_search = summary_of(await org.ask('revisar_seo', { days_back: 10 }))
    assert.match(of_search, new RegExp(`5 clicks from organic search up to ${day(4)}`))
  })

  it('name no best campaign of days that are not all known', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    await org.cover(mx, SINCE)
    await org.insert((db) =>
      db
        .insertInto('campaign_daily')
        .values(campaign_day(mx, { date: day(3), spend: 10_000_000n, value: 20_000_000n }))
        .execute(),
    )
    for (const tool of ['analizar_performance', 'preparar_reporte'])
      assert.doesNotMatch(summary_of(await org.ask(tool, { days_back: 10 })), /Best campaign|Worst/, tool)
    assert.match(summary_of(await org.ask('analizar_performance', { days_back: 4 })), /Best campaign/)
  })

  it('name nothing as the best or the worst of figures that lack an account', async () => {
    const org = await bench.org()
    const at = `${day(3)}T16:00:00Z`
    const [mx, seo, sx, mail] = [
      await org.connect('mx_ads'),
      await org.connect('seo_console'),
      await org.connect('sx'),
      await org.connect('email_b'),
    ]
    await org.insert(async (db) => {
      const days = { date: day(3), clicks: 9n, impressions: 90n, position_weighted: '270' }
      await db
        .insertInto('campaign_daily')
        .values(campaign_day(mx, { date: day(3), spend: 10_000_000n, value: 20_000_000n }))
        .execute()
      await db
        .insertInto('seo_daily')
        .values({ connection_id: seo, site_url: 's', ...days })
        .execute()
      await db
        .insertInto('seo_query_daily')
        .values({ connection_id: seo, site_url: 's', query: 'mug', ...days })
        .execute()
      await db
        .insertInto('store_orders')
        .values(store_order(sx, { order_id: '1', ordered_at: at, total: '50.00' }))
        .execute()
      const of_order = { store_connection_id: sx, order_id: '1', line_id: '1', title: 'Lamp', quantity: 1n }
      const amounts = { unit_price_micros: 50_000_000n, discount_micros: 0n, total_micros: 50_000_000n }
      await db
        .insertInto('store_order_lines')
        .values({ ...of_order, ...amounts, currency: 'MXN' })
        .execute()
      const results = { delivered: 100n, opens: 10n, clicks: 1n, currency: 'MXN' }
      await db
        .insertInto('email_campaigns')
        .values({
          ...{ connection_id: mail, platform: 'email_b', campaign_id: 'c', name: 'News', status: 'sent', sent_at: at },
          ...results,
        })
        .execute()
    })
    const best = {
      analizar_performance: /Best campaign/,
      revisar_seo: /'mug' brought the most/,
      revisar_tienda: /'Lamp'/,
      revisar_email: /'News'/,
    }
    const said = async () => {
      const named: string[] = []
      for (const [tool, of] of Object.entries(best))
        if (of.test(summary_of(await org.ask(tool, { days_back: 10 })))) named.push(tool)
      return named
    }
    assert.deepEqual(await said(), Object.keys(best))
    const refused = { covered_from: null, covered_until: null, read_until: null, state: 'denied', reason: 'No access.' }
    for (const connection_id of [mx, seo, sx, mail])
      await org.account(connection_id, { account_id: 'other', days: refused })
    assert.deepEqual(await said(), [])
  })

  it('do not count recommendations where no rule could evaluate anything', async () => {
    const org = await bench.org()
    const no_source = summary_of(await org.ask('preparar_reporte'))
    assert.match(no_source, /Nothing can be said, because no platform is connected/)
    await org.connect('mx_ads')
    const unknown = summary_of(await org.ask('preparar_reporte'))
    assert.match(unknown, /Nothing can be said yet, because no rule could evaluate any figures/)
    assert.doesNotMatch(unknown, /no open recommendations/)
  })

  it('do not say that no broadcast was sent where a platform was not read to the end', async () => {
    const org = await bench.org()
    const mail = await org.connect('email_b')
    await org.cover(mail, LATE)
    const said = summary_of(await org.ask('revisar_email', { days_back: 10 }))
    assert.equal(said, 'No broadcast is known to be sent in this period.')
    await org.cover(mail, { ...LATE, covered_until: day(1), read_until: TODAY })
    const known = summary_of(await org.ask('revisar_email', { days_back: 10 }))
    assert.equal(known, 'No broadcast was sent in this period.')
  })
})
