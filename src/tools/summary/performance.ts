// How marketing does: cross-channel KPIs, each ad channel, and the best and worst campaigns, for the reviews that show it.
import { z } from 'zod'
import { own_text } from '#engine/texts.ts'
import type { FigureContext } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { best_and_worst, campaign_part, ranked_campaign } from '#figures/subjects/campaigns.ts'
import { kpi_notes, kpi_parts, kpi_sentence, kpi_sums, kpis } from '#figures/subjects/kpis.ts'
import { as_ratio, message, sentences } from '#messages/message.ts'
import { channel_sentence } from './sentences.ts'

const channels = { mx: 'mx_ads', gx: 'gx_ads' } as const
export const channel_names = ['all', 'mx', 'gx'] as const

const of_channel = f.figures({
  spend: f.money('What the ads cost.'),
  revenue: f.money('Sales value the platform claims.', 'conversion_value'),
  roas: f.roas('revenue'),
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

export const performance_fields = {
  ...f.year_period_fields,
  currency: f.currency,
  kpis: z
    .record(own_text(), f.compared_field('A KPI as get_kpi_summary names it.'))
    .optional()
    .describe('Cross-channel KPIs; with channel all.'),
  channels: z.array(channel_kpis),
  best_campaigns: z.array(ranked_campaign).describe('Highest ROAS among campaigns with 1% of the spend or more.'),
  worst_campaigns: z.array(ranked_campaign).describe('Lowest ROAS among them.'),
}

interface Question {
  days_back: number
  channel: (typeof channel_names)[number]
}

export async function performance_of({ days_back, channel }: Question, context: FigureContext) {
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
  const named = (key: 'campaign.best' | 'campaign.worst', ranked: typeof best) => {
    const first = f.first_of_all(found.campaigns, ranked)
    return first && first.roas !== null && message(key, { name: first.name, roas: as_ratio(first.roas) })
  }
  const overall =
    all && sums
      ? kpi_sentence(sums, all, currency, period.current)
      : channel_sentence(lines[0], currency, { days: found.campaigns.days.current, window: period.current })
  return {
    summary: sentences(overall, named('campaign.best', best), named('campaign.worst', worst)),
    ...(sums && { kpis: kpis.compared(sums, currency) }),
    channels: lines,
    best_campaigns: best,
    worst_campaigns: worst,
    ...f.with_notes(found.shared, all && sums ? kpi_notes(sums, all, currency) : []),
  }
}
