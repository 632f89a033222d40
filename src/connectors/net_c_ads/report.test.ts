import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '#engine/connector.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { net_c_ads } from './index.ts'

const account: Account = { account_id: '7', name: 'Shop', currency: 'MXN', time_zone: 'UTC' }
const line = (more: object) => ({
  dateRange: { start: { year: 2026, month: 11, day: 1 } },
  pivotValues: ['urn:li:sponsoredCampaignGroup:5'],
  ...{ costInLocalCurrency: '10.5', impressions: 100, clicks: 3 },
  ...{ externalWebsiteConversions: 2, oneClickLeads: 1 },
  ...more,
})

test('a value of conversions that does not come is unknown, and a zero is a zero', async () => {
  const elements = [line({}), line({ conversionValueInLocalCurrency: '0.0' })]
  const { api } = canned_api([{ elements }])
  const rows = await rows_of_days(net_c_ads.streams.campaign_daily, {
    api,
    account,
    from: '2026-11-01',
    to: '2026-11-01',
  })
  assert.deepEqual(
    rows.map(({ conversions, conversion_value_micros }) => [conversions, conversion_value_micros]),
    [
      ['3', null],
      ['3', 0n],
    ],
  )
})
