import { tool } from '#engine/tool.ts'
import * as f from '#tools/fields.ts'
import { campaign_result, list_campaigns } from '#tools/query/campaigns.ts'

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
  input: { date_from: f.date_from, date_to: f.date_to, limit: f.limit(50) },
  result: campaign_result,
  example: { limit: 10 },
  run: (input, context) => list_campaigns(context, 'gx_ads', input),
})
