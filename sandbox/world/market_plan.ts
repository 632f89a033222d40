// The marketplaces on which the business sells.
import type { MarketPlan } from './market_types.ts'

export const ml_plan: MarketPlan = {
  name: 'ml',
  id_base: '200000',
  currency: 'MXN',
  price_factor: 1,
  fee_rate: 0.155,
  listings: 64,
  listing_id: (at) => `MLM${2_140_000_000 + at * 7}`,
  baskets_a_day: 9,
  questions_a_day: 3,
  pending_share: 0.12,
  kinds: { plain: 88, cancelled: 5, split: 4, undone: 3 },
}

const amazon_kinds = { plain: 86, cancelled: 6, replacement: 4, other_shop: 4 }

export const amazon_mx_plan: MarketPlan = {
  name: 'amazon_mx',
  id_base: '702',
  currency: 'MXN',
  price_factor: 1,
  fee_rate: 0.15,
  listings: 40,
  listing_id: (at) => `B0C${String(at * 37).padStart(7, '0')}`,
  baskets_a_day: 6,
  questions_a_day: 0,
  pending_share: 0.2,
  kinds: amazon_kinds,
}

export const amazon_us_plan: MarketPlan = {
  ...amazon_mx_plan,
  name: 'amazon_us',
  id_base: '112',
  currency: 'USD',
  price_factor: 0.06,
  listings: 28,
  baskets_a_day: 3,
}
