import { limit } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { campaign_result, list_campaigns } from '#tools/ad_campaigns.ts'

export const query_gx_campaigns = tool({
  about:
    'Search-ads campaigns of a period, one row each: spend, impressions, clicks, conversions, conversion value and ROAS, in the reporting currency.',
  keywords: {
    es: 'Google Ads campañas de búsqueda anuncios gasto costo inversión clics conversiones pagado SEM',
    en: 'Google Ads paid search campaigns cost spending PPC SEM adwords',
    pt: 'Google Ads campanhas de pesquisa busca anúncios gasto custo investimento cliques conversões pago SEM',
  },
  scopes: ['ads:read'],
  effect: 'read',
  input: { ...f.dates, limit: limit(50) },
  result: campaign_result,
  example: { limit: 10 },
  run: (input, context) => list_campaigns(context, 'gx_ads', input),
})
