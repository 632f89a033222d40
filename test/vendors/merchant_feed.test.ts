// Checks the connector and the sandbox against Google's discovery documents of the Merchant API.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { merchant_feed } from '#connectors/merchant_feed/index.ts'
import type { Account } from '#engine/connector.ts'
import { type Discovery, type Exchange, read_discovery } from './discovery.ts'
import { contract_file, without_contracts } from './published.ts'
import { rows_by_table, type Tables } from './rows.ts'
import { google_secrets, wire } from './wire.ts'

const skip = without_contracts
const DAYS = { from: '2026-11-01', to: '2026-11-18' }

let wired: Awaited<ReturnType<typeof wire>>
let published: Discovery[]
let account: Account
let tables: Tables
before(async () => {
  if (skip) return
  published = ['accounts', 'products', 'issueresolution', 'reports'].map((name) =>
    read_discovery(contract_file('merchant_feed', `merchantapi.${name}_v1.discovery.json`)),
  )
  wired = await wire({ connector: merchant_feed, platform: 'merchant_feed', secrets: google_secrets('merchant_feed') })
  account = (await wired.accounts())[0]!
  tables = {}
  for (const stream of Object.values(merchant_feed.streams))
    Object.assign(tables, await rows_by_table(stream, { api: wired.api, account, ...DAYS }))
})
after(() => wired?.close())

const contract_of = (exchange: Pick<Exchange, 'method' | 'url'>) => published.find((one) => one.method_of(exchange))
const faults = (exchange: Exchange) => contract_of(exchange)?.faults(exchange) ?? [`${exchange.url} is not published`]

test('every request of the connector and every answer it gets are as Google publishes them', { skip }, () => {
  const exchanges = wired.exchanges()
  const methods = new Set(exchanges.map((exchange) => contract_of(exchange)?.method_of(exchange)))
  assert.deepEqual([...methods].sort(), [
    'merchantapi.accounts.aggregateProductStatuses.list',
    'merchantapi.accounts.list',
    'merchantapi.accounts.listSubaccounts',
    'merchantapi.accounts.products.list',
    'merchantapi.accounts.reports.search',
  ])
  for (const exchange of exchanges) assert.deepEqual(faults(exchange), [], exchange.url)
})

test('a stand-in that invents a field fails', { skip }, () => {
  for (const exchange of wired.exchanges()) {
    const answer = { ...(exchange.answer as object), invented: 1 }
    assert.ok(faults({ ...exchange, answer }).length > 0, exchange.url)
  }
})

test('the sums over countries and over offers are the totals of the account', { skip }, async () => {
  const stream = merchant_feed.streams.daily as unknown as {
    total: { read: (source: object) => Promise<{ date: string; measures: Record<string, bigint> }[]> }
  }
  const totals = await stream.total.read({ api: wired.api, account, settings: {}, ...DAYS })
  assert.equal(totals.length, 17, 'a day is shown on the day after')
  const sum = (table: string, measure: string, date: string) =>
    tables[table]!.filter((row) => row.date === date).reduce((all, row) => all + (row[measure] as bigint), 0n)
  for (const { date, measures } of totals)
    for (const [measure, value] of Object.entries(measures))
      for (const table of ['feed_daily', 'feed_offer_daily']) assert.equal(sum(table, measure, date), value)
})

test('conversions are those of free listings, and unknown for ads', { skip }, () => {
  const known = (method: string) =>
    tables.feed_daily!.filter((row) => row.marketing_method === method).map((row) => row.conversions !== null)
  assert.deepEqual([...new Set(known('ads'))], [false])
  assert.deepEqual([...new Set(known('organic'))], [true])
  assert.ok(
    tables.feed_offer_daily!.some((row) => row.currency === 'MXN' && (row.conversion_value_micros as bigint) > 0n),
  )
})

test('the numbers of products by status are those of the products themselves', { skip }, () => {
  const names = { active: 'approved', pending: 'pending', disapproved: 'disapproved' } as const
  assert.ok(tables.feed_status_daily!.length > 3)
  for (const row of tables.feed_status_daily!)
    for (const [column, status] of Object.entries(names)) {
      const same = tables.feed_product_statuses!.filter(
        (one) =>
          one.reporting_context === row.reporting_context && one.country === row.country && one.status === status,
      )
      assert.equal(row[column], BigInt(same.length), `${row.reporting_context} ${row.country} ${column}`)
    }
})

test('products keep ids with slashes and tildes; a missing price is unknown, and a new product has no status yet', {
  skip,
}, () => {
  const products = tables.feed_products!
  assert.ok(products.some(({ product_id }) => /^es~MX~[^/]+\/\d+$/.test(String(product_id))))
  assert.ok(products.some(({ product_id }) => String(product_id).split('~').length > 3))
  for (const { product_id, offer_id } of products) assert.equal(product_id, `es~MX~${offer_id}`)
  const unpriced = products.filter(({ price_micros }) => price_micros === null)
  assert.ok(unpriced.length > 0 && unpriced.every(({ currency }) => currency === null))
  const checked = new Set(tables.feed_product_statuses!.map(({ product_id }) => product_id))
  assert.ok(products.some(({ product_id }) => !checked.has(product_id)))
  const rejected_in_part = tables.feed_product_issues!.filter(({ countries }) => String(countries) === 'US')
  assert.ok(rejected_in_part.length > 0, 'a product can be rejected in one country only')
})

test('accounts without products of their own are as Google publishes them, and are named with the reason', {
  skip,
}, async () => {
  wired.sandbox.log.clear()
  wired.sandbox.faults.add({ kind: 'own', name: 'odd_accounts', count: 0 })
  const listed = await wired.accounts()
  wired.sandbox.faults.clear()
  for (const exchange of wired.exchanges()) assert.deepEqual(faults(exchange), [])
  const reasons = new Map(listed.map(({ account_id, unreadable }) => [account_id, unreadable?.split('.')[0]]))
  assert.deepEqual(
    [...reasons],
    [
      [account.account_id, undefined],
      ['90071992547409932', 'An advanced account has no products of its own'],
      ['90071992547409939', undefined],
      ['90071992547409933', 'The account has no time zone'],
      ['90071992547409934', 'A test account shows its products to nobody'],
    ],
  )
  // The list of a user has sub-accounts too. They stay those of their advanced account.
  const [refused, ...again] = listed.filter(({ account_id }) => account_id === '90071992547409939')
  assert.deepEqual([refused!.extra, again], [{ advanced_account_id: '90071992547409932' }, []])
  const denied = rows_by_table(merchant_feed.streams.products, { api: wired.api, account: refused! })
  await assert.rejects(denied, { name: 'VendorRefusal', kind: 'denied' })
})

test('a project that nobody registered is an error of the operator, and no one must connect again', {
  skip,
}, async () => {
  wired.sandbox.faults.add({ kind: 'fail', status: 401, path: 'accounts' })
  await assert.rejects(wired.accounts(), { name: 'VendorRefusal', kind: 'refused', message: /registerGcp/ })
})

test('a report needs a condition on the date, a metric and known fields', { skip }, async () => {
  const { access_token } = wired.sandbox.tokens.issue('merchant_feed')
  for (const query of [
    'SELECT clicks FROM product_performance_view',
    `SELECT date FROM product_performance_view WHERE date BETWEEN '2026-11-01' AND '2026-11-02'`,
    `SELECT margin FROM product_performance_view WHERE date BETWEEN '2026-11-01' AND '2026-11-02'`,
    `SELECT clicks FROM MerchantPerformanceView WHERE date BETWEEN '2026-11-01' AND '2026-11-02'`,
  ]) {
    const answer = await wired.sandbox.app.inject({
      method: 'POST',
      url: `/merchantapi.googleapis.com/reports/v1/accounts/${account.account_id}/reports:search`,
      headers: { authorization: `Bearer ${access_token}` },
      payload: { query },
    })
    assert.equal(answer.statusCode, 400, query)
  }
})
