import { limit, search_text } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { list_today, today_fields } from '#figures/sources/totals.ts'
import { listings, listings_by_sales } from '#tools/mpa/listings.ts'

export const list_mpa_listings = tool({
  about: 'Listings on marketplace A, most sold first: price, stock, sold, visits, what can be changed.',
  keywords: {
    es: 'publicaciones de Mercado Libre avisos productos precio stock visitas vendidos activas pausadas',
    en: 'Mercado Libre marketplace listings products price stock visits sold active paused',
    pt: 'anúncios do Mercado Livre publicações produtos preço estoque visitas vendidos ativas pausadas',
  },
  scopes: ['ecommerce:read'],
  effect: 'read',
  input: {
    status: search_text('Such as active or paused.').optional(),
    search: search_text('Part of a title, SKU or id.').optional(),
    limit: limit(50),
  },
  result: { ...listings.fields, ...today_fields },
  example: { limit: 10 },
  async run(input, context) {
    const { connection_ids, ...today } = await f.sources_today(context, f.mpa_listings)
    return list_today(listings.of_counted(await listings_by_sales(context, { connection_ids, ...input })), today)
  },
})
