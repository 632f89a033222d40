// The simulated shop: its orders, checkouts and customers in their current state.
import { add_days, day_of, days_from, start_of } from './calendar.ts'
import { checkouts_of, type OrderSource, orders_of, type WholeOrder } from './orders.ts'
import { create_person, type Region } from './people.ts'
import { every_access } from './shop_access.ts'
import type { Changes, Checkout, Customer, Day, Order, Product, Shop, Store } from './types.ts'

interface ShopOptions {
  /** The platform of the shop. When absent: that of the first shop. */
  platform?: string
  now(): number
  first_day: Day
  changes: Changes
  products: Product[]
  source: Omit<OrderSource, 'person' | 'sold'>
  shop?: Omit<Shop, 'created_at'>
  region?: Region
}

/** A shop keeps unpaid checkouts for about three months. */
const checkouts_kept_days = 95

export interface LiveShop extends Store {
  /** One day's orders with their channel, which is null for test orders. Web analytics and the email platform count these. */
  whole(day: Day): WholeOrder[]
}

const home_shop: Omit<Shop, 'created_at'> = {
  id: '68012345678',
  name: 'Casa Lumbre',
  domain: 'casa-lumbre.myshopify.com',
  email: 'hola@casalumbre.example',
  currency: 'MXN',
  time_zone: 'America/Mexico_City',
  country_code: 'MX',
}

interface View {
  minute: number
  version: number
  orders: Order[]
  products: Product[]
  checkouts: Checkout[]
  customers: Customer[]
}

export function create_shop({ now, first_day, changes, products, source: given, ...of }: ShopOptions): LiveShop {
  const people = new Map<string, Customer>()
  const person = (day: Day, slot: number): Customer => {
    const key = `${day} ${slot}`
    let found = people.get(key)
    if (!found) {
      found = create_person(given.seed, day, slot, of.region)
      people.set(key, found)
    }
    return found
  }
  const sold = products
    .filter((product) => product.status === 'active')
    .sort((left, right) => left.variants[0]!.price_cents - right.variants[0]!.price_cents)
  const source: OrderSource = { ...given, sold, person }
  const orders_on = by_day((day) => orders_of(day, source))
  const checkouts_on = by_day((day) => checkouts_of(day, orders_on(day), source))

  let view: View | null = null
  // Requests within a minute share one view, because a sync requests many pages of the same list.
  const seen = (): View => {
    const minute = Math.floor(now() / 60_000)
    if (view?.minute !== minute || view.version !== changes.version)
      view = { minute, version: changes.version, ...look(minute * 60_000) }
    return view
  }
  function look(at: number) {
    const today = day_of(at)
    const kept_from = add_days(today, -checkouts_kept_days)
    const deleted = new Set(changes.deletions().map(({ kind, id }) => `${kind} ${id}`))
    const orders = days_from(first_day, today)
      .flatMap((day) => orders_on(day).flatMap((whole) => as_it_stands(whole, at, changes)))
      .filter(({ id }) => !deleted.has(`order ${id}`))
    // A recovered checkout started at most one day earlier, so the concatenated lists of days are not yet in order.
    const checkouts = days_from(first_day < kept_from ? kept_from : first_day, add_days(today, 1)).flatMap((day) =>
      checkouts_on(day).flatMap((checkout) => open_or_done(checkout, at)),
    )
    return {
      orders,
      products: products.filter(({ id }) => !deleted.has(`product ${id}`)),
      checkouts: checkouts.sort((left, right) => left.created_at - right.created_at),
      customers: count_up(orders),
    }
  }

  return {
    shop: { ...(of.shop ?? home_shop), created_at: start_of(first_day) },
    access: every_access(),
    products: () => changes.writes.over(of.platform ?? 'sx', 'product', seen().products),
    orders: () => seen().orders,
    checkouts: () => seen().checkouts,
    customers: () => seen().customers,
    whole: (day) => (day < first_day ? [] : orders_on(day).filter(({ order }) => order.created_at <= now())),
  }
}

function by_day<T>(make: (day: Day) => T): (day: Day) => T {
  const kept = new Map<Day, T>()
  return (day) => {
    if (!kept.has(day)) kept.set(day, make(day))
    return kept.get(day)!
  }
}

/** The order without future events. Empty when the order has not been placed. */
function as_it_stands(whole: WholeOrder, now: number, changes: Changes): Order[] {
  const { order, paid_at, fulfilled_at, final_at } = whole
  if (order.created_at > now) return []
  const change = changes.order(order.id)
  if (final_at <= now && !change) return [order]
  const cancelled_at = order.cancelled_at !== null && order.cancelled_at <= now ? order.cancelled_at : null
  const refunds = order.refunds.filter((refund) => refund.created_at <= now)
  const happened = [
    order.created_at,
    paid_at,
    fulfilled_at,
    cancelled_at ?? 0,
    ...refunds.map((refund) => refund.created_at),
  ]
  const before_refund = paid_at <= now ? 'paid' : 'pending'
  const stands: Order = {
    ...order,
    cancelled_at,
    cancel_reason: cancelled_at === null ? null : order.cancel_reason,
    refunds,
    financial_status: cancelled_at !== null || refunds.length ? order.financial_status : before_refund,
    fulfillment_status: cancelled_at === null && fulfilled_at <= now ? 'fulfilled' : 'unfulfilled',
    updated_at: Math.max(...happened.filter((at) => at <= now)),
  }
  return [change ? changed(stands, change) : stands]
}

/** An edited total stays the sum of its parts: a lower total adds a discount, a higher one adds shipping. */
function changed(order: Order, change: Partial<Order>): Order {
  if (change.lines) return { ...order, ...change }
  const more = (change.total_cents ?? order.total_cents) - order.total_cents
  return {
    ...order,
    ...change,
    discount_cents: order.discount_cents + Math.max(0, -more),
    shipping_cents: order.shipping_cents + Math.max(0, more),
  }
}

function open_or_done(checkout: Checkout, now: number): Checkout[] {
  if (checkout.created_at > now) return []
  if (checkout.updated_at <= now) return [checkout]
  return [{ ...checkout, completed_at: null, updated_at: checkout.created_at }]
}

function count_up(orders: Order[]): Customer[] {
  const customers = new Set<Customer>()
  for (const { customer } of orders)
    if (customer) customers.add(Object.assign(customer, { orders_count: 0, spent_cents: 0 }))
  for (const { customer, cancelled_at, test, total_cents } of orders)
    if (customer && cancelled_at === null && !test) {
      customer.orders_count += 1
      customer.spent_cents += total_cents
    }
  return [...customers].sort((left, right) => left.created_at - right.created_at)
}
