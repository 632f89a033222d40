// What an order's state and its missing amounts mean, without an engine.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '#engine/connector.ts'
import { orders } from './orders.ts'

const account: Account = { account_id: '1', name: 'Shop', currency: 'MXN', time_zone: 'America/Mexico_City' }
const money = (amount: string) => {
  const one = { amount, currencyCode: 'MXN' }
  return { shopMoney: one, presentmentMoney: one }
}
const line = {
  ...{ id: 'gid://shopify/LineItem/2', title: 'Vela', sku: null, quantity: 2, currentQuantity: 2 },
  ...{ product: null, variant: null, originalUnitPriceSet: money('60.00'), taxLines: [] },
  discountAllocations: [{ allocatedAmountSet: money('20.00') }],
}
const an_order = (of: object) => ({
  ...{ id: 'gid://shopify/Order/1', name: '#1', processedAt: '2026-11-01T10:00:00Z' },
  ...{ updatedAt: '2026-11-01T10:00:00Z', cancelledAt: null, edited: false, taxesIncluded: false, test: false },
  ...{ displayFinancialStatus: 'PAID', displayFulfillmentStatus: 'UNFULFILLED', sourceName: 'web' },
  ...{ totalPriceSet: money('116.00'), currentTotalPriceSet: money('116.00') },
  ...{ totalReceivedSet: money('116.00'), totalOutstandingSet: money('0.00') },
  ...{ subtotalPriceSet: money('100.00'), currentSubtotalPriceSet: money('100.00') },
  ...{ totalShippingPriceSet: money('0.00'), currentShippingPriceSet: money('0.00') },
  ...{ totalTaxSet: money('16.00'), currentTotalTaxSet: money('16.00') },
  ...{ totalDiscountsSet: money('20.00'), currentTotalDiscountsSet: money('20.00') },
  ...{ customer: null, customerJourneySummary: null, refunds: [] },
  lineItems: { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [line] },
  ...of,
})

function row_of(of: object) {
  const counted: string[] = []
  const { store_orders } = orders.rows(an_order(of) as never, { account, unreadable: (what) => counted.push(what) })
  return { row: store_orders as Record<string, unknown>, counted }
}

const state_of = (displayFinancialStatus: string | null, of: object = {}) => {
  const { row, counted } = row_of({ displayFinancialStatus, ...of })
  return [row.is_pending, row.is_voided, counted]
}

test('each financial status of the schema is a sale or void, and none of them is counted as unknown', () => {
  const sold = ['AUTHORIZED', 'EXPIRED', 'PAID', 'PARTIALLY_PAID', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED']
  for (const word of sold) assert.deepEqual(state_of(word), [false, false, []], word)
  assert.deepEqual(state_of('VOIDED'), [false, true, []])
})

test('an unknown financial status is neither a sale nor void, and is counted', () => {
  for (const word of ['NEW_WORD', null])
    assert.deepEqual(state_of(word), [true, false, ['states of orders']], String(word))
  const cancelled = { cancelledAt: '2026-11-02T10:00:00Z' }
  assert.deepEqual(state_of('NEW_WORD', cancelled), [false, true, ['states of orders']])
})

test('a tax that is null is unknown, and a discount or subtotal that is null is that of the lines', () => {
  // Of a cancelled order the amounts as placed count, and only these can be null.
  const placed = { cancelledAt: '2026-11-02T10:00:00Z', totalTaxSet: null, totalDiscountsSet: null }
  const { row, counted } = row_of({ ...placed, subtotalPriceSet: null })
  assert.deepEqual(
    [row.tax_micros, row.discount_micros, row.subtotal_micros, counted],
    [null, 20_000_000n, 100_000_000n, ['discounts of orders']],
  )
})
