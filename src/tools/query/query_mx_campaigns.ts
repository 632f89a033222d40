import { limit, search_text } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { campaign_result, list_campaigns } from '#tools/ad_campaigns.ts'

export const query_mx_campaigns = tool({
  about:
    'Social-ads campaigns of a period: spend, impressions, clicks, conversions, conversion value and ROAS per campaign, in the reporting currency. Narrow the range instead of raising limit.',
  keywords: {
    es: 'Meta Facebook Instagram anuncios campañas redes sociales gasto inversión clics conversiones activas pausadas',
    en: 'Meta Facebook Instagram ads paid social campaigns cost spending active paused',
    pt: 'Meta Facebook Instagram anúncios campanhas redes sociais gasto investimento cliques conversões ativas pausadas',
  },
  scopes: ['ads:read'],
  effect: 'read',
  input: {
    ...f.dates,
    limit: limit(50),
    status: search_text('Only campaigns with this status, in the platform’s own word, for example ACTIVE.').optional(),
  },
  result: campaign_result,
  example: { limit: 10 },
  run: (input, context) => list_campaigns(context, 'mx_ads', input),
})
