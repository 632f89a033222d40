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
