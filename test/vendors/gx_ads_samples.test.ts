// Converts real records of the Google Ads API to the expected rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gx_ads } from '#connectors/gx_ads/index.ts'
import type { Account, Stream } from '#engine/connector.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { airbyte_records, without_contracts } from './published.ts'
import { as_text, rows_of_all } from './support.ts'

const skip = without_contracts

/** Converts flat names to the API's own shape: 'campaign.advertising_channel_type' is campaign.advertisingChannelType. */
function unfold(flat: Record<string, unknown>): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(flat)) {
    const path = name.split('.').map((part) => part.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
    const last = path.pop()!
    let into = row
    for (const part of path) {
      into[part] ??= {}
      into = into[part] as Record<string, unknown>
    }
    into[last] = value
  }
  return row
}

const numbers = ['metrics.conversions', 'metrics.conversions_value']
/** The original form in an answer: int64 as text, text assets as objects, no empty values. */
function sample(stream: string, file?: string): Record<string, unknown>[] {
  return airbyte_records('gx_ads', file).flatMap(({ stream: of, data }) => {
    if (of !== stream) return []
    const filled = Object.entries(data).filter(([, value]) => value !== '' && value !== null)
    return [
      unfold(
        Object.fromEntries(
          filled.map(([name, value]) => {
            if (/(headlines|descriptions)$/.test(name))
              return [name, (value as string[]).map((text) => ({ text: /text: "(.*)"/.exec(text)?.[1] }))]
            return [name, numbers.includes(name) ? value : as_text(value)]
          }),
        ),
      ),
    ]
  })
}
const airbyte: Account = {
  account_id: '4651612872',
  name: 'Airbyte',
  currency: 'USD',
  time_zone: 'America/Los_Angeles',
}
const page = (results: unknown[]) => canned_api([{ results }]).api

test('real figures of an ad become the figures of a day', { skip }, async () => {
  const [record] = sample('ad_group_ad_legacy')
  const rows = await rows_of_days(gx_ads.streams.ad_daily, {
    api: page([record]),
    account: airbyte,
    from: '2022-05-18',
    to: '2022-05-18',
  })
  assert.deepEqual(rows, [
    {
      account_id: '4651612872',
      campaign_id: '16820250687',
      date: '2022-05-18',
      currency: 'USD',
      spend_micros: 790_000n,
      impressions: 40n,
      clicks: 4n,
      conversions: '0',
      conversion_value_micros: 0n,
      ad_group_id: '137020701042',
      ad_id: '592078631218',
      reach: null,
    },
  ])
})

test('real campaigns, ad groups and ads become rows', { skip }, async () => {
  const rows = async (name: 'campaigns' | 'ad_groups' | 'ads', stream: string, more: Record<string, unknown> = {}) =>
    (
      await rows_of_all(gx_ads.streams[name], {
        api: page(sample(stream).map((row) => ({ ...row, ...more }))),
        account: airbyte,
      })
    )[0]
  const campaign = await rows('campaigns', 'campaign')
  assert.deepEqual(
    [campaign?.campaign_id, campaign?.name, campaign?.status, campaign?.channel_type, campaign?.daily_budget_micros],
    ['16820250687', 'Website traffic-Search-15', 'PAUSED', 'SEARCH', 1_000_000n],
  )
  const group = await rows('ad_groups', 'ad_group')
  assert.deepEqual([group?.ad_group_id, group?.type, group?.status], ['137020701042', 'SEARCH_STANDARD', 'ENABLED'])
  const ad = await rows('ads', 'ad_group_ad', { campaign: { id: '16820250687' } })
  assert.equal(ad?.headline, 'Airbyte | ELT tool | Open-source Data Integration')
  assert.equal(ad?.final_url, 'https://airbyte.com')
})

test('records of another customer, with clicks, become rows', { skip }, async () => {
  const file = 'expected_records_click'
  const days = await rows_of_days(gx_ads.streams.ad_daily, {
    api: page(sample('ad_group_ad_legacy', file)),
    account: airbyte,
    from: '2025-05-11',
    to: '2025-05-11',
  })
  assert.deepEqual(
    days.map(({ ad_id, spend_micros, clicks, conversions }) => [ad_id, spend_micros, clicks, conversions]),
    [
      ['743828758477', 80_233_551n, 7n, '1'],
      ['743828758480', 36_340_000n, 1n, '0'],
      ['743828758483', 2_740_000n, 1n, '0'],
    ],
  )
  const rows = async (name: 'campaigns' | 'ad_groups' | 'ads', stream: string, more: object = {}) =>
    rows_of_all(gx_ads.streams[name], {
      api: page(sample(stream, file).map((row) => ({ ...row, ...more }))),
      account: airbyte,
    })
  const [campaign] = await rows('campaigns', 'campaign')
  assert.deepEqual(
    [campaign?.campaign_id, campaign?.status, campaign?.daily_budget_micros],
    ['22413148498', 'ENABLED', 630_000_000n],
  )
  const groups = await rows('ad_groups', 'ad_group')
  assert.deepEqual(
    groups.map(({ ad_group_id, campaign_id }) => [ad_group_id, campaign_id]),
    ['185992518388', '185992518428', '185992518468'].map((id) => [id, '22400265060']),
  )
  const ads = await rows('ads', 'ad_group_ad', { campaign: { id: '22400265060' } })
  assert.equal(ads.length, 3)
  assert.ok(ads.every(({ ad_id, status }) => /^\d+$/.test(String(ad_id)) && status))
})

test('real figures of a customer become totals of the ledger', { skip }, async () => {
  const { total } = gx_ads.streams.campaign_daily as Extract<Stream, { window: unknown }>
  const totals = async (file: string | undefined) => {
    const [record] = sample('account_performance_report', file)
    const found = await total!.read({
      ...{ api: page([record]), account: airbyte, settings: {}, from: '2022-05-18', to: '2025-05-10' },
    })
    return found.map(({ date, measures }) => [
      date,
      ...[measures.spend_micros, measures.impressions, measures.clicks].map(String),
    ])
  }
  assert.deepEqual(await totals(undefined), [['2022-05-18', '760000', '28', '3']])
  assert.deepEqual(await totals('expected_records_click'), [['2025-05-10', '95296973', '336', '24']])
})
