// The report of all orders: its lines, and which of them are an account's.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '#engine/connector.ts'
import { canned_api } from '#test/canned_api.ts'
import { mpb_sp } from './index.ts'
import { has_prices_with_tax } from './marketplaces.ts'
import { type sale_of, sale_of_lines } from './sales.ts'

const account: Account = {
  ...{ account_id: 'A2SELLER/A1AM78C64UM0Y8', name: 'Shop', currency: 'MXN', time_zone: 'America/Mexico_City' },
  extra: { marketplace_id: 'A1AM78C64UM0Y8', domain: 'www.amazon.com.mx' },
}
const settings = { seller_id: 'A2SELLER', region: 'eu' }
const { orders } = mpb_sp.streams

const line = (of: Record<string, string>) => ({
  ...{
    'amazon-order-id': '702-1',
    'purchase-date': '2026-11-01T10:00:00+00:00',
    'last-updated-date': '2026-11-01T10:00:00+00:00',
  },
  ...{
    'order-status': 'Shipped',
    'sales-channel': 'Amazon.com.mx',
    quantity: '1',
    currency: 'MXN',
    'item-price': '10.0',
    sku: 'CL-1',
  },
  ...of,
})

const WITHOUT_TAX = { has_tax: false }

test('lines of the report have no tax, also where its prices have it', () => {
  const taxed = line({
    ...{ 'item-price': '1100.0', 'item-tax': '100.0', 'shipping-price': '110.0', 'shipping-tax': '10.0' },
    ...{ 'gift-wrap-price': '55.0', 'gift-wrap-tax': '5.0', currency: 'JPY' },
  })
  const sums = (has_tax: boolean) => {
    const { total_micros, shipping_micros, lines } = sale_of_lines([taxed], { has_tax })
    return [total_micros, shipping_micros, lines[0]!.price]
  }
  assert.deepEqual(sums(true), [1_150_000_000n, 100_000_000n, '1000000000'])
  assert.deepEqual(sums(false), [1_265_000_000n, 110_000_000n, '1100000000'])
  const has_tax = (marketplace_id: string) =>
    has_prices_with_tax({ account_id: 'a', name: 'A', time_zone: 'UTC', extra: { marketplace_id } })
  assert.deepEqual(['A1VC38T7YXB528', 'A1F83G8C2ARO7P', 'ATVPDKIKX0DER', 'A1AM78C64UM0Y8'].map(has_tax), [
    ...[true, true, false, false],
  ])
})

test('lines of the report: words of several kinds, cancelled lines, free replacements and other shops', () => {
  const status = (word: string) => sale_of_lines([line({ 'order-status': word })], WITHOUT_TAX).status
  assert.deepEqual(
    ['PartiallyShipped', 'Partially Shipped', 'Canceled', 'Shipped - Delivered to Buyer', 'InvoiceUnconfirmed'].map(
      status,
    ),
    ['partially_shipped', 'partially_shipped', 'cancelled', 'shipped', 'invoice_unconfirmed'],
  )
  const two = sale_of_lines([line({}), line({ quantity: '0', 'item-price': '99.0' })], WITHOUT_TAX)
  assert.deepEqual([two.total_micros, two.lines.length], [10_000_000n, 1])
  const discounted = sale_of_lines([line({ 'item-promotion-discount': '-4.0', 'shipping-price': '1.5' })], WITHOUT_TAX)
  assert.equal(discounted.total_micros, 7_500_000n)
  assert.equal(sale_of_lines([line({ 'item-price': '0.0' })], WITHOUT_TAX).is_replacement, true)
  assert.equal(sale_of_lines([line({ 'sales-channel': 'Non-Amazon MX' })], WITHOUT_TAX).is_other_shop, true)
  assert.equal(sale_of_lines([line({ 'item-price': '', currency: '' })], WITHOUT_TAX).total_micros, null)
})

const COLUMNS = [
  ...['amazon-order-id', 'purchase-date', 'last-updated-date', 'order-status', 'quantity', 'currency', 'item-price'],
  ...['item-promotion-discount', 'ship-promotion-discount'],
]
const HEADER = COLUMNS.join('\t')

async function reported(...answers: unknown[]) {
  assert.ok(orders && 'since' in orders && orders.read_created)
  const { api, asked } = canned_api([{ reportId: '7' }, ...answers])
  const range = { from: '2026-10-01T00:00:00Z', before: '2026-10-30T00:00:00Z' }
  const found: unknown[] = []
  for await (const page of orders.read_created({ api, account, settings, ...range })) found.push(...page)
  return { found, asked }
}

test('a report without data is no error, and one that cannot be built is refused with its reason', async () => {
  assert.deepEqual((await reported({ processingStatus: 'CANCELLED' })).found, [])
  const document = { url: 'https://tortuga.s3.amazonaws.com/1', compressionAlgorithm: 'GZIP' }
  const fatal = { processingStatus: 'FATAL', reportDocumentId: 'd' }
  await assert.rejects(reported(fatal, document, 'requested again too soon'), /requested again too soon/)
  await assert.rejects(reported({ processingStatus: 'FATAL' }), /no reason given/)
})

test('a file that is no list of orders is an error, and not a time without sales', async () => {
  const document = { url: 'https://tortuga.s3.amazonaws.com/1' }
  const done = { processingStatus: 'DONE', reportDocumentId: 'd' }
  for (const text of ['<Error><Code>InternalError</Code></Error>', '\u6ce8\u6587\u756a\u53f7\tSKU\n702-1\tCL-1', ''])
    await assert.rejects(reported(done, document, text), { kind: 'refused', message: /amazon-order-id/ })
  await assert.rejects(reported({ processingStatus: 'DONE' }), { kind: 'refused', message: /amazon-order-id/ })
  assert.deepEqual((await reported(done, document, `${HEADER}\n`)).found, [])
})

test('a report without a column that decides an amount is an error, and so is a line that ends before it', async () => {
  const document = { url: 'https://tortuga.s3.amazonaws.com/1' }
  const done = { processingStatus: 'DONE', reportDocumentId: 'd' }
  for (const name of ['item-promotion-discount', 'quantity', 'item-price', 'currency']) {
    const text = COLUMNS.filter((one) => one !== name).join('\t')
    await assert.rejects(reported(done, document, text), { kind: 'refused', message: new RegExp(name) })
  }
  const whole = '702-1\t2026-10-02T00:00:00+00:00\t2026-10-02T00:00:00+00:00\tShipped\t1\tMXN\t10.0\t-4.0\t'
  assert.equal(((await reported(done, document, `${HEADER}\n${whole}\n`)).found as unknown[]).length, 1)
  const cut = `${HEADER}\n${whole}\n${whole.slice(0, whole.lastIndexOf('-4.0') - 1)}`
  await assert.rejects(reported(done, document, cut), { kind: 'refused', message: /ends early/ })
})

test('a report is awaited, and its file is read with tabs, quotes and a byte order mark', async () => {
  const row = (id: string, status: string, units: number, price: string, ...rest: string[]) =>
    [id, '2026-10-02T00:00:00+00:00', '2026-10-03T00:00:00+00:00', status, units, 'MXN', price, '', '', ...rest].join(
      '\t',
    )
  const text = `\ufeff${[
    `${HEADER}\tproduct-name\tsales-channel`,
    row('702-1', 'Shipped', 1, '10.0', 'Vela "grande', 'Amazon.com.mx'),
    row('702-1', 'Shipped', 2, '6.0', 'Taza', 'Amazon.com.mx'),
    row('702-2', 'Pending', 1, '', 'Vela'),
    row('113-1', 'Shipped', 1, '10.0', 'Vela', 'Amazon.com'),
    row('113-2', 'Shipped', 1, '10.0', 'Vela', 'Non-Amazon US'),
  ].join('\n')}`
  const document = { url: 'https://tortuga.s3.amazonaws.com/1' }
  const done = { processingStatus: 'DONE', reportDocumentId: 'd' }
  const { found, asked } = await reported({ processingStatus: 'IN_QUEUE' }, done, document, text)
  const shown = (found as ReturnType<typeof sale_of>[]).map(({ order_id, total_micros, lines }) => [
    order_id,
    total_micros,
    lines.map(({ title }) => title),
  ])
  assert.deepEqual(shown, [
    ['702-1', 16_000_000n, ['Vela "grande', 'Taza']],
    ['702-2', null, ['Vela']],
  ])
  assert.deepEqual(asked[0]!.body, {
    reportType: 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL',
    marketplaceIds: ['A1AM78C64UM0Y8'],
    dataStartTime: '2026-10-01T00:00:00Z',
    dataEndTime: '2026-10-30T00:00:00Z',
  })
})
