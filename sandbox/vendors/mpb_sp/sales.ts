// What the business sells on Amazon, with Amazon's own words and times.
import type { Basket, BasketLine, Instant, Market, World } from '../../world/types.ts'

export interface Marketplace {
  id: string
  name: string
  country: string
  language: string
  market: Market
  tax: number
}

export const marketplaces_of = ({ markets }: World): Marketplace[] => [
  { id: 'A1AM78C64UM0Y8', name: 'Amazon.com.mx', country: 'MX', language: 'es_MX', market: markets.amazon_mx, tax: 0 },
  { id: 'ATVPDKIKX0DER', name: 'Amazon.com', country: 'US', language: 'en_US', market: markets.amazon_us, tax: 0.08 },
]

const day_ms = 86_400_000
const hour_ms = 3_600_000
/** A basket changes for this long. */
const lag_ms = 60 * day_ms
/** Events appear up to 48 hours after they happened. */
const booked_after_ms = 30 * hour_ms

export interface SoldLine {
  at: number
  line: BasketLine
  is_cancelled: boolean
  price_cents: number
  shipping_cents: number
  discount_cents: number
  tax_cents: number
}

export interface Sold {
  id: string
  basket: Basket
  status: 'PENDING' | 'UNSHIPPED' | 'SHIPPED' | 'CANCELLED'
  is_other_shop: boolean
  is_replacement: boolean
  /** False: pending, cancelled as a whole, or another shop's. */
  has_price: boolean
  lines: SoldLine[]
  created_at: Instant
  updated_at: Instant
  shipped_at: Instant | null
}

/** 702-2077700-0012000. */
const order_id = (id: string) => `${id.slice(0, 3)}-${id.slice(3, 8)}00-${id.slice(8)}000`

function sold_of(basket: Basket, { tax }: Marketplace, now: Instant): Sold {
  const { kind, state } = basket
  const is_ended = kind === 'cancelled' && state === 'ended'
  // Of a basket of several lines, the buyer cancels only the first one.
  const is_partly = is_ended && basket.lines.length > 1
  const shipped_at = basket.created_at + 2 * day_ms
  const is_shipped = state !== 'pending' && (!is_ended || is_partly) && shipped_at <= now
  const is_free = kind === 'replacement'
  const lines = basket.lines.map((line, at): SoldLine => {
    const price_cents = is_free ? 0 : line.price_cents * line.quantity
    const shipping_cents = at === 0 && !is_free ? basket.shipping_cents : 0
    const discount_cents = at === 0 && Number(basket.id.at(-1)) === 3 ? Math.round(price_cents / 10) : 0
    const tax_cents = Math.round((price_cents + shipping_cents - discount_cents) * tax)
    const is_cancelled = is_ended && (!is_partly || at === 0)
    return { at, line, is_cancelled, price_cents, shipping_cents, discount_cents, tax_cents }
  })
  return {
    id: order_id(basket.id),
    basket,
    status:
      is_ended && !is_partly ? 'CANCELLED' : state === 'pending' ? 'PENDING' : is_shipped ? 'SHIPPED' : 'UNSHIPPED',
    is_other_shop: kind === 'other_shop',
    is_replacement: kind === 'replacement',
    has_price: state !== 'pending' && (!is_ended || is_partly) && kind !== 'other_shop',
    lines,
    created_at: basket.created_at,
    updated_at: is_shipped ? Math.max(basket.updated_at, shipped_at) : basket.updated_at,
    shipped_at: is_shipped ? shipped_at : null,
  }
}

/** Orders that were placed, or that changed, within these instants. */
export function sold_within(
  place: Marketplace,
  now: Instant,
  by: 'created_at' | 'updated_at',
  [from, to]: [Instant, Instant],
): Sold[] {
  return place.market
    .baskets(by === 'updated_at' ? from - lag_ms : from, to)
    .map((basket) => sold_of(basket, place, now))
    .filter((sold) => sold[by] >= from && sold[by] <= to)
}

export interface Booked {
  kind: 'shipment' | 'refund'
  at: Instant
  sold: Sold
  lines: { sold: SoldLine; given_back_cents: number; fee_cents: number }[]
}

/** What Amazon has booked up to now: fees when an order was sent, and refunds with the fees that they return. */
export function booked_within(place: Marketplace, now: Instant, [from, to]: [Instant, Instant]): Booked[] {
  const all = sold_within(place, now, 'created_at', [from - lag_ms, to]).filter(({ has_price }) => has_price)
  const events = all.flatMap((sold): Booked[] => {
    const left = sold.lines.filter(({ is_cancelled }) => !is_cancelled)
    const fees = left.map((line) => ({
      sold: line,
      given_back_cents: 0,
      fee_cents: sold.is_replacement ? 0 : line.line.fee_cents * line.line.quantity,
    }))
    const { refund } = sold.basket
    const back = refund
      ? left.slice(0, refund.lines).map((line) => {
          const whole = line.price_cents - line.discount_cents
          const given_back_cents = refund.is_whole ? whole : Math.round(whole / 3)
          return { sold: line, given_back_cents, fee_cents: refund.is_whole ? -line.line.fee_cents : 0 }
        })
      : []
    return [
      ...(sold.shipped_at === null ? [] : [{ kind: 'shipment' as const, at: sold.shipped_at, sold, lines: fees }]),
      ...(refund ? [{ kind: 'refund' as const, at: refund.at, sold, lines: back }] : []),
    ]
  })
  return events.filter(({ at }) => at >= from && at < to && at + booked_after_ms <= now)
}
