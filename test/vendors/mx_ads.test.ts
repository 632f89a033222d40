// Checks the connector and the sandbox against Meta's api_specs, and converts real records to the expected rows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mx_ads } from '#connectors/mx_ads/index.ts'
import type { Account } from '#engine/connector.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { graph_faults } from './graph_specs.ts'
import { airbyte_records, without_contracts } from './published.ts'
import { as_text, rows_of_all } from './support.ts'
import { google_secrets, wire } from './wire.ts'

const skip = without_contracts
const structure = ['campaigns', 'ad_sets', 'ads', 'creatives'] as const
const figures = ['campaign_daily', 'ad_set_daily', 'ad_daily'] as const

let wired: Awaited<ReturnType<typeof wire>>
let accounts: Account[]
before(async () => {
  if (skip) return
  wired = await wire({ connector: mx_ads, platform: 'mx_ads', secrets: google_secrets('mx_ads') })
  accounts = await wired.accounts()
})
after(() => wired?.close())

test('every request of the connector and every answer it gets are as Meta publishes them', { skip }, async () => {
  assert.deepEqual(
    accounts.map(({ currency }) => currency),
    ['MXN', 'USD'],
  )
  for (const account of accounts) {
    for (const name of structure)
      assert.ok((await rows_of_all(mx_ads.streams[name], { api: wired.api, account })).length > 0)
    for (const name of figures)
      assert.ok((await wired.rows(mx_ads.streams[name], account, '2026-11-01', '2026-11-18')).length > 0)
  }
  const exchanges = wired.exchanges().filter(({ url }) => !url.includes('/oauth/'))
  assert.ok(exchanges.length > 14)
  for (const exchange of exchanges) assert.deepEqual(graph_faults(exchange), [], exchange.url)
})

test('the validator rejects what Meta does not publish', { skip }, () => {
  const url = 'https://graph.facebook.com/v26.0/act_1/insights?fields=spend,profit&level=planet&days=3'
  const answer = { data: [{ spend: 3, profit: '1' }], total: 1 }
  assert.equal(graph_faults({ method: 'GET', url, body: null, answer }).length, 6)
})

test('campaigns, ad sets and ads add up to the same money', { skip }, async () => {
  const [account] = accounts
  const days = ['2026-11-03', '2026-11-05'] as const
  const sums: bigint[] = []
  for (const name of figures) {
    const rows = await wired.rows(mx_ads.streams[name], account!, ...days)
    sums.push(rows.reduce((sum, row) => sum + (row.spend_micros as bigint), 0n))
  }
  assert.ok(sums[0]! > 0n)
  assert.deepEqual(sums, [sums[0], sums[0], sums[0]])
})

const sample = (stream: string) =>
  airbyte_records('mx_ads').flatMap(({ stream: of, data }) => (of === stream ? [data] : []))
const airbyte: Account = {
  account_id: '212551616838260',
  name: 'Airbyte',
  currency: 'USD',
  time_zone: 'America/Los_Angeles',
}
const page = (data: unknown[]) => canned_api([{ data }]).api

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
  const rows = async (name: (typeof structure)[number], stream: string, change = {}) =>
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
