import { z } from 'zod'
import { type Exact, exact_ratio } from '#domain/exact.ts'
import { last_days, previous, type Window } from '#domain/windows.ts'
import { type Context, tool } from '#engine/tool.ts'
import { known } from '#figures/facts.ts'
import { type Sources, sources_of } from '#figures/sources.ts'
import { ads_facts, ads_wanted } from '#figures/warehouse.ts'
import * as f from '#tools/fields.ts'
import {
  best_and_worst,
  type Campaign,
  type CampaignFigures,
  campaigns_of,
  ranked_campaign,
  sum_campaigns,
} from '#tools/summary/campaigns.ts'
import { kpi_sentence, kpis_of } from '#tools/summary/kpis.ts'

const channels = { mx: 'mx_ads', gx: 'gx_ads' } as const

const channel_kpis = z.strictObject({
  platform: f.text('Platform key.'),
  spend: f.compared('What the ads cost.'),
  revenue: f.compared('Sales value the platform claims.'),
  roas: f.compared('revenue divided by spend.'),
  impressions: f.compared('Times shown.'),
  clicks: f.compared('Clicks.'),
  ctr: f.compared('clicks divided by impressions.'),
  cpc: f.compared('spend divided by clicks.'),
  conversions: f.compared('Conversions the platform claims.'),
})

export const analizar_performance = tool({
  about:
    'How marketing does: cross-channel KPIs against the period before, each ad channel, and the best and worst campaigns by ROAS.',
  keywords: {
    es: 'analizar rendimiento marketing desempeño mejores y peores campañas cómo va cada canal evaluación',
    en: 'analyze performance how is marketing doing best and worst campaigns review each channel evaluation',
    pt: 'analisar desempenho marketing rendimento melhores e piores campanhas como vai cada canal avaliação',
  },
  scopes: ['ads:read', 'analytics:read', 'ecommerce:read'],
  effect: 'read',
  picture: 'lines',
  input: {
    days_back: f.days_back,
    channel: z
      .enum(['all', 'mx', 'gx'])
      .default('all')
      .describe('mx: social ads only, gx: search ads only, all: every channel with store, visits and search.'),
  },
  result: {
    summary: f.text('What the figures mean, in one or two sentences.'),
    window: f.window,
    previous_window: f.previous_window,
    currency: f.currency,
    kpis: z
      .record(z.string(), f.compared('A KPI as get_kpi_summary names it.'))
      .optional()
      .describe('Cross-channel KPIs; with channel all.'),
    channels: z.array(channel_kpis),
    best_campaigns: z.array(ranked_campaign).describe('Highest ROAS among campaigns with 1% of the spend or more.'),
    worst_campaigns: z.array(ranked_campaign).describe('Lowest ROAS among them.'),
    ...f.provenance,
  },
  example: { days_back: 30, channel: 'all' },
  async run({ days_back, channel }, context) {
    const current = last_days(days_back, context.today)
    const before = previous(current)
    const { currency } = context.org
    const platforms = channel === 'all' ? ads_wanted.platforms : [channels[channel]]
    const sources = await sources_of(context, { ...ads_wanted, platforms })
    const { campaigns, fx } = await campaigns_of(context, {
      current,
      previous: before,
      counted: sources.counted,
    })
    const kpis = channel === 'all' ? await kpis_of(context, current, before) : null
    const lines = sources.platforms.map((platform) =>
      channel_line(context, platform, campaigns, sources, { current, previous: before }),
    )
    const { best, worst } = best_and_worst(campaigns, currency)
    return {
      summary: [
        kpis ? kpi_sentence(kpis, currency) : channel_sentence(lines[0], currency),
        ...(best[0] && best[0].roas !== null ? [`Best campaign: ${best[0].name} (ROAS ${best[0].roas}).`] : []),
        ...(worst[0] && worst[0].roas !== null ? [`Worst: ${worst[0].name} (ROAS ${worst[0].roas}).`] : []),
      ].join(' '),
      window: f.window_on_wire(current, context),
      previous_window: f.window_on_wire(before, context),
      currency,
      ...(kpis ? { kpis: kpis.compared } : {}),
      channels: lines,
      best_campaigns: best,
      worst_campaigns: worst,
      ...(kpis?.on_wire ?? sources.on_wire),
      notes: kpis?.notes ?? [
        ...f.absent_note(sources, platforms[0] ?? ''),
        ...sources.notes(current),
        ...fx.notes(context),
      ],
    }
  },
})

function channel_line(
  { org }: Context,
  platform: string,
  all: Campaign[],
  sources: Sources,
  windows: { current: Window; previous: Window },
) {
  const campaigns = all.filter((campaign) => campaign.platform === platform)
  const side = (which: 'current' | 'previous'): CampaignFigures | null => {
    return known(
      ads_facts,
      sum_campaigns(campaigns, which) ?? undefined,
      sources.zero_is_real(windows[which], platform),
    )
  }
  const [now, then] = [side('current'), side('previous')]
  const line = (unit: f.Unit, of: (figures: CampaignFigures) => Exact | null) =>
    f.compare(now && of(now), then && of(then), unit, org.currency)
  return {
    platform,
    spend: line('money', ({ spend }) => spend),
    revenue: line('money', ({ conversion_value }) => conversion_value),
    roas: line('ratio', ({ conversion_value, spend }) => exact_ratio(conversion_value, spend)),
    impressions: line('count', ({ impressions }) => impressions),
    clicks: line('count', ({ clicks }) => clicks),
    ctr: line('ratio', ({ clicks, impressions }) => exact_ratio(clicks, impressions)),
    cpc: line('money', ({ spend, clicks }) => exact_ratio(spend, clicks)),
    conversions: line('count', ({ conversions }) => conversions),
  }
}

function channel_sentence(line: ReturnType<typeof channel_line> | undefined, currency: string): string {
  if (!line || line.spend.current === null) return 'No figures are known for this period; see notes.'
  const { spend, roas } = line
  const brought = roas.current === null ? '' : `, ROAS ${roas.current}${f.change_text(roas.change_percent)}`
  return `Against the period before: ${line.platform} ${f.money_text(spend.current ?? 0, currency)} spent${f.change_text(spend.change_percent)}${brought}.`
}
