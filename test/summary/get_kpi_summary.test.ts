import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

const web_day = (connection_id: string, date: string, sessions: bigint) => ({
  connection_id,
  property_id: 'p',
  date,
  currency: 'MXN',
  sessions,
  users: sessions,
  new_users: 0n,
  engaged_sessions: 0n,
  page_views: sessions,
  conversions: '0',
  purchases: 0n,
  revenue_micros: 0n,
})

describe('get_kpi_summary', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let acme: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    acme = await bench.org()
  })
  after(() => bench.close())

  it('has no data without connections: every figure is null and the notes say why', async () => {
    const result = await acme.ask('get_kpi_summary')
    for (const name of Object.keys(result.previous)) assert.equal(result[name], null, name)
    assert.deepEqual(result.platforms, [])
    assert.equal(result.notes.length, 4)
    assert.match(result.summary, /No figures are known/)
  })

  it('adds spend and sales of the window, compares with the one before, and never adds up claims as sales', async () => {
    const [mx, gx, shop, web] = [
      await acme.connect('mx_ads'),
      await acme.connect('gx_ads'),
      await acme.connect('sx'),
      await acme.connect('gx_analytics'),
    ]
    await acme.insert((db) =>
      db
        .insertInto('campaign_daily')
        .values([
          campaign_day(mx, { date: '2026-11-19', spend: 100_004_000n, value: 300_000_000n }),
          campaign_day(mx, { date: '2026-11-20', spend: 77_000_000n, value: 0n }), // today does not count
          campaign_day(mx, { date: '2026-10-21', spend: 0n, value: 50_000_000n }),
          campaign_day(mx, { date: '2026-10-20', spend: 50_000_000n, value: 100_000_000n }), // the period before
          campaign_day(gx, { date: '2026-11-01', spend: 50_001_000n, value: 25_000_000n, platform: 'gx_ads' }),
        ])
        .execute(),
    )
    await acme.insert((db) =>
      db
        .insertInto('store_orders')
        .values([
          store_order(shop, { order_id: '1', ordered_at: '2026-11-19T12:00:00Z', total: '300.00' }),
          store_order(shop, { order_id: '2', ordered_at: '2026-10-20T12:00:00Z', total: '200.00' }),
        ])
        .execute(),
    )
    await acme.insert((db) =>
      db
        .insertInto('web_daily')
        .values(web_day(web, '2026-11-18', 42n))
        .execute(),
    )
    const result = await acme.ask('get_kpi_summary')
    assert.deepEqual([result.window.from, result.window.to, result.window.days], ['2026-10-21', '2026-11-19', 30])
    assert.deepEqual([result.previous_window.from, result.previous_window.to], ['2026-09-21', '2026-10-20'])
    assert.equal(result.ad_spend, 150.01) // 150.005, rounded once, half away from zero
    assert.equal(result.store_revenue, 300)
    assert.equal(result.store_roas, 1.9999) // 300 / 150.005
    assert.equal(result.blended_ad_roas, 2.4999) // 375 / 150.005
    assert.equal(result.sessions, 42)
    assert.equal(result.seo_clicks, null)
    assert.equal(result.previous.ad_spend, 50)
    assert.equal(result.change_percent.store_revenue, 50)
    assert.equal(result.change_percent.ad_spend, 200.01)
    assert.equal(result.change_percent.sessions, null)
    assert.equal(result.previous.sessions, 0)
    const gx_line = result.platforms.find((line: { platform: string }) => line.platform === 'gx_ads')
    assert.deepEqual(gx_line, {
      platform: 'gx_ads',
      spend: 50,
      revenue: 25,
      roas: 0.5,
      previous: { spend: 0, revenue: 0, roas: null },
    })
    assert.equal(result.as_of, '2026-11-20T17:00:00.000Z')
    assert.match(result.summary, /ad spend 150\.01 MXN \(\+200\.01%\)/)
  })

  it('prefers explicit dates to days_back, and says so if date_to alone was not used', async () => {
    const explicit = await acme.ask('get_kpi_summary', { days_back: 7, date_from: '2026-11-19', date_to: '2026-11-20' })
    assert.deepEqual([explicit.window.from, explicit.window.is_partial], ['2026-11-19', true])
    assert.equal(explicit.ad_spend, 177)
    const alone = await acme.ask('get_kpi_summary', { date_to: '2026-11-01' })
    assert.equal(alone.window.to, '2026-11-19')
    assert.ok(alone.notes.some((note: string) => note.startsWith('date_to was not used')))
    assert.match(await acme.refused('get_kpi_summary', { days: 7 }), /did you mean 'days_back'/)
  })

  it('shows null, not zero, for a platform that never synced, brings no rows or is disconnected', async () => {
    const globex = await bench.org({ name: 'Globex' })
    await globex.connect('mx_ads', { last_sync_at: null, last_rows_at: null })
    await globex.connect('gx_ads', { last_rows_at: '2026-11-01T00:00:00Z' })
    await globex.connect('tx_ads', { status: 'revoked' })
    await globex.connect('sx', { last_sync_at: '2026-11-10T00:00:00Z', last_rows_at: '2026-11-10T00:00:00Z' })
    const result = await globex.ask('get_kpi_summary')
    assert.deepEqual(
      result.platforms.map((line: { platform: string; spend: number | null }) => [line.platform, line.spend]),
      [
        ['gx_ads', null],
        ['mx_ads', null],
        ['tx_ads', null],
      ],
    )
    assert.equal(result.ad_spend, null)
    // The days until 8 November were read before the sync stopped. They are compared with as many days.
    assert.deepEqual([result.store_revenue, result.previous.store_revenue, result.window.is_partial], [0, 0, true])
    assert.ok(result.notes.some((note: string) => /sums up to 2026-11-08, compared with equally many days/.test(note)))
    const healths = Object.fromEntries(
      result.sources.map((source: { platform: string; health: string }) => [source.platform, source.health]),
    )
    assert.deepEqual(healths, { gx_ads: 'empty_sync', mx_ads: 'never_synced', sx: 'stale' })
    for (const platform of ['mx_ads', 'gx_ads', 'tx_ads', 'sx'])
      assert.ok(
        result.notes.some((note: string) => note.startsWith(platform)),
        platform,
      )
  })
})
