import { change_stream, type Query, type RowContext, type Source } from '#engine/connector.ts'
import { lenient } from '../lenient.ts'
import { decoded, plain_text } from '../plain_text.ts'
import { mapped } from '../records.ts'
import { currency_of } from '../shops.ts'
import { type Product, product, type Variation, variations_item } from './answers.ts'
import { by_id, changed_at, list, recheck_of } from './lists.ts'

/** Variations have no filter for changes, and do not change the time of their product. So all products are read each time. */
const pages = (source: Source, query: Query = {}) =>
  mapped(source.api.pages(list(source, '/products', product, { status: 'any', ...query })), async (one) => ({
    ...one,
    variations: await variations_of(source, one),
  }))

async function variations_of(source: Source, { id, type }: Pick<Product, 'id' | 'type'>): Promise<Variation[]> {
  if (!type.startsWith('variable')) return []
  return [...(await by_id(source.api.pages(list(source, `/products/${id}/variations`, variations_item)))).values()]
}

export const products = change_stream({
  into: ['store_products', 'store_variants'],
  replaces: ['store_variants'],
  every: '6h',
  since: {
    history_source: 'https://woocommerce.github.io/woocommerce-rest-api-docs: all products (read 2026-11)',
    overlap_minutes: 10,
    changed_at: (one: Product) => changed_at(one),
    is_unordered: true,
  },
  read: ({ since: _, ...source }) => pages(source),
  recheck: { id: 'product_id', at: 'created_at', ...recheck_of('/products', pages) },
  rows: (one, context) => {
    const read = lenient(context)
    const description = read.text(one.description, 'descriptions of products')
    const names = (of: Product['tags']) => (of ?? []).map(({ name }) => decoded(name))
    return {
      store_products: {
        product_id: one.id,
        title: decoded(one.name),
        status: one.status === 'publish' ? 'active' : one.status,
        vendor: names(one.brands)[0] ?? null,
        product_type: names(one.categories)[0] ?? null,
        tags: names(one.tags),
        url: read.link(one.permalink, 'links of products'),
        image_url: read.link(one.images?.[0]?.src, 'images of products'),
        description: description && plain_text(description),
        created_at: one.date_created_gmt ?? null,
        changed_at: one.date_modified_gmt ?? null,
      },
      store_variants: (one.variations.length > 0 ? one.variations : [one]).map((of, at) =>
        variant_of(of, at, one, context),
      ),
    }
  },
})

/** Whether a shop sells it, by its `stock_status` (REST API v3, read 2026-11). */
const available: Record<string, boolean> = { instock: true, onbackorder: true, outofstock: false }

/** Plugins write numbers and texts instead (woocommerce/woocommerce-ios, Product.swift and ProductVariation.swift, 2024-10). */
const is_true = (value: unknown) => [true, 1, '1', 'true', 'yes'].some((one) => one === value)

function variant_of(of: Variation | Product, at: number, { id, stock_quantity }: Product, context: RowContext) {
  const read = lenient(context)
  const { currency } = context.account
  const options = 'attributes' in of ? (of.attributes ?? []) : []
  const words = options.flatMap(({ option }) => read.text(option, 'options of variations') ?? [])
  const title = words.map(decoded).join(' / ')
  // A stock that all variations share counts once, with the first of them.
  const counted = (units: unknown) => read.number(units, 'stocks of products')
  const shared = at === 0 ? (counted(stock_quantity) ?? counted(of.stock_quantity)) : null
  const stock = of.manage_stock === 'parent' ? shared : is_true(of.manage_stock) ? counted(of.stock_quantity) : null
  return {
    product_id: id,
    variant_id: of.id,
    sku: read.text(of.sku, 'SKUs of products'),
    title: title || null,
    currency: currency_of(currency, {}, 'currencies of products'),
    price_micros: of.price,
    compare_at_price_micros: is_true(of.on_sale) ? of.regular_price : null,
    stock: stock === null ? null : BigInt(Math.floor(stock)),
    available_for_sale: available[read.text(of.stock_status, 'stock states of products') ?? ''] ?? null,
  }
}
