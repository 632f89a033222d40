import { limit, search_text } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { list_today, today_fields } from '#figures/sources/totals.ts'
import { products, products_by_title } from '#tools/products.ts'

export const query_products = tool({
  about: 'Product catalog of the connected stores with prices and stock, by title.',
  keywords: {
    es: 'productos catálogo precios stock inventario existencias agotado buscar por nombre artículos SKU',
    en: 'products catalog prices stock inventory out of stock search by name items SKU',
    pt: 'produtos catálogo preços estoque inventário esgotado buscar por nome artigos SKU',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: {
    limit: limit(100),
    search: search_text('Part of a title, vendor, product type or SKU.').optional(),
  },
  result: { ...products.fields, ...today_fields },
  example: { limit: 10 },
  async run({ limit, search }, context) {
    const { connection_ids, ...today } = await f.sources_today(context, f.store_products)
    const { rows, total } = await products_by_title(context, { connection_ids, search, limit })
    return list_today(products.of(rows, total), today)
  },
})
