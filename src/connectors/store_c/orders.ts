import { z } from 'zod'
import type { Query, RowContext, Source } from '#engine/connector.ts'
import { DAY_MS, SECOND_MS } from '#lib/durations.ts'
import { lenient } from '../lenient.ts'
import { decoded } from '../plain_text.ts'
import { mapped } from '../records.ts'
import {
  counted,
  currency_of,
  id_text,
  imported_from,
  known_states,
  order_stream,
  refund_rows,
  type SaleState,
  state_of,
  sum,
} from '../shops.ts'
import { type Line, listed_refund, meta_of, type Order, order, order_fields, refund } from './answers.ts'
import { by_id, changed_at, list, recheck_of, settings } from './lists.ts'

/** The states of WooCommerce (Order properties of the REST API, read 2026-11). Plugins add others, which the settings can map. */
const states: Record<string, SaleState> = {
  processing: 'sold',
  completed: 'sold',
  refunded: 'sold',
  pending: 'pending',
  'on-hold': 'pending',
  'checkout-draft': 'pending',
  // Started in the admin. Shops with the new tables for orders list them too (woocommerce pull request 62106, 2025-11).
  'auto-draft': 'pending',
  cancelled: 'void',
  failed: 'void',
  trash: 'void',
}
/** Refunds and their withdrawal can leave the order as it was, so the orders of these days are read again. */
const SWEEP_DAYS = 90
/** The time of an instant in GMT, as the filters want it: a zone in the text would be converted to the site's zone first. */
const gmt_time = (instant: string) => instant.slice(0, 19)
const moved = (instant: string, days: number) => gmt_time(new Date(Date.parse(instant) + days * DAY_MS).toISOString())

const knows_changes = ({ account }: Source) => account.extra?.knows_changes === 'yes'

/** A filter by time of creation. Older shops read it in the site's time, so a day more on both sides covers every zone. */
function created(source: Source, from: string | null, before?: string): Query {
  if (knows_changes(source))
    return { after: from ? gmt_time(from) : undefined, before: before && gmt_time(before), dates_are_gmt: true }
  return { after: from ? moved(from, -1) : undefined, before: before && moved(before, 1) }
}

/** `created_from`: the query asks for all orders since then, so their refunds are read as one list where the shop has it. */
async function* pages(source: Source, query: Query, created_from?: string | null) {
  const has_list = created_from !== undefined && source.account.extra?.has_refund_list === 'yes'
  const listed = has_list ? await refunds_since(source, created_from) : undefined
  const orders = list(source, '/orders', order, { status: 'any', _fields: order_fields, ...query })
  yield* mapped(source.api.pages(orders), async (one) => ({
    ...one,
    given_back: listed ? (listed.get(one.id) ?? []) : await refunds_of(source, one),
  }))
}

/** Lists of some shops contain refunds, without their day. Of other shops, every order is asked for its refunds. */
async function refunds_of(source: Source, { id, status, refunds }: Omit<Order, 'given_back'>) {
  const has_none = source.account.extra?.lists_refunds === 'yes' && !refunds?.length && status !== 'refunded'
  if (has_none) return []
  return [...(await by_id(source.api.pages(list(source, `/orders/${id}/refunds`, refund)))).values()]
}

/**
 * The refunds of all orders since then, by order. They are read before the orders: a refund that is made meanwhile changes its order, which
 * the next read of changes brings.
 */
async function refunds_since(source: Source, from: string | null) {
  const query = { after: from ? moved(from, -1) : undefined, dates_are_gmt: true }
  const all = await by_id(source.api.pages(list(source, '/refunds', listed_refund, query)))
  return Map.groupBy(all.values(), ({ parent_id }) => parent_id)
}

/** The filters leave out their bounds. An older shop reads them in the time of its site, which may have no zone, so it is not asked. */
async function number_of(source: Source, from: string, before: string): Promise<number | undefined> {
  if (!knows_changes(source)) return undefined
  const just_after = gmt_time(new Date(Date.parse(from) - SECOND_MS).toISOString())
  const query = { status: 'any', after: just_after, before: gmt_time(before), dates_are_gmt: true, _fields: 'id' }
  return counted(source.api, list(source, '/orders', z.object({ id: id_text }), query), 'x-wp-total')
}

export const orders = order_stream({
  since: {
    rows_by: ['states', 'imported_channels'],
    history_source: 'https://woocommerce.github.io/woocommerce-rest-api-docs: the shop keeps all orders (read 2026-11)',
    sweep: { days: SWEEP_DAYS, every: '1d' },
    changed_at: (one: Order) => changed_at(one),
    is_unordered: true,
  },
  states: known_states(states, { column: 'financial_status', setting: 'states' }),
  // An older shop cannot be asked for changes, so the orders of the last days are read each time.
  read: ({ since, ...source }) =>
    knows_changes(source)
      ? pages(source, { modified_after: since ? gmt_time(since) : undefined, dates_are_gmt: true })
      : pages(source, { after: since ? moved(since, -SWEEP_DAYS) : undefined }),
  read_created: ({ from, before, ...source }) => pages(source, created(source, from, before), from),
  recheck: recheck_of('/orders', pages),
  count: ({ from, before, ...source }) => number_of(source, from, before),
  rows: (one, context) => {
    const order_id = one.id
    const ordered_at = one.date_created_gmt
    // A draft, or an order of an import (woocommerce pull request 68772, 2026-09; woocommerce-ios pull request 126, 2018-06).
    if (!ordered_at) {
      context.unreadable?.('times of orders')
      return {}
    }
    const read = lenient(context)
    const currency = currency_of(one.currency, context, 'currencies of orders')
    const taxed = (net: bigint, tax: bigint | null) => net + (one.prices_include_tax ? (tax ?? 0n) : 0n)
    const state = state_of({ ...states, ...own_states(context) }, one.status, context)
    const channel = read.text(one.created_via, 'origins of orders')
    return {
      store_orders: {
        order_id,
        order_number: `#${one.number}`,
        ordered_at,
        changed_at: one.date_modified_gmt ?? ordered_at,
        financial_status: one.status,
        ...(is_part(one) ? { is_voided: true, is_pending: false } : state),
        is_test: is_paid_in_test_mode(one.meta_data),
        currency,
        total_micros: one.total,
        subtotal_micros: sum(one.line_items, ({ total, total_tax }) => taxed(total, total_tax)),
        shipping_micros: taxed(one.shipping_total, one.shipping_tax),
        tax_micros: one.total_tax,
        discount_micros: taxed(one.discount_total, one.discount_tax),
        // 0: a guest.
        customer_id: one.customer_id && one.customer_id !== '0' ? one.customer_id : null,
        channel,
        imported_from: imported_from(channel, context),
        ...attribution_of(one.meta_data, context),
      },
      store_order_lines: one.line_items.map((line) => line_of(line, { ...one, currency }, context)),
      store_refunds: refunds_given({ ...one, ordered_at }, currency, context),
    }
  },
})

/**
 * Plugins of marketplaces make an order for each vendor, and the whole order stays. Both would count the same sale. A refund of a part is one of
 * the whole too. Dokan: getdokan/dokan `create_sub_order`, 2025-10, and pull request 2318, 2024-10. MultiVendorX, once WCMp:
 * multivendorx/dc-woocommerce-multi-vendor issue 334, 2020-05. YITH Multi Vendor: its class YITH_Reports_Analytics, read 2026-11.
 */
const PARTS: readonly unknown[] = ['dokan', 'mvx_vendor_order', 'wcmp_vendor_order', 'yith_wcmv_vendor_suborder']
const is_part = ({ parent_id, created_via }: Order) => Number(parent_id ?? 0) > 0 && PARTS.includes(created_via)

/**
 * WooCommerce has no mark of its own. Payment plugins write in which mode they took the payment. Sources: `Order_Mode` of WooPayments,
 * `PayPalGateway` of PayPal Payments, `OrderMetadata` of Mercado Pago (read 2026-11).
 */
const TEST_MODES: Record<string, string> = {
  _wcpay_mode: 'test',
  _ppcp_paypal_payment_mode: 'sandbox',
  is_production_mode: 'no',
}
const is_paid_in_test_mode = (meta_data: unknown): boolean =>
  Object.entries(TEST_MODES).some(([key, mode]) => meta_of(meta_data, key) === mode)

/** What states of plugins mean, by the settings of the connection. */
const own_states = ({ settings: given }: RowContext) => settings.pick({ states: true }).parse(given ?? {}).states

/** A line with the units that remain, and their part of its amounts. */
function line_of(line: Line, one: Order & { currency: string }, context: RowContext) {
  const read = lenient(context)
  const ordered = units_of(line.quantity, context)
  const back = sum(one.given_back, ({ line_items }) =>
    sum(
      (line_items ?? []).filter(({ meta_data }) => String(meta_of(meta_data, '_refunded_item_id')) === line.id),
      ({ quantity }) => units_of(quantity, context),
    ),
  )
  const quantity = ordered + back > 0n ? ordered + back : 0n
  const part = (amount: bigint) => (ordered === 0n ? amount : (amount * quantity) / ordered)
  const tax = one.prices_include_tax ? line.total_tax : 0n
  const full =
    (line.subtotal ?? line.total) + (one.prices_include_tax ? (line.subtotal_tax ?? line.total_tax ?? 0n) : 0n)
  const paid = line.total + (tax ?? 0n)
  return {
    order_id: one.id,
    line_id: line.id,
    product_id: line.product_id === '0' ? null : (line.product_id ?? null),
    // A simple product is its only variant.
    variant_id: [line.variation_id, line.product_id].find((id) => id && id !== '0') ?? null,
    sku: read.text(line.sku, 'SKUs of order lines'),
    title: decoded(read.text(line.name, 'titles of order lines') ?? ''),
    quantity,
    unit_price_micros: ordered === 0n ? full : full / ordered,
    discount_micros: part(full - paid),
    total_micros: part(paid),
    included_tax_micros: tax && part(tax),
    currency: one.currency,
  }
}

/** Plugins sell parts of units. A part counts as a whole unit. Refunds have negative units. */
function units_of(value: unknown, context: RowContext): bigint {
  const units = lenient(context).number(value, 'quantities of order lines') ?? 0
  if (!Number.isInteger(units)) context.unreadable?.('quantities of order lines')
  return BigInt(units < 0 ? Math.floor(units) : Math.ceil(units))
}

/** A refund of nothing whose lines were worth something lost its amount (woocommerce issue 37697, 2023-04). */
function amount_of({ amount, line_items }: Order['given_back'][number]): bigint | null {
  const has_worth = (line_items ?? []).some(({ total, total_tax }) => (total ?? 0n) + (total_tax ?? 0n) !== 0n)
  return amount === 0n && has_worth ? null : amount
}

function refunds_given(one: Order & { ordered_at: string }, currency: string, context: RowContext) {
  const of = { order_id: one.id, currency }
  const found = one.given_back
    .map((refund) => ({
      ...of,
      refund_id: refund.id,
      refunded_at: refund.date_created_gmt ?? one.ordered_at,
      amount_micros: amount_of(refund),
    }))
    .filter(({ amount_micros }) => amount_micros !== 0n)
  const whole = { ...of, refund_id: 'order', refunded_at: one.ordered_at, amount_micros: one.total }
  return refund_rows(found, one.status === 'refunded' ? whole : undefined, context)
}

/** The last visit, which WooCommerce keeps in meta fields since 8.5. Only visits with tags have a source of their own. */
function attribution_of(meta_data: unknown, context: RowContext) {
  const read = lenient(context)
  const value = (name: string) => meta_of(meta_data, `_wc_order_attribution_${name}`)
  const is_tagged = value('source_type') === 'utm'
  const tag = (name: string) => (is_tagged ? read.text(value(`utm_${name}`), 'tags of orders') : null)
  return {
    utm_source: tag('source'),
    utm_medium: tag('medium'),
    utm_campaign: tag('campaign'),
    utm_content: tag('content'),
    utm_term: tag('term'),
    landing_page: read.link(value('session_entry'), 'landing pages of orders'),
    referrer: read.link(value('referrer'), 'referrers of orders'),
  }
}
