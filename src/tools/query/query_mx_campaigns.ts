import { limit, search_text } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { campaign_result, list_campaigns } from '#tools/ad_campaigns.ts'

export const query_mx_campaigns = tool({
  about:
    'Social-ads campaigns of a period: spend, impressions, clicks, conversions, conversion value and ROAS per campaign, in the reporting currency. Narrow the range instead of raising limit.',
  keywords: {
    es: 'Meta Facebook Instagram campañas anuncios publicidad gasto inversión clics conversiones ROAS CPA activas pausadas rendimiento',
    en: 'Meta Facebook Instagram ads campaigns paid social spend cost per result clicks conversions ROAS active paused performance',
    pt: 'Meta Facebook Instagram campanhas anúncios publicidade gasto investimento cliques conversões ROAS CPA ativas pausadas desempenho',
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
