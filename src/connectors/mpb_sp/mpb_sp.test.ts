import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, Api, PagedRequest, VendorAnswer } from '#engine/connector.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { mpb_sp } from './index.ts'
import { type Sale, sale_of, state_of } from './sales.ts'

const account: Account = {
  ...{ account_id: 'A2SELLER/A1AM78C64UM0Y8', name: 'Shop', currency: 'MXN', time_zone: 'America/Mexico_City' },
  extra: { marketplace_id: 'A1AM78C64UM0Y8', domain: 'www.amazon.com.mx' },
}
const settings = { seller_id: 'A2SELLER', region: 'eu' }
const { orders, listings, charges } = mpb_sp.streams

const money = (amount: string) => ({ amount, currencyCode: 'MXN' })
const an_item = (parts: Record<string, string> | null, of: object = {}) => ({
  quantityOrdered: 1,
  product: { asin: 'B0C', title: 'Vela', sellerSku: 'CL-1' },
  ...(parts
    ? { proceeds: { breakdowns: Object.entries(parts).map(([type, value]) => ({ type, subtotal: money(value) })) } }
    : {}),
  ...of,
})
const an_order = (orderItems: ReturnType<typeof an_item>[], of: object = {}) => ({
  orderId: '702-1',
  createdTime: '2026-11-01T10:00:00Z',
  lastUpdatedTime: '2026-11-02T10:00:00Z',
  salesChannel: { channelName: 'AMAZON' },
  fulfillment: { fulfillmentStatus: 'SHIPPED' },
  orderItems,
  ...of,
})
const cancelled = { cancellation: { cancellationExecution: {} } }

test('revenue is goods, shipping and gift wrap less discounts, without tax and tip, whatever the sign of a discount', () => {
  for (const DISCOUNT of ['-20.00', '20.00']) {
    const parts = { ITEM: '200.00', SHIPPING: '30.00', GIFT_WRAP: '5.50', TAX: '32.00', DELIVERY_TIP: '9.00', DISCOUNT }
    const { total_micros, shipping_micros } = sale_of(an_order([an_item(parts)]))
    assert.deepEqual([total_micros, shipping_micros], [215_500_000n, 30_000_000n])
  }
})

test('a cancelled item leaves the order, and an order whose items are all cancelled is void', () => {
  const partly = sale_of(an_order([an_item({ ITEM: '10' }, cancelled), an_item({ ITEM: '7' })]))
  assert.deepEqual([partly.total_micros, partly.lines.length, state_of(partly).is_sold], [7_000_000n, 1, true])
  const wholly = sale_of(an_order([an_item({ ITEM: '10' }, cancelled)]))
  assert.deepEqual([wholly.total_micros, state_of(wholly).is_voided], [null, true])
})

test('a pending order is an order without a price', () => {
  const sale = sale_of(an_order([an_item(null)], { fulfillment: { fulfillmentStatus: 'PENDING' } }))
  assert.deepEqual(
    [sale.total_micros, sale.currency, state_of(sale)],
    [null, null, { is_voided: false, is_sold: true, is_unknown: false }],
  )
  const [row] = [orders!.rows(sale as never, { account }).marketplace_orders as { currency: string }]
  assert.equal(row!.currency, 'MXN')
})

test('an item whose proceeds have no price is unknown, and not an item for nothing', () => {
  for (const parts of [{}, { TAX: '1.60' }] as Record<string, string>[]) {
    const sale = sale_of(an_order([an_item({ ITEM: '10' }), an_item(parts)]))
    assert.deepEqual([sale.total_micros, sale.shipping_micros, sale.lines[1]!.price], [null, null, null])
  }
  assert.equal(sale_of(an_order([an_item({ ITEM: '0' })])).total_micros, 0n)
})

test('an order that waits for the invoice of its seller was sent, so it is sold', () => {
  const sale = sale_of(
    an_order([an_item({ ITEM: '1' })], { fulfillment: { fulfillmentStatus: 'INVOICE_UNCONFIRMED' } }),
  )
  assert.deepEqual(state_of(sale), { is_voided: false, is_sold: true, is_unknown: false })
})

test('replacements and exchanges are kept and are no sales, and sales of other shops are marked', () => {
  for (const associationType of ['REPLACEMENT_ORIGINAL_ID', 'EXCHANGE_ORIGINAL_ID']) {
    const sale = sale_of(an_order([an_item({ ITEM: '0' })], { associatedOrders: [{ associationType }] }))
    assert.deepEqual(state_of(sale), { is_voided: false, is_sold: false, is_unknown: false })
  }
  const shipped = sale_of(an_order([an_item(null)], { salesChannel: { channelName: 'NON_AMAZON' } }))
  assert.equal(state_of(shipped).is_sold, true)
  const { channel } = orders!.rows(shipped as never, { account }).marketplace_orders as { channel: string }
  assert.equal(channel, 'non_amazon')
})

test('an unknown status is neither sold nor void, and is counted', () => {
  const sale = sale_of(an_order([an_item({ ITEM: '1' })], { fulfillment: { fulfillmentStatus: 'LOST_IN_SPACE' } }))
  const counted: string[] = []
  const { marketplace_orders } = orders!.rows(sale as never, { account, unreadable: (what) => counted.push(what) })
  const { is_sold, is_voided } = marketplace_orders as { is_sold: boolean; is_voided: boolean }
  assert.deepEqual([is_sold, is_voided, counted], [false, false, ['statuses of orders']])
})

const listing = (sku: string, createdDate: string, of: object = {}) => ({
  sku,
  summaries: [
    { marketplaceId: 'A1AM78C64UM0Y8', productType: 'HOME', status: [], createdDate, lastUpdatedDate: createdDate },
  ],
  ...of,
})

test('a list of listings that ends early starts again at its last listing', async () => {
  const { api, asked } = canned_api([
    { numberOfResults: 3, items: [listing('A', '2026-01-01T00:00:00Z')], pagination: { nextToken: 'n' } },
    { numberOfResults: 3, items: [listing('B', '2026-01-02T00:00:00Z')] },
    { numberOfResults: 2, items: [listing('B', '2026-01-02T00:00:00Z'), listing('C', '2026-01-03T00:00:00Z')] },
  ])
  assert.ok(listings && !('since' in listings) && !('window' in listings))
  const rows: Record<string, unknown>[] = []
  for await (const page of listings.read({ api, account, settings }))
    for (const one of page) rows.push(listings.rows(one, { account }).marketplace_listings as Record<string, unknown>)
  assert.deepEqual(
    rows.map(({ listing_id }) => listing_id),
    ['A', 'B', 'B', 'C'],
  )
  assert.deepEqual(
    asked.map(({ query }) => [query?.createdAfter, query?.pageToken]),
    [
      [undefined, undefined],
      [undefined, 'n'],
      ['2026-01-02T00:00:00Z', undefined],
    ],
  )
  const { price_micros, stock, status, title, currency } = rows[0]!
  assert.deepEqual([price_micros, stock, status, title, currency], [null, null, 'inactive', 'A', 'MXN'])
})

const amount = (CurrencyAmount: number) => ({ CurrencyCode: 'MXN', CurrencyAmount })

test('refunds are without tax and with the discount that they return; fees are what Amazon keeps', async () => {
  const refund = {
    ...{ AmazonOrderId: '702-1', MarketplaceName: 'Amazon.com.mx', PostedDate: '2026-11-05T10:00:00Z' },
    ShipmentItemAdjustmentList: [
      {
        OrderAdjustmentItemId: '99',
        ItemChargeAdjustmentList: [
          { ChargeType: 'Principal', ChargeAmount: amount(-100) },
          { ChargeType: 'Tax', ChargeAmount: amount(-16) },
          { ChargeType: 'ShippingCharge', ChargeAmount: amount(-30) },
        ],
        PromotionAdjustmentList: [{ PromotionAmount: amount(10) }],
        ItemFeeAdjustmentList: [{ FeeType: 'Commission', FeeAmount: amount(15) }],
      },
    ],
  }
  const shipment = {
    ...{ AmazonOrderId: '702-2', MarketplaceName: 'Amazon.com.mx', PostedDate: '2026-11-05T11:00:00Z' },
    ShipmentItemList: [{ OrderItemId: '5', ItemFeeList: [{ FeeType: 'Commission', FeeAmount: amount(-15.5) }] }],
  }
  const elsewhere = { ...shipment, MarketplaceName: 'Amazon.com' }
  const FinancialEvents = {
    RefundEventList: [refund],
    ShipmentEventList: [shipment, elsewhere, { PostedDate: '2026-11-05T11:00:00Z' }],
  }
  const { api, asked } = canned_api([{ payload: { FinancialEvents } }])
  const rows = await rows_of_days(charges, { api, account, from: '2026-11-05', to: '2026-11-05' })
  assert.deepEqual(
    rows.map(({ charge_id, refund_micros, fee_micros, currency }) => [charge_id, refund_micros, fee_micros, currency]),
    [
      ['shipment/702-2/5/2026-11-05T11:00:00Z', 0n, 15_500_000n, 'MXN'],
      ['refund/702-1/99/2026-11-05T10:00:00Z', 120_000_000n, -15_000_000n, 'MXN'],
    ],
  )
  assert.deepEqual(
    [asked[0]!.query?.PostedAfter, asked[0]!.query?.PostedBefore],
    ['2026-11-05T06:00:00Z', '2026-11-06T06:00:00Z'],
  )
})

test('errors: an ended token is renewed, a missing role is denied, and the rate says how long to wait', () => {
  const { classify } = mpb_sp.api
  const verdict = (status: number, error: object, headers: VendorAnswer['headers'] = {}) =>
    classify?.({ status, headers, body: { errors: [error] } })
  const denied = { code: 'Unauthorized', message: 'Access to requested resource is denied.' }
  assert.equal(verdict(403, { ...denied, details: 'The access token you provided has expired.' })?.kind, 'expired')
  assert.equal(verdict(403, { ...denied, details: '' })?.kind, 'denied')
  assert.deepEqual(verdict(429, { code: 'QuotaExceeded' }, { 'x-amzn-ratelimit-limit': '0.0056' }), {
    kind: 'throttled',
    wait_s: 179,
  })
  assert.equal(verdict(200, { code: 'InvalidInput', message: 'no' })?.kind, 'refused')
  assert.equal(verdict(503, { code: 'ServiceUnavailable' })?.kind, 'transient')
})

test('each marketplace is an account, and those without sales or buyers are not read', async () => {
  const place = (id: string, isParticipating = true) => ({
    marketplace: { id, name: 'N', countryCode: 'MX', defaultCurrencyCode: 'MXN', domainName: 'www.Amazon.com.mx' },
    participation: { isParticipating, hasSuspendedListings: true },
    storeName: 'Shop',
  })
  const payload = [place('A1AM78C64UM0Y8'), place('A2ZV50J4W1RKNI'), place('ATVPDKIKX0DER', false)]
  const found = await mpb_sp.accounts.read({ ...canned_api([{ payload }]), settings })
  assert.deepEqual(
    found.map(({ account_id, unreadable }) => [account_id, unreadable]),
    [
      ['A2SELLER/A1AM78C64UM0Y8', undefined],
      ['A2SELLER/A2ZV50J4W1RKNI', 'It is not a marketplace where buyers order.'],
      ['A2SELLER/ATVPDKIKX0DER', 'The seller does not sell there.'],
    ],
  )
  assert.match(found[0]!.limited ?? '', /suspended/)
  const { base_url } = mpb_sp.api
  assert.ok(typeof base_url === 'function')
  assert.equal(base_url(settings, {}), 'https://sellingpartnerapi-eu.amazon.com')
})

test('a window with too many pages is asked for in shorter ones, and a burst within a minute is read whole', async () => {
  const now = Date.parse('2026-11-20T18:00:00Z')
  const burst = now - 40 * 60_000
  const changes = [burst + 90_000, ...Array.from({ length: 900 }, () => burst), burst - 60_000]
  const windows: [string, string | undefined][] = []
  const api = {
    ...canned_api([]).api,
    now: () => new Date(now),
    async *pages(request: PagedRequest<unknown, unknown>) {
      const { lastUpdatedAfter, lastUpdatedBefore } = request.query as Record<string, string | undefined>
      windows.push([lastUpdatedAfter!, lastUpdatedBefore])
      const is_asked = (at: number) =>
        at >= Date.parse(lastUpdatedAfter!) && at <= Date.parse(lastUpdatedBefore ?? '9999')
      const found = changes
        .filter(is_asked)
        .map((at) => an_order([], { orderId: String(at), lastUpdatedTime: new Date(at).toISOString() }))
      for (let at = 0; at === 0 || at < found.length; at += 100) yield found.slice(at, at + 100)
    },
  } as Api
  const since = new Date(now - 50 * 60_000).toISOString()
  assert.ok(orders && 'since' in orders)
  const read: number[] = []
  for await (const page of orders.read({ api, account, settings, since }) as AsyncIterable<Sale[]>)
    read.push(...page.map(({ changed_at }) => Date.parse(changed_at)))
  assert.deepEqual(
    read,
    read.toSorted((one, other) => one - other),
  )
  assert.deepEqual(new Set(read), new Set(changes))
  assert.deepEqual(windows[0], [since, undefined])
  assert.equal(windows.at(-1)![1], undefined)
  for (const [at, [after]] of windows.slice(1).entries())
    assert.ok([windows[at]![0], windows[at]![1]].includes(after), 'no time lies between two windows')
})
