// One day's orders and abandoned checkouts of the simulated shop, including all their later events.
import { add_days, day_ms, day_number, hour_ms, moment_of } from './calendar.ts'
import type { Chance } from './random.ts'
import { chance } from './random.ts'
import { checkout_of_order } from './recovery.ts'
import type { Channel, Traffic } from './traffic.ts'
import type { Checkout, Customer, Day, Fx, Journey, Order, OrderLine, Product, Refund, Visit } from './types.ts'

/** An order in its final state, with the times of its events. */
export interface WholeOrder {
  order: Order
  paid_at: number
  fulfilled_at: number
  /** The order does not change after this time. */
  final_at: number
  channel: Channel | null
}

export interface OrderSource {
  seed: number
  trade: Trade
  /** Products for sale, cheapest first. */
  sold: Product[]
  traffic: Traffic
  fx: Fx
  person(day: Day, slot: number): Customer
}

/** How a shop sells. */
export interface Trade {
  /** Comes after the first digit of every id, so that the ids of shops differ. */
  id_part: string
  currency: string
  /** The smallest unit of prices: 100 in a currency without decimals. */
  unit_cents: number
  tax_percent: number
  free_shipping_cents: number
  shipping_cents: number
  codes: [string, number][]
  gateways: string[]
  /** Gateways whose buyers pay later, with the hours after which they pay. */
  slow: Record<string, [number, number]>
  /** Share of buyers of slow gateways who never pay. */
  unpaid_share: number
  /** Share of orders that the shop imported from a marketplace. */
  imported_share: number
}

export const home_trade: Trade = {
  id_part: '',
  currency: 'MXN',
  unit_cents: 1,
  tax_percent: 16,
  free_shipping_cents: 99_900,
  shipping_cents: 9_900,
  codes: [
    ['BIENVENIDA10', 0.1],
    ['LUMBRE15', 0.15],
    ['GRACIAS10', 0.1],
  ],
  gateways: ['stripe', 'stripe', 'stripe', 'mercado_pago', 'paypal', 'oxxo_pay'],
  slow: { oxxo_pay: [2, 30] },
  unpaid_share: 0,
  imported_share: 0,
}

const cancelled_share = 0.03
const refunded_share = 0.04
const test_share = 0.003
/** Number of abandoned checkouts for each order, and share of orders that were an abandoned checkout before. */
const abandoned_an_order = 1.8
const recovered_share = 0.11
/** A shop marks a checkout as completed at most this number of seconds after it made the order. */
const completed_after_s_max = 90
/** First slot of people who left a checkout and have no earlier order. */
const abandoner_slot = 3000

export function orders_of(day: Day, source: OrderSource): WholeOrder[] {
  const drawn = source.traffic(day).flatMap((channel, at) => {
    const dice = chance(source.seed, 'orders', day, at)
    return Array.from({ length: dice.count(channel.orders) }, () => ({ channel, at: moment_of(day, dice.next()) }))
  })
  const ordered = drawn.toSorted((left, right) => left.at - right.at)
  return ordered.map(({ channel, at }, slot) => make_order(day, slot, at, channel, source))
}

function make_order(day: Day, slot: number, at: number, channel: Channel, source: OrderSource): WholeOrder {
  const { trade } = source
  const dice = chance(source.seed, 'order', day, slot)
  const rare = chance(source.seed, 'rare order', day, slot)
  const id = `5${trade.id_part}${day_number(day)}${String(slot).padStart(4, '0')}`
  const test = dice.yes(test_share)
  const customer = buyer(day, slot, at, channel, dice, source)
  const lines = make_lines(id, dice, source.sold)
  const subtotal_cents = lines.reduce((sum, line) => sum + line.unit_price_cents * line.quantity, 0)
  const code = dice.yes(0.16) ? dice.pick(trade.codes) : null
  share_discount(lines, code ? whole(subtotal_cents * code[1], trade) : 0, subtotal_cents, trade)
  const discount_cents = lines.reduce((sum, line) => sum + line.discount_cents, 0)
  const shipping = subtotal_cents - discount_cents >= trade.free_shipping_cents ? 0 : trade.shipping_cents
  const total_cents = subtotal_cents - discount_cents + shipping
  const gateway = test ? 'bogus' : dice.pick(trade.gateways)
  const slow = trade.slow[gateway]
  const is_unpaid = slow !== undefined && rare.yes(trade.unpaid_share)
  const paid_at = is_unpaid ? Number.POSITIVE_INFINITY : slow ? at + dice.between(...slow) * hour_ms : at
  const cancelled_at = dice.yes(cancelled_share) ? Math.floor(at + dice.between(0.5, 30) * hour_ms) : null
  const fulfilled_at = Math.floor(paid_at + dice.between(0.6, 3) * day_ms)
  const refunds =
    cancelled_at === null && !is_unpaid && dice.yes(refunded_share)
      ? [make_refund(id, fulfilled_at, lines, total_cents, dice)]
      : []
  const refunded = refunds.reduce((sum, refund) => sum + refund.amount_cents, 0)
  const final_at = Math.max(cancelled_at ?? fulfilled_at, ...refunds.map((refund) => refund.created_at))
  const paid = refunded === 0 ? 'paid' : refunded < total_cents ? 'partially_refunded' : 'refunded'
  const order: Order = {
    id,
    name: `#${(day_number(day) - 19_500) * 1000 + slot}`,
    created_at: at,
    updated_at: final_at,
    cancelled_at,
    cancel_reason: cancelled_at === null ? null : dice.pick(['customer', 'customer', 'inventory', 'fraud', 'other']),
    test,
    financial_status: cancelled_at === null ? paid : 'voided',
    fulfillment_status: cancelled_at === null ? 'fulfilled' : 'unfulfilled',
    currency: trade.currency,
    presentment: presented(customer, day, source),
    subtotal_cents,
    discount_cents,
    shipping_cents: shipping,
    tax_cents: whole((total_cents * trade.tax_percent) / (100 + trade.tax_percent), trade),
    total_cents,
    discount_codes: code ? [code[0]] : [],
    gateway,
    source_name: rare.yes(trade.imported_share) ? 'meli' : 'web',
    tags: test ? ['prueba'] : [],
    lines,
    refunds,
    customer,
    ship_to: customer.place,
    journey: make_journey(at, channel, dice, source.traffic(day)),
  }
  return { order, paid_at, fulfilled_at, final_at, channel: test ? null : channel }
}

/** A new customer, or a customer of earlier months. */
function buyer(day: Day, slot: number, at: number, channel: Channel, dice: Chance, source: OrderSource): Customer {
  if (dice.yes(channel.returning)) {
    const days_ago = 1 + Math.floor(-Math.log(1 - dice.next()) * 55)
    return source.person(add_days(day, -days_ago), dice.whole(0, 14))
  }
  const person = source.person(day, slot)
  person.created_at = at
  return person
}

/** Rounds to the smallest unit of the shop's prices. */
const whole = (cents: number, { unit_cents }: Trade) => Math.round(cents / unit_cents) * unit_cents

function presented(customer: Customer, day: Day, { fx, trade }: OrderSource): Order['presentment'] {
  const { currency } = trade
  if (customer.place.country_code !== 'US') return { currency, rate: 1 }
  for (let back = 1; back < 10; back += 1) {
    const rates = fx.rates(add_days(day, -back))
    if (rates) return { currency: 'USD', rate: Number(rates.USD) / Number(rates[currency]) }
  }
  return { currency, rate: 1 }
}

function make_lines(order_id: string, dice: Chance, sold: Product[]): OrderLine[] {
  const wanted = 1 + dice.weighted([55, 27, 12, 6])
  const lines: OrderLine[] = []
  while (lines.length < wanted) {
    // Cheap products come first in the list. They sell most, and a few of them sell most of all.
    const product = sold[Math.floor(dice.next() ** 2.6 * sold.length)]!
    if (lines.some((line) => line.product_id === product.id)) continue
    const variant = product.variants[dice.next() < 0.72 ? 0 : product.variants.length - 1]!
    lines.push({
      id: `9${order_id.slice(1)}${lines.length + 1}`,
      product_id: product.id,
      variant_id: variant.id,
      sku: variant.sku,
      title: product.title,
      variant_title: variant.title,
      quantity: variant.price_cents < 40_000 && dice.yes(0.3) ? dice.whole(2, 4) : 1,
      unit_price_cents: variant.price_cents,
      discount_cents: 0,
    })
  }
  return lines
}

/** The parts are whole cents, and add up exactly. */
function share_discount(lines: OrderLine[], discount_cents: number, subtotal_cents: number, trade: Trade) {
  let left = discount_cents
  for (const [at, line] of lines.entries()) {
    const part = whole((discount_cents * line.unit_price_cents * line.quantity) / subtotal_cents, trade)
    line.discount_cents = at === lines.length - 1 ? left : Math.min(left, part)
    left -= line.discount_cents
  }
}

function make_refund(id: string, fulfilled_at: number, lines: OrderLine[], total_cents: number, dice: Chance): Refund {
  const whole = lines.length === 1 || dice.yes(0.5)
  const back = whole ? lines : lines.slice(0, 1)
  const parts = back.map((line) => ({
    line_id: line.id,
    quantity: line.quantity,
    subtotal_cents: line.unit_price_cents * line.quantity - line.discount_cents,
  }))
  return {
    id: `8${id.slice(1)}1`,
    created_at: Math.floor(fulfilled_at + dice.between(1, 18) * day_ms),
    amount_cents: whole ? total_cents : parts.reduce((sum, part) => sum + part.subtotal_cents, 0),
    note: dice.pick(['Llegó dañado', 'No era lo esperado', 'Cambio de opinión', null]),
    lines: parts,
  }
}

function make_visit(at: number, channel: Channel, dice: Chance): Visit {
  const content = channel.contents.length
    ? channel.contents[dice.weighted(channel.contents.map(({ weight }) => weight))]!.name
    : null
  return {
    at: Math.floor(at),
    source: channel.shop_source,
    landing_page: channel.landing_page,
    referrer: channel.referrer,
    utm: channel.utm && { ...channel.utm, content },
  }
}

function make_journey(at: number, channel: Channel, dice: Chance, channels: Channel[]): Journey {
  const last_visit = make_visit(at - dice.between(0.05, 0.6) * hour_ms, channel, dice)
  if (dice.yes(0.55)) return { first_visit: last_visit, last_visit, days_to_conversion: 0, visits: 1 }
  const days = dice.whole(0, 21)
  const first = channels[dice.weighted(channels.map(({ sessions }) => sessions))]!
  const first_visit = make_visit(last_visit.at - (days + 0.1) * day_ms, first, dice)
  return { first_visit, last_visit, days_to_conversion: days, visits: dice.whole(2, 7) }
}

/** Unpaid checkouts. Most stay unpaid permanently; some became an order of the day hours later. */
export function checkouts_of(day: Day, orders: WholeOrder[], source: OrderSource): Checkout[] {
  const dice = chance(source.seed, 'checkouts', day)
  const recovered = orders
    .filter(() => dice.yes(recovered_share))
    .map(({ order }) => {
      const { id, customer, lines } = order
      const created_at = Math.floor(order.created_at - dice.between(1.5, 28) * hour_ms)
      const after_s = chance(source.seed, 'completed', id).between(0, completed_after_s_max)
      const completed_at = Math.floor(order.created_at + after_s * 1_000)
      return { id: checkout_of_order(id), created_at, completed_at, customer, lines }
    })
  const left = Array.from({ length: Math.round(orders.length * abandoned_an_order) }, (_, at) => {
    const created_at = moment_of(day, dice.next())
    const known = dice.yes(0.3)
    const back = known ? dice.whole(1, 90) : 0
    const customer = known
      ? source.person(add_days(day, -back), dice.whole(0, 14))
      : source.person(day, abandoner_slot + at)
    if (!known) customer.created_at = created_at
    // The numbers before belong to checkouts that became orders.
    const number = String(orders.length + at).padStart(4, '0')
    return {
      id: `3${source.trade.id_part}${day_number(day)}${number}`,
      created_at,
      completed_at: null,
      customer,
      lines: make_lines(`3${source.trade.id_part}${day_number(day)}${at}`, dice, source.sold),
    }
  })
  return [...recovered, ...left].map((checkout) => {
    const subtotal_cents = checkout.lines.reduce((sum, line) => sum + line.unit_price_cents * line.quantity, 0)
    const updated_at = Math.floor(checkout.completed_at ?? checkout.created_at + dice.between(1, 25) * 60_000)
    return {
      ...checkout,
      name: `#C${checkout.id.slice(2)}`,
      updated_at,
      subtotal_cents,
      total_cents: subtotal_cents,
      currency: source.trade.currency,
    }
  })
}
