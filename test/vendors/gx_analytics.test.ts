// Checks the connector and the sandbox against Google's discovery documents, and converts real records to the expected rows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gx_analytics } from '#connectors/gx_analytics/index.ts'
import { add_days } from '#domain/windows.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { type Discovery, type Exchange, read_discovery } from './discovery.ts'
import { airbyte_records, contract_file, without_contracts } from './published.ts'
import { google_secrets, wire } from './wire.ts'

const skip = without_contracts
const run = 'https://analyticsdata.googleapis.com/v1beta/properties/345678901'

let wired: Awaited<ReturnType<typeof wire>>
let data: Discovery
let admin: Discovery
before(async () => {
  if (skip) return
  data = read_discovery(contract_file('gx_analytics', 'analyticsdata.v1beta.discovery.json'))
  admin = read_discovery(contract_file('gx_analytics', 'analyticsadmin.v1beta.discovery.json'))
  wired = await wire({
    connector: gx_analytics,
    platform: 'gx_analytics',
    secrets: google_secrets('gx_analytics'),
  })
})
after(() => wired?.close())

const validator_of = (exchange: Exchange) => (data.method_of(exchange) ? data : admin)

/** Calls the sandbox as any client could, with a valid token. */
async function ask(method: 'GET' | 'POST', url: string, body?: object) {
  const { access_token } = wired.sandbox.tokens.issue('gx_analytics')
  const answer = await wired.sandbox.app.inject({
    method,
    url: url.replace('https:/', ''),
    headers: { authorization: `Bearer ${access_token}` },
    ...(body ? { payload: body } : {}),
  })
  return { status: answer.statusCode, answer: answer.json(), method, url, body: body ?? null }
}

test('every request of the connector and every answer it gets are as Google publishes them', { skip }, async () => {
  const [account] = await wired.accounts()
  assert.ok(account)
  const daily = await wired.rows(gx_analytics.streams.daily, account, '2026-10-01', '2026-11-18')
  const sources = await wired.rows(gx_analytics.streams.by_source_daily, account, '2026-11-01', '2026-11-18')
  const { by_country_daily, by_device_daily } = gx_analytics.streams
  const countries = await wired.rows(by_country_daily!, account, '2026-11-01', '2026-11-18')
  const devices = await wired.rows(by_device_daily!, account, '2026-11-01', '2026-11-18')
  const events = await wired.rows(gx_analytics.streams.by_event_daily!, account, '2026-11-01', '2026-11-18')
  assert.equal(daily.length, 49)
  assert.equal(events.length, 18 * 4)
  assert.ok(sources.length > 18 * 5)
  const named = (rows: Record<string, unknown>[], field: string) => [...new Set(rows.map((row) => row[field]))].sort()
  assert.deepEqual(named(countries, 'country'), ['(not set)', 'ES', 'MX', 'US'])
  assert.deepEqual(named(devices, 'device'), ['desktop', 'mobile', 'tablet', 'tv'])

  const exchanges = wired.exchanges()
  const methods = new Set(exchanges.map((exchange) => validator_of(exchange).method_of(exchange)))
  assert.deepEqual([...methods].sort(), [
    'analyticsadmin.accountSummaries.list',
    'analyticsadmin.properties.get',
    'analyticsdata.properties.runReport',
  ])
  for (const exchange of exchanges) assert.deepEqual(validator_of(exchange).faults(exchange), [], exchange.url)
})

test('sessions and money of the sources add up to the day, users do not', { skip }, async () => {
  const [account] = await wired.accounts()
  const days = ['2026-11-10', '2026-11-12'] as const
  const daily = await wired.rows(gx_analytics.streams.daily, account!, ...days)
  const sources = await wired.rows(gx_analytics.streams.by_source_daily, account!, ...days)
  for (const day of daily) {
    const of_day = sources.filter(({ date }) => date === day.date)
    const sum = (field: string) => of_day.reduce((total, row) => total + (row[field] as bigint), 0n)
    for (const field of ['sessions', 'engaged_sessions', 'purchases', 'revenue_micros']) {
      assert.equal(sum(field), day[field], field)
    }
    assert.ok(sum('users') > (day.users as bigint))
  }
})

test('devices add up to the day, and countries leave out what Google withholds, which they say', { skip }, async () => {
  const [account] = await wired.accounts()
  const days = ['2026-11-01', '2026-11-18'] as const
  const rows_of = (name: keyof typeof gx_analytics.streams) => wired.rows(gx_analytics.streams[name], account!, ...days)
  const daily = await rows_of('daily')
  const devices = await rows_of('by_device_daily')
  const countries = await rows_of('by_country_daily')
  const sum = (rows: Record<string, unknown>[], field: string) =>
    rows.reduce((total, row) => total + (row[field] as bigint), 0n)
  for (const field of ['sessions', 'page_views', 'purchases', 'revenue_micros']) {
    assert.equal(sum(devices, field), sum(daily, field), field)
    assert.ok(sum(countries, field) <= sum(daily, field), field)
  }
  assert.ok(sum(countries, 'sessions') < sum(daily, 'sessions'))
  assert.ok(countries.every(({ quality }) => quality === 'thresholded'))
  assert.ok(devices.every(({ quality }) => quality === ''))
})

const qualities = { fold: 'other_row', threshold: 'thresholded', sample: 'sampled' }
for (const [name, quality] of Object.entries(qualities)) {
  test(`a report that is ${quality} is as Google publishes it, and stored as what it is`, { skip }, async () => {
    const [account] = await wired.accounts()
    const days = ['2026-11-10', '2026-11-12'] as const
    const daily = await wired.rows(gx_analytics.streams.daily, account!, ...days)
    wired.sandbox.log.clear()
    wired.sandbox.faults.add({ kind: 'own', name, count: 0 })
    const sources = await wired.rows(gx_analytics.streams.by_source_daily, account!, ...days)
    wired.sandbox.faults.clear()
    for (const exchange of wired.exchanges()) assert.deepEqual(validator_of(exchange).faults(exchange), [])
    assert.deepEqual([...new Set(sources.map((row) => row.quality))], [quality])
    assert.ok(sources.every((row) => row.is_sampled))
    assert.ok(daily.every((row) => row.quality === '' && !row.is_sampled))
    assert.equal(
      sources.some((row) => row.source === '(other)'),
      name === 'fold',
    )
    // What Google folds is still part of its day.
    const sessions = (rows: Record<string, unknown>[]) =>
      rows.reduce((total, row) => total + (row.sessions as bigint), 0n)
    assert.equal(sessions(sources), sessions(daily))
  })
}

test('properties that cannot be read are as Google publishes them, and are named with the reason', {
  skip,
}, async () => {
  const readable = await wired.accounts()
  assert.equal(readable[0]?.created_on, add_days(wired.sandbox.world.first_day, -90))
  wired.sandbox.log.clear()
  wired.sandbox.faults.add({ kind: 'own', name: 'odd_accounts', count: 0 })
  const listed = await wired.accounts()
  wired.sandbox.faults.clear()
  for (const exchange of wired.exchanges()) assert.deepEqual(validator_of(exchange).faults(exchange), [])
  assert.deepEqual(
    listed.filter(({ unreadable }) => !unreadable),
    readable,
  )
  assert.deepEqual(
    listed.flatMap(({ unreadable }) => unreadable?.match(/trash|permissions/)?.[0] ?? []),
    ['trash', 'permissions'],
  )
})

const whole = { dateRanges: [{ startDate: '2026-11-01', endDate: '2026-11-10' }], metrics: [{ name: 'sessions' }] }
const variants: Record<string, object> = {
  'no dimension': whole,
  'a page of the middle, ordered': {
    ...whole,
    dimensions: [{ name: 'date' }, { name: 'sessionSourceMedium' }],
    orderBys: [{ metric: { metricName: 'sessions' }, desc: true }, { dimension: { dimensionName: 'date' } }],
    limit: '3',
    offset: '2',
  },
  'two date ranges': {
    ...whole,
    dateRanges: [...whole.dateRanges, { startDate: '7daysAgo', endDate: 'yesterday', name: 'week' }],
  },
  'a filter': {
    ...whole,
    dimensions: [{ name: 'sessionDefaultChannelGroup' }],
    dimensionFilter: {
      andGroup: {
        expressions: [
          { filter: { fieldName: 'sessionMedium', stringFilter: { matchType: 'CONTAINS', value: 'C' } } },
          { notExpression: { filter: { fieldName: 'deviceCategory', inListFilter: { values: ['tablet'] } } } },
        ],
      },
    },
  },
  'a thresholded dimension and the quota': { ...whole, dimensions: [{ name: 'country' }], returnPropertyQuota: true },
  'no rows': { ...whole, dateRanges: [{ startDate: '2020-01-01', endDate: '2020-01-02' }] },
}
for (const [what, body] of Object.entries(variants)) {
  test(`the sandbox's report is as Google publishes it: ${what}`, { skip }, async () => {
    const exchange = await ask('POST', `${run}:runReport`, body)
    assert.equal(exchange.status, 200)
    assert.deepEqual(data.faults(exchange), [])
  })
}

test("the sandbox's batch and metadata are as Google publishes them", { skip }, async () => {
  const batch = await ask('POST', `${run}:batchRunReports`, { requests: [whole, whole] })
  assert.deepEqual(data.faults(batch), [])
  assert.equal((batch.answer as { reports: unknown[] }).reports.length, 2)
  const metadata = await ask('GET', `${run}/metadata`)
  assert.deepEqual(data.faults(metadata), [])
})

test('pages of a report hold each row once, whatever their size', { skip }, async () => {
  const fields = {
    dimensions: [{ name: 'date' }, { name: 'sessionSource' }],
    orderBys: ['date', 'sessionSource'].map((dimensionName) => ({ dimension: { dimensionName } })),
  }
  const page = async (limit: string, offset: string) =>
    (await ask('POST', `${run}:runReport`, { ...whole, ...fields, limit, offset })).answer as {
      rows?: unknown[]
      rowCount: number
    }
  const all = await page('1000', '0')
  assert.equal(all.rows!.length, all.rowCount)
  const parts: unknown[] = []
  for (let offset = 0; offset < all.rowCount; offset += 7) parts.push(...(await page('7', String(offset))).rows!)
  assert.deepEqual(parts, all.rows)
})

for (const [what, status, body, says] of [
  ['an unknown metric', 400, { ...whole, metrics: [{ name: 'visits' }] }, /Field visits is not a valid metric/],
  ['an unknown field', 400, { ...whole, order: [] }, /Unknown name "order"/],
  ['no dates', 400, { metrics: whole.metrics }, /Date ranges/],
  ['what it does not simulate', 501, { ...whole, metricFilter: {} }, /does not simulate metricFilter/],
] as const) {
  test(`the sandbox rejects ${what} in Google's form`, { skip }, async () => {
    const { status: got, answer } = await ask('POST', `${run}:runReport`, body)
    assert.equal(got, status)
    assert.match((answer as { error: { message: string } }).error.message, says)
  })
}

test('a property of another account is forbidden', { skip }, async () => {
  assert.equal((await ask('POST', `${run.replace('345678901', '1')}:runReport`, whole)).status, 403)
})

test('the validator finds unknown fields, wrong types and unpublished methods', { skip }, async () => {
  const good = await ask('POST', `${run}:runReport`, whole)
  const faults = (change: Partial<Exchange>) => data.faults({ ...good, ...change }).join('; ')
  assert.match(faults({ body: { ...whole, order: [] } }), /request: .*additional properties \(order\)/)
  assert.match(faults({ body: { ...whole, limit: 10 } }), /request: \/limit must be string/)
  assert.match(faults({ answer: { ...(good.answer as object), next: 1 } }), /answer: .*\(next\)/)
  assert.match(faults({ url: `${run}:runEverything` }), /no published method/)
  assert.match(faults({ url: `${run}:runReport?page=2` }), /query: page is not known/)
})

test('real records become the expected rows', { skip }, async () => {
  const record = (stream: string) => airbyte_records('gx_analytics').find((one) => one.stream === stream)!.data
  const overview = record('website_overview')
  const source = record('traffic_acquisition_session_source_medium_report')
  // One day of one property. The recorded reports are flat; here they are combined into the report that the connector requests.
  const values = {
    date: overview.date,
    sessionSource: source.sessionSource,
    sessionMedium: source.sessionMedium,
    sessionDefaultChannelGroup: 'Direct',
    sessionCampaignName: '(direct)',
    sessions: source.sessions,
    totalUsers: source.totalUsers,
    newUsers: overview.newUsers,
    engagedSessions: source.engagedSessions,
    keyEvents: source.conversions,
    ecommercePurchases: 0,
    purchaseRevenue: source.totalRevenue,
    screenPageViews: overview.screenPageViews,
  }
  const names = Object.keys(values)
  const answer = {
    dimensionHeaders: names.slice(0, 5).map((name) => ({ name })),
    metricHeaders: names.slice(5).map((name) => ({ name, type: 'TYPE_INTEGER' })),
    rows: [
      {
        dimensionValues: Object.values(values)
          .slice(0, 5)
          .map((value) => ({ value: String(value) })),
        metricValues: Object.values(values)
          .slice(5)
          .map((value) => ({ value: String(value) })),
      },
    ],
    rowCount: 1,
    metadata: { currencyCode: 'USD', timeZone: 'America/Los_Angeles' },
    kind: 'analyticsData#runReport',
  }
  assert.deepEqual(data.faults({ method: 'POST', url: `${run}:runReport`, body: {}, answer }), [])
  const account = { account_id: String(overview.property_id), name: 'Sample', time_zone: 'America/Los_Angeles' }
  const place = { account, from: '2023-04-24', to: '2023-04-24' }
  const day = {
    property_id: '320370985',
    date: '2023-04-24',
    currency: 'USD',
    sessions: 4n,
    users: 4n,
    new_users: 2n,
    engaged_sessions: 1n,
    conversions: '1',
    purchases: 0n,
    revenue_micros: 35_720_000n,
    is_sampled: false,
    quality: '',
  }
  const daily = await rows_of_days(gx_analytics.streams.daily, { ...canned_api([answer]), ...place })
  assert.deepEqual(daily, [{ ...day, page_views: 22n }])
  // The visits of the day are asked for first. Any answer has them.
  const canned = canned_api([answer, answer])
  const sources = await rows_of_days(gx_analytics.streams.by_source_daily, { ...canned, ...place })
  assert.deepEqual(sources, [{ ...day, source: '(direct)', medium: '(none)', channel: 'Direct', campaign: '(direct)' }])
})
