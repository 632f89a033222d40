import { limit } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { campaign_result, list_campaigns } from '#tools/ad_campaigns.ts'

export const query_gx_campaigns = tool({
  about:
    'Search-ads campaigns of a period, one row each: spend, impressions, clicks, conversions, conversion value and ROAS, in the reporting currency.',
  keywords: {
    es: 'Google Ads AdWords campañas anuncios publicidad de búsqueda gasto inversión costo por clic clics conversiones ROAS rendimiento',
    en: 'Google Ads AdWords campaigns paid search advertising spend cost per click clicks conversions ROAS performance',
    pt: 'Google Ads AdWords campanhas anúncios de pesquisa publicidade gasto investimento custo por clique cliques conversões ROAS desempenho',
  },
  scopes: ['ads:read'],
  effect: 'read',
  input: { ...f.dates, limit: limit(50) },
  result: campaign_result,
  example: { limit: 10 },
  run: (input, context) => list_campaigns(context, 'gx_ads', input),
})
