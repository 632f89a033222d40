import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, Api, WindowStream } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { type Canned, canned_api, rows_of_days } from '#test/canned_api.ts'
import { read_accounts } from './accounts.ts'
import { classify_gx_ads_answer } from './errors.ts'
import { gx_ads } from './index.ts'

const account: Account = {
  account_id: '7',
  name: 'Shop',
  currency: 'EUR',
  time_zone: 'Europe/Madrid',
  extra: { login_customer_id: '1' },
}

const client = (id: string, more: object = {}) => ({
  customerClient: {
    id,
    descriptiveName: `Shop ${id}`,
    currencyCode: 'EUR',
    timeZone: 'Europe/Madrid',
    status: 'ENABLED',
    ...more,
  },
})
const roots = (...ids: string[]) => ({ resourceNames: ids.map((id) => `customers/${id}`) })

/** An Api in which the given customers refuse to be entered. */
function with_refused({ api }: Canned, refused: Record<string, VendorRefusal>): Api {
  const refusal_of = (path: string) => refused[/customers\/(\d+)\//.exec(path)?.[1] ?? '']
  return {
    ...api,
    pages: (request) => {
      const refusal = refusal_of(request.path)
      if (refusal) throw refusal
      return api.pages(request)
    },
  }
}
const closed = new VendorRefusal('denied', 'Search ads gives no access: deactivated (CUSTOMER_NOT_ENABLED)')

test('a customer is accessed directly where that is possible, else through its manager', async () => {
  const { api, asked } = canned_api([roots('1', '3'), { results: [client('2'), client('3')] }])
  const accounts = await read_accounts(api)
  assert.deepEqual(
    accounts.map(({ account_id, extra }) => [account_id, extra?.login_customer_id]),
    [
      ['2', '1'],
      ['3', '3'],
    ],
  )
  assert.equal(asked.length, 2, 'a customer that the manager lists is not entered again')
})

test('a customer that cannot be entered is named with its reason, and the others are read', async () => {
  const canned = canned_api([roots('9', '3'), { results: [client('3')] }])
  const accounts = await read_accounts(with_refused(canned, { 9: closed }))
  assert.deepEqual(
    accounts.map(({ account_id, unreadable }) => [account_id, unreadable]),
    [
      ['9', 'Search ads gives no access: deactivated (CUSTOMER_NOT_ENABLED)'],
      ['3', undefined],
    ],
  )
})

test('an error that concerns the whole connection ends the search for customers', async () => {
  const revoked = new VendorRefusal('revoked', 'Search ads: no. Connect it again.')
  await assert.rejects(read_accounts(with_refused(canned_api([roots('9', '3')]), { 9: revoked })), revoked)
})

test('a customer without figures is named with its reason; a suspended one still has figures', async () => {
  const { api } = canned_api([
    roots('1'),
    {
      results: [
        client('2', { status: 'CANCELED' }),
        client('3', { status: 'CLOSED', currencyCode: undefined }),
        client('4', { currencyCode: undefined }),
        client('5', { timeZone: '' }),
        client('6', { status: 'SUSPENDED' }),
      ],
    },
  ])
  const accounts = await read_accounts(api)
  const without = (what: string) => `The platform names no ${what} for this account.`
  assert.deepEqual(
    accounts.map(({ unreadable }) => unreadable),
    ['The customer is canceled.', 'The customer is closed.', without('currency'), without('time zone'), undefined],
  )
  const rows = accounts.map((one) => gx_ads.accounts.rows(one))
  assert.deepEqual(rows.slice(0, 4), [{}, {}, {}, {}])
  assert.partialDeepStrictEqual(rows[4], { ad_accounts: { account_id: '6', status: 'SUSPENDED' } })
})

test('only chosen customers are entered, and others only as long as a chosen one is missing', async () => {
  const entered = async (chosen: string[], answers: unknown[], refused = {}) => {
    const canned = canned_api(answers)
    const accounts = await read_accounts(with_refused(canned, refused), chosen)
    return { accounts, paths: canned.asked.slice(1).map(({ path }) => path.split('/')[2]) }
  }
  const direct = await entered(['3'], [roots('9', '1', '3'), { results: [client('3')] }], { 9: closed })
  assert.deepEqual([direct.paths, direct.accounts.map(({ account_id }) => account_id)], [['3'], ['3']])

  const answers = [roots('9', '1', '3'), { results: [client('3')] }, { results: [client('2'), client('4')] }]
  const below = await entered(['3', '4'], answers, { 9: closed })
  assert.deepEqual(below.paths, ['3', '1'])
  assert.deepEqual(
    below.accounts.map(({ account_id, extra }) => [account_id, extra?.login_customer_id]),
    [
      ['3', '3'],
      ['4', '1'],
    ],
  )
})

test('a chosen customer that the user cannot access is named, and the others are read', async () => {
  const { api } = canned_api([roots('3'), { results: [client('3')] }])
  const accounts = await read_accounts(api, ['3', '8'])
  assert.deepEqual(
    accounts.map(({ account_id, unreadable }) => [account_id, unreadable]),
    [
      ['3', undefined],
      ['8', 'The signed-in Google user has no access to this customer.'],
    ],
  )
})

test('of a root that refuses, no customer counts as unlisted', async () => {
  const canned = canned_api([roots('9', '3'), { results: [client('3')] }])
  const all = await read_accounts(with_refused(canned, { 9: closed }))
  assert.deepEqual(
    all.map(({ account_id, hides_others }) => [account_id, hides_others]),
    [
      ['9', true],
      ['3', undefined],
    ],
  )
  const again = canned_api([roots('9', '3'), { results: [client('3')] }])
  const chosen = await read_accounts(with_refused(again, { 9: closed }), ['3', '8'])
  assert.deepEqual(
    chosen.map(({ account_id, unreadable }) => [account_id, unreadable === undefined]),
    [
      ['3', true],
      ['9', false],
    ],
    'customer 8 may be one of root 9',
  )
})

/** Google sends a zero as one. */
const zeros = { costMicros: '0', impressions: '0', clicks: '0', conversions: 0, conversionsValue: 0 }
const line = (metrics: object) => ({
  campaign: { id: '5' },
  segments: { date: '2026-11-01' },
  metrics: { ...zeros, ...metrics },
})
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
    conversions: '1.25',
    reach: null,
    conversion_value_micros: 1_234_567_891n,
  })
})

test('a claim that is missing is not known, and any other figure that is missing is an error', async () => {
  const read = (metrics: object) =>
    rows_of_days(gx_ads.streams.campaign_daily, {
      api: canned_api([{ results: [line(metrics)] }]).api,
      account,
      ...days,
    })
  const [row] = await read({ conversions: undefined, conversionsValue: undefined })
  assert.deepEqual([row!.spend_micros, row!.conversions, row!.conversion_value_micros], [0n, null, null])
  for (const name of ['costMicros', 'impressions', 'clicks'])
    await assert.rejects(read({ [name]: undefined }), /metrics\.(cost_micros|impressions|clicks)/, name)
})

test("the customer's own figures are the total of a day, and a day without a row is unknown", async () => {
  const total = (metrics: object) => ({ ...line(metrics), customer: { id: '7' } })
  const { api, asked } = canned_api([{ results: [total({ costMicros: '9007199254740993', impressions: '12' })] }])
  const stream = gx_ads.streams.campaign_daily as WindowStream<never, never>
  assert.deepEqual(await stream.total!.read({ api, account, settings: {}, ...days }), [
    { date: '2026-11-01', measures: { spend_micros: 9_007_199_254_740_993n, impressions: 12n, clicks: 0n } },
  ])
  assert.match((asked[0]!.body as { query: string }).query, /FROM customer WHERE segments\.date BETWEEN/)
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
    [refused(403, { quotaError: 'ACCESS_PROHIBITED' }), 'refused'],
    [refused(401, { authenticationError: 'OAUTH_TOKEN_EXPIRED' }), 'expired'],
    [refused(401, { authenticationError: 'OAUTH_TOKEN_REVOKED' }), 'revoked'],
    [refused(401, { authenticationError: 'NOT_ADS_USER' }), 'revoked'],
    [refused(401, { authenticationError: 'DEVELOPER_TOKEN_INVALID' }), 'refused'],
    [refused(401, { authenticationError: 'CUSTOMER_NOT_FOUND' }), 'denied'],
    [refused(403, { authorizationError: 'USER_PERMISSION_DENIED' }), 'denied'],
    [refused(403, { authorizationError: 'CUSTOMER_NOT_ENABLED' }), 'denied'],
    [refused(403, { authorizationError: 'DEVELOPER_TOKEN_NOT_APPROVED' }), 'denied'],
    [refused(403, { authorizationError: 'CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION' }), 'denied'],
    [refused(403, { authorizationError: 'DEVELOPER_TOKEN_PROHIBITED' }), 'refused'],
    [refused(403, { authorizationError: 'PROJECT_DISABLED' }), 'refused'],
    [refused(400, { queryError: 'UNRECOGNIZED_FIELD' }), 'refused'],
    [refused(400, { databaseError: 'REQUEST_TOO_LARGE' }), 'too_much'],
    [refused(400, { internalError: 'TRANSIENT_ERROR' }), 'transient'],
    // Fewer days are asked for, because the same query would take as long again.
    [refused(504, { internalError: 'DEADLINE_EXCEEDED' }), 'too_much'],
    [refused(200, { internalError: 'DEADLINE_EXCEEDED' }), 'too_much'],
    [{ status: 504, headers: {}, body: { error: { code: 504, status: 'DEADLINE_EXCEEDED' } } }, 'too_much'],
    [refused(200, { authorizationError: 'CUSTOMER_NOT_ENABLED' }), 'denied'],
    [{ status: 401, headers: {}, body: { error: { code: 401, message: 'No.' } } }, 'expired'],
  ] as const
  for (const [answer, kind] of kinds)
    assert.equal(classify_gx_ads_answer(answer)?.kind, kind, JSON.stringify(answer.body))
  assert.equal(classify_gx_ads_answer({ status: 200, headers: {}, body: { results: [] } }), undefined)
})

test('without a named delay, a long quota ends the sync, and a short one only waits', () => {
  const verdict = (code: string) => classify_gx_ads_answer(refused(429, { quotaError: code }))
  assert.deepEqual(verdict('RESOURCE_EXHAUSTED'), { kind: 'throttled', wait_s: 3600, of: undefined })
  assert.deepEqual(verdict('EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION'), {
    kind: 'throttled',
    wait_s: 3600,
    of: undefined,
  })
  assert.deepEqual(verdict('RESOURCE_TEMPORARILY_EXHAUSTED'), { kind: 'throttled', wait_s: undefined, of: undefined })
})

test('the history is never older than the 37 months of which Google gives days', () => {
  const { window } = gx_ads.streams.campaign_daily as WindowStream<never, never>
  for (let day = Temporal.PlainDate.from('2026-01-01'); day.year < 2030; day = day.add({ days: 1 })) {
    const oldest = day.subtract({ months: 37 })
    assert.ok(Temporal.PlainDate.compare(day.subtract({ days: window.history_days }), oldest) >= 0, String(day))
  }
})

test('the connector waits for the delay that an exhausted quota names', () => {
  const verdict = (rateScope: string) => {
    const quotaErrorDetails = { retryDelay: '30s', rateScope }
    return classify_gx_ads_answer(refused(429, { quotaError: 'RESOURCE_EXHAUSTED' }, { quotaErrorDetails }))
  }
  assert.deepEqual(verdict('ACCOUNT'), { kind: 'throttled', wait_s: 30, of: 'account' })
  assert.deepEqual(verdict('DEVELOPER'), { kind: 'throttled', wait_s: 30, of: 'app' })
})
