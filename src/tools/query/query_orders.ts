import { sql } from 'kysely'
import { z } from 'zod'
import { exact_micros, less, money_number, money_or_null } from '#domain/exact.ts'
import { platforms_of } from '#domain/platforms.ts'
import { add_days, start_of, type Window } from '#domain/windows.ts'
import { type Context, tool } from '#engine/tool.ts'
import { known, sum_facts } from '#figures/facts.ts'
import { type Sources, sources_of } from '#figures/sources.ts'
import { is_counted, store_facts } from '#figures/warehouse.ts'
import * as f from '#tools/fields.ts'

const orders_wanted = { platforms: platforms_of('store'), tables: ['store_orders', 'store_refunds'] }

const visit = z.looseObject({}).describe('One visit: at, source, medium, campaign, landing_page, referrer.')

const order = z.strictObject({
  order_id: z.string(),
  order_number: z.string(),
  store: f.text('Name of the store’s connection.'),
  ordered_at: z.string(),
  total: z.number().describe('What the customer was charged, in the order’s own currency.'),
  refunded: z.number().describe('Given back so far, in the order’s own currency.'),
  currency: f.text('Currency of this order’s amounts.'),
  financial_status: f.optional_text('As the store says.'),
  fulfillment_status: f.optional_text('As the store says.'),
  customer_orders: f.count_field('Orders the customer has made in all.'),
  utm_source: f.optional_text('Last visit before the order.'),
  utm_medium: f.optional_text('Last visit before the order.'),
  utm_campaign: f.optional_text('Last visit before the order.'),
  utm_content: f.optional_text('Last visit before the order.'),
  utm_term: f.optional_text('Last visit before the order.'),
  landing_page: f.optional_text('Where that visit began.'),
  referrer: f.optional_text('Where that visit came from.'),
  journey: z.array(visit).describe('Visits that led to the order, oldest first.'),
})

export const query_orders = tool({
  about:
    'Store orders with UTM attribution and customer journey, newest first, plus revenue and order count of the whole period. Voided and test orders are left out.',
  keywords: {
    es: 'pedidos órdenes ventas compras de la tienda clientes últimos utm recorrido ingresos',
    en: 'sales purchases store orders bought latest customer journey revenue',
    pt: 'pedidos vendas compras da loja clientes últimos utm jornada receita',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: { date_from: f.date_from, date_to: f.date_to, limit: f.limit(50) },
  result: {
    window: f.window,
    currency: f.currency,
    orders_in_period: f.count_field('Orders of the whole period.'),
    total_revenue: f.amount('Revenue of the whole period before refunds, each order at the rate of its date.'),
    refunds: f.amount('Given back within the period, whenever the order was made.'),
    net_revenue: f.amount('total_revenue less refunds.'),
    orders: z.array(order),
    ...f.listing,
    ...f.provenance,
  },
  example: { limit: 5 },
  async run({ limit, ...dates }, context) {
    const window = f.window_of(dates, context)
    const sources = await sources_of(context, orders_wanted)
    const { counted } = sources
    const { lines, fx } = await sum_facts(context, store_facts, { current: window, counted })
    const sums = known(store_facts, lines[0]?.current, sources.zero_is_real(window))
    const total = sums ? Number(sums.orders / 10n ** 12n) : 0
    const rows = counted.connection_ids.length > 0 ? await newest_orders(context, window, sources, limit) : []
    const { currency } = context.org
    return {
      window: f.window_on_wire(window, context),
      currency,
      orders_in_period: sums && total,
      total_revenue: sums && money_or_null(sums.revenue, currency),
      refunds: sums && money_or_null(sums.refunds, currency),
      net_revenue: sums && money_or_null(less(sums.revenue, sums.refunds), currency),
      ...f.listing_of('orders', rows, total, 'Ask for fewer days with date_from and date_to.'),
      ...sources.on_wire,
      notes: [...sources.notes(window), ...fx.notes(context)],
    }
  },
})

async function newest_orders({ db, org }: Context, window: Window, sources: Sources, limit: number) {
  const stores = new Map(sources.live.map(({ connection_id, name }) => [connection_id, name]))
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
        .where(is_counted(sources.counted, 'o.store_connection_id'))
        .where('o.is_voided', '=', false)
        .where('o.is_test', '=', false)
        .where('o.ordered_at', '>=', start_of(window.from, org.time_zone))
        .where('o.ordered_at', '<', start_of(add_days(window.to, 1), org.time_zone))
        .orderBy('o.ordered_at', 'desc')
        .orderBy('o.order_id')
        .limit(limit)
        .as('o'),
    )
    .selectAll('o')
    // Looked up for the orders that are shown, not for all that were looked at.
    .select(
      sql<bigint>`coalesce((select sum(r.amount_micros) from store_refunds r
        where r.store_connection_id = o.store_connection_id and r.order_id = o.order_id), 0)::bigint`.as('refunded'),
    )
    .orderBy('o.ordered_at', 'desc')
    .orderBy('o.order_id')
    .execute()
  return rows.map(({ store_connection_id, total_micros, refunded, customer_orders_count, journey, ...row }) => ({
    ...row,
    store: stores.get(store_connection_id) ?? '',
    total: money_number(exact_micros(total_micros), row.currency),
    refunded: money_number(exact_micros(refunded), row.currency),
    customer_orders: customer_orders_count === null ? null : Number(customer_orders_count),
    journey: (Array.isArray(journey) ? journey : []) as Record<string, unknown>[],
  }))
}
