// Campaigns of one ad platform: what query_mx_campaigns and query_gx_campaigns share.
import { sql } from 'kysely'
import { z } from 'zod'
import { count_number, descending, exact_ratio, money_or_null } from '#domain/exact.ts'
import type { Dates } from '#domain/windows.ts'
import type { Context } from '#engine/tool.ts'
import { add, type Figures, known, sum_facts } from '#figures/facts.ts'
import { sources_of } from '#figures/sources.ts'
import { ads_facts, by_campaign, campaign_names } from '#figures/warehouse.ts'
import * as f from '#tools/fields.ts'

const figures = {
  spend: f.amount('What the ads cost.'),
  impressions: f.count_field('Times shown.'),
  clicks: f.count_field('Clicks.'),
  conversions: f.count_field('Conversions the platform claims.'),
  conversion_value: f.amount('Sales value the platform claims; no sales figure.'),
  roas: f.ratio_field('conversion_value divided by spend.'),
}

const campaign = z.strictObject({
  campaign_id: z.string(),
  name: f.optional_text('Name of the campaign.'),
  status: f.optional_text('The platform’s own word.'),
  account: f.optional_text('Ad account.'),
  ...figures,
})

export const campaign_result = {
  window: f.window,
  currency: f.currency,
  totals: z.strictObject(figures).describe('Of all campaigns that match, whatever the limit.'),
  campaigns: z.array(campaign).describe('Campaigns with figures in the period, highest spend first.'),
  ...f.listing,
  ...f.provenance,
}

type CampaignFigures = Figures<'spend' | 'conversion_value', 'impressions' | 'clicks' | 'conversions'>

export async function list_campaigns(
  context: Context,
  platform: string,
  { limit, status, ...dates }: Dates & { limit: number; status?: string },
) {
  const { currency } = context.org
  const window = f.window_of(dates, context)
  const sources = await sources_of(context, { platforms: [platform], tables: ['campaign_daily'] })
  const { counted } = sources
  const { lines, fx } = await sum_facts(context, ads_facts, {
    current: window,
    counted,
    by: by_campaign,
    named: { ...campaign_names, where: status ? sql`lower(c.status) = lower(${status})` : undefined },
  })
  const found = lines.flatMap(({ key: { campaign_id, name, status, account }, current }) =>
    current ? [{ shown: { campaign_id, name, status, account }, current }] : [],
  )
  found.sort((a, b) => descending(a.current.spend, b.current.spend))
  const sum = found.reduce<CampaignFigures | undefined>((all, { current }) => add(all, current), undefined)
  const total = known(ads_facts, sum, sources.zero_is_real(window))
  const rows = found.slice(0, limit).map(({ shown, current }) => ({ ...shown, ...on_wire(current, currency) }))
  return {
    window: f.window_on_wire(window, context),
    currency,
    totals: on_wire(total, currency),
    ...f.listing_of(
      'campaigns',
      rows as z.input<typeof campaign>[],
      found.length,
      'Narrow the dates, or ask query_data for one campaign.',
    ),
    ...sources.on_wire,
    notes: [...f.absent_note(sources, platform), ...sources.notes(window), ...fx.notes(context)],
  }
}

function on_wire(of: CampaignFigures | null, currency: string) {
  return {
    spend: of && money_or_null(of.spend, currency),
    impressions: of && count_number(of.impressions),
    clicks: of && count_number(of.clicks),
    conversions: of && count_number(of.conversions),
    conversion_value: of && money_or_null(of.conversion_value, currency),
    roas: of && f.ratio_or_null(exact_ratio(of.conversion_value, of.spend)),
  }
}
