import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { limit, search_text } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { list_today, today_fields } from '#figures/sources/totals.ts'
import { products_of_stores as products, products_by_title } from '#tools/products.ts'
import { refuse_unknown_status } from '#tools/statuses.ts'
import { platform } from '#tools/store/platform.ts'

export const list_store_products = tool({
  about: 'Products of stores by title: price range, stock, variants. revisar_tienda has those that ran out.',
  keywords: {
    es: 'productos de la tienda borradores archivados ocultos publicados activos con stock sin stock agotado disponibles variantes precio',
    en: 'store products draft products archived hidden published active in stock out of stock available variants price',
    pt: 'produtos da loja rascunhos arquivados ocultos publicados ativos com estoque sem estoque esgotado disponíveis variantes preço',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: {
    platform,
    status: search_text('Such as active or draft.').optional(),
    in_stock_only: z.boolean().default(false).describe('Leaves out what nobody can buy now. Untracked stock stays.'),
    limit: limit(50),
  },
  result: { ...products.fields, ...today_fields },
  example: { in_stock_only: true, limit: 10 },
  async run({ platform, ...asked }, context) {
    const { connection_ids, ...today } = await f.sources_today(context, f.on_platform(f.store_products, platform))
    const { rows, total } = await products_by_title(context, { connection_ids, ...asked })
    if (rows.length === 0 && asked.status !== undefined)
      await refuse_unknown_status(context, asked.status, {
        rows: sql`${of_org('store_products', 'p')} where p.store_connection_id = any(${connection_ids}::uuid[])`,
        word: sql`p.status`,
      })
    return list_today(products.of(rows, total), today)
  },
})
