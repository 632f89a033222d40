// What an order is for figures, and what was given back for it. Lists of orders and sums over them follow these rules.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'

/** Only sold orders are part of figures. `pending`: placed and not paid for, or in a state that is not known. */
export const order_states = ['sold', 'pending', 'voided', 'test'] as const
export type OrderState = (typeof order_states)[number]

/** The state of an order `o` of a store. */
export const store_order_state = sql<OrderState>`case when o.is_test then 'test' when o.is_voided then 'voided'
  when o.is_pending then 'pending' else 'sold' end`

/** The state of an order `o` of a marketplace. */
export const market_order_state = sql<OrderState>`case when o.is_test then 'test' when o.is_voided then 'voided'
  when o.is_sold then 'sold' else 'pending' end`

/** What was given back for an order `o` of a store, in micros. null: the amount of a refund is not known. */
export const refunded_of_store_order: RawBuilder<bigint | null> = sql`(
  select case when count(*) = count(r.amount_micros) then coalesce(sum(r.amount_micros), 0)::bigint end
  from ${of_org('store_refunds', 'r')} where r.store_connection_id = o.store_connection_id and r.order_id = o.order_id)`
