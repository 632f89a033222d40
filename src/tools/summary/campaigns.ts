// Campaigns of ad platforms over a window and the one before it, for the tools that tell why and which.
import { sql } from 'kysely'
import { z } from 'zod'
import { type Exact, exact_ratio, money_number } from '#domain/exact.ts'
import type { Window } from '#domain/windows.ts'
import { type Figures, sum_facts } from '#engine/figures/facts.ts'
import { campaign_facts } from '#engine/figures/warehouse.ts'
import type { Context } from '#engine/tool.ts'
import * as f from '#tools/fields.ts'

export type CampaignFigures = Figures<'spend' | 'conversion_value' | 'impressions' | 'clicks' | 'conversions'>

export interface Campaign {
  platform: string
  campaign_id: string
  name: string
  current: CampaignFigures
  previous: CampaignFigures
}

const nothing = (): CampaignFigures => ({
  spend: 0n,
  conversion_value: 0n,
  impressions: 0n,
  clicks: 0n,
  conversions: 0n,
})

export async function campaigns_of(
  context: Context,
  { current, previous, connection_ids }: { current: Window; previous: Window; connection_ids: string[] },
) {
  const { lines, fx } = await sum_facts(context, campaign_facts, {
    current,
    previous,
    connection_ids,
    by: {
      platform: sql`f.platform`,
      connection_id: sql`f.connection_id`,
      account_id: sql`f.account_id`,
      campaign_id: sql`f.campaign_id`,
      name: sql`f.campaign`,
    },
  })
  const campaigns = lines.map(
    ({ key, current, previous }): Campaign => ({
      platform: key.platform ?? '',
      campaign_id: key.campaign_id ?? '',
      name: key.name ?? key.campaign_id ?? '',
      current: current ?? nothing(),
      previous: previous ?? nothing(),
    }),
  )
  return { campaigns, fx }
}

export function sum_campaigns(campaigns: Campaign[], side: 'current' | 'previous'): CampaignFigures {
  return campaigns.reduce((sum, { [side]: of }) => {
    const names = Object.keys(sum) as (keyof CampaignFigures)[]
    return Object.fromEntries(names.map((name) => [name, sum[name] + of[name]])) as CampaignFigures
  }, nothing())
}

/** Campaigns shown at each end of the ranking. */
const RANKED_MAX = 3
/** A campaign with less of the spend than this, in percent, says nothing about what works. */
const RANKED_SPEND_PERCENT_MIN = 1n

export const ranked_campaign = z.strictObject({
  platform: z.string(),
  campaign_id: z.string(),
  name: z.string(),
  spend: z.number(),
  revenue: z.number().describe('Sales value the platform claims.'),
  roas: z.number().nullable(),
  previous_roas: z.number().nullable(),
})

/** By ROAS, of those that cost enough to matter; none is in both lists. */
export function best_and_worst(campaigns: Campaign[], currency: string) {
  const spend = sum_campaigns(campaigns, 'current').spend
  const ranked = campaigns
    .filter(({ current }) => current.spend > 0n && current.spend * 100n >= spend * RANKED_SPEND_PERCENT_MIN)
    .map((campaign) => ({ campaign, roas: roas_of(campaign.current) ?? 0n }))
    .sort((a, b) => (a.roas === b.roas ? 0 : a.roas < b.roas ? 1 : -1))
  const shown = Math.min(RANKED_MAX, Math.ceil(ranked.length / 2))
  const on_wire = ({ campaign: { platform, campaign_id, name, current, previous } }: (typeof ranked)[number]) => ({
    platform,
    campaign_id,
    name,
    spend: money_number(current.spend, currency),
    revenue: money_number(current.conversion_value, currency),
    roas: f.ratio_or_null(roas_of(current)),
    previous_roas: f.ratio_or_null(roas_of(previous)),
  })
  const best = ranked.slice(0, shown)
  const worst = ranked.slice(Math.max(shown, ranked.length - RANKED_MAX)).reverse()
  return { best: best.map(on_wire), worst: worst.map(on_wire) }
}

export const roas_of = ({ conversion_value, spend }: CampaignFigures): Exact | null =>
  exact_ratio(conversion_value, spend)
