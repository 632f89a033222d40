// Ad campaigns over a period, and the best and worst of them.
import { sql } from 'kysely'
import { z } from 'zod'
import { descending } from '#domain/exact.ts'
import { outside_text, own_text, platform_word } from '#engine/texts.ts'
import type { Summed, SummedLine } from '#figures/answer.ts'
import { before, figures, money } from '#figures/figure.ts'
import { ads, gross_sales } from '#figures/groups.ts'
import { claimed_spend, roas, roas_of } from '#figures/subjects/roas.ts'
import { by_campaign, campaign_names } from '#figures/sums/warehouse.ts'
import { message } from '#messages/message.ts'

/** The keys of a campaign, with its display names. */
export const campaign_part = { of: ads, by: by_campaign, named: campaign_names }
type Campaign = SummedLine<typeof campaign_part>

/** The figures of ads for each campaign of each platform. */
const ads_by_campaign = {
  part: campaign_part,
  place: ({ platform, name, campaign_id }: Key) => ({ channel: platform ?? '', campaign: name ?? campaign_id ?? '' }),
} as const

const direct = message('diagnosis.direct')
const no_campaign = message('diagnosis.no_campaign')

/** Sales by the visit that led to each sale. */
const sales_by_visit = {
  part: {
    of: gross_sales,
    by: { source: sql`f.utm_source`, medium: sql`f.utm_medium`, campaign: sql`f.utm_campaign` },
  },
  place: ({ source, medium, campaign }: Key) => ({
    channel: [source, medium].filter((part) => typeof part === 'string').join(' / ') || direct,
    campaign: campaign ?? no_campaign,
  }),
} as const
type Key = Record<string, string | null | undefined>

/** The figures whose change is explained by its parts. */
export const explained = {
  roas: { ...ads_by_campaign, over: 'conversion_value', under: claimed_spend },
  revenue: { ...ads_by_campaign, over: 'conversion_value' },
  spend: { ...ads_by_campaign, over: 'spend' },
  store_revenue: { ...sales_by_visit, over: 'revenue' },
} as const
export const explained_names = Object.keys(explained) as (keyof typeof explained)[]

const campaign_name = ({ key }: Campaign) => key.name ?? key.campaign_id ?? ''

/** Number of campaigns shown at each end of the ranking. */
const RANKED_MAX = 3
/** Minimum share of the spend, in percent. A campaign with less does not show what works. */
const RANKED_SPEND_PERCENT_MIN = 1n

const shown = figures({
  spend: money(),
  revenue: money('Sales value the platform claims.', 'conversion_value'),
  roas: roas(),
  previous_roas: before(roas()),
})

export const ranked_campaign = z.strictObject({
  platform: own_text(),
  campaign_id: platform_word(),
  name: outside_text(),
  ...shown.fields,
})

/** Conversions without any value are no sales, but forms or calls. Such a campaign has no ROAS to be ranked by. */
const is_for_sales = ({ current }: Campaign) => current?.conversion_value !== 0n || (current.conversions ?? 0n) === 0n

/** Ranks campaigns for sales that have enough spend by ROAS. No campaign is in both lists. */
export function best_and_worst({ lines, current }: Summed<typeof campaign_part>, currency: string) {
  const least = (current?.spend ?? 0n) * RANKED_SPEND_PERCENT_MIN
  const ranked = lines
    .filter(is_for_sales)
    .map((line) => ({ line, spend: line.current?.spend ?? 0n, roas: line.current && roas_of(line.current) }))
    .filter(({ spend, roas }) => roas !== null && spend > 0n && spend * 100n >= least)
    .sort((a, b) => descending(a.roas, b.roas))
    .map(({ line }) => ({
      platform: line.key.platform ?? '',
      campaign_id: line.key.campaign_id ?? '',
      name: campaign_name(line),
      ...shown.values(line, currency),
    }))
  const each = Math.min(RANKED_MAX, Math.ceil(ranked.length / 2))
  return { best: ranked.slice(0, each), worst: ranked.slice(Math.max(each, ranked.length - RANKED_MAX)).reverse() }
}
