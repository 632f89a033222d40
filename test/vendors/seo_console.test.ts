// Checks the connector and the sandbox against Google's discovery document, and converts real records to the expected rows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seo_console } from '#connectors/seo_console/index.ts'
import type { Account } from '#engine/connector.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { type Discovery, read_discovery } from './discovery.ts'
import { airbyte_records, contract_file, without_contracts } from './published.ts'
import { google_secrets, wire } from './wire.ts'

const skip = without_contracts
const query =
  'https://searchconsole.googleapis.com/webmasters/v3/sites/https%3A%2F%2Fcasalumbre.example%2F/searchAnalytics/query'

let wired: Awaited<ReturnType<typeof wire>>
let published: Discovery
let site: Account
before(async () => {
  if (skip) return
  published = read_discovery(contract_file('seo_console', 'searchconsole.v1.discovery.json'))
  wired = await wire({ connector: seo_console, platform: 'seo_console', secrets: google_secrets('seo_console') })
  site = (await wired.accounts())[0]!
})
after(() => wired?.close())

type Row = { keys: string[]; clicks: number; impressions: number; ctr: number; position: number }
type Answer = { rows?: Row[]; responseAggregationType: string; metadata?: { firstIncompleteDate?: string } }

/** Calls the sandbox as any client could, with a valid token. */
async function ask(body: object) {
  const { access_token } = wired.sandbox.tokens.issue('seo_console')
  const answer = await wired.sandbox.app.inject({
    method: 'POST',
    url: query.replace('https:/', ''),
    headers: { authorization: `Bearer ${access_token}` },
    payload: body,
  })
  return { status: answer.statusCode, answer: answer.json() as Answer, method: 'POST', url: query, body }
}

test('every request of the connector and every answer it gets are as Google publishes them', { skip }, async () => {
  for (const stream of Object.values(seo_console.streams)) {
    const rows = await wired.rows(stream, site, '2026-11-01', '2026-11-18')
    assert.ok(rows.length >= 16)
  }
  const exchanges = wired.exchanges()
  const methods = new Set(exchanges.map((exchange) => published.method_of(exchange)))
  assert.deepEqual([...methods].sort(), ['webmasters.searchanalytics.query', 'webmasters.sites.list'])
  for (const exchange of exchanges) assert.deepEqual(published.faults(exchange), [], exchange.url)
})

test('a stand-in that invents a field fails', { skip }, () => {
  const exchanges = wired.exchanges()
  assert.ok(exchanges.length > 0)
  for (const exchange of exchanges) {
    const answer = { ...(exchange.answer as object), invented: 1 }
    assert.ok(published.faults({ ...exchange, answer }).length > 0, exchange.url)
  }
})

test('the sum over queries is below the total of the day; the sums over pages and over places are equal to it', {
  skip,
}, async () => {
  const sum = async (name: keyof typeof seo_console.streams, field: string) => {
    const rows = await wired.rows(seo_console.streams[name], site, '2026-11-01', '2026-11-07')
    return rows.reduce((total, row) => total + (row[field] as bigint), 0n)
  }
  for (const field of ['clicks', 'impressions']) {
    assert.ok((await sum('queries', field)) < (await sum('daily', field)))
    assert.equal(await sum('pages', field), await sum('daily', field))
    assert.equal(await sum('places', field), await sum('daily', field))
  }
  const weighted = async (name: 'daily' | 'places') => {
    const rows = await wired.rows(seo_console.streams[name], site, '2026-11-01', '2026-11-07')
    return rows.reduce((total, row) => total + Number(row.position_weighted), 0)
  }
  assert.ok(Math.abs((await weighted('places')) - (await weighted('daily'))) < 0.001)
  const places = await wired.rows(seo_console.streams.places!, site, '2026-11-01', '2026-11-07')
  assert.deepEqual([...new Set(places.map(({ country }) => country))].sort(), ['(not set)', 'MX', 'US'])
  assert.deepEqual([...new Set(places.map(({ device }) => device))].sort(), ['desktop', 'mobile', 'tablet'])
})

test('the last days are included, and marked as not final', { skip }, async () => {
  const rows = await wired.rows(seo_console.streams.daily, site, '2026-11-10', '2026-11-18')
  const fresh = rows.filter((row) => !row.is_final).map((row) => row.date)
  assert.deepEqual(fresh, ['2026-11-16', '2026-11-17'])
})

test('sites that cannot be read are as Google publishes them, and are named with the reason', { skip }, async () => {
  wired.sandbox.log.clear()
  wired.sandbox.faults.add({ kind: 'own', name: 'odd_accounts', count: 0 })
  const listed = await wired.accounts()
  wired.sandbox.faults.clear()
  for (const exchange of wired.exchanges()) assert.deepEqual(published.faults(exchange), [])
  assert.deepEqual(
    listed.map(({ account_id, unreadable }) => [account_id, unreadable?.match(/verified|already has/)?.[0]]),
    [
      [site.account_id, undefined],
      ['https://tienda.example/', 'verified'],
      ['https://casalumbre.example/blogs/', 'already has'],
      ['https://mayoreo.example/', undefined],
    ],
  )
  const denied = wired.rows(seo_console.streams.daily, listed[3]!, '2026-11-01', '2026-11-07')
  await assert.rejects(denied, { name: 'VendorRefusal', kind: 'denied' })
})

const days = { startDate: '2026-11-01', endDate: '2026-11-07' }
const variants: Record<string, object> = {
  'no dimension': days,
  'every dimension': {
    ...days,
    dimensions: ['DATE', 'QUERY', 'PAGE', 'COUNTRY', 'DEVICE'],
    rowLimit: 50,
    startRow: 10,
  },
  'a filter': {
    ...days,
    dimensions: ['PAGE'],
    dimensionFilterGroups: [
      { groupType: 'AND', filters: [{ dimension: 'QUERY', operator: 'CONTAINS', expression: 'casa' }] },
    ],
  },
  'fresh days': { startDate: '2026-11-10', endDate: '2026-11-18', dimensions: ['DATE'], dataState: 'ALL' },
  'another search type': { ...days, type: 'IMAGE' },
}
for (const [what, body] of Object.entries(variants)) {
  test(`the sandbox's answer is as Google publishes it: ${what}`, { skip }, async () => {
    const exchange = await ask(body)
    assert.equal(exchange.status, 200)
    assert.deepEqual(published.faults(exchange), [])
  })
}

test('an answer has no rows when there are none, and after the last page', { skip }, async () => {
  const all = await ask({ ...days, dimensions: ['QUERY'], rowLimit: 25_000 })
  const past = await ask({ ...days, dimensions: ['QUERY'], startRow: all.answer.rows!.length })
  assert.ok(!('rows' in past.answer))
  const parts: Row[] = []
  for (let startRow = 0; startRow < all.answer.rows!.length; startRow += 9) {
    parts.push(...(await ask({ ...days, dimensions: ['QUERY'], rowLimit: 9, startRow })).answer.rows!)
  }
  assert.deepEqual(parts, all.answer.rows)
})

test('by default an answer contains final days only', { skip }, async () => {
  const { answer } = await ask({ startDate: '2026-11-10', endDate: '2026-11-18', dimensions: ['DATE'] })
  assert.equal(answer.rows!.at(-1)!.keys[0], '2026-11-15')
  assert.equal(answer.metadata, undefined)
})

test('the sandbox rejects what Google rejects', { skip }, async () => {
  for (const body of [
    { ...days, rowLimit: 25_001 },
    { ...days, page: 2 },
    { ...days, dimensions: ['CITY'] },
    { startDate: '2026-11-07', endDate: '2026-11-01' },
  ]) {
    assert.equal((await ask(body)).status, 400, JSON.stringify(body))
  }
})

test('real records become the expected rows', { skip }, async () => {
  const records = airbyte_records('seo_console')
  const rows_of = async (stream: keyof typeof seo_console.streams, sample: string, ...dimensions: string[]) => {
    const data = records.filter((one) => one.stream === sample).map((one) => one.data)
    const rows = data.map(({ clicks, impressions, ctr, position, ...names }) => ({
      keys: [names.date, ...dimensions.map((dimension) => names[dimension])],
      clicks,
      impressions,
      ctr,
      ...(position === undefined ? {} : { position }),
    }))
    const answer = { rows, responseAggregationType: 'BY_PROPERTY' }
    assert.deepEqual(published.faults({ method: 'POST', url: query, body: days, answer }), [])
    const account = { account_id: 'sc-domain:airbyte.io', name: 'Sample', time_zone: 'America/Los_Angeles' }
    return rows_of_days(seo_console.streams[stream], { ...canned_api([answer]), account, from: '', to: '' })
  }
  const row = (date: string, clicks: bigint, impressions: bigint, position_weighted: string) => ({
    site_url: 'sc-domain:airbyte.io',
    date,
    clicks,
    impressions,
    position_weighted,
    is_final: true,
  })
  assert.deepEqual(await rows_of('daily', 'search_analytics_by_date'), [
    row('2024-11-06', 0n, 0n, '0.000000'),
    row('2024-11-09', 0n, 0n, '0.000000'),
  ])
  assert.deepEqual(await rows_of('queries', 'search_analytics_by_query', 'query'), [
    { ...row('2024-11-07', 1n, 1n, '91.000000'), query: 'parquet file example' },
    { ...row('2024-11-09', 0n, 1n, '90.000000'), query: '"failed to fetch"' },
  ])
  const places = await rows_of('places', 'search_analytics_site_report_by_site', 'country', 'device')
  assert.deepEqual(
    places.map(({ date, country, device }) => [date, country, device]),
    [
      ['2024-11-06', 'PK', 'desktop'],
      ['2024-11-09', 'AE', 'desktop'],
    ],
  )
  const discuss = 'https://discuss.airbyte.io/t'
  assert.deepEqual(await rows_of('pages', 'search_analytics_by_page', 'page'), [
    {
      ...row('2024-11-06', 1n, 2n, '47.000000'),
      page: `${discuss}/iterable-fails-on-initial-sync-even-after-greatly-reducing-the-total-count-size-of-streams/2769`,
    },
    { ...row('2024-11-09', 0n, 4n, '201.000000'), page: `${discuss}/acceptance-test-failing-no-pytest/1970` },
  ])
  const sites = records.filter((one) => one.stream === 'sites').map((one) => one.data)
  const { api } = canned_api([{ siteEntry: sites }])
  const accounts = await seo_console.accounts.read({ api, settings: {} })
  assert.deepEqual(
    accounts.map((one) => one.account_id),
    ['sc-domain:airbyte.io'],
  )
})
