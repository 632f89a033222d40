import { z } from 'zod'
import { limit, search_text } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { total_field, with_total } from '#figures/sources/totals.ts'
import { order_states } from '#figures/subjects/orders.ts'
import { newest_packs, orders, sold_packs, whole_sums } from '#tools/mpa/orders.ts'
import { is_in_sums, SOLD_TOTALS, sums_of_status } from '#tools/statuses.ts'

const totals = f.figures({
  orders: f.count('Sold orders; a pack is one, also where only one of its orders has the status.'),
  revenue: f.money('What they come to before refunds, each at the rate of its date.'),
  refunds: f.money('Given back for orders of the period.'),
  net_revenue: f.money('revenue less refunds.', f.difference('revenue', 'refunds')),
  fees: f.money('What the platform keeps.'),
  seller_shipping: f.money('What the seller pays for shipping; null where it is not known of some order.'),
  payout: f.money('revenue less refunds, fees and seller_shipping; null where some order lacks one of them.'),
})

export const list_mpa_orders = tool({
  about: 'Orders on marketplace A, newest first, with fees, refunds and the seller’s shipping. A pack is one order.',
  keywords: {
    es: 'pedidos de Mercado Libre ventas órdenes paquetes comisiones cargos envío reembolsos cancelados',
    en: 'Mercado Libre marketplace orders sales packs fees commissions shipping refunds cancelled',
    pt: 'pedidos do Mercado Livre vendas pacotes comissões tarifas envio reembolsos cancelados',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: {
    ...f.dates,
    status: search_text(`${order_states.join(', ')}, or the platform’s own word.`).optional(),
    limit: limit(50),
  },
  result: {
    ...f.period_fields,
    currency: f.currency,
    totals: z.strictObject(totals.fields).describe(SOLD_TOTALS),
    ...orders.fields,
    ...total_field,
    ...f.provenance,
  },
  example: { limit: 10 },
  async run({ status, limit, ...dates }, context) {
    const period = f.period_of(dates, context)
    const { sold, shared } = await f.answer(context, period, { sold: { of: f.mpa_sales, where: is_in_sums(status) } })
    const asked = { window: period.current, counted: sold.sources.counted, status, limit }
    const orders_in_sums = await sold_packs(context, asked, sold.sources)
    const { rows, total } = await newest_packs(context, asked)
    const sums = sums_of_status(status, { listed: total, sold: orders_in_sums?.orders ?? 0 }, sold)
    return {
      totals: { ...totals.values(whole_sums(sums), context.org.currency), ...(sums.current && orders_in_sums) },
      ...with_total(orders.of(rows, total), sold.current),
      ...shared,
    }
  },
})
