import { micros } from '#domain/money.ts'
import { type Api, change_stream } from '#engine/connector.ts'
import { type Product, products_answer, products_by_id_answer, variant } from './answers.ts'
import { product_ids, products_by_id, products_document, rest_of_variants } from './documents.ts'
import { complete, deleted_ids, every_id, gid_of, id_of, paged, path } from './lists.ts'

type Priced = Product & { currency: string }

const all_variants = (api: Api, { id, variants }: Product) => complete(api, id, variants, rest_of_variants, variant)

// Shopify counts a change of stock as a change of the product (Product.updatedAt in the schema 2026-07, read 2026-11).
export const products = change_stream({
  into: ['store_products', 'store_variants'],
  replaces: ['store_variants'],
  every: '1h',
  since: {
    history_source: 'https://shopify.dev/docs/api/usage/access-scopes: all products with read_products (read 2026-11)',
    overlap_minutes: 10,
    changed_at: (product: Priced) => product.updatedAt,
  },
  async *read({ api, since }) {
    const variables = { query: since ? `updated_at:>='${since}'` : undefined }
    const request = paged(products_document, variables, products_answer, ({ data }) => ({
      pageInfo: data.products.pageInfo,
      nodes: data.products.nodes.map((product) => ({ ...product, currency: data.shop.currencyCode })),
    }))
    for await (const page of api.pages(request)) {
      for (const product of page) await all_variants(api, product)
      yield page
    }
  },
  recheck: {
    id: 'product_id',
    at: 'created_at',
    async read({ api, ids }) {
      const variables = { ids: ids.map((id) => gid_of('Product', id)) }
      const body = { query: products_by_id, variables }
      const { data } = await api.call({ path, body, schema: products_by_id_answer })
      for (const product of data.nodes) if (product) await all_variants(api, product)
      return data.nodes.map((product) => product && { ...product, currency: data.shop.currencyCode })
    },
    deleted: ({ api, since }) => deleted_ids(api, 'PRODUCT', since),
    existing: { every: '1d', read: ({ api }) => every_id(api, product_ids) },
  },
  rows: (product) => {
    const product_id = id_of(product.id)
    return {
      store_products: {
        product_id,
        title: product.title,
        status: product.status.toLowerCase(),
        vendor: product.vendor || null,
        product_type: product.productType || null,
        tags: product.tags,
        url: product.onlineStoreUrl,
        image_url: product.featuredMedia?.preview?.image?.url ?? null,
        description: product.description || null,
        created_at: product.createdAt,
        changed_at: product.updatedAt,
      },
      store_variants: product.variants.nodes.map((one) => ({
        product_id,
        variant_id: id_of(one.id),
        sku: one.sku,
        title: one.title,
        currency: product.currency,
        price_micros: micros(one.price),
        compare_at_price_micros: one.compareAtPrice === null ? null : micros(one.compareAtPrice),
        stock: one.inventoryItem.tracked && one.inventoryQuantity !== null ? BigInt(one.inventoryQuantity) : null,
        available_for_sale: one.inventoryPolicy === 'CONTINUE' ? true : null,
      })),
    }
  },
})
