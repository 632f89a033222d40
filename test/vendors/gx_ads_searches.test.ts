// Searches, shares of impressions and texts of ads, as the connector reads them from the sandbox.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gx_ads } from '#connectors/gx_ads/index.ts'
import type { Account } from '#engine/connector.ts'
import { rows_of_all } from './support.ts'
import { google_secrets, wire } from './wire.ts'

let wired: Awaited<ReturnType<typeof wire>>
let accounts: Account[]
before(async () => {
  const secrets = { ...google_secrets('gx_ads'), developer_token: 'sandbox-developer' }
  wired = await wire({ connector: gx_ads, platform: 'gx_ads', secrets })
  accounts = await wired.accounts()
})
after(() => wired?.close())

const sum_of = (rows: Record<string, unknown>[], name: string) =>
  rows.reduce((whole, row) => whole + (row[name] as bigint), 0n)

test('searches of all kinds of campaigns come, without the rare ones', async () => {
  const days = ['2026-11-03', '2026-11-09'] as const
  const [account] = accounts
  const [terms, campaigns] = [
    await wired.rows(gx_ads.streams.search_terms, account!, ...days),
    await wired.rows(gx_ads.streams.campaign_daily, account!, ...days),
  ]
  const kinds = new Set(terms.map(({ campaign_id }) => campaign_id))
  const pmax = wired.sandbox.world.ads.gx.campaigns.find(
    ({ kind, account_id }) => kind === 'pmax' && account_id === account!.account_id,
  )
  assert.ok(kinds.has(pmax?.id), 'Performance Max has searches')
  assert.ok(sum_of(terms, 'impressions') > 0n)
  for (const id of kinds) {
    const of = (rows: Record<string, unknown>[]) => rows.filter(({ campaign_id }) => campaign_id === id)
    assert.ok(sum_of(of(terms), 'spend_micros') < sum_of(of(campaigns), 'spend_micros'))
  }
})

test('shares come for campaigns of the search network only, within the bounds that Google reports', async () => {
  const rows = await wired.rows(gx_ads.streams.impression_shares, accounts[0]!, '2026-11-03', '2026-11-09')
  const kinds = new Set(
    rows.map(({ campaign_id }) => wired.sandbox.world.ads.gx.campaigns.find(({ id }) => id === campaign_id)!.kind),
  )
  assert.ok(kinds.has('search') && !kinds.has('video'))
  for (const { impression_share, lost_to_budget_share, lost_to_rank_share } of rows) {
    assert.ok(Number(impression_share) >= 0.0999 && Number(impression_share) <= 1)
    for (const lost of [lost_to_budget_share, lost_to_rank_share])
      assert.ok(Number(lost) >= 0 && Number(lost) <= 0.9001)
  }
})

test('every kind of ad with texts has all of them', async () => {
  const rows = await rows_of_all(gx_ads.streams.ads, { api: wired.api, account: accounts[0]! })
  const by_type = Map.groupBy(rows, ({ type }) => type as string)
  for (const type of ['RESPONSIVE_SEARCH_AD', 'EXPANDED_TEXT_AD', 'VIDEO_RESPONSIVE_AD'])
    for (const { headlines, descriptions, headline } of by_type.get(type) ?? assert.fail(type)) {
      assert.equal((headlines as string[]).length, 2, type)
      assert.equal((descriptions as string[]).length, 1, type)
      assert.equal(headline, (headlines as string[]).join(' | '))
    }
  assert.deepEqual(by_type.get('SHOPPING_PRODUCT_AD')?.[0]?.headlines, [])
})
