// Campaigns of ad platforms over a window and the one before it, for the tools that tell why and which.
import { z } from 'zod'
import { descending, type Exact, exact_ratio, money_or_null } from '#domain/exact.ts'
import type { Window } from '#domain/windows.ts'
import type { Context } from '#engine/tool.ts'
import { add, type Figures, sum_facts } from '#figures/facts.ts'
import type { Counted } from '#figures/sources.ts'
import { ads_facts, by_campaign, campaign_names } from '#figures/warehouse.ts'
import * as f from '#tools/fields.ts'

export type CampaignFigures = Figures<'spend' | 'conversion_value', 'impressions' | 'clicks' | 'conversions'>

export interface Campaign {
  platform: string
  campaign_id: string
  name: string
  /** null: no row in the period. */
  current: CampaignFigures | null
  previous: CampaignFigures | null
}

export async function campaigns_of(
  context: Context,
  { current, previous, counted }: { current: Window; previous: Window; counted: Counted },
) {
  const { lines, fx } = await sum_facts(context, ads_facts, {
    current,
    previous,
    counted,
    by: by_campaign,
    named: campaign_names,
  })
  const campaigns = lines.map(
    ({ key, current, previous }): Campaign => ({
      platform: key.platform ?? '',
      campaign_id: key.campaign_id ?? '',
      name: key.name ?? key.campaign_id ?? '',
      current: current ?? null,
      previous: previous ?? null,
    }),
  )
  return { campaigns, fx }
}

export function sum_campaigns(campaigns: Campaign[], side: 'current' | 'previous'): CampaignFigures | null {
  const known = campaigns.flatMap(({ [side]: of }) => of ?? [])
  return known.reduce<CampaignFigures | undefined>((sum, of) => add(sum, of), undefined) ?? null
}

/** Campaigns shown at each end of the ranking. */
const RANKED_MAX = 3
/** A campaign with less of the spend than this, in percent, says nothing about what works. */
const RANKED_SPEND_PERCENT_MIN = 1n

export const ranked_campaign = z.strictObject({
  platform: z.string(),
  campaign_id: z.string(),
  name: z.string(),
  spend: z.number().nullable(),
  revenue: z.number().nullable().describe('Sales value the platform claims.'),
  roas: z.number().nullable(),
  previous_roas: z.number().nullable(),
})

/** By ROAS, of those that cost enough to matter; none is in both lists. */
export function best_and_worst(campaigns: Campaign[], currency: string) {
  const least = (sum_campaigns(campaigns, 'current')?.spend ?? 0n) * RANKED_SPEND_PERCENT_MIN
  const ranked = campaigns
    .map((campaign) => ({ campaign, spend: campaign.current?.spend ?? 0n, roas: roas_of(campaign.current) }))
    .filter(({ spend, roas }) => roas !== null && spend > 0n && spend * 100n >= least)
    .sort((a, b) => descending(a.roas, b.roas))
  const shown = Math.min(RANKED_MAX, Math.ceil(ranked.length / 2))
  const on_wire = ({ campaign: { platform, campaign_id, name, current, previous } }: (typeof ranked)[number]) => ({
    platform,
    campaign_id,
    name,
    spend: money_or_null(current?.spend ?? null, currency),
    revenue: money_or_null(current?.conversion_value ?? null, currency),
    roas: f.ratio_or_null(roas_of(current)),
    previous_roas: f.ratio_or_null(roas_of(previous)),
  })
  const best = ranked.slice(0, shown)
  const worst = ranked.slice(Math.max(shown, ranked.length - RANKED_MAX)).reverse()
  return { best: best.map(on_wire), worst: worst.map(on_wire) }
}

const roas_of = (of: CampaignFigures | null): Exact | null => of && exact_ratio(of.conversion_value, of.spend)
