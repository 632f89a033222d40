import { limit } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { newest_list, total_field } from '#figures/sources/totals.ts'
import { newest_orders, orders } from '#tools/query/orders.ts'

const totals = f.figures({
  orders_in_period: f.count('Orders of the whole period.', 'orders'),
  total_revenue: f.money('Revenue of the whole period before refunds, each order at the rate of its date.', 'revenue'),
  refunds: f.money('Given back within the period, whenever the order was made.'),
  net_revenue: f.money('total_revenue less refunds.', f.difference('revenue', 'refunds')),
})

export const query_orders = tool({
  about:
    'Store orders with UTM attribution and customer journey, newest first, plus revenue and order count of the whole period. Voided, pending and test orders are left out.',
  keywords: {
    es: 'pedidos ventas compras de la tienda últimos ingresos recorrido del cliente UTM atribución de dónde vinieron',
    en: 'orders sales purchases of the store latest revenue customer journey UTM attribution where they came from',
    pt: 'pedidos vendas compras da loja últimos receita jornada do cliente UTM atribuição de onde vieram',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: { ...f.dates, limit: limit(50) },
  result: {
    ...f.period_fields,
    currency: f.currency,
    ...totals.fields,
    ...orders.fields,
    ...total_field,
    ...f.provenance,
  },
  example: { limit: 5 },
  async run({ limit, ...dates }, context) {
    const period = f.period_of(dates, context)
    const { sold, shared } = await f.answer(context, period, { sold: { of: f.store_sales } })
    const shown = totals.values(sold, context.org.currency)
    const rows = await newest_orders(context, period.current, sold.sources, limit)
    const newest = { rows, at: 'ordered_at', total: shown.orders_in_period, of: sold, limit } as const
    return { ...shown, ...newest_list(orders.of, newest, context), ...shared }
  },
})
