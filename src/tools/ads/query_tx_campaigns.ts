import { limit } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { campaign_result, list_campaigns } from '#tools/ad_campaigns.ts'

export const query_tx_campaigns = tool({
  about:
    'Campaigns of short videos in a period, with deleted and automated ones: spend, impressions, clicks, conversions and ROAS.',
  keywords: {
    es: 'TikTok video corto campañas anuncios gasto costo por resultado clics conversiones ROAS rendimiento Smart+ GMV Max',
    en: 'TikTok short video campaigns ads spend cost per result clicks conversions ROAS performance Smart+ GMV Max',
    pt: 'TikTok vídeo curto campanhas anúncios gasto custo por resultado cliques conversões ROAS desempenho Smart+ GMV Max',
  },
  module: 'module_tx_ads',
  scopes: ['ads:read'],
  effect: 'read',
  input: { ...f.dates, limit: limit(50) },
  result: campaign_result,
  example: { limit: 10 },
  run: (input, context) => list_campaigns(context, 'tx_ads', input),
})
