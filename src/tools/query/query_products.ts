import { limit, search_text } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { products, products_by_title } from '#tools/products.ts'

export const query_products = tool({
  about: 'Product catalog of the connected stores with prices and stock, by title.',
  keywords: {
    es: 'productos catálogo precios existencias inventario stock disponibles artículos SKU',
    en: 'inventory prices items SKU in stock available merchandise',
    pt: 'produtos catálogo preços estoque inventário disponíveis artigos itens SKU',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: {
    limit: limit(100),
    search: search_text('Part of a title, vendor, product type or SKU.').optional(),
  },
  result: { ...products.fields, ...f.provenance },
  example: { limit: 10 },
  async run({ limit, search }, context) {
    const { connection_ids, shared } = await f.sources_today(context, f.store_products)
    const { rows, total } = await products_by_title(context, { connection_ids, search, limit })
    return { ...products.of(rows, total), ...shared }
  },
})
