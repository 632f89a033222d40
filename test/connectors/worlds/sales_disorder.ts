// What happens to the orders of a world after they were placed: edits, refunds on other days, cancellations, deletions, and a platform
// that does not answer for a while.
import { edited, refunded } from '../../../sandbox/world/shop_access.ts'
import type { Basket, Order, Store } from '../../../sandbox/world/types.ts'
import type { Disturbance } from './ads_disorder.ts'
import { type Business, DAY_MS } from './business.ts'

const in_shops = { more: 3, less: 3, units_back: 4, money_back: 4, all_back: 2, cancel: 3, void: 1, delete: 2, down: 1 }
const in_markets = { more: 2, refund: 4, cancel: 3, split: 2, undone: 1, down: 1 }
type InShops = keyof typeof in_shops | 'free_return' | 'pay_back'

/** Deleted orders, as they were. */
export interface Deleted {
  platform: string
  at: number
  order: Order
}

export function disturb_sales(business: Business, platform: string, deleted: Deleted[]): Disturbance | undefined {
  const { dice, sandbox, note } = business
  const is_market = platform === 'mpa' || platform === 'mpb_sp'
  const events = is_market ? in_markets : { ...in_shops, ...(platform === 'sx' && { free_return: 2, pay_back: 2 }) }
  const what = Object.keys(events)[dice.weighted(Object.values(events))]!
  if (what === 'down') {
    sandbox.faults.add({ kind: 'fail', platform, count: 0, status: 503 })
    note(`${platform} down`)
    return { kind: 'down' }
  }
  if (is_market) disturb_basket(business, platform, what as keyof typeof in_markets)
  else disturb_order(business, platform, what as InShops, deleted)
  return undefined
}

function disturb_order(business: Business, platform: string, what: InShops, deleted: Deleted[]) {
  const { dice, sandbox, note } = business
  const { world, clock } = sandbox
  const { changes } = world
  const store: Store = platform === 'sx' ? world.store : world.shops[platform as 'tnx']
  const at = clock.now()
  const stands = store.orders().filter((order) => order.cancelled_at === null && order.financial_status !== 'voided')
  if (stands.length === 0) return
  // Most people change what they bought lately.
  const order = dice.yes(0.6) ? stands[Math.max(0, stands.length - dice.whole(1, 20))]! : dice.pick(stands)
  note(`${what} ${order.name} of ${new Date(order.created_at).toISOString().slice(0, 10)}`)
  if (what === 'delete') {
    deleted.push({ platform, at, order })
    return changes.delete_record({ kind: 'order', id: order.id, at })
  }
  const change = changed(business, order, what, at)
  // All other fields stay as they are: the planned future of the order is over.
  if (change) changes.set_order(order.id, { ...order, ...change, updated_at: at })
}

const sum_of = (refunds: Order['refunds']) => refunds.reduce((all, { amount_cents }) => all + amount_cents, 0)

function changed({ dice }: Business, order: Order, what: InShops, at: number): Partial<Order> | undefined {
  const { lines, refunds, total_cents, financial_status } = order
  const is_untouched = refunds.length === 0 && !order.edited
  const is_paid = financial_status !== 'pending'
  const line = dice.pick(lines)
  const units = { [line.id]: line.quantity - (line.removed ?? 0) }
  const left_cents = total_cents - sum_of(refunds)
  switch (what) {
    case 'more': {
      if (!is_untouched) return undefined
      const added = { ...line, id: `${line.id}9`, quantity: 1, discount_cents: 0 }
      return edited(order, { add: [added], at })
    }
    case 'less':
      return is_untouched && lines.length > 1 ? edited(order, { take: units, at }) : undefined
    case 'pay_back': {
      const owed_cents = (order.paid_cents ?? total_cents) - total_cents
      return order.edited && refunds.length === 0 && owed_cents > 0
        ? refunded(order, { amount_cents: owed_cents, at })
        : undefined
    }
    case 'units_back':
      return is_untouched && is_paid ? refunded(order, { back: units, at }) : undefined
    case 'free_return':
      return is_untouched && is_paid ? refunded(order, { back: units, amount_cents: 0, at }) : undefined
    case 'money_back': {
      // Whole units of every currency.
      const amount_cents = Math.floor((left_cents * dice.between(0.1, 0.6)) / 100) * 100
      return is_paid && amount_cents > 0 && !order.edited ? refunded(order, { amount_cents, at }) : undefined
    }
    case 'all_back':
      return is_untouched && is_paid
        ? refunded(order, { back: units_of(lines), amount_cents: total_cents, at })
        : undefined
    case 'cancel':
      return { cancelled_at: at, cancel_reason: 'customer', financial_status: 'voided' }
    case 'void':
      return is_untouched ? { financial_status: 'voided' } : undefined
    case 'delete':
      return undefined
  }
}

const units_of = (lines: Order['lines']) => Object.fromEntries(lines.map(({ id, quantity }) => [id, quantity]))

/** Mercado Libre splits a basket within days. */
const SPLIT_DAYS = 3

function disturb_basket(business: Business, platform: string, what: keyof typeof in_markets) {
  const { dice, sandbox, note } = business
  const { world, clock } = sandbox
  const { ml, amazon_mx, amazon_us } = world.markets
  const market = platform === 'mpa' ? ml : dice.pick([amazon_mx, amazon_us])
  const at = clock.now()
  const is_amazon = platform === 'mpb_sp'
  const may_change = (basket: Basket) =>
    basket.kind === 'plain' &&
    basket.state === 'paid' &&
    !basket.refund &&
    !world.changes.basket(basket.id) &&
    !basket.is_test
  const plain = market.baskets().filter(may_change)
  const young = plain.filter(({ created_at }) => at - created_at < SPLIT_DAYS * DAY_MS)
  const from = what === 'split' || dice.yes(0.4) ? young : plain
  if (from.length === 0 || (is_amazon && (what === 'split' || what === 'undone'))) return
  const basket = dice.pick(from)
  note(`${platform} ${what} ${basket.id} of ${new Date(basket.created_at).toISOString().slice(0, 10)}`)
  const { id, lines } = basket
  // The basket's planned refund does not happen.
  const common = { updated_at: at, refund: null }
  const { changes } = world
  if (what === 'more') {
    // Amazon's prices do not change after the order was sent.
    if (is_amazon) return
    changes.set_basket(id, { ...common, lines: lines.map((line) => ({ ...line, quantity: line.quantity + 1 })) })
  } else if (what === 'refund')
    changes.set_basket(id, { ...common, refund: { at, lines: dice.whole(1, lines.length), is_whole: dice.yes(0.5) } })
  else if (what === 'cancel') changes.set_basket(id, { ...common, kind: 'cancelled', ended_at: at })
  else if (what === 'split' || what === 'undone') changes.set_basket(id, { ...common, kind: what, ended_at: at })
}
