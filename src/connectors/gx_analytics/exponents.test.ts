import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { gx_analytics } from './index.ts'

const account = { account_id: '42', name: 'Shop', time_zone: 'America/Mexico_City', currency: 'COP' }
const line = {
  ...{ sessions: '120', totalUsers: '98', newUsers: '60', engagedSessions: '70', screenPageViews: '410' },
  ...{ keyEvents: '1.2E7', ecommercePurchases: '3', purchaseRevenue: '4.95005007E8' },
}
const values = (list: readonly string[]) => list.map((value) => ({ value }))
const names = (list: readonly string[]) => list.map((name) => ({ name }))

test('amounts with an exponent are read, instead of ending the figures of the property', async () => {
  const report = {
    dimensionHeaders: names(['date']),
    metricHeaders: names(Object.keys(line)),
    rows: [{ dimensionValues: values(['20261101']), metricValues: values(Object.values(line)) }],
    rowCount: 1,
    metadata: { currencyCode: 'COP' },
  }
  const { api } = canned_api([report])
  const source = { api, account, from: '2026-11-01', to: '2026-11-01' }
  const [row] = await rows_of_days(gx_analytics.streams.daily, source)
  assert.deepEqual([row?.revenue_micros, row?.conversions], [495_005_007_000_000n, '12000000.000000'])
})
