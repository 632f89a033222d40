// Checks the connector and the sandbox against Google's protos.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { gx_ads } from '#connectors/gx_ads/index.ts'
import { add_days } from '#domain/windows.ts'
import type { Account, WindowStream } from '#engine/connector.ts'
import type { Exchange } from './discovery.ts'
import { contract_file, without_contracts } from './published.ts'
import { rows_of_all } from './support.ts'
import { google_secrets, wire } from './wire.ts'

const skip = without_contracts
const structure = ['campaigns', 'ad_groups', 'ads'] as const
const figures = [
  'campaign_daily',
  'ad_group_daily',
  'ad_daily',
  'country_daily',
  'device_daily',
  'search_terms',
  'impression_shares',
] as const

// Messages of the protos, by the called method (rest_bindings.txt).
const methods: { method: string; path: RegExp; request?: string; answer: string; batches?: boolean }[] = [
  { method: 'GET', path: /^\/v25\/customers:listAccessibleCustomers$/, answer: 'ListAccessibleCustomersResponse' },
  {
    method: 'POST',
    path: /^\/v25\/customers\/\d+\/googleAds:search$/,
    request: 'SearchGoogleAdsRequest',
    answer: 'SearchGoogleAdsResponse',
  },
  {
    method: 'POST',
    path: /^\/v25\/customers\/\d+\/googleAds:searchStream$/,
    request: 'SearchGoogleAdsStreamRequest',
    answer: 'SearchGoogleAdsStreamResponse',
    batches: true,
  },
]

let ajv: Ajv2020
let wired: Awaited<ReturnType<typeof wire>>
let accounts: Account[]
before(async () => {
  if (skip) return
  ajv = new Ajv2020({ strict: false, allErrors: true })
  ajv.addSchema({
    ...JSON.parse(readFileSync(contract_file('gx_ads', 'googleads_v25.schema.json'), 'utf8')),
    $id: 'v25',
  })
  const secrets = { ...google_secrets('gx_ads'), developer_token: 'sandbox-developer' }
  wired = await wire({ connector: gx_ads, platform: 'gx_ads', secrets })
  accounts = await wired.accounts()
})
after(() => wired?.close())

function check(message: string, value: unknown): string[] {
  const validate = ajv.getSchema(`v25#/$defs/${message}`) ?? ajv.compile({ $ref: `v25#/$defs/${message}` })
  return validate(value)
    ? []
    : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message} ${JSON.stringify(one.params)}`)
}

function faults({ method, url, body, answer }: Exchange): string[] {
  const { origin, pathname, search } = new URL(url)
  const called = methods.find((one) => one.method === method && one.path.test(pathname))
  if (!called || origin !== 'https://googleads.googleapis.com' || search)
    return [`${method} ${url} is no published method`]
  return [
    ...(called.request ? check(`services.${called.request}`, body) : []),
    ...(called.batches ? (answer as unknown[]) : [answer]).flatMap((one) => check(`services.${called.answer}`, one)),
  ]
}

async function ask(call: 'search' | 'searchStream', query: string, headers: Record<string, string> = {}) {
  const { access_token } = wired.sandbox.tokens.issue('gx_ads')
  const url = `https://googleads.googleapis.com/v25/customers/${accounts[0]!.account_id}/googleAds:${call}`
  const answer = await wired.sandbox.app.inject({
    method: 'POST',
    url: url.replace('https:/', ''),
    headers: {
      authorization: `Bearer ${access_token}`,
      'developer-token': 'sandbox-developer',
      'login-customer-id': accounts[0]!.extra!.login_customer_id,
      ...headers,
    },
    payload: { query },
  })
  return { status: answer.statusCode, method: 'POST', url, body: { query }, answer: answer.json() }
}

test('every request of the connector and every answer it gets are as Google publishes them', { skip }, async () => {
  assert.deepEqual(
    accounts.map(({ currency }) => currency),
    ['MXN', 'EUR'],
  )
  for (const account of accounts) {
    for (const name of structure)
      assert.ok((await rows_of_all(gx_ads.streams[name], { api: wired.api, account })).length > 0)
    for (const name of figures)
      assert.ok((await wired.rows(gx_ads.streams[name], account, '2026-11-01', '2026-11-18')).length > 0)
  }
  const exchanges = wired.exchanges()
  assert.ok(exchanges.length >= 14)
  for (const exchange of exchanges) assert.deepEqual(faults(exchange), [], exchange.url)
})

test('ads that are too much in one page are all read, some at a time', { skip }, async () => {
  const [account] = accounts
  const read = async () =>
    (await rows_of_all(gx_ads.streams.ads, { api: wired.api, account: account! })).map(({ ad_id }) => ad_id).sort()
  const whole = await read()
  wired.sandbox.faults.add({ platform: 'gx_ads', kind: 'too_much', records_max: 16, count: 0 })
  assert.deepEqual(await read().finally(wired.sandbox.faults.clear), whole)
  assert.ok(whole.length > 16)
})

test('the validator rejects what Google does not publish', { skip }, () => {
  const url = 'https://googleads.googleapis.com/v25/customers/1/googleAds:search'
  const answer = { results: [{ campaign: { id: 5, colour: 'red' } }] }
  assert.ok(faults({ method: 'POST', url, body: { query: 'x', rows: 3 }, answer }).length >= 3)
})

test("the sandbox's stream and its refusals are as Google publishes them", { skip }, async () => {
  const query =
    'SELECT campaign.id, metrics.clicks, metrics.ctr FROM campaign WHERE segments.date DURING LAST_7_DAYS ORDER BY metrics.clicks DESC LIMIT 3'
  const stream = await ask('searchStream', query)
  assert.deepEqual(faults(stream), [])
  assert.equal(stream.answer[0].results.length, 3)
  for (const wrong of [
    'SELECT campaign.colour FROM campaign',
    'SELECT campaign.id FROM planet',
    'SELECT campaign.id, segments.date FROM campaign',
    'FROM campaign',
    'SELECT metrics.search_impression_share FROM campaign_search_term_view',
  ]) {
    const { status, answer } = await ask('search', wrong)
    assert.equal(status, 400, wrong)
    const { '@type': _, ...failure } = answer.error.details[0]
    assert.deepEqual(check('errors.GoogleAdsFailure', failure), [], wrong)
  }
  assert.equal((await ask('search', query, { 'login-customer-id': '' })).status, 403)
})

test('Performance Max has figures of campaigns only; the other levels agree', { skip }, async () => {
  const days = ['2026-11-03', '2026-11-05'] as const
  const [account] = accounts
  const spend = async (name: string) => {
    const sums = new Map<unknown, bigint>()
    for (const row of await wired.rows(gx_ads.streams[name], account!, ...days))
      sums.set(row.campaign_id, (sums.get(row.campaign_id) ?? 0n) + (row.spend_micros as bigint))
    return sums
  }
  const [campaigns, groups, ads] = [
    await spend('campaign_daily'),
    await spend('ad_group_daily'),
    await spend('ad_daily'),
  ]
  assert.equal(campaigns.size, groups.size + 1)
  for (const [campaign, sum] of groups) assert.deepEqual([campaigns.get(campaign), ads.get(campaign)], [sum, sum])
})

test('an ad that is in two ad groups has one row of a day', async () => {
  const day = '2026-11-03'
  wired.sandbox.log.clear()
  const rows = await wired.rows(gx_ads.streams.ad_daily, accounts[0]!, day, day)
  const lines = wired.exchanges().flatMap(({ answer }) => (answer as { results?: unknown[] }).results ?? [])
  assert.ok(lines.length > rows.length, `${lines.length} lines`)
  assert.equal(new Set(rows.map(({ ad_id }) => ad_id)).size, rows.length)
})

test('customers that cannot be entered are as Google publishes them, and are named with the reason', {
  skip,
}, async () => {
  wired.sandbox.log.clear()
  wired.sandbox.faults.add({ kind: 'own', name: 'odd_accounts', count: 0 })
  const listed = await wired.accounts()
  wired.sandbox.faults.clear()
  for (const exchange of wired.exchanges()) assert.deepEqual(faults(exchange), [], exchange.url)
  const refused = wired.sandbox.log.list('gx_ads').filter(({ status }) => status === 403)
  const [{ answer = '' } = {}] = refused
  const { '@type': _, ...failure } = JSON.parse(answer).error.details[0]
  assert.deepEqual(check('errors.GoogleAdsFailure', failure), [])
  assert.deepEqual(
    listed.filter(({ unreadable }) => !unreadable),
    accounts,
  )
  assert.deepEqual(
    listed.flatMap(({ unreadable }) => unreadable?.match(/canceled|no currency|CUSTOMER_NOT_ENABLED/)?.[0] ?? []),
    ['canceled', 'no currency', 'CUSTOMER_NOT_ENABLED'],
  )
})

test('chosen customers are read without entering others', { skip }, async () => {
  const account_ids = [accounts[1]!.account_id]
  const chosen = await gx_ads.accounts.read({ api: wired.api, settings: { account_ids } })
  assert.deepEqual(chosen, [accounts[1]])
})

test('a removed campaign keeps its figures, and its name says that it was removed', { skip }, async () => {
  const [account] = accounts
  const days = ['2026-11-03', '2026-11-05'] as const
  const read = async () => wired.rows(gx_ads.streams.campaign_daily, account!, ...days)
  const before = await read()
  const campaign = wired.sandbox.world.ads.gx.campaigns.find(({ id }) => id === before[0]!.campaign_id)!
  const { status } = campaign
  campaign.status = 'removed'
  try {
    assert.deepEqual(await read(), before)
    const rows = await rows_of_all(gx_ads.streams.campaigns, { api: wired.api, account: account! })
    assert.equal(rows.find(({ campaign_id }) => campaign_id === campaign.id)?.status, 'REMOVED')
    const lost = await ask('search', "SELECT campaign.id FROM campaign WHERE campaign.status != 'REMOVED'")
    assert.ok(!JSON.stringify(lost.answer).includes(campaign.id), 'a condition on the status would lose it')
  } finally {
    campaign.status = status
  }
})

test('single days exist for 37 months, and the history asks for no older one', { skip }, async () => {
  const days = (from: string) =>
    ask(
      'search',
      `SELECT campaign.id, segments.date FROM campaign WHERE segments.date BETWEEN '${from}' AND '2026-11-18'`,
    )
  const old = await days('2023-10-17')
  assert.equal(old.status, 400)
  const { '@type': _, ...failure } = old.answer.error.details[0]
  assert.deepEqual(check('errors.GoogleAdsFailure', failure), [])
  assert.equal((await days('2023-10-18')).status, 200)
  const { window } = gx_ads.streams.campaign_daily as WindowStream<never, never>
  assert.equal((await days(add_days('2026-11-18', -window.history_days))).status, 200)
})

test('campaigns add up to the total of their customer, to the micro', { skip }, async () => {
  const { total } = gx_ads.streams.campaign_daily as WindowStream<never, never>
  wired.sandbox.log.clear()
  for (const account of accounts) {
    const days = { from: '2026-11-03', to: '2026-11-09' }
    const rows = await wired.rows(gx_ads.streams.campaign_daily, account, days.from, days.to)
    const totals = await total!.read({ api: wired.api, account, settings: {}, ...days })
    assert.equal(totals.length, 7)
    for (const { date, measures } of totals)
      for (const [name, value] of Object.entries(measures)) {
        const of_day = rows.filter((row) => row.date === date)
        const sum = of_day.reduce((whole, row) => whole + (row[name] as bigint), 0n)
        assert.equal(sum, BigInt(value), `${date} ${name}`)
      }
  }
  for (const exchange of wired.exchanges()) assert.deepEqual(faults(exchange), [], exchange.url)
})

const sum_of = (rows: Record<string, unknown>[], name: string) =>
  rows.reduce((whole, row) => whole + (row[name] as bigint), 0n)

test('devices add up to the total of the customer; countries lack only the people in unknown places', {
  skip,
}, async () => {
  const days = { from: '2026-11-03', to: '2026-11-04' }
  const [account] = accounts
  const read = (name: string) => wired.rows(gx_ads.streams[name], account!, days.from, days.to)
  const [campaigns, countries, devices] = [
    await read('campaign_daily'),
    await read('country_daily'),
    await read('device_daily'),
  ]
  for (const measure of ['spend_micros', 'impressions', 'clicks']) {
    assert.equal(sum_of(devices, measure), sum_of(campaigns, measure), measure)
    const [known, whole] = [sum_of(countries, measure), sum_of(campaigns, measure)]
    assert.ok(known < whole && known * 100n > whole * 98n, `${known} of ${whole} ${measure}`)
  }
  assert.deepEqual([...new Set(devices.map(({ device }) => device))].sort(), [
    'desktop',
    'mobile',
    'other',
    'tablet',
    'tv',
  ])
  assert.deepEqual([...new Set(countries.map(({ country }) => country))].sort(), ['CO', 'ES', 'MX', 'US'])
  const keys = countries.map(({ date, campaign_id, country }) => `${date} ${campaign_id} ${country}`)
  assert.equal(new Set(keys).size, keys.length, 'the two rows of a country are one')
  const { total } = gx_ads.streams.device_daily as WindowStream<never, never>
  for (const { date, measures } of await total!.read({ api: wired.api, account: account!, settings: {}, ...days }))
    assert.equal(
      sum_of(
        devices.filter((row) => row.date === date),
        'spend_micros',
      ),
      measures.spend_micros,
    )
})
