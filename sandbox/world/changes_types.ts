// What happens to the business after the fact, and what clients have changed.
import type { Day, Instant } from './calendar.ts'
import type { Basket } from './market_types.ts'
import type { Order } from './store_types.ts'
import type { Writes } from './writes.ts'

export interface Changes {
  /** The factor for figures that `platform` reports for a day (of one campaign, or of all). 1 unless the control API set another. */
  factor(platform: string, day: Day, campaign_id?: string): number
  set_factor(platform: string, day: Day, factor: number, campaign_id?: string): void
  /** Fields of an order that somebody edited later. The store applies them and updates updated_at. */
  order(id: string): OrderChange | undefined
  set_order(id: string, change: OrderChange): void
  /** What happened to a basket of a marketplace after it was placed. */
  basket(id: string): BasketChange | undefined
  set_basket(id: string, change: BasketChange): void
  /** Whether somebody deleted this campaign, ad group or ad. Its figures stay, and there are no new ones. */
  is_removed(id: string): boolean
  removed_at(id: string): Instant | undefined
  remove(id: string): void
  /** Campaigns that somebody started, oldest first. */
  started(platform: string): readonly StartedCampaign[]
  start(campaign: StartedCampaign): void
  /** Records that somebody deleted, oldest first. */
  deletions(): readonly Deletion[]
  delete_record(deletion: Deletion): void
  /** What clients have changed and made at vendors. */
  writes: Writes
  /** Increases with every change, so that caches can detect it. */
  version: number
}

export interface Deletion {
  kind: 'order' | 'product'
  id: string
  at: Instant
}

export type OrderChange = Partial<Omit<Order, 'id' | 'created_at'>>

export type BasketChange = Partial<Pick<Basket, 'kind' | 'lines' | 'refund'>> & {
  updated_at: Instant
  /** When the end that the kind brings happened. */
  ended_at?: Instant
}

/** A copy of a planned campaign, with a part of its budget, from a day on. */
export interface StartedCampaign {
  platform: string
  slug: string
  from: Day
  budget_share: number
}
