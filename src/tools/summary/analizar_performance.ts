import { z } from 'zod'
import { sentence } from '#engine/sentence.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { channel_names, performance_fields, performance_of } from '#tools/summary/performance.ts'

export const analizar_performance = tool({
  about:
    'How marketing does: cross-channel KPIs against the period before, each ad channel, and the best and worst campaigns by ROAS.',
  keywords: {
    es: 'rendimiento del marketing desempeño cómo va cada canal mejores y peores campañas evaluación todos los canales qué campaña apagar o escalar ROAS comparado con el periodo anterior',
    en: 'marketing performance how is marketing doing best and worst campaigns review of each channel all channels which campaign to turn off or scale ROAS compared with the previous period',
    pt: 'desempenho do marketing como vai cada canal melhores e piores campanhas avaliação todos os canais qual campanha desligar ou escalar ROAS comparado com o período anterior',
  },
  scopes: ['ads:read', 'analytics:read', 'ecommerce:read'],
  effect: 'read',
  picture: {
    kind: 'lines',
    labels: ['store_revenue', 'spend', 'revenue', 'roas'],
    units: { store_revenue: 'money', spend: 'money', revenue: 'money', roas: 'ratio' },
    good_when_up: { spend: 0 },
    daily: {
      kpis: { store_revenue: 'store.revenue' },
      sources: {
        mx_ads: 'social_ads',
        gx_ads: 'search_ads',
        tx_ads: 'short_video_ads',
        net_c_ads: 'network_ads',
        net_d_ads: 'micro_blog_ads',
        mpb_ads: 'marketplace_ads',
      },
      metrics: { spend: 'spend', revenue: 'claimed_revenue', roas: 'roas' },
    },
  },
  input: {
    days_back: f.days_back,
    channel: z
      .enum(channel_names)
      .default('all')
      .describe('mx: social ads only, gx: search ads only, all: every channel with store, visits and search.'),
  },
  result: {
    summary: sentence('What the figures mean, in one or two sentences.'),
    ...performance_fields,
    ...f.provenance,
  },
  example: { days_back: 30, channel: 'all' },
  run: performance_of,
})
