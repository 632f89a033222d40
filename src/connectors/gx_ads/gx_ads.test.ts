import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, Api } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { read_accounts } from './accounts.ts'
import { gx_ads } from './index.ts'
import { classify_gx_ads_answer } from './search.ts'

const account: Account = {
  account_id: '7',
  name: 'Shop',
  currency: 'EUR',
  time_zone: 'Europe/Madrid',
  extra: { login_customer_id: '1' },
}

const client = (id: string) => ({
  customerClient: {
    id,
    descriptiveName: `Shop ${id}`,
    currencyCode: 'EUR',
    timeZone: 'Europe/Madrid',
    status: 'ENABLED',
  },
})

test('a customer is accessed directly where that is possible, else through its manager', async () => {
  const { api } = canned_api([
    { resourceNames: ['customers/1', 'customers/3'] },
    { results: [client('2'), client('3')] },
    { results: [client('3')] },
  ])
  const accounts = await read_accounts(api)
  assert.deepEqual(
    accounts.map(({ account_id, extra }) => [account_id, extra?.login_customer_id]),
    [
      ['2', '1'],
      ['3', '3'],
    ],
  )
})

test('a closed account does not prevent the reading of other accounts', async () => {
  const { api } = canned_api([{ resourceNames: ['customers/9', 'customers/3'] }, { results: [client('3')] }])
  const with_closed = (message: string): Api => ({
    ...api,
    pages: (request) => {
      if (request.path.includes('/9/')) throw new VendorRefusal('refused', message)
      return api.pages(request)
    },
  })
  const accounts = await read_accounts(with_closed('Search ads refused the request: closed (CUSTOMER_NOT_ENABLED)'))
  assert.deepEqual(
    accounts.map(({ account_id }) => account_id),
    ['3'],
  )
  await assert.rejects(read_accounts(with_closed('Search ads refused the request: something else')))
})

const line = (metrics: object) => ({ campaign: { id: '5' }, segments: { date: '2026-11-01' }, metrics })
const days = { from: '2026-11-01', to: '2026-11-30' }

test('figures stay exact: micros, fractions of conversions, and values to the micro', async () => {
  const { api } = canned_api([
    {
      results: [
        line({ costMicros: '9007199254740993', impressions: '12', conversions: 1.25, conversionsValue: 1234.567891 }),
      ],
    },
  ])
  const [row] = await rows_of_days(gx_ads.streams.campaign_daily, { api, account, ...days })
  assert.deepEqual(row, {
    account_id: '7',
    campaign_id: '5',
    date: '2026-11-01',
    currency: 'EUR',
    spend_micros: 9_007_199_254_740_993n,
    impressions: 12n,
    clicks: 0n,
    conversions: '1.250000',
    conversion_value_micros: 1_234_567_891n,
  })
})

test('pages are requested by token, without a size, and with the same query', async () => {
  const { api, asked } = canned_api([
    { results: [line({ costMicros: '1' })], nextPageToken: 'next' },
    { fieldMask: 'campaign.id' },
  ])
  const rows = await rows_of_days(gx_ads.streams.campaign_daily, { api, account, ...days })
  assert.equal(rows.length, 1)
  const [first, second] = asked.map(({ body }) => body as { query: string; pageToken?: string })
  assert.deepEqual(Object.keys(first!), ['query'])
  assert.match(first!.query, /segments\.date BETWEEN '2026-11-01' AND '2026-11-30'/)
  assert.deepEqual(second, { query: first!.query, pageToken: 'next' })
})

const refused = (status: number, errorCode: object, details?: object) => ({
  status,
  headers: {},
  body: { error: { code: status, message: 'No.', details: [{ errors: [{ errorCode, message: 'No.', details }] }] } },
})

test('each error of the API is classified by its code', () => {
  const kinds = [
    [refused(429, { quotaError: 'RESOURCE_EXHAUSTED' }), 'throttled'],
    [refused(401, { authenticationError: 'OAUTH_TOKEN_EXPIRED' }), 'expired'],
    [refused(401, { authenticationError: 'OAUTH_TOKEN_REVOKED' }), 'revoked'],
    [refused(401, { authenticationError: 'DEVELOPER_TOKEN_INVALID' }), 'refused'],
    [refused(403, { authorizationError: 'USER_PERMISSION_DENIED' }), 'revoked'],
    [refused(403, { authorizationError: 'CUSTOMER_NOT_ENABLED' }), 'refused'],
    [refused(400, { queryError: 'UNRECOGNIZED_FIELD' }), 'refused'],
    [{ status: 401, headers: {}, body: { error: { code: 401, message: 'No.' } } }, 'expired'],
  ] as const
  for (const [answer, kind] of kinds)
    assert.equal(classify_gx_ads_answer(answer)?.kind, kind, JSON.stringify(answer.body))
  assert.equal(classify_gx_ads_answer({ status: 200, headers: {}, body: { results: [] } }), undefined)
})

test('the connector waits for the delay that an exhausted quota names', () => {
  const answer = refused(429, { quotaError: 'RESOURCE_EXHAUSTED' }, { quotaErrorDetails: { retryDelay: '30s' } })
  assert.deepEqual(classify_gx_ads_answer(answer), { kind: 'throttled', wait_s: 30 })
})
