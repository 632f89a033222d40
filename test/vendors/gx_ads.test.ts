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

test('searches of all kinds of campaigns come, without the rare ones', { skip }, async () => {
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

test('shares come for campaigns of the search network only, within the bounds that Google reports', {
  skip,
}, async () => {
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

test('every kind of ad with texts has all of them', { skip }, async () => {
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
