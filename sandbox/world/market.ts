// A marketplace on which the business also sells: its listings, baskets and questions in their current state.

import type { Day, Instant } from './calendar.ts'
import { add_days, day_ms, day_number, day_of, days_from, earlier, hour_ms, moment_of } from './calendar.ts'
import type { Basket, BasketKind, BasketLine, Listing, Market, MarketPlan, MarketQuestion } from './market_types.ts'
import { type Chance, chance } from './random.ts'
import { season } from './season.ts'
import type { Changes, Product } from './types.ts'

interface MarketOptions {
  seed: number
  now(): Instant
  first_day: Day
  /** The shop's products. */
  products: Product[]
  changes: Changes
}

/** A basket with all its later events. */
interface WholeBasket extends Basket {
  paid_at: Instant
  /** The end that its kind brings: a cancellation, a split, or money given back in the buyer's account. */
  ended_at: Instant | null
}

const kinds = ['plain', 'cancelled', 'split', 'undone', 'replacement', 'other_shop'] as const
const test_share = 0.01
const refunded_share = 0.05
const kept_questions_days = 400

export function create_market(plan: MarketPlan, { seed, now, first_day, products, changes }: MarketOptions): Market {
  const { writes } = changes
  const listings = listings_of(plan, seed, products)
  const sold = listings.filter(({ status }) => status !== 'closed')
  const baskets_on = by_day((day) => baskets_of(plan, seed, day, sold))
  const questions_on = by_day((day) => questions_of(plan, seed, day, sold))
  return {
    plan,
    access: { may_write: true },
    listings: () => writes.over('mpa', 'listing', listings),
    baskets(from, to) {
      const at = now()
      const first = from === undefined ? first_day : later(day_of(from), first_day)
      const last = to === undefined ? day_of(at) : earlier(day_of(to), day_of(at))
      return days_from(first, last).flatMap((day) =>
        baskets_on(day).flatMap((whole) => as_it_stands(whole, at, changes)),
      )
    },
    questions() {
      const at = now()
      const first = later(first_day, add_days(day_of(at), -kept_questions_days))
      const asked = days_from(first, day_of(at)).flatMap((day) =>
        questions_on(day).filter((question) => question.asked_at <= at),
      )
      const now_listed = new Map(writes.over('mpa', 'listing', listings).map((listing) => [listing.id, listing]))
      return writes
        .over('mpa', 'question', asked)
        .map((question) => ({ ...question, listing: now_listed.get(question.listing.id) ?? question.listing }))
    },
    visits(listing, days) {
      const today = day_of(now())
      return days_from(add_days(today, -days), add_days(today, -1)).map((day) => ({
        day,
        count: chance(seed, plan.name, 'visits', listing.id, day).whole(0, 24),
      }))
    },
  }
}

const later = (a: Day, b: Day) => (a > b ? a : b)

function by_day<T>(make: (day: Day) => T): (day: Day) => T {
  const kept = new Map<Day, T>()
  return (day) => {
    if (!kept.has(day)) kept.set(day, make(day))
    return kept.get(day)!
  }
}

function listings_of(plan: MarketPlan, seed: number, products: Product[]): Listing[] {
  return products
    .filter(({ status }) => status === 'active')
    .slice(0, plan.listings)
    .map((product, at) => {
      const dice = chance(seed, plan.name, 'listing', at)
      const variant = product.variants[0]!
      return {
        id: plan.listing_id(at + 1),
        at: at + 1,
        title: product.title,
        category: product.type,
        sku: variant.sku,
        // Marketplaces cost a fee, so prices there are higher than in the shop.
        price_cents: Math.round(variant.price_cents * 1.1 * plan.price_factor),
        stock: dice.yes(0.05) ? 0 : dice.whole(1, 90),
        sold: dice.whole(0, 400),
        status: dice.yes(0.06) ? 'closed' : dice.yes(0.06) ? 'paused' : dice.yes(0.03) ? 'under_review' : 'active',
        // Every second listing has a description.
        ...(at % 2 && { description: `${product.title}. Hecho a mano.` }),
        created_at: product.created_at,
        updated_at: product.updated_at,
      }
    })
}

function baskets_of(plan: MarketPlan, seed: number, day: Day, listings: Listing[]): WholeBasket[] {
  const count = chance(seed, plan.name, 'baskets', day).count(plan.baskets_a_day * season(day))
  return Array.from({ length: count }, (_, slot) => {
    const dice = chance(seed, plan.name, 'basket', day, slot)
    const created_at = Math.floor(moment_of(day, dice.next()) / 1000) * 1000
    const lines = lines_of(plan, dice, listings)
    const kind = kinds[dice.weighted(kinds.map((name) => plan.kinds[name] ?? 0))] as BasketKind
    const paid_at = dice.yes(plan.pending_share) ? created_at + Math.floor(dice.between(1, 40)) * hour_ms : created_at
    const ended_at = ends.includes(kind) ? paid_at + Math.floor(dice.between(1, 30)) * hour_ms : null
    const total = lines.reduce((sum, line) => sum + line.price_cents * line.quantity, 0)
    const is_refunded = kind === 'plain' && dice.yes(refunded_share)
    const refund_at = paid_at + Math.floor(dice.between(2, 25)) * day_ms
    return {
      id: `${plan.id_base}${day_number(day)}${String(slot).padStart(4, '0')}`,
      kind,
      created_at,
      updated_at: created_at,
      state: 'pending',
      paid_at,
      ended_at,
      is_test: dice.yes(test_share),
      buyer_id: String(1_900_000_000 + dice.whole(0, 9_999_999)),
      lines,
      shipping_cents: lines.length > 1 || total > 50_000 ? 0 : Math.round(9_900 * plan.price_factor),
      // Half of the refunds give back the first line only.
      refund: is_refunded ? { at: refund_at, lines: dice.yes(0.5) ? lines.length : 1, is_whole: dice.yes(0.7) } : null,
    }
  })
}

const ends: readonly BasketKind[] = ['cancelled', 'split', 'undone']

function lines_of(plan: MarketPlan, dice: Chance, listings: Listing[]): BasketLine[] {
  const wanted = 1 + dice.weighted([78, 16, 6])
  const picked = new Set<Listing>()
  while (picked.size < wanted) picked.add(listings[Math.floor(dice.next() ** 2 * listings.length)]!)
  return [...picked].map((listing) => ({
    listing,
    quantity: dice.yes(0.2) ? dice.whole(2, 3) : 1,
    price_cents: listing.price_cents,
    fee_cents: Math.round(listing.price_cents * plan.fee_rate),
  }))
}

/** The basket without future events. Empty when it was not placed yet. */
function as_it_stands(whole: WholeBasket, now: Instant, changes: Changes): Basket[] {
  const change = changes.basket(whole.id)
  const { paid_at, ended_at, ...basket } = { ...whole, ...change }
  if (basket.created_at > now) return []
  const refund = basket.refund && basket.refund.at <= now ? basket.refund : null
  const has_ended = ended_at !== null && ended_at <= now
  const events = [basket.created_at, paid_at, ended_at ?? 0, refund?.at ?? 0, change?.updated_at ?? 0]
  const happened = events.filter((at) => at <= now)
  return [
    {
      ...basket,
      refund,
      updated_at: Math.max(...happened),
      state: has_ended ? 'ended' : paid_at <= now ? 'paid' : 'pending',
    },
  ]
}

const asked = [
  '¿Tienen factura?',
  '¿Hacen envíos a Mérida?',
  '¿Es resistente al agua?',
  '¿Cuánto mide?',
  'Hola 🙂 ¿hay más?',
]
const answered = ['Sí, con gusto.', 'Claro que sí, saludos.', 'Por el momento no.']

function questions_of(plan: MarketPlan, seed: number, day: Day, listings: Listing[]): MarketQuestion[] {
  const count = chance(seed, plan.name, 'questions', day).count(plan.questions_a_day)
  return Array.from({ length: count }, (_, slot) => {
    const dice = chance(seed, plan.name, 'question', day, slot)
    const asked_at = moment_of(day, dice.next())
    return {
      id: `${plan.id_base}${day_number(day)}${String(slot).padStart(3, '0')}`,
      listing: listings[Math.floor(dice.next() * listings.length)]!,
      asked_at,
      text: dice.pick(asked),
      answered_at: dice.yes(0.9) ? asked_at + Math.floor(dice.between(0.1, 30) * hour_ms) : null,
      answer: dice.pick(answered),
      is_banned: dice.yes(0.03),
      buyer_id: String(1_900_000_000 + dice.whole(0, 9_999_999)),
    }
  })
}
