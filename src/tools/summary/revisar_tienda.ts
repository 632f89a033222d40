import { sql } from 'kysely'
import { z } from 'zod'
import { outside_text } from '#engine/texts.ts'
import * as f from '#figures/index.ts'
import { stock_field, stock_of } from '#figures/subjects/stock.ts'
import { review } from '#tools/summary/review.ts'
import { store_sentence } from '#tools/summary/sentences.ts'

const PRODUCTS_MAX = 10

const sold = f.figures({
  orders: f.count('Orders of stores and marketplaces.'),
  revenue: f.money('Before refunds; voided and test orders left out.'),
  refunds: f.money('Given back within the period.'),
  net_revenue: f.money('revenue less refunds.', f.difference('revenue', 'refunds')),
  average_order_value: f.money(
    'revenue divided by orders, of orders with a price.',
    f.quotient('revenue', f.beside('orders', 'revenue')),
  ),
})
const abandoned = f.figures({
  abandoned: f.count('Abandoned carts.', 'carts'),
  value: f.money('What they are worth.'),
})
const recoverable = f.figures({ recoverable: f.count('With a recovery URL.') })
const product = f.figures({
  units: f.count(),
  revenue: f.money('Order lines after discounts, without shipping.'),
  gross_margin: f.money('null unless each of its lines has a cost.'),
})
const margins = f.figures({
  units: f.count('Units sold, without removed and returned ones.'),
  cost: f.money('What they cost on the day of their order; null unless every line has a cost.'),
  gross_margin: f.money('Their revenue without included tax, less cost; null unless every line has a cost.'),
  margin_rate: f.ratio('Margin divided by revenue, of the lines with a cost.', 'known_margin', 'costed_revenue'),
  costed_revenue: f.money('Revenue of the lines with a cost, without included tax.'),
  known_cost: f.money('Cost of these lines; null without the exchange rate of one.'),
})

const products = f.rows_by({ product: outside_text() }, product)

export const revisar_tienda = review({
  about:
    'Stores and marketplaces in one view: orders and revenue against the period before, best-selling products, margin, products that ran out, abandoned carts.',
  keywords: {
    es: 'resumen de la tienda ecommerce revisión ventas pedidos ticket promedio margen más vendidos agotados reembolsos carritos abandonados productos',
    en: 'shop store review overview ecommerce sales orders best sellers average order value margin sold out refunds abandoned carts products',
    pt: 'resumo da loja ecommerce revisão vendas pedidos ticket médio margem mais vendidos esgotados reembolsos carrinhos abandonados produtos',
  },
  scopes: ['ecommerce:read'],
  fields: {
    currency: f.currency,
    ...sold.compared_fields,
    top_products: z.array(products.row).describe('Best sellers of the stores, by revenue.'),
    margins: z.strictObject(margins.fields).describe('Cost and margin of what the stores sold.'),
    stock: stock_field,
    carts: z.strictObject({ ...abandoned.compared_fields, ...recoverable.fields }).describe('query_carts lists them.'),
  },
  parts: {
    store: { of: f.sales },
    carts: { of: f.carts },
    products: {
      of: f.products_sold,
      by: { product: sql`f.product` },
      first: { order: sql`s.revenue desc nulls last, s.product`, limit: PRODUCTS_MAX },
      is_compared: false,
    },
  },
  async shows(found, context, { current }) {
    const { currency } = context.org
    const store = sold.compared(found.store, currency)
    const left = abandoned.compared(found.carts, currency)
    const lines = found.products.lines.map((line) => ({ key: line.key, ...f.with_margins(line) }))
    const top_products = products.of(lines, currency)
    const best = f.first_of_all(found.products, top_products)
    return {
      summary: store_sentence({ ...store, carts: left.value }, best?.product, currency, {
        days: found.store.days.current,
        cart_days: found.carts.days.current,
        window: current,
      }),
      ...store,
      top_products,
      margins: margins.values(f.with_margins(found.products), currency),
      ...(await stock_of(context, found.store.sources, current)),
      carts: { ...left, ...recoverable.values(found.carts, currency) },
    }
  },
})
