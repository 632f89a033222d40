// Converts real records of TikTok's Business API to the expected rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tx_ads } from '#connectors/tx_ads/index.ts'
import type { Account } from '#engine/connector.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { airbyte_records, without_contracts } from './published.ts'
import { as_text, rows_of_all } from './support.ts'

const skip = without_contracts

const sample = (stream: string) =>
  airbyte_records('tx_ads').flatMap(({ stream: of, data }) => (of === stream ? [data] : []))
const airbyte: Account = {
  account_id: '7002238017842757633',
  name: 'Airbyte0830',
  currency: 'USD',
  time_zone: 'America/Los_Angeles',
}
const page = (list: unknown[]) => ({ data: { list, page_info: { page: 1, total_page: 1 } } })

/** The recorded request left out one of the metrics that the connector requests. */
const with_purchases = (data: Record<string, unknown>) => {
  const text = as_text(data) as { metrics: object }
  return { ...text, metrics: { ...text.metrics, total_purchase: '0' } }
}

test('real reports become the figures of a day', { skip }, async () => {
  const rows = await rows_of_days(tx_ads.streams.ad_daily, {
    api: canned_api([page(sample('ads_reports_daily').map(with_purchases))]).api,
    account: airbyte,
    from: '2021-10-25',
    to: '2021-10-25',
  })
  assert.deepEqual(rows[0], {
    account_id: '7002238017842757633',
    date: '2021-10-25',
    currency: 'USD',
    spend_micros: 20_000_000n,
    impressions: 5830n,
    clicks: 69n,
    conversions: '0',
    conversion_value_micros: 0n,
    ad_id: '1714125051115569',
    ad_group_id: '1714125049901106',
    campaign_id: '1714125042508817',
    reach: 4806n,
  })
})

/** Recorded ids are numbers. In the answers they are text. */
const with_text_ids = (data: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, name.endsWith('_id') && value ? String(value) : value]),
  )

test('real campaigns, ad groups and ads become rows', { skip }, async () => {
  const rows = async (name: keyof typeof tx_ads.streams, stream: string) => {
    const answers = [page(sample(stream).map(with_text_ids)), page([])]
    return (await rows_of_all(tx_ads.streams[name], { api: canned_api(answers).api, account: airbyte }))[0]
  }
  assert.deepEqual(await rows('campaigns', 'campaigns'), {
    account_id: '7002238017842757633',
    campaign_id: '1779923887578145',
    name: 'UTM_PARAMSTraffic20231016173112',
    status: 'CAMPAIGN_STATUS_DISABLE',
    objective: 'TRAFFIC',
    channel_type: undefined,
    created_on: '2023-10-16',
    currency: 'USD',
    daily_budget_micros: null,
    lifetime_budget_micros: null,
  })
  const group = await rows('ad_groups', 'ad_groups')
  assert.deepEqual([group?.ad_group_id, group?.daily_budget_micros], ['1779923881029666', 30_000_000n])
  const ad = await rows('ads', 'ads')
  assert.deepEqual(
    [ad?.ad_id, ad?.headline, ad?.description, ad?.creative_id],
    ['1779923894511665', 'Airbyte', 'airbyte', 'v10033g50000ckmkpnbc77ucmin3t88g'],
  )
  assert.match(String(ad?.final_url), /^https:\/\/airbyte\.com\/\?utm_source=tiktok/)
})
