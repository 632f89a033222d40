// The list of the stores' orders.
import { sql } from 'kysely'
import { z } from 'zod'
import { exact_micros, integer, money_number } from '#domain/exact.ts'
import { add_days, start_of, type Window } from '#domain/windows.ts'
import { listed } from '#engine/lists.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, own_text, platform_word, public_text, public_value } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import { is_store_order_here } from '#figures/sources/counted_once.ts'
import type { Counted, Source } from '#figures/sources/sources.ts'
import { refunded_of_store_order } from '#figures/subjects/orders.ts'
import { own_store_name, store_field } from '#figures/subjects/store_name.ts'
import { planned_for } from '#figures/sums/planned.ts'
import { is_counted } from '#figures/sums/warehouse.ts'
import { short_text } from '#lib/text.ts'

const visit = z
  .object({})
  .catchall(public_value())
  .describe('One visit: at, source, medium, campaign, landing_page, referrer.')

const order = z.strictObject({
  order_id: platform_word(),
  order_number: outside_text(),
  store: store_field(),
  ordered_at: own_text(),
  total: z.number().describe('What the customer was charged, in the order’s own currency.'),
  refunded: z
    .number()
    .nullable()
    .describe('Given back so far, in the order’s own currency. null: the store does not say how much.'),
  currency: platform_word().describe('Currency of this order’s amounts.'),
  financial_status: platform_word().nullable().describe('As the store says.'),
  fulfillment_status: platform_word().nullable().describe('As the store says.'),
  customer_orders: z.number().nullable().describe('Orders the customer has made in all. null: not known.'),
  utm_source: public_text().nullable().describe('Last visit before the order.'),
  utm_medium: public_text().nullable().describe('Last visit before the order.'),
  utm_campaign: public_text().nullable().describe('Last visit before the order.'),
  utm_content: public_text().nullable().describe('Last visit before the order.'),
  utm_term: public_text().nullable().describe('Last visit before the order.'),
  landing_page: public_text(LONG_TEXT_CHARS_MAX).nullable().describe('Where that visit began.'),
  referrer: public_text(LONG_TEXT_CHARS_MAX).nullable().describe('Where that visit came from.'),
  journey: z
    .array(visit)
    .describe(
      'Visits that led to the order, oldest first; in short rows the last. `shortened` counts visits that did not fit.',
    ),
})

type Order = z.input<typeof order>

/** An order with the last visits of its journey only, and with short texts. */
const shorter_order =
  (visits: number, chars: number) =>
  ({ order_id, order_number, journey, ...row }: Order): Order => {
    const short = <Values extends Record<string, unknown>>(values: Values) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'string' ? short_text(value, chars) : value,
        ]),
      ) as Values
    const left_out = Math.max(0, journey.length - visits)
    const last = journey.slice(left_out).map(short)
    return { order_id, order_number, ...short(row), journey: left_out > 0 ? [{ shortened: left_out }, ...last] : last }
  }

/** Where a visit came from: its campaign, which implies the medium, or else its medium. */
function origin_of({ source, medium, campaign }: Record<string, unknown>) {
  const shown = { source, ...(campaign == null ? { medium } : { campaign }) }
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value != null))
}

export const orders = listed('orders', order, 'Ask for fewer days with date_from and date_to.', undefined, {
  short: {
    fields: ['order_id', 'order_number', 'ordered_at', 'total', 'currency', 'journey'],
    differing: ['store'],
    of: (row) => ({ ...row, journey: row.journey.slice(-1).map(origin_of) }),
  },
  shorter: [shorter_order(3, 120), shorter_order(1, 60), shorter_order(0, 40)],
})

interface Stores {
  live: Source[]
  counted: Counted
}

export async function newest_orders({ db, org }: Context, window: Window, { live, counted }: Stores, limit: number) {
  if (counted.connection_ids.length === 0) return []
  const stores = new Map(live.map(({ connection_id, name }) => [connection_id, name]))
  const rows = await db
    .selectFrom((of) =>
      of
        .selectFrom('store_orders as o')
        .select([
          'o.store_connection_id',
          'o.order_id',
          'o.order_number',
          'o.ordered_at',
          'o.total_micros',
          'o.currency',
        ])
        .select(['o.financial_status', 'o.fulfillment_status', 'o.customer_orders_count'])
        .select(['o.utm_source', 'o.utm_medium', 'o.utm_campaign', 'o.utm_content', 'o.utm_term'])
        .select(['o.landing_page', 'o.referrer', 'o.journey'])
        .where(is_counted(counted, 'o.store_connection_id'))
        .where('o.is_voided', '=', false)
        .where('o.is_test', '=', false)
        .where('o.is_pending', '=', false)
        .where(is_store_order_here(counted))
        .where('o.ordered_at', '>=', start_of(window.from, org.time_zone))
        .where('o.ordered_at', '<', start_of(add_days(window.to, 1), org.time_zone))
        .orderBy('o.ordered_at', 'desc')
        .orderBy('o.order_id')
        .orderBy('o.store_connection_id')
        .limit(limit)
        .as('o'),
    )
    .selectAll('o')
    .modifyFront(planned_for(window))
    // Runs only for the orders in the answer, not for every matching order.
    .select([refunded_of_store_order.as('refunded'), own_store_name(sql.ref('o.store_connection_id')).as('own_name')])
    .orderBy('o.ordered_at', 'desc')
    .orderBy('o.order_id')
    .orderBy('o.store_connection_id')
    .execute()
  return rows.map(
    ({ store_connection_id, own_name, total_micros, refunded, customer_orders_count, journey, ...row }) => ({
      ...row,
      store: own_name ?? stores.get(store_connection_id) ?? '',
      total: money_number(exact_micros(total_micros), row.currency),
      refunded: refunded === null ? null : money_number(exact_micros(refunded), row.currency),
      customer_orders: integer(customer_orders_count),
      journey: (Array.isArray(journey) ? journey : []) as Record<string, unknown>[],
    }),
  )
}
