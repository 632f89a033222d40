import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, Api, SnapshotStream } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { all_of } from '../records.ts'
import { merchant_feed } from './index.ts'

const account = { account_id: '531', name: 'Shop', time_zone: 'America/Mexico_City' }
const days = { from: '2026-11-01', to: '2026-11-02' }
const { streams } = merchant_feed

async function read(name: 'daily' | 'offers' | 'statuses', answers: unknown[]) {
  const { api, asked } = canned_api(answers)
  return { rows: await rows_of_days(streams[name], { api, account, ...days }), asked }
}
const report = (...views: object[]) => ({
  results: views.map((productPerformanceView) => ({ productPerformanceView })),
})
const date = { year: 2026, month: 11, day: 1 }

test('a report without an offer counts by method and country; what Google leaves out is zero', async () => {
  const { rows, asked } = await read('daily', [
    report(
      { date, marketingMethod: 'ADS', customerCountryCode: 'MX', impressions: '12' },
      {
        ...{ date, marketingMethod: 'ORGANIC', customerCountryCode: 'ZZ', impressions: '3', clicks: '1' },
        ...{ conversions: 0.5, conversionValue: { amountMicros: '9007199254740993', currencyCode: 'MXN' } },
      },
    ),
  ])
  const key = { account_id: '531', date: '2026-11-01' }
  assert.deepEqual(rows, [
    {
      ...{ ...key, marketing_method: 'ads', currency: '', country: 'MX', impressions: 12n, clicks: 0n },
      ...{ conversions: null, conversion_value_micros: null },
    },
    {
      ...{ ...key, marketing_method: 'organic', currency: 'MXN', country: '(not set)', impressions: 3n, clicks: 1n },
      ...{ conversions: '0.5', conversion_value_micros: 9007199254740993n },
    },
  ])
  assert.equal(
    (asked[0]!.body as { query: string }).query,
    "SELECT date, marketing_method, customer_country_code, impressions, clicks, conversions, conversion_value FROM product_performance_view WHERE date BETWEEN '2026-11-01' AND '2026-11-02'",
  )
})

test('rows without any figure are an error, and a day with conversions alone is none', async () => {
  const ads = { date, marketingMethod: 'ADS' }
  const bought = { date, marketingMethod: 'ORGANIC', conversions: 1 }
  await assert.rejects(read('daily', [report(ads, bought)]), /rows of days without any of their figures/)
  await assert.rejects(read('offers', [report({ ...ads, offerId: 'a/1' })]), /without any of their figures/)
  const { rows } = await read('daily', [report(bought)])
  assert.deepEqual([rows[0]!.impressions, rows[0]!.clicks, rows[0]!.conversions], [0n, 0n, '1'])
  assert.equal((await read('daily', [report(ads, { ...ads, impressions: '4' })])).rows.length, 2)
})

test('values in two currencies are two rows, and a value without a currency is unknown', async () => {
  const view = { date, marketingMethod: 'ORGANIC', offerId: 'a/1', impressions: '5' }
  const { rows } = await read('offers', [
    report(
      { ...view, conversionValue: { amountMicros: '1000000', currencyCode: 'MXN' } },
      { ...view, conversionValue: { amountMicros: '2000000', currencyCode: 'USD' } },
      { ...view, conversionValue: { amountMicros: '3000000' } },
    ),
  ])
  assert.deepEqual(
    rows.map(({ offer_id, currency, conversion_value_micros }) => [offer_id, currency, conversion_value_micros]),
    [
      ['a/1', 'MXN', 1_000_000n],
      ['a/1', 'USD', 2_000_000n],
      ['a/1', '', null],
    ],
  )
})

test('pages of a report repeat the query with the token', async () => {
  const { asked } = await read('daily', [{ ...report({ date, impressions: '1' }), nextPageToken: 'n' }, {}])
  const [first, second] = asked.map(({ body }) => body as { query: string; pageToken?: string })
  assert.equal(second!.query, first!.query)
  assert.equal(second!.pageToken, 'n')
})

test('numbers by status and issues stand on the day of the read', async () => {
  const { rows } = await read('statuses', [
    {
      aggregateProductStatuses: [
        {
          ...{ reportingContext: 'SHOPPING_ADS', country: 'MX', stats: { activeCount: '7' } },
          itemLevelIssues: [
            { code: 'price_mismatch', severity: 'DEMOTED', resolution: 'MERCHANT_ACTION', productCount: '2' },
          ],
        },
        { reportingContext: 'A_NEW_PLACE', country: 'BR' },
      ],
    },
  ])
  const key = { account_id: '531', date: '2026-11-02' }
  const [status, issue, fresh] = rows
  assert.deepEqual(status, {
    ...{ ...key, reporting_context: 'shopping_ads', country: 'MX' },
    ...{ active: 7n, pending: 0n, disapproved: 0n, expiring: 0n },
  })
  assert.deepEqual(
    [issue!.code, issue!.severity, issue!.products, issue!.date],
    ['price_mismatch', 'demoted', 2n, key.date],
  )
  assert.equal(fresh!.reporting_context, 'a_new_place')
})

test('a product has a status for each place, and its odd values are counted', async () => {
  const stream = streams.products as unknown as SnapshotStream<unknown, 'feed_products'>
  const counted: string[] = []
  const listed = {
    ...{ name: 'accounts/531/products/es~MX~sku/products/1', offerId: 'sku/products/1' },
    productAttributes: { title: 7, link: 'javascript:alert(1)', price: { amountMicros: '1' } },
    productStatus: {
      googleExpirationDate: 'soon',
      destinationStatuses: [
        {
          reportingContext: 'FREE_LISTINGS',
          approvedCountries: ['MX'],
          pendingCountries: [],
          disapprovedCountries: ['US'],
        },
      ],
      itemLevelIssues: [],
    },
  }
  const { api } = canned_api([{ products: [listed] }])
  const [item] = await all_of(stream.read({ api, account, settings: {} }))
  const rows = stream.rows(item, { account, unreadable: (what) => counted.push(what) }) as Record<string, unknown>
  const product = rows.feed_products as Record<string, unknown>
  assert.equal(product.product_id, 'es~MX~sku/products/1')
  assert.deepEqual([product.title, product.link, product.price_micros, product.expires_at], ['7', null, null, null])
  assert.deepEqual(counted, ['links of products', 'expiry times of products'])
  assert.deepEqual(
    (rows.feed_product_statuses as { country: string; status: string }[]).map(({ country, status }) => [
      country,
      status,
    ]),
    [
      ['MX', 'approved'],
      ['US', 'disapproved'],
    ],
  )
})

/** Google lists two accounts. The first has a sub-account, and the second is standalone. Google refuses the named requests. */
const listing = (...refused: string[]): Api => {
  const named = (accountId: string) => ({ accountId, timeZone: { id: 'America/Mexico_City' } })
  const answer_of = (path: string) =>
    path.endsWith('/accounts') ? ['1', '2'] : path.includes('/1:') ? ['11'] : ([] as string[])
  const { api } = canned_api([])
  return {
    ...api,
    async *pages(request) {
      if (refused.some((one) => request.path.includes(one))) throw new VendorRefusal('denied', 'No access.')
      const page = request.schema.parse({ accounts: answer_of(request.path).map(named) })
      yield request.records(page)
    },
  }
}
const states = (accounts: readonly Account[]) =>
  accounts.map(({ account_id, unreadable, hides_others }) => [account_id, unreadable, hides_others])

test('an advanced account whose sub-accounts Google refuses to list stays one, and hides them', async () => {
  const read_with = (api: Api, known?: Account[]) => merchant_feed.accounts.read({ api, settings: {}, known })
  const whole = await read_with(listing())
  const no_products = whole[0]!.unreadable
  assert.match(no_products!, /no products of its own/)
  const [sub, standalone] = [
    ['11', undefined, undefined],
    ['2', undefined, undefined],
  ]
  assert.deepEqual(states(whole), [['1', no_products, undefined], sub, standalone])
  const known = whole.filter(({ unreadable }) => !unreadable)
  const refused = await read_with(listing('/1:', '/2:'), known)
  assert.deepEqual(states(refused), [['1', 'No access.', true], standalone])
  // Nothing shows that an account has sub-accounts.
  assert.deepEqual(states(await read_with(listing('/2:'), known)), states(whole))
  assert.deepEqual(states(await read_with(listing('/1:', '/2:'))), [['1', undefined, undefined], standalone])
})

test("errors in Google's words", () => {
  const verdict = (status: number, message: string) =>
    merchant_feed.api.classify!({ status, headers: {}, body: { error: { code: status, message } } })
  assert.equal(verdict(401, 'GCP project x is not registered with the merchant account.')?.kind, 'refused')
  assert.deepEqual(verdict(401, 'Request had invalid authentication credentials.'), { kind: 'expired' })
  assert.deepEqual(verdict(429, 'quota/request_rate_too_high'), { kind: 'throttled', wait_s: 60 })
  assert.deepEqual(verdict(403, 'quota/daily_limit_exceeded'), { kind: 'throttled', wait_s: 3600 })
  assert.equal(verdict(403, 'The caller does not have access to the accounts: [5]')?.kind, 'denied')
})
