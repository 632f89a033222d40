import { z } from 'zod'
import { limit, search_text } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { total_field, with_total } from '#figures/sources/totals.ts'
import { order_states } from '#figures/subjects/orders.ts'
import { is_in_sums, SOLD_TOTALS, sums_of_status } from '#tools/statuses.ts'
import { count_states, newest_orders, orders, sold_in } from '#tools/store/orders.ts'
import { platform } from '#tools/store/platform.ts'

const totals = f.figures({
  orders: f.count('Sold orders.'),
  revenue: f.money('What they come to before refunds, each at the rate of its date.'),
  refunds: f.money('Given back within the period, whenever the order was made.'),
  net_revenue: f.money('revenue less refunds.', f.difference('revenue', 'refunds')),
})

export const list_store_orders = tool({
  about: 'Store orders in every state, newest first. Only sold ones are in totals.',
  keywords: {
    es: 'pedidos de la tienda estado del pedido sin pagar pagados cancelados anulados reembolsados lista de órdenes',
    en: 'store orders order status unpaid paid cancelled voided test orders refunded list',
    pt: 'pedidos da loja status do pedido não pagos pagos cancelados estornados reembolsados lista',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: {
    platform,
    ...f.dates,
    status: search_text(`${order_states.join(', ')}, or the platform’s own word.`).optional(),
    limit: limit(50),
  },
  result: {
    ...f.period_fields,
    currency: f.currency,
    totals: z.strictObject(totals.fields).describe(SOLD_TOTALS),
    by_status: z.partialRecord(z.enum(order_states), z.int()).describe('Stored orders that match, by status.'),
    ...orders.fields,
    ...total_field,
    ...f.provenance,
  },
  example: { limit: 10 },
  async run({ platform, status, limit, ...dates }, context) {
    const period = f.period_of(dates, context)
    const { sold, shared } = await f.answer(context, period, {
      sold: { of: f.on_platform(f.store_sales, platform), where: is_in_sums(status) },
    })
    const asked = { window: period.current, counted: sold.sources.counted, status, limit }
    const { by_status, listed } = await count_states(context, asked, sold_in(sold, period.current))
    const sums = sums_of_status(status, { listed, sold: by_status.sold ?? 0 }, sold)
    return {
      totals: totals.values(sums, context.org.currency),
      by_status,
      ...with_total(orders.of(await newest_orders(context, asked), listed), sold.current),
      ...shared,
    }
  },
})
