import { sql } from 'kysely'
import { z } from 'zod'
import { type Exact, exact_ratio, less, money_or_null } from '#domain/exact.ts'
import { platforms_of } from '#domain/platforms.ts'
import { last_days, previous } from '#domain/windows.ts'
import { type Context, tool } from '#engine/tool.ts'
import { cart_facts } from '#figures/carts.ts'
import { type Figures, known, ranked_facts, sum_facts } from '#figures/facts.ts'
import { type Counted, merge_sources, sources_by } from '#figures/sources.ts'
import { line_facts, store_facts, store_wanted } from '#figures/warehouse.ts'
import * as f from '#tools/fields.ts'

const PRODUCTS_MAX = 10

const product = z.strictObject({
  product: z.string(),
  units: z.number().nullable(),
  revenue: z.number().nullable().describe('Order lines after discounts, without shipping.'),
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
  input: { days_back: f.days_back },
  result: {
    summary: f.text('What the figures mean.'),
    window: f.window,
    previous_window: f.previous_window,
    currency: f.currency,
    orders: f.compared('Orders of stores and marketplaces.'),
    revenue: f.compared('Before refunds; voided and test orders left out.'),
    refunds: f.compared('Given back within the period.'),
    net_revenue: f.compared('revenue less refunds.'),
    average_order_value: f.compared('revenue divided by orders.'),
    top_products: z.array(product).describe('Best sellers of the stores, by revenue.'),
    stock: z
      .strictObject({
        products: f.count_field('Active products.'),
        out_of_stock: f.count_field('Of them, those whose every counted variant has run out.'),
      })
      .describe('As it stands now.'),
    carts: z
      .strictObject({
        abandoned: f.compared('Abandoned carts.'),
        value: f.compared('What they are worth.'),
        recoverable: f.count_field('With a recovery URL.'),
      })
      .describe('query_carts lists them.'),
    ...f.provenance,
  },
  example: { days_back: 30 },
  async run({ days_back }, context) {
    const current = last_days(days_back, context.today)
    const before = previous(current)
    const { currency } = context.org
    const groups = await sources_by(context, {
      store: store_wanted,
      carts: { platforms: platforms_of('store', 'email'), tables: ['checkouts'] },
    })
    const windows = { current, previous: before }
    const store = await sum_facts(context, store_facts, { ...windows, counted: groups.store.counted })
    const carts = await sum_facts(context, cart_facts(context.now), {
      ...windows,
      counted: groups.carts.counted,
    })
    const side = (which: 'current' | 'previous') => ({
      store: known(store_facts, store.lines[0]?.[which], groups.store.zero_is_real(windows[which])),
      carts: known(cart_facts(context.now), carts.lines[0]?.[which], groups.carts.zero_is_real(windows[which])),
    })
    const [now, then] = [side('current'), side('previous')]
    const line = (unit: f.Unit, of: (figures: StoreFigures) => Exact | null) =>
      f.compare(now.store && of(now.store), then.store && of(then.store), unit, currency)
    const orders = line('count', (of) => of.orders)
    const revenue = line('money', (of) => of.revenue)
    const products = await top_products(context, { current, counted: groups.store.counted })
    const cart_value = f.compare(now.carts?.value ?? null, then.carts?.value ?? null, 'money', currency)
    return {
      summary: sentence(orders, revenue, cart_value, products[0]?.product, currency),
      window: f.window_on_wire(current, context),
      previous_window: f.window_on_wire(before, context),
      currency,
      orders,
      revenue,
      refunds: line('money', (of) => of.refunds),
      net_revenue: line('money', (of) => less(of.revenue, of.refunds)),
      average_order_value: line('money', (of) => exact_ratio(of.revenue, of.orders)),
      top_products: products,
      stock: await stock_of(context, groups.store.counted),
      carts: {
        abandoned: f.compare(now.carts?.carts ?? null, then.carts?.carts ?? null, 'count', currency),
        value: cart_value,
        recoverable: f.number_of(now.carts?.recoverable ?? null, 'count', currency),
      },
      ...merge_sources([groups.store, groups.carts]),
      notes: [
        ...f.absent_note(groups.store, 'store or marketplace'),
        ...new Set([...groups.store.notes(current), ...groups.carts.notes(current)]),
        ...store.fx.notes(context),
        ...carts.fx.notes(context),
      ],
    }
  },
})

type StoreFigures = Figures<'revenue' | 'refunds', 'orders'>

async function top_products(context: Context, ask: { current: ReturnType<typeof last_days>; counted: Counted }) {
  const { currency } = context.org
  const { rows } = await ranked_facts(
    context,
    line_facts,
    { ...ask, by: { product: sql`f.product` } },
    { order: sql`s.revenue desc nulls last, s.product`, limit: PRODUCTS_MAX },
  )
  return rows.map(({ key, figures }) => ({
    product: String(key.product),
    units: f.number_of(figures.units ?? null, 'count', currency),
    revenue: money_or_null(figures.revenue, currency),
  }))
}

async function stock_of({ db }: Context, { connection_ids }: Counted) {
  if (connection_ids.length === 0) return { products: null, out_of_stock: null }
  const { rows } = await sql<{ products: bigint; out_of_stock: bigint }>`
    select count(*) as products, count(*) filter (where stock <= 0) as out_of_stock
    from (select sum(v.stock) as stock from store_products p
          left join store_variants v on v.org_id = p.org_id and v.store_connection_id = p.store_connection_id and v.product_id = p.product_id
          where lower(p.status) = 'active' and p.store_connection_id = any(${connection_ids}::uuid[])
          group by p.store_connection_id, p.product_id) s`.execute(db)
  return { products: f.integer(rows[0]?.products ?? null), out_of_stock: f.integer(rows[0]?.out_of_stock ?? null) }
}

function sentence(
  orders: ReturnType<typeof f.compare>,
  revenue: ReturnType<typeof f.compare>,
  carts: ReturnType<typeof f.compare>,
  best: string | undefined,
  currency: string,
): string {
  if (revenue.current === null) return 'No figures are known for this period; see notes.'
  const parts = [
    `${f.count_text(orders.current ?? 0)} orders worth ${f.money_text(revenue.current, currency)}${f.change_text(revenue.change_percent)}`,
  ]
  if (best) parts.push(`'${best}' sold best`)
  if (carts.current) parts.push(`${f.money_text(carts.current, currency)} lies in abandoned carts`)
  return `Against the period before: ${parts.join('; ')}.`
}
