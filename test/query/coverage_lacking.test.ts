// Figures of a whole that lacks a source are unknown; an answer names the source.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CoveredDays, campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { business, day, TODAY } from '#test/known_days.ts'
import { whole_sources } from '#test/sources.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

const notes_of = (result: { notes: string[] }) => result.notes.join('\n')

describe('a whole that lacks a source', () => {
  it('has no ratio after a platform was disconnected; the parts are known', async () => {
    const { org } = await business(bench, 60)
    await org.connect('gx_ads', { status: 'revoked', revoked_at: `${day(10)}T12:00:00Z` })
    const result = await org.ask('get_kpi_summary', { days_back: 30 })
    assert.deepEqual([result.ad_spend, result.store_revenue], [300, 1500])
    assert.deepEqual([result.store_roas, result.blended_ad_roas], [null, null])
    assert.equal(result.window.is_partial, true)
    assert.match(notes_of(result), /gx_ads \(Main\) is disconnected/)
  })

  it('has its ratio again when the platform was disconnected before the window', async () => {
    const { org } = await business(bench, 60)
    await org.connect('gx_ads', { status: 'revoked', revoked_at: `${day(40)}T12:00:00Z` })
    assert.equal((await org.ask('get_kpi_summary', { days_back: 30 })).store_roas, 5)
  })

  it('leaves an account without access out, and names it', async () => {
    const { org, mx } = await business(bench, 30)
    await deny(org, mx)
    const result = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([result.ad_spend, result.store_roas, result.window.is_partial], [100, null, true])
    assert.match(notes_of(result), /mx_ads \(Main\) cannot read account 77, so it is left out: No permission\./)
    assert.equal(whole_sources(result)[0]!.health, 'suspect')
  })

  it('keeps its ratio when an account loses access after the days of the window were read', async () => {
    const { org, mx } = await business(bench, 30)
    await deny(org, mx, { covered_from: '-infinity', covered_until: day(1), read_until: TODAY })
    const result = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([result.ad_spend, result.store_roas, result.window.is_partial], [100, 5, false])
    assert.match(notes_of(result), /mx_ads \(Main\) cannot read account 77 any more: No permission\./)
  })

  it('has no ratio of the period before a platform was disconnected', async () => {
    const { org } = await business(bench, 60)
    await org.connect('gx_ads', { status: 'revoked', revoked_at: `${day(15)}T12:00:00Z` })
    const result = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([result.store_roas, result.previous.store_roas, result.previous.blended_ad_roas], [5, null, null])
    assert.deepEqual([result.previous.ad_spend, result.change_percent.store_roas], [100, null])
  })

  it('has no change against a period of which a disconnected account was part, and one between periods that both lack it', async () => {
    const { org } = await business(bench, 60)
    await org.connect('mx_ads', { name: 'Old', status: 'revoked', revoked_at: `${day(10)}T12:00:00Z` })
    const changed = async (days_back: number) => (await org.ask('get_kpi_summary', { days_back })).change_percent
    const replaced = await changed(10)
    assert.deepEqual([replaced.ad_spend, replaced.store_roas, replaced.store_revenue], [null, null, 0])
    const summed = await org.ask('analizar_performance', { days_back: 10 })
    assert.deepEqual([summed.channels[0].spend.change, summed.kpis.ad_spend.change_percent], [null, null])
    const explained = await org.ask('diagnosticar_cambio', { days_back: 10, metric: 'spend' })
    assert.deepEqual([explained.change, explained.channels[0].effect], [null, null])
    assert.equal((await changed(5)).ad_spend, 0)
  })

  it('has no ratio after one of two connections of a platform was disconnected, and names the connection', async () => {
    const { org, mx } = await business(bench, 60)
    const second = await org.connect('mx_ads', {
      name: 'Second',
      status: 'revoked',
      revoked_at: `${day(10)}T12:00:00Z`,
    })
    const spend = campaign_day(second, { date: day(15), account_id: 'a9', spend: 500_000_000n })
    await org.insert((db) => db.insertInto('campaign_daily').values(spend).execute())
    await org.account(second, { account_id: 'a9' })
    const result = await org.ask('get_kpi_summary', { days_back: 30 })
    assert.deepEqual([result.ad_spend, result.store_roas, result.window.is_partial], [300, null, true])
    assert.match(notes_of(result), /mx_ads \(Second\) is disconnected/)
    const later = await org.ask('get_kpi_summary', { days_back: 3 })
    assert.deepEqual([later.store_roas, later.window.is_partial], [5, false])
    const year = await org.ask('get_kpi_summary', { days_back: 9 })
    assert.deepEqual([year.store_roas, year.previous.store_roas], [5, null])
    await org.account(mx, { account_id: 'a1' })
    await org.account(mx, { account_id: 'a9' })
    const counted = await org.ask('get_kpi_summary', { days_back: 30 })
    assert.deepEqual([counted.store_roas, counted.window.is_partial], [5, false])
    assert.doesNotMatch(notes_of(counted), /Second/)
  })

  it('has no ratio of sales and ads while spend lacks an exchange rate', async () => {
    const { org, mx } = await business(bench, 30)
    const spend = campaign_day(mx, { date: day(3), campaign_id: 'c9', currency: 'UYU', spend: 5_000_000_000n })
    await org.insert((db) => db.insertInto('campaign_daily').values(spend).execute())
    const found = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([found.ad_spend, found.store_revenue, found.window.is_partial], [100, 500, true])
    assert.deepEqual([found.store_roas, found.mer, found.previous.store_roas], [null, null, 5])
    assert.match(notes_of(found), /UYU of spend/)
    // The claims and the spend of the ads both leave out that row.
    assert.equal(found.blended_ad_roas, 3)
  })

  it('names amounts without an exchange rate of the year before, as it does for the period before', async () => {
    const { org, sx } = await business(bench, 60)
    const in_uyu = { ordered_at: '2025-11-05T16:00:00Z', currency: 'UYU', total: '70.00' }
    const orders = [
      store_order(sx, { order_id: 'uyu', ...in_uyu }),
      store_order(sx, { order_id: 'mxn', ...in_uyu, currency: 'MXN' }),
    ]
    await org.insert((db) => db.insertInto('store_orders').values(orders).execute())
    const found = await org.ask('get_kpi_summary', { days_back: 30 })
    assert.deepEqual([found.year_before.store_revenue, found.year_before.store_roas], [70, null])
    assert.match(notes_of(found), /70\.00 UYU of revenue a year before is left out/)
    assert.doesNotMatch(notes_of(found), /UYU of revenue is|previous period is/)
    assert.equal(found.window.is_partial, false)
  })

  it('has no ratio of sales and ads while sales lack an exchange rate, and keeps it while only refunds do', async () => {
    const { org, sx } = await business(bench, 30)
    const in_uyu = { ordered_at: `${day(13)}T16:00:00Z`, currency: 'UYU', total: '70.00' }
    await org.insert((db) =>
      db
        .insertInto('store_orders')
        .values(store_order(sx, { order_id: 'uyu', ...in_uyu }))
        .execute(),
    )
    const refund = { store_connection_id: sx, order_id: 'uyu', refund_id: 'r', refunded_at: `${day(3)}T16:00:00Z` }
    await org.insert((db) =>
      db
        .insertInto('store_refunds')
        .values({ ...refund, currency: 'UYU', amount_micros: 5_000_000n })
        .execute(),
    )
    const found = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([found.store_roas, found.previous.store_roas, found.change_percent.store_roas], [5, null, null])
  })

  it('says what a read lost, also when the connection has another problem', async () => {
    const { org, mx } = await business(bench, 30)
    await org.cover(mx, { state: 'suspect', suspect_reason: 'spend of 2026-11-18 fell.' })
    await org.insert((db) => db.updateTable('connections').set({ needs_reconnection: true }).execute())
    const result = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.equal(result.sources[0].health, 'needs_reconnection')
    assert.match(notes_of(result), /mx_ads \(Main\) may have lost rows: spend of 2026-11-18 fell/)
  })

  it('does not know the days of an account whose first read was empty beside running campaigns, and says so', async () => {
    const { org, mx } = await business(bench, 30)
    await doubt(org, mx)
    const result = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([result.ad_spend, result.window.lacks], [null, ['mx_ads']])
    assert.equal(result.sources[0].health, 'suspect')
    assert.match(notes_of(result), /running campaigns of this account and gave no figure of any day/)
  })

  it('is suspect when a read lost rows, and says what was lost', async () => {
    const { org, mx } = await business(bench, 30)
    await org.cover(mx, { state: 'suspect', suspect_reason: 'spend of 2026-11-18 fell from 10.00 MXN to nothing.' })
    const result = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.equal(result.sources[0].health, 'suspect')
    assert.match(notes_of(result), /may have lost rows: spend of 2026-11-18 fell/)
  })
})

const deny = (org: FiguresOrg, connection_id: string, days: CoveredDays = {}) =>
  org.insert((db) =>
    db
      .insertInto('sync_cursors')
      .values({
        org_id: org.org_id,
        connection_id,
        stream: 'everything',
        account_id: '77',
        cursor: '{}',
        state: 'denied',
        reason: 'No permission.',
        ...days,
      })
      .execute(),
  )

/** As a sync stores it. */
const doubt = (org: FiguresOrg, connection_id: string) => {
  const suspect_reason = 'The platform lists running campaigns of this account and gave no figure of any day.'
  return deny(org, connection_id, { state: 'suspect', reason: suspect_reason, suspect_reason })
}
