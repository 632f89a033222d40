import { change_stream } from '#engine/connector.ts'
import { plain_text } from '../plain_text.ts'
import { type Product, product, text_in } from './answers.ts'
import { by_id, every_id, list } from './lists.ts'

export const products = change_stream({
  into: ['store_products', 'store_variants', 'store_variant_costs'],
  replaces: ['store_variants'],
  every: '1h',
  since: {
    history_source: 'https://tiendanube.github.io/api-documentation/resources/product: no limit (read 2026-11)',
    overlap_minutes: 10,
    changed_at: (one: Product) => one.updated_at,
    is_unordered: true,
  },
  read: ({ api, since }) => api.pages(list('/products', product, { updated_at_min: since ?? undefined })),
  recheck: {
    id: 'product_id',
    at: 'created_at',
    read: ({ api, ids }) => by_id(api, '/products', product, ids),
    existing: { every: '1d', read: ({ api }) => every_id(api, '/products') },
  },
  rows: (one, { account: { currency = '', extra } }) => {
    const language = extra?.language
    const description = text_in(one.description, language)
    return {
      store_products: {
        product_id: one.id,
        title: text_in(one.name, language) ?? '',
        status: one.published ? 'active' : 'draft',
        vendor: one.brand || null,
        product_type: category_of(one, language),
        tags: (one.tags ?? '')
          .split(',')
          .map((tag) => tag.trim())
          .filter(Boolean),
        image_url: one.images?.[0]?.src ?? null,
        description: description && plain_text(description),
        created_at: one.created_at,
        changed_at: one.updated_at,
      },
      store_variants: one.variants.map(({ id, price, promotional_price, ...variant }) => ({
        product_id: one.id,
        variant_id: id,
        sku: variant.sku || null,
        title: (variant.values ?? []).flatMap((value) => text_in(value, language) ?? []).join(' / ') || null,
        currency,
        price_micros: promotional_price ?? price,
        compare_at_price_micros: promotional_price === null ? null : price,
        // Without stock management, the stock is endless.
        stock: variant.stock_management === false || variant.stock == null ? null : BigInt(variant.stock),
      })),
      // The shop gives only the present cost, which applies at least since the variant last changed.
      store_variant_costs: one.variants.map(({ id, cost, updated_at }) => ({
        variant_id: id,
        valid_from: updated_at,
        currency: cost === null ? null : currency,
        cost_micros: cost,
      })),
    }
  },
})

/** The name of the first category. */
function category_of({ categories }: Product, language: string | undefined): string | null {
  const [first] = categories ?? []
  return typeof first === 'object' && first !== null && 'name' in first ? text_in(first.name, language) : null
}
