// What each window of an answer says that it lacks, also where nothing is connected any more.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { campaign_day, figures_bench, store_order } from '#test/figures.ts'
import { business, day, TODAY } from '#test/known_days.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

const REVOKED = { status: 'revoked', revoked_at: `${day(3)}T12:00:00Z` }

describe('the window of figures that nobody knows', () => {
  it('lacks the platform whose only connection was disconnected', async () => {
    const org = await bench.org()
    await org.connect('mx_ads', REVOKED)
    await org.connect('tnx', REVOKED)
    const asked = [
      await org.ask('query_data', { metric: 'social_ads.spend', dimensions: ['week'] }),
      await org.ask('query_mx_campaigns'),
      await org.ask('query_mx_creatives'),
    ]
    for (const { window, total } of asked)
      assert.deepEqual([total, window.is_partial, window.lacks], [null, true, ['mx_ads']])
    const orders = await org.ask('list_store_orders', { platform: 'tnx' })
    assert.deepEqual([orders.window.is_partial, orders.window.lacks], [true, ['tnx']])
    assert.deepEqual((await org.ask('get_kpi_summary')).window.lacks, ['mx_ads', 'tnx'])
  })

  it('is partial without any connection, and lacks no platform', async () => {
    const org = await bench.org()
    const found = [await org.ask('get_kpi_summary'), await org.ask('query_data', { metric: 'social_ads.spend' })]
    for (const { window } of found) assert.deepEqual([window.is_partial, window.lacks], [true, undefined])
    assert.deepEqual((await org.ask('get_kpi_summary')).year_before_window.is_partial, true)
  })

  it('is whole where one kind of platform is connected and another never was', async () => {
    const { org } = await business(bench, 30)
    const { window, sessions } = await org.ask('get_kpi_summary', { days_back: 7 })
    assert.deepEqual([window.is_partial, sessions], [false, null])
  })

  it('lacks the platform that ends before yesterday, when it is today alone', async () => {
    const { org, mx } = await business(bench, 30)
    const today = { date_from: TODAY, date_to: TODAY }
    assert.equal((await org.ask('get_kpi_summary', today)).window.lacks, undefined)
    await org.cover(mx, { covered_until: day(1), read_until: day(1) })
    assert.equal((await org.ask('get_kpi_summary', today)).window.lacks, undefined, 'only the rest of today is missing')
    await org.cover(mx, { covered_until: day(3), read_until: day(3) })
    const late = await org.ask('get_kpi_summary', today)
    assert.deepEqual([late.ad_spend, late.store_revenue, late.window.lacks], [null, 50, ['mx_ads']])
  })
})

describe('what is disconnected, silent or began today', () => {
  it('is named where it brings no rows, also beside another one that does', async () => {
    const org = await bench.org()
    const loud = await org.connect('mx_ads', { name: 'Loud' })
    await org.connect('tx_ads', { created_at: '2026-01-01T00:00:00Z', last_rows_at: `${day(15)}T12:00:00Z` })
    await org.insert((db) =>
      db
        .insertInto('campaign_daily')
        .values([20, 3].map((back) => campaign_day(loud, { date: day(back), spend: 10_000_000n })))
        .execute(),
    )
    const asked = async (dates: object) => {
      const { ad_spend, window } = await org.ask('get_kpi_summary', dates)
      return [ad_spend, window.is_partial, window.lacks]
    }
    assert.deepEqual(await asked({ date_from: day(5), date_to: day(1) }), [10, true, ['tx_ads']])
    assert.deepEqual(await asked({ date_from: day(22), date_to: day(16) }), [10, false, undefined])
  })

  it('is not named when the platform never accepted its sign-in, because no figure ever had anything of it', async () => {
    const { org } = await business(bench, 30)
    const whole = await org.ask('get_kpi_summary', { days_back: 7 })
    const refused = { ...REVOKED, last_sync_at: null, last_rows_at: null, needs_reconnection: true }
    await org.connect('mx_ads', { ...refused, name: 'Typo' })
    await org.connect('tx_ads', refused)
    const { window, ad_spend, store_roas, notes } = await org.ask('get_kpi_summary', { days_back: 7 })
    assert.deepEqual([window, ad_spend, store_roas, notes], [whole.window, 70, whole.store_roas, whole.notes])
    assert.equal(typeof store_roas, 'number')
    const sql = await org.ask('run_readonly_sql', {
      sql: 'select sum(spend) as spend from campaign_daily where counts',
    })
    assert.doesNotMatch(JSON.stringify(sql.notes ?? []), /disconnected/)
  })

  it('is named once it had an account, although nothing of it was read', async () => {
    const { org } = await business(bench, 30)
    const left = { ...REVOKED, last_sync_at: null, last_rows_at: null }
    await org.account(await org.connect('tx_ads', left), { account_id: '9', days: { covered_from: null } })
    assert.deepEqual((await org.ask('get_kpi_summary', { days_back: 7 })).window.lacks, ['tx_ads'])
  })

  it('is named by the state of connections, unless another connection of the platform is left', async () => {
    const org = await bench.org()
    for (const platform of ['mx_ads', 'gx_ads']) await org.connect(platform, REVOKED)
    await org.connect('gx_ads', { name: 'Other' })
    const { disconnected, summary, by_health } = await org.ask('estado_conexiones')
    assert.deepEqual([disconnected, by_health.ok], [['mx_ads'], 1])
    assert.match(summary, /1 connection is disconnected, without another one of the platform: mx_ads\./)
  })

  it('has no whole day before its first day', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    await org.cover(mx, { covered_from: TODAY, covered_until: day(1), read_until: TODAY })
    const { covered_from, covered_until } = await org.ask('query_data', { metric: 'social_ads.spend' })
    assert.deepEqual([covered_from, covered_until], [TODAY, null])
  })
})

describe('the windows that are compared', () => {
  it('lack the platforms that have no data of them', async () => {
    const { org, mx } = await business(bench, 200)
    await org.cover(mx, { covered_from: day(40) })
    const { window, previous_window, year_before_window } = await org.ask('get_kpi_summary', { days_back: 30 })
    assert.deepEqual([window.is_partial, window.lacks], [false, undefined])
    for (const earlier of [previous_window, year_before_window])
      assert.deepEqual([earlier.is_partial, earlier.lacks], [true, ['mx_ads']])
    const recent = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([recent.previous_window.is_partial, recent.previous_window.lacks], [false, undefined])
  })

  it('are partial when they are summed over fewer days, because the last ones are not read yet', async () => {
    const { org, mx } = await business(bench, 200)
    await org.cover(mx, { covered_until: day(3), read_until: day(2) })
    const { previous, previous_window } = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([previous.ad_spend, previous.store_revenue], [80, 100 * 5])
    assert.deepEqual([previous_window.is_partial, previous_window.lacks], [true, undefined])
  })

  it('lack exchange rates, each window for its own amounts', async () => {
    const { org, mx, sx } = await business(bench, 60)
    const spend = campaign_day(mx, { date: day(15), campaign_id: 'c9', currency: 'UYU', spend: 5_000_000_000n })
    await org.insert((db) => db.insertInto('campaign_daily').values(spend).execute())
    const ordered = { order_id: 'uyu', ordered_at: '2025-11-15T16:00:00Z', currency: 'UYU', total: '70.00' }
    await org.insert((db) => db.insertInto('store_orders').values(store_order(sx, ordered)).execute())
    const { window, previous_window, year_before_window } = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual(
      [window.lacks, previous_window.lacks, year_before_window.lacks],
      [undefined, ['exchange_rates'], ['exchange_rates']],
    )
  })
})
