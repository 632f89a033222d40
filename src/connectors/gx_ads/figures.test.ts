import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '#engine/connector.ts'
import { after_slice, slices_ahead } from '#engine/sync/cursor.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { gx_ads } from './index.ts'

const account: Account = { account_id: '7', name: 'Shop', currency: 'EUR', time_zone: 'Europe/Madrid' }
const days = { from: '2026-11-01', to: '2026-11-30' }
const zeros = { costMicros: '0', impressions: '0', clicks: '0', conversions: 0, conversionsValue: 0 }
const line = (metrics: object) => ({
  campaign: { id: '5' },
  segments: { date: '2026-11-01' },
  metrics: { ...zeros, ...metrics },
})

test('a search is a row of its campaign, and asks for the view with all kinds of campaigns', async () => {
  const view = { searchTerm: 'sofá cama' }
  const { api, asked } = canned_api([
    { results: [{ ...line({ costMicros: '5', impressions: '7', conversions: 0.5 }), campaignSearchTermView: view }] },
  ])
  const [row] = await rows_of_days(gx_ads.streams.search_terms, { api, account, ...days })
  assert.partialDeepStrictEqual(row, {
    ...{ account_id: '7', campaign_id: '5', date: '2026-11-01', search_term: 'sofá cama' },
    ...{ spend_micros: 5n, impressions: 7n, clicks: 0n, conversions: '0.5', currency: 'EUR' },
  })
  assert.match(
    (asked[0]!.body as { query: string }).query,
    /FROM campaign_search_term_view WHERE segments\.date BETWEEN/,
  )
})

test('a day is read again, and is not settled, until a conversion window of 90 days has ended', () => {
  const claims = ['campaign_daily', 'ad_group_daily', 'ad_daily', 'country_daily', 'device_daily', 'search_terms']
  const [last_click, today] = ['2026-08-22', '2026-11-20']
  for (const name of claims) {
    const stream = gx_ads.streams[name]
    assert.ok(stream && 'window' in stream, name)
    const stored = { read_from: '2025-11-20', read_to: today }
    const again = slices_ahead(stream.window, stored, stored.read_from, today)
    assert.ok(
      again.some(({ from, to }) => from <= last_click && to >= last_click),
      name,
    )
    const { settled_until } = after_slice(stream.window, {}, { from: stored.read_from, to: today }, { today })
    assert.ok(settled_until! < last_click, `${name} ${settled_until}`)
  }
})

test('a share is stored as it is reported, and a campaign without one has no row', async () => {
  const share = (searchImpressionShare?: number, more = {}) =>
    line({ impressions: '9', searchImpressionShare, searchRankLostImpressionShare: 0.9001, ...more })
  const { api } = canned_api([
    { results: [share(0.0999), share(), share(0), share(0.25, { searchBudgetLostImpressionShare: 0 })] },
  ])
  const rows = await rows_of_days(gx_ads.streams.impression_shares, { api, account, ...days })
  const of = { account_id: '7', campaign_id: '5', date: '2026-11-01', impressions: 9n, lost_to_rank_share: '0.900100' }
  assert.deepEqual(rows, [
    { ...of, impression_share: '0.099900', lost_to_budget_share: null },
    { ...of, impression_share: '0.250000', lost_to_budget_share: '0.000000' },
  ])
})

const [first, second] = ['2026-11-01', '2026-11-02'] as const
const ad_line = (ad_id: string, ad_group_id: string, date: string, costMicros: string) => ({
  ...line({ costMicros, impressions: '10', clicks: '1', conversions: 0.25, conversionsValue: 1.5 }),
  segments: { date },
  adGroup: { id: ad_group_id },
  adGroupAd: { ad: { id: ad_id } },
})

test('an ad that is in several ad groups has one row of a day, with the figures of all', async () => {
  // A later page repeats a line of the page before.
  const { api, asked } = canned_api([
    { results: [ad_line('8', '1', first, '3'), ad_line('9', '1', first, '5')], nextPageToken: 'next' },
    { results: [ad_line('9', '1', first, '5'), ad_line('9', '2', first, '7'), ad_line('9', '2', second, '11')] },
  ])
  const rows = await rows_of_days(gx_ads.streams.ad_daily, { api, account, ...days })
  assert.deepEqual(
    rows.map((row) => [row.ad_id, row.ad_group_id, row.date, row.spend_micros, row.impressions, row.conversions]),
    [
      ['8', '1', first, 3n, 10n, '0.25'],
      ['9', '1', first, 12n, 20n, '0.5'],
      ['9', '2', second, 11n, 10n, '0.25'],
    ],
  )
  assert.match(
    (asked[0]!.body as { query: string }).query,
    / ORDER BY segments\.date, ad_group_ad\.ad\.id, ad_group\.id$/,
  )
})

test('lines of ads in another order than that of the request are refused, because a part would replace the sum', async () => {
  const read = (...results: object[]) =>
    rows_of_days(gx_ads.streams.ad_daily, { api: canned_api([{ results }]).api, account, ...days })
  const in_order = [ad_line('9', '1', first, '5'), ad_line('10', '1', first, '1'), ad_line('9', '2', second, '7')]
  assert.equal((await read(...in_order)).length, 3)
  const disorder = { name: 'VendorRefusal', kind: 'refused', message: /not in the order of the request/ }
  await assert.rejects(read(...in_order.slice(0, 2), ad_line('9', '2', first, '7')), disorder)
  await assert.rejects(read(ad_line('9', '1', second, '5'), ad_line('9', '2', first, '5')), disorder)
})
