import { sql } from 'kysely'
import { z } from 'zod'
import { tool } from '#engine/tool.ts'
import { answer } from '#figures/answer.ts'
import { type Compared, count, difference, figures, money, quotient } from '#figures/figure.ts'
import { carts, products_sold, sales } from '#figures/groups.ts'
import { compared_period_fields, currency, days_back, last_days_compared } from '#figures/period.ts'
import { provenance } from '#figures/provenance.ts'
import { stock, stock_of } from '#figures/stock.ts'
import { against_before, change_text, count_text, money_text } from '#figures/wording.ts'

const PRODUCTS_MAX = 10

const sold = figures({
  orders: count('Orders of stores and marketplaces.'),
  revenue: money('Before refunds; voided and test orders left out.'),
  refunds: money('Given back within the period.'),
  net_revenue: money('revenue less refunds.', difference('revenue', 'refunds')),
  average_order_value: money('revenue divided by orders.', quotient('revenue', 'orders')),
})
const abandoned = figures({
  abandoned: count('Abandoned carts.', 'carts'),
  value: money('What they are worth.'),
})
const recoverable = figures({ recoverable: count('With a recovery URL.') })
const product = figures({
  units: count(),
  revenue: money('Order lines after discounts, without shipping.'),
})

export const revisar_tienda = tool({
  about:
    'The store in one view: orders and revenue against the period before, best-selling products, stock that ran out, abandoned carts.',
  keywords: {
    es: 'revisar tienda ecommerce ventas ticket promedio más vendidos agotados sin stock reembolsos devoluciones carritos',
    en: 'store shop review ecommerce best sellers average order value out of stock refunds',
    pt: 'revisar loja ecommerce vendas ticket médio mais vendidos esgotados sem estoque reembolsos devoluções carrinhos',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: { days_back },
  result: {
    summary: z.string().describe('What the figures mean.'),
    ...compared_period_fields,
    currency,
    ...sold.compared_fields,
    top_products: z
      .array(z.strictObject({ product: z.string(), ...product.fields }))
      .describe('Best sellers of the stores, by revenue.'),
    stock,
    carts: z.strictObject({ ...abandoned.compared_fields, ...recoverable.fields }).describe('query_carts lists them.'),
    ...provenance,
  },
  example: { days_back: 30 },
  async run({ days_back }, context) {
    const { currency } = context.org
    const found = await answer(context, last_days_compared(days_back, context), {
      store: { of: sales },
      carts: { of: carts },
      products: {
        of: products_sold,
        by: { product: sql`f.product` },
        first: { order: sql`s.revenue desc nulls last, s.product`, limit: PRODUCTS_MAX },
        is_compared: false,
      },
    })
    const shown = sold.compared(found.store, currency)
    const left = abandoned.compared(found.carts, currency)
    const top_products = found.products.lines.map((line) => ({
      product: String(line.key.product),
      ...product.values(line, currency),
    }))
    return {
      summary: sentence({ ...shown, carts: left.value }, top_products[0]?.product, currency),
      ...shown,
      top_products,
      stock: await stock_of(context, found.store.sources.counted),
      carts: { ...left, ...recoverable.values(found.carts, currency) },
      ...found.shared,
    }
  },
})

function sentence(
  { orders, revenue, carts }: Record<'orders' | 'revenue' | 'carts', Compared>,
  best: string | undefined,
  currency: string,
): string {
  if (revenue.current === null) return against_before([])
  const worth = `${money_text(revenue.current, currency)}${change_text(revenue.change_percent)}`
  return against_before([
    `${count_text(orders.current ?? 0)} orders worth ${worth}`,
    best && `'${best}' sold best`,
    carts.current ? `${money_text(carts.current, currency)} lies in abandoned carts` : null,
  ])
}
