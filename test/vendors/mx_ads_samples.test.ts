// Converts real records of Meta's Marketing API to the expected rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mx_ads } from '#connectors/mx_ads/index.ts'
import type { Account } from '#engine/connector.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { airbyte_records, without_contracts } from './published.ts'
import { as_text, rows_of_all } from './support.ts'

const skip = without_contracts

const sample = (stream: string) =>
  airbyte_records('mx_ads').flatMap(({ stream: of, data }) => (of === stream ? [data] : []))
const airbyte: Account = {
  account_id: '212551616838260',
  name: 'Airbyte',
  currency: 'USD',
  time_zone: 'America/Los_Angeles',
}
/** One page, and nothing that was deleted after it. */
const page = (data: unknown[]) => canned_api([{ data }, { data: [] }]).api

test('real insights become the figures of a day', { skip }, async () => {
  const rows = await rows_of_days(mx_ads.streams.ad_daily, {
    api: page(sample('ads_insights').map(as_text)),
    account: airbyte,
    from: '2023-03-26',
    to: '2023-03-26',
  })
  assert.deepEqual(rows[0], {
    account_id: '212551616838260',
    date: '2023-03-26',
    currency: 'USD',
    spend_micros: 5_360_000n,
    impressions: 152n,
    clicks: 1n,
    conversions: '0',
    conversion_value_micros: 0n,
    ad_id: '23853620229650398',
    ad_group_id: '23853619670380398',
    campaign_id: '23853619670350398',
    reach: 126n,
  })
})

test('real campaigns, ad sets, ads and creatives become rows', { skip }, async () => {
  const rows = async (name: keyof typeof mx_ads.streams, stream: string, change = {}) =>
    (
      await rows_of_all(mx_ads.streams[name], {
        api: page(sample(stream).map((data) => ({ ...data, ...change }))),
        account: airbyte,
      })
    )[0]
  assert.deepEqual(await rows('campaigns', 'campaigns'), {
    account_id: '212551616838260',
    campaign_id: '120208325579370399',
    name: 'New Awareness Campaign',
    status: 'ACTIVE',
    objective: 'OUTCOME_AWARENESS',
    channel_type: 'AUCTION',
    daily_budget_micros: null,
    lifetime_budget_micros: null,
    currency: 'USD',
    starts_on: '2024-03-12',
    ends_on: null,
    created_on: '2024-03-12',
  })
  const ad_set = await rows('ad_sets', 'ad_sets', { daily_budget: '500', lifetime_budget: '0' })
  assert.equal(ad_set?.daily_budget_micros, 5_000_000n)
  const ad = await rows('ads', 'ads')
  assert.deepEqual(
    [ad?.ad_id, ad?.creative_id, ad?.name],
    ['23853619670410398', '23853666125970398', 'The New Standard For Data Movemenet'],
  )
  const creative = await rows('creatives', 'ad_creatives')
  assert.equal(creative?.object_type, 'PHOTO')
  assert.match(String(creative?.body), /^The new open-source standard/)
})

test('a real ad account becomes an account', { skip }, async () => {
  const [account] = await mx_ads.accounts.read({ api: page(sample('ad_account')), settings: {} })
  assert.deepEqual(account, { ...airbyte, created_on: '2020-04-13', extra: { status: 'ACTIVE' } })
})

test('real insights by country and by device become the parts of a day', { skip }, async () => {
  const rows = async (name: 'country_daily' | 'device_daily', stream: string, ads: number) =>
    (
      await rows_of_days(mx_ads.streams[name], {
        api: page(sample(stream).slice(0, ads).map(as_text)),
        account: airbyte,
        from: '2023-03-26',
        to: '2023-03-26',
      })
    ).map(({ date, campaign_id, country, device, spend_micros, impressions, clicks }) => [
      ...[date, campaign_id, country ?? device, spend_micros, impressions, clicks],
    ])
  const of = ['2023-03-26', '23853619670350398']
  // The recorded lines are those of ads. The connector asks for ad sets, of which a country has one line.
  assert.deepEqual(await rows('country_daily', 'ads_insights_country', 1), [[...of, 'US', 5_360_000n, 152n, 1n]])
  assert.deepEqual(await rows('device_daily', 'ads_insights_platform_and_device', 2), [
    [...of, 'mobile', 820_000n, 14n, 1n],
  ])
})
