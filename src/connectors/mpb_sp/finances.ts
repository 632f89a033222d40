// Refunds and fees. Orders do not have them; Amazon books them as financial events, up to 48 hours late.
import { micros } from '#domain/money.ts'
import { add_days, start_of } from '#domain/windows.ts'
import { type Account, type Row, window_stream } from '#engine/connector.ts'
import { events_answer, type FinancialEvent } from './answers.ts'
import { limits } from './limits.ts'
import { place_of } from './marketplaces.ts'
import { FINANCES } from './version.ts'

const PAGE_RECORDS = 100
const TWO_MINUTES_MS = 120_000
/**
 * Lists of events, and what each of them is. Both lists of shipments have the same fields. An order whose money Amazon keeps until after
 * the delivery is in that of settled ones (pull request 944 of abuzuhri/Amazon-SP-API-CSharp, 2026-06). No source says whether an event
 * can be in both lists. So it has the same id in both.
 */
const LISTS = {
  ShipmentEventList: 'shipment',
  ShipmentSettleEventList: 'shipment',
  RefundEventList: 'refund',
  GuaranteeClaimEventList: 'claim',
  ChargebackEventList: 'chargeback',
} as const
type List = keyof typeof LISTS
interface Booked {
  kind: (typeof LISTS)[List]
  event: FinancialEvent
}

export const charges = window_stream({
  into: ['marketplace_charges'],
  every: '6h',
  window: {
    history_days: 730,
    history_source: 'https://developer-docs.amazon.com/sp-api/docs/finances-api: events of two years (read 2026-11)',
    // Amazon releases some events weeks after their date (description of listFinancialEvents, read 2026-11).
    overlap_days: 30,
    slice_days: 30,
    of_instants: true,
    reading: { version: 2, why: 'Fees of orders that Amazon settles after their delivery were missing.' },
  },
  read: ({ api, account, from, to, lacks }) => {
    const mine = ({ event }: Booked) => place_of(event.MarketplaceName, account) !== 'another'
    const ends = start_of(add_days(to, 1), account.time_zone)
    // An end must be two minutes ago. Without one, all events up to now come (description of listFinancialEvents, read 2026-11).
    const is_over = Date.parse(ends) < api.now().getTime() - TWO_MINUTES_MS
    return api.pages({
      path: `/finances/${FINANCES}/financialEvents`,
      query: {
        PostedAfter: start_of(from, account.time_zone),
        PostedBefore: is_over ? ends : undefined,
        MaxResultsPerPage: PAGE_RECORDS,
      },
      schema: events_answer,
      pace: limits.listFinancialEvents,
      records: ({ payload }) => {
        const booked = Object.entries(LISTS).flatMap(([list, kind]) =>
          (payload.FinancialEvents[list as List] ?? []).map((event): Booked => ({ kind, event })).filter(mine),
        )
        if (booked.some(({ event }) => has_no_amounts(event))) lacks?.({ reason: NO_ITEMS, is_suspect: true })
        return booked
      },
      next: ({ payload }) => (payload.NextToken ? { query: { NextToken: payload.NextToken } } : null),
    })
  },
  rows: ({ kind, event }, { account, unreadable }) => {
    const rows = rows_of(kind, event, account)
    if (rows.length > 0 && place_of(event.MarketplaceName, account) === 'unknown')
      unreadable?.('marketplaces of financial events')
    if (rows.length > 0 && !event.AmazonOrderId) unreadable?.('orders of financial events')
    return { marketplace_charges: rows }
  },
})

const NO_ITEMS =
  'Amazon gives financial events without the items that they are about, so their refunds and fees are missing.'

/** An event of a whole shipment or order has no items. Every other one is about items (ShipmentEvent, Finances v0, read 2026-11). */
const has_no_amounts = (event: FinancialEvent) =>
  Object.values(event).every((value) => !Array.isArray(value) || value.length === 0)

interface Amount {
  CurrencyCode: string
  CurrencyAmount: number | string
}
const sum = (amounts: readonly Amount[]) =>
  amounts.reduce((all, { CurrencyAmount }) => all + micros(CurrencyAmount), 0n)

/** A row for each item. Amazon writes what the seller loses as a negative amount. Tax is no revenue, so it is no refund either. */
function rows_of(kind: Booked['kind'], event: FinancialEvent, account: Account): Row<'marketplace_charges'>[] {
  const { AmazonOrderId: order_id = '', PostedDate: charged_at } = event
  const items = (kind === 'shipment' ? event.ShipmentItemList : event.ShipmentItemAdjustmentList) ?? []
  return items.flatMap((item) => {
    const fees = (kind === 'shipment' ? item.ItemFeeList : item.ItemFeeAdjustmentList) ?? []
    const given_back = (item.ItemChargeAdjustmentList ?? []).filter(({ ChargeType }) => !/tax/i.test(ChargeType))
    const refunds = [
      ...given_back.map(({ ChargeAmount }) => ChargeAmount),
      ...(item.PromotionAdjustmentList ?? []).map(({ PromotionAmount }) => PromotionAmount),
    ]
    const fee_amounts = fees.map(({ FeeAmount }) => FeeAmount)
    const [first] = [...refunds, ...fee_amounts]
    if (!first) return []
    // Without an order, only its amounts tell an event from another one of the same second.
    const apart = order_id === '' ? [sum(refunds), sum(fee_amounts)] : []
    return {
      charge_id: [kind, order_id, item.OrderAdjustmentItemId ?? item.OrderItemId ?? '', charged_at, ...apart].join('/'),
      account_id: account.account_id,
      order_id,
      charged_at,
      currency: first.CurrencyCode,
      refund_micros: kind === 'shipment' ? 0n : -sum(refunds),
      fee_micros: -sum(fee_amounts),
    }
  })
}
