// The marketplace part of the world: listings, baskets and questions.
import type { Day, Instant } from './calendar.ts'

/**
 * `split`: the marketplace replaces the basket by one for each line. `undone`: cancelled, and the buyer got the money in an account.
 * `replacement`: sent free of charge for an earlier basket. `other_shop`: bought in another shop, and only shipped by the marketplace.
 */
export type BasketKind = 'plain' | 'cancelled' | 'split' | 'undone' | 'replacement' | 'other_shop'

export interface MarketPlan {
  name: string
  id_base: string
  currency: string
  /** Prices of the shop times this factor are those of the marketplace. */
  price_factor: number
  fee_rate: number
  listings: number
  listing_id: (at: number) => string
  baskets_a_day: number
  questions_a_day: number
  /** Share of baskets that are paid hours after they were placed. */
  pending_share: number
  /** Weights. */
  kinds: Partial<Record<BasketKind, number>>
}

export interface Market {
  plan: MarketPlan
  /** What the seller granted to the app. Tests change it. */
  access: { may_write: boolean }
  listings(): Listing[]
  /** Baskets that were placed on the days of these instants, oldest day first. By default all of them up to now. */
  baskets(from?: Instant, to?: Instant): Basket[]
  /** Questions up to now, oldest day first. */
  questions(): MarketQuestion[]
  /** Visits of the last days, without today. */
  visits(listing: Listing, days: number): { day: Day; count: number }[]
}

export interface Listing {
  id: string
  /** Its number, from 1. */
  at: number
  title: string
  category: string
  sku: string
  price_cents: number
  stock: number
  sold: number
  status: 'active' | 'paused' | 'closed' | 'under_review' | 'inactive' | 'payment_required' | 'not_yet_active'
  /** Plain text that an app wrote. When absent: the listing has none. */
  description?: string
  /** Of sellers whose titles the marketplace writes. */
  family_name?: string
  created_at: Instant
  updated_at: Instant
}

export interface BasketLine {
  listing: Listing
  quantity: number
  price_cents: number
  /** The marketplace's fee of one unit. */
  fee_cents: number
}

export interface Basket {
  /** Digits only. */
  id: string
  kind: BasketKind
  created_at: Instant
  updated_at: Instant
  /** `ended`: what the kind says has happened. */
  state: 'pending' | 'paid' | 'ended'
  is_test: boolean
  buyer_id: string
  lines: BasketLine[]
  shipping_cents: number
  /** Money given back for the first lines: all of it, or a third. */
  refund: { at: Instant; lines: number; is_whole: boolean } | null
}

export interface MarketQuestion {
  id: string
  listing: Listing
  asked_at: Instant
  text: string
  answered_at: Instant | null
  answer: string
  is_banned: boolean
  /** The marketplace hid the answer. */
  is_answer_banned?: boolean
  buyer_id: string
}
