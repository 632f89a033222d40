import { z } from 'zod'
import { sentence } from '#engine/sentence.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { best_and_worst, campaign_part, ranked_campaign } from '#figures/campaigns.ts'
import * as f from '#figures/index.ts'
import { kpi_parts, kpi_sentence, kpi_sums, kpis } from '#figures/kpis.ts'
import { as_ratio, message, sentences } from '#messages/message.ts'
import { channel_sentence } from '#tools/summary/sentences.ts'

const channels = { mx: 'mx_ads', gx: 'gx_ads' } as const

const of_channel = f.figures({
  spend: f.money('What the ads cost.'),
  revenue: f.money('Sales value the platform claims.', 'conversion_value'),
  roas: f.ratio('revenue divided by spend.', 'conversion_value', 'spend'),
  impressions: f.count('Times shown.'),
  clicks: f.count('Clicks.'),
  ctr: f.ratio('clicks divided by impressions.', 'clicks', 'impressions'),
  cpc: f.money('spend divided by clicks.', f.quotient('spend', 'clicks')),
  conversions: f.count('Conversions the platform claims.'),
})
const channel_kpis = z.strictObject({
  platform: own_text().describe('Platform key.'),
  ...of_channel.compared_fields,
})

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
      .enum(['all', 'mx', 'gx'])
      .default('all')
      .describe('mx: social ads only, gx: search ads only, all: every channel with store, visits and search.'),
  },
  result: {
    summary: sentence('What the figures mean, in one or two sentences.'),
    ...f.year_period_fields,
    currency: f.currency,
    kpis: z
      .record(own_text(), f.compared_field('A KPI as get_kpi_summary names it.'))
      .optional()
      .describe('Cross-channel KPIs; with channel all.'),
    channels: z.array(channel_kpis),
    best_campaigns: z.array(ranked_campaign).describe('Highest ROAS among campaigns with 1% of the spend or more.'),
    worst_campaigns: z.array(ranked_campaign).describe('Lowest ROAS among them.'),
    ...f.provenance,
  },
  example: { days_back: 30, channel: 'all' },
  async run({ days_back, channel }, context) {
    const { currency } = context.org
    const period = f.with_year_before(f.last_days_compared(days_back, context))
    const all = channel === 'all' ? await f.answer(context, period, { ...kpi_parts, campaigns: campaign_part }) : null
    const alone = channel === 'all' ? f.ads : f.on_platform(f.ads, channels[channel])
    const found = all ?? (await f.answer(context, period, { campaigns: { ...campaign_part, of: alone } }))
    const sums = all && kpi_sums(all)
    const lines = found.campaigns
      .by_platform()
      .map((line) => ({ platform: line.platform, ...of_channel.compared(line, currency) }))
    const { best, worst } = best_and_worst(found.campaigns, currency)
    const named = (key: 'campaign.best' | 'campaign.worst', [first]: typeof best) =>
      first && first.roas !== null && message(key, { name: first.name, roas: as_ratio(first.roas) })
    const overall = sums ? kpi_sentence(sums, currency) : channel_sentence(lines[0], currency)
    return {
      summary: sentences(overall, named('campaign.best', best), named('campaign.worst', worst)),
      ...(sums && { kpis: kpis.compared(sums, currency) }),
      channels: lines,
      best_campaigns: best,
      worst_campaigns: worst,
      ...found.shared,
    }
  },
})
