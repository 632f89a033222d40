// Converts real records of TikTok's Business API to the expected rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { covers_of } from '#connectors/tx_ads/covers.ts'
import { tx_ads } from '#connectors/tx_ads/index.ts'
import type { Account, Stream } from '#engine/connector.ts'
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
/** Of the second report of each read. */
const NO_RESERVATIONS = page([])

/** The recorded request left out one of the metrics that the connector requests. */
const with_purchases = (data: Record<string, unknown>) => {
  const text = as_text(data) as { metrics: object }
  return { ...text, metrics: { ...text.metrics, total_purchase: '0' } }
}

test('real reports become the figures of a day', { skip }, async () => {
  const rows = await rows_of_days(tx_ads.streams.ad_daily, {
    api: canned_api([page(sample('ads_reports_daily').map(with_purchases)), NO_RESERVATIONS]).api,
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

/** Metrics of an advertiser, a campaign or a group that the recorded requests left out. */
const NOT_ASKED = Object.fromEntries(
  [
    ...['complete_payment', 'total_purchase', 'onsite_shopping', 'campaign_id', 'total_complete_payment_rate'],
    ...['total_purchase_value', 'total_onsite_shopping_value'],
  ].map((name) => [name, '0']),
)
const with_sales = (data: Record<string, unknown>) => {
  const text = as_text(data) as { metrics: object; dimensions: object }
  return { ...text, metrics: { ...NOT_ASKED, ...text.metrics } }
}
/** `before`: answers to other requests, which come first. */
const of_days = async (name: keyof typeof tx_ads.streams, stream: string, before: unknown[] = []) =>
  (
    await rows_of_days(tx_ads.streams[name], {
      api: canned_api([...before, page(sample(stream).map(with_sales)), NO_RESERVATIONS]).api,
      account: airbyte,
      from: '2021-10-19',
      to: '2021-10-28',
    })
  ).map(({ date, campaign_id, ad_group_id, country, device, spend_micros, impressions, clicks }) => [
    ...[date, ad_group_id ?? campaign_id, country ?? device, spend_micros, impressions, clicks],
  ])

test('real reports of campaigns and ad groups, and of their countries and devices, become days', { skip }, async () => {
  const [campaign] = await of_days('campaign_daily', 'campaigns_reports_daily', [page([]), NO_RESERVATIONS])
  assert.deepEqual(campaign, ['2021-10-27', '1714125042508817', undefined, 20_000_000n, 4696n, 51n])
  const groups = await of_days('ad_group_daily', 'ad_groups_reports_daily')
  assert.equal(groups.length, 3)
  assert.deepEqual(groups[0]!.slice(3), [20_000_000n, 3765n, 53n])
  const [country] = await of_days('country_daily', 'campaigns_audience_reports_by_country_daily')
  assert.deepEqual(country, ['2021-10-19', '1714073078669329', 'US', 20_000_000n, 4874n, 65n])
  const devices = await of_days('device_daily', 'campaigns_audience_reports_by_platform_daily')
  assert.ok(devices.some(([, , device]) => device === 'mobile'))
})

test('real totals of an advertiser become those of the ledger', { skip }, async () => {
  const { total } = tx_ads.streams.campaign_daily as Extract<Stream, { window: unknown }>
  const totals = await total!.read({
    api: canned_api([page(sample('advertisers_reports_daily').map(with_sales)), NO_RESERVATIONS]).api,
    account: airbyte,
    settings: {},
    from: '2021-10-19',
    to: '2021-10-28',
  })
  const { measures } = totals.find(({ date }) => date === '2021-10-28')!
  assert.deepEqual([measures.spend_micros, measures.impressions, measures.clicks].map(String), [
    '20000000',
    '4787',
    '48',
  ])
})

test('real advertisers become accounts', { skip }, async () => {
  // JSON.parse rounds the recorded id, which the answer has as a text.
  const { account_id: advertiser_id } = airbyte
  const details = { ...sample('advertisers')[0], advertiser_id }
  const listed = [...sample('advertiser_ids').filter((one) => one.advertiser_id !== advertiser_id), details]
  const counted = { data: { list: [], page_info: { page: 1, total_page: 1, total_number: 0 } } }
  const answers = [{ data: { list: listed } }, { data: { list: [details] } }]
  const found = await tx_ads.accounts.read({
    api: canned_api([...answers, ...listed.map(() => counted), counted]).api,
    settings: {},
  })
  const { unreadable, extra, limited, ...account } = found.at(-1)!
  assert.deepEqual(account, { ...airbyte, created_on: '2021-08-30' })
  assert.ok(
    found.slice(0, -1).every((one) => one.unreadable),
    'advertisers without details have no currency',
  )
})

test('real videos and pictures give ads their thumbnails', { skip }, async () => {
  for (const file of ['expected_records', 'expected_records2']) {
    const assets = (stream: string) =>
      airbyte_records('tx_ads', file).flatMap(({ stream: of, data }) => (of === stream ? [data] : []))
    for (const [kind, stream, id, url] of [
      ['video', 'creative_assets_videos', 'video_id', 'video_cover_url'],
      ['image', 'creative_assets_images', 'image_id', 'image_url'],
    ] as const) {
      const list = assets(stream)
      const { api } = canned_api([{ data: { list } }])
      const found = await covers_of(
        { api, account: airbyte, settings: {} },
        kind,
        list.map((one) => String(one[id])),
      )
      assert.deepEqual(
        [...found],
        list.map((one) => [one[id], one[url]]),
      )
      assert.equal(found.size, 3)
    }
  }
})
