import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, VendorAnswer } from '#engine/connector.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { classify_answer, running_report } from './errors.ts'
import { mpb_ads } from './index.ts'

const account: Account = { account_id: '7', name: 'Shop', currency: 'MXN', time_zone: 'America/Los_Angeles' }
const days = { from: '2026-11-01', to: '2026-11-02' }
const ordered = { reportId: 'r1', status: 'PENDING' }
const built = { reportId: 'r1', status: 'COMPLETED', url: 'https://x.s3.amazonaws.com/r1' }
const line = (more: object) => ({ date: '2026-11-01', campaignId: 5, impressions: 10, clicks: 2, cost: 1.5, ...more })

test('each kind of ads has its own names of sales, and numbers keep their digits', async () => {
  const { api, asked } = canned_api([
    { campaigns: [{ campaignId: '8' }] },
    ...[ordered, ordered, ordered, ordered],
    built,
    [line({ campaignId: '90071992547409931', cost: 0.1, purchases14d: 2, sales14d: 30.3 })],
    built,
    [line({ campaignId: 6, purchasesClicks: 1, salesClicks: 9.99, purchases: 4, sales: 40 })],
    built,
    [line({ campaignId: 7, purchases: null, sales: null })],
    built,
    [line({ campaignId: 8, purchases: 3, sales: 5.5 })],
  ])
  const rows = await rows_of_days(mpb_ads.streams.campaign_daily, { api, account, ...days })
  assert.deepEqual(
    rows.map((row) => [row.campaign_id, row.spend_micros, row.conversions, row.conversion_value_micros]),
    [
      ['90071992547409931', 100_000n, '2', 30_300_000n],
      ['6', 1_500_000n, '1', 9_990_000n],
      ['7', 1_500_000n, null, null],
      ['8', 1_500_000n, '3', 5_500_000n],
    ],
  )
  // All reports are ordered before the first is waited for.
  assert.deepEqual(
    asked.slice(1, 6).map(({ path }) => path),
    [...Array.from({ length: 4 }, () => '/reporting/reports'), '/reporting/reports/r1'],
  )
})

test('Sponsored Television is in reports of campaigns and ad groups, where the profile has such campaigns', async () => {
  const ordered_for = async (stream: string, listed: object[]) => {
    const { api, asked } = canned_api(listed)
    await assert.rejects(rows_of_days(mpb_ads.streams[stream], { api, account, ...days }))
    return asked.flatMap(({ body }) => {
      const { configuration: of } = (body ?? {}) as { configuration?: { reportTypeId: string; groupBy: string[] } }
      return of?.reportTypeId === 'stCampaigns' ? [of.groupBy] : []
    })
  }
  const listed = [{ campaigns: [{ campaignId: '8' }] }, ordered, ordered, ordered, ordered]
  assert.deepEqual(await ordered_for('campaign_daily', listed), [['campaign']])
  assert.deepEqual(await ordered_for('ad_group_daily', listed), [['campaign', 'adGroup']])
  assert.deepEqual(await ordered_for('ad_daily', [ordered, ordered, ordered]), [])
  assert.deepEqual(await ordered_for('campaign_daily', [{}, ordered, ordered, ordered]), [])
})

test('a column that is missing, and spend that is null, are errors and never zeros', async () => {
  const { api } = canned_api([{}, ordered, ordered, ordered, built, [line({ purchases14d: 2 })]])
  await assert.rejects(rows_of_days(mpb_ads.streams.campaign_daily, { api, account, ...days }), /sales14d/)
  const { api: other } = canned_api([
    {},
    ordered,
    ordered,
    ordered,
    built,
    [line({ cost: null, purchases14d: 2, sales14d: 3 })],
  ])
  await assert.rejects(rows_of_days(mpb_ads.streams.campaign_daily, { api: other, account, ...days }), /cost/)
})

test('the region of the settings decides the host', () => {
  const { base_url } = mpb_ads.api
  const of = (settings: object) => (typeof base_url === 'string' ? base_url : base_url({ ...settings }, {}))
  assert.equal(of({ region: 'eu' }), 'https://advertising-api-eu.amazon.com')
  assert.equal(of({}), 'https://advertising-api.amazon.com')
  assert.deepEqual(mpb_ads.settings.parse({}), { region: 'na' })
  assert.equal(mpb_ads.settings.safeParse({ region: 'moon' }).success, false)
})

const said = (status: number, detail: string, headers: VendorAnswer['headers'] = {}): VendorAnswer => ({
  status,
  headers,
  body: { code: String(status), detail },
})

test('each error is classified by status, and a refused profile is no refused token', () => {
  const kinds: [VendorAnswer, string | undefined][] = [
    [said(401, 'Not authenticated'), 'expired'],
    [said(401, 'Not authorized to access scope 7'), 'denied'],
    [said(401, 'No matching advertiser found for scope'), 'denied'],
    [said(403, 'Forbidden'), 'denied'],
    [said(422, 'Unprocessable'), 'refused'],
    [said(425, 'The Request is a duplicate of : abc'), 'refused'],
    [said(429, 'Too Many Requests'), 'throttled'],
    [said(502, 'Internal Error'), 'transient'],
    [{ status: 200, headers: {}, body: [] }, undefined],
    [{ status: 403, headers: {}, body: undefined }, undefined],
  ]
  for (const [answer, kind] of kinds) assert.equal(classify_answer(answer)?.kind, kind, JSON.stringify(answer))
  assert.deepEqual(classify_answer(said(429, '', { 'retry-after': '12' })), { kind: 'throttled', wait_s: 12 })
  assert.equal(running_report(new Error('refused: The Request is a duplicate of : 9d4a-7a3c')), '9d4a-7a3c')
  assert.equal(running_report(new Error('refused: no')), undefined)
})
