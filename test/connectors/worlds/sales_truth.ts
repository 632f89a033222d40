// What the shops and marketplaces of a world sold and gave back, by the words of docs/numbers.md. Days are those of the organization.
import { day_of } from '../../../sandbox/world/calendar.ts'
import type { Basket, Instant, Order, World } from '../../../sandbox/world/types.ts'
import { add, type Cells } from './cells.ts'

const MICROS_OF_CENT = 10_000n
const HOUR_MS = 3_600_000
/** Amazon shows a booking 30 hours after it happened here, and up to 48 by its own words. */
const BOOKED_AFTER_MS = 30 * HOUR_MS

/** A sale with what was given back of it. */
export interface Sale {
  at: Instant
  currency: string
  gross_cents: number
  orders: number
  refunds: { at: Instant; cents: number }[]
  /** The other platform that has the same sale. */
  also_in?: 'mpa' | 'store'
}

/** `kept`: orders that were deleted, and that the platform need not have looked for yet. */
export function sales_of(world: World, platform: string, kept: readonly Order[] = []): Sale[] {
  if (platform === 'mpa') return world.markets.ml.baskets().flatMap(of_mpa)
  if (platform === 'mpb_sp') {
    const { amazon_mx, amazon_us } = world.markets
    return [amazon_mx, amazon_us].flatMap((market) =>
      market.baskets().flatMap((basket) => of_mpb(basket, market.plan.currency, world.now())),
    )
  }
  const store = platform === 'sx' ? world.store : world.shops[platform as 'tnx' | 'store_c']
  return [...store.orders(), ...kept].flatMap(of_shop[platform as keyof typeof of_shop])
}

/** Orders that replace earlier ones, and that nobody can recognize in a report yet. */
export const pending_replacements = ({ markets: { amazon_mx, amazon_us } }: World): Sale[] =>
  [amazon_mx, amazon_us].flatMap((market) =>
    market
      .baskets()
      .filter(({ kind, state }) => kind === 'replacement' && state === 'pending')
      .map(({ created_at: at }) => ({ at, currency: market.plan.currency, gross_cents: 0, orders: 1, refunds: [] })),
  )

export function sale_cells(platform: string, sales: readonly Sale[], streams: readonly string[]): Cells {
  const cells: Cells = new Map()
  const of_charges = platform === 'mpb_sp'
  for (const { at, currency: account, gross_cents, orders, refunds } of sales) {
    const gross = BigInt(gross_cents) * MICROS_OF_CENT
    add(cells, { platform, stream: 'orders', account, day: day_of(at) }, { gross, orders: BigInt(orders) })
    const stream = of_charges ? 'charges' : 'orders'
    if (!streams.includes(stream)) continue
    for (const { at, cents } of refunds)
      add(cells, { platform, stream, account, day: day_of(at) }, { refunded: BigInt(cents) * MICROS_OF_CENT })
  }
  return cells
}

// ---- shops -----------------------------------------------------------------------------------------------------------------

const sum = <T>(of: readonly T[], cents: (one: T) => number) => of.reduce((all, one) => all + cents(one), 0)
const refunds_of = ({ refunds }: Order) =>
  refunds
    .map(({ created_at, amount_cents }) => ({ at: created_at, cents: amount_cents }))
    .filter(({ cents }) => cents > 0)
const sale = (order: Order, gross_cents: number, refunds = refunds_of(order)): Sale => ({
  at: order.created_at,
  currency: order.currency,
  gross_cents,
  orders: 1,
  refunds,
})

/** WooCommerce: a plugin's state that no setting maps is pending. */
const waits_for_pickup = ({ id, fulfillment_status }: Order) =>
  fulfillment_status === 'fulfilled' && Number(id.slice(-3)) % 47 === 1

const of_shop = {
  sx(order: Order): Sale[] {
    if (order.cancelled_at !== null || order.financial_status === 'voided' || order.test) return []
    const worth = (lines: Order['refunds'][number]['lines']) => sum(lines, ({ subtotal_cents }) => subtotal_cents)
    const { refunds, total_cents, paid_cents = order.financial_status === 'pending' ? 0 : total_cents } = order
    // Returned goods without money lower the total. Money for a line that an edit removed raises it again.
    const free = sum(refunds, ({ amount_cents, lines }) => Math.max(0, worth(lines) - amount_cents))
    const money_only = sum(refunds, ({ amount_cents, lines }) => (lines.length === 0 ? amount_cents : 0))
    const paid_back = Math.min(money_only, Math.max(0, paid_cents - total_cents))
    return [sale(order, total_cents - free + paid_back)]
  },
  tnx(order: Order): Sale[] {
    const { cancelled_at, financial_status, total_cents, created_at, gateway } = order
    if (cancelled_at !== null || ['pending', 'voided'].includes(financial_status)) return []
    const imported = order.source_name === 'meli' ? { also_in: 'mpa' as const } : {}
    if (gateway !== 'transfer') return [{ ...sale(order, total_cents), ...imported }]
    // Transfers have no refund events: a complete refund is on the day of the order, and a partial one has no known amount.
    const whole = financial_status === 'refunded' ? [{ at: created_at, cents: total_cents }] : []
    return [{ ...sale(order, total_cents, whole), ...imported }]
  },
  store_c(order: Order): Sale[] {
    const { cancelled_at, financial_status, total_cents } = order
    if (cancelled_at !== null || financial_status === 'pending' || order.test) return []
    if (financial_status !== 'refunded' && waits_for_pickup(order)) return []
    return [sale(order, total_cents)]
  },
}

// ---- marketplaces --------------------------------------------------------------------------------------------------------------

const third = (cents: number) => Math.round(cents / 3)

/** An order of one item for each line. Refunds are on the day of the order. */
function of_mpa(basket: Basket): Sale[] {
  const { kind, state, is_test, lines, refund, created_at, updated_at } = basket
  const is_void = state === 'ended' && (kind === 'cancelled' || kind === 'undone')
  if (state === 'pending' || is_test || is_void) return []
  // New orders with the same goods replace a split basket, on the day of the split. Each is a basket of its own.
  const is_split = state === 'ended' && kind === 'split'
  return lines.map(({ price_cents, quantity }, n) => {
    const gross_cents = price_cents * quantity
    const at = is_split ? updated_at : created_at
    const back = refund && n < refund.lines ? (refund.is_whole ? gross_cents : third(gross_cents)) : 0
    const orders = is_split || n === 0 ? 1 : 0
    return { at, currency: 'MXN', gross_cents, orders, refunds: back > 0 ? [{ at, cents: back }] : [] }
  })
}

function of_mpb(basket: Basket, currency: string, now: Instant): Sale[] {
  const { kind, state, lines, refund, created_at, id, shipping_cents } = basket
  if (kind === 'replacement') return []
  const is_ended = state === 'ended' && kind === 'cancelled'
  // The buyer cancels the first line of several.
  if (is_ended && lines.length === 1) return []
  const has_price = state !== 'pending' && kind !== 'other_shop'
  const left = lines.slice(is_ended ? 1 : 0)
  const worth = lines.map(({ price_cents, quantity }, n) => {
    const price = price_cents * quantity
    return n === 0 && id.endsWith('3') ? price - Math.round(price / 10) : price
  })
  const of_left = worth.slice(is_ended ? 1 : 0)
  const shipping = is_ended ? 0 : shipping_cents
  const is_booked = refund !== null && has_price && refund.at + BOOKED_AFTER_MS <= now
  const back = is_booked ? sum(of_left.slice(0, refund.lines), (cents) => (refund.is_whole ? cents : third(cents))) : 0
  return [
    {
      at: created_at,
      currency,
      gross_cents: has_price && left.length > 0 ? sum(of_left, (cents) => cents) + shipping : 0,
      orders: 1,
      refunds: back > 0 ? [{ at: refund!.at, cents: back }] : [],
      ...(kind === 'other_shop' && { also_in: 'store' as const }),
    },
  ]
}
