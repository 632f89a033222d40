// Reports that count more rows than they have.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { gx_analytics } from './index.ts'

const account = { account_id: '42', name: 'Shop', time_zone: 'America/Mexico_City', currency: 'MXN' }
const DAYS = { from: '2026-11-01', to: '2026-11-02' }
const dimensions = { date: '20261101', countryId: 'MX' }
const figures = [
  ...['sessions', 'totalUsers', 'newUsers', 'engagedSessions', 'screenPageViews', 'keyEvents'],
  ...['ecommercePurchases', 'purchaseRevenue'],
]
const named = (names: readonly string[]) => names.map((name) => ({ name }))
const row = {
  dimensionValues: Object.values(dimensions).map((value) => ({ value })),
  metricValues: figures.map(() => ({ value: '3' })),
}
const page = (length: number, rowCount: number) => ({
  dimensionHeaders: named(Object.keys(dimensions)),
  metricHeaders: named(figures),
  rows: Array.from({ length }, () => row),
  rowCount,
  metadata: { currencyCode: 'MXN' },
})
const read = (...pages: object[]) =>
  rows_of_days(gx_analytics.streams.by_country_daily, { api: canned_api(pages).api, account, ...DAYS })

test('a report with fewer rows than it counts is an error, on a later page too', async () => {
  await assert.rejects(read(page(2, 4)), /counts 4 records of a list, and sent 2/)
  await assert.rejects(read(page(10_000, 10_003), page(2, 10_003)), /counts 10003 .* sent 10002/)
  // Rows that Google puts together while it is read are no lost ones.
  assert.equal((await read(page(10_000, 10_003), page(2, 10_002))).length, 10_002)
})
