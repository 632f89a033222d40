// Daily figures of campaigns, ad groups and ads, and their searches. Each level is read separately: Performance Max has figures of campaigns only.
import { z } from 'zod'
import type { Row } from '#engine/connector.ts'
import { ad_days, type Days, figures_of } from '../ad_days.ts'
import { by_ad } from '../ad_sums.ts'
import { type Columns, columns } from '../columns.ts'
import { day_table } from '../day_table.ts'
import { country_code } from './countries.ts'
import { id, search_columns } from './search.ts'

const DECIMALS = 6
const date = z.string()
// A zero comes as one ("clicks": "0"), because the metrics of v25 are optional fields of proto3, which are left out only when they are not
// set. A requested figure that is missing is an error, and a missing claim is not known.
const count = id
const known = z.number().nullish()
const fraction = known.transform((value) => value?.toFixed(DECIMALS) ?? null)
const claimed = known.transform((value) => value ?? null)
const figures = {
  date: ['segments.date', date],
  spend: ['metrics.cost_micros', count.transform((micros) => ({ micros: BigInt(micros) }))],
  impressions: ['metrics.impressions', count],
  clicks: ['metrics.clicks', count],
  // The vendor itself sends fractions: data-driven attribution divides one sale among several clicks.
  conversions: ['metrics.conversions', fraction],
  conversion_value: ['metrics.conversions_value', claimed],
} as const
const campaign = { ...figures, campaign_id: ['campaign.id', id] } as const
const ad_group = { ...campaign, ad_group_id: ['ad_group.id', id] } as const

const lines_of = <const C extends Columns>(resource: string, of: C) => {
  const read = columns(of)
  return ({ api, account, from, to }: Days, order = '') =>
    search_columns(api, account, resource, read, `segments.date BETWEEN '${from}' AND '${to}'${order}`)
}
const levels = {
  account: lines_of('customer', { ...figures, campaign_id: ['customer.id', id] }),
  campaign: lines_of('campaign', campaign),
  ad_group: lines_of('ad_group', ad_group),
  // One ad can be in several ad groups on one day (fivetran/dbt_google_ads, DECISIONLOG.md, read 2026-11).
  ad: lines_of('ad_group_ad', { ...ad_group, ad_id: ['ad_group_ad.ad.id', id] }),
  // Where people are. A country has two rows: people whom the campaign targets by place, and others (UserLocationView, v25, read 2026-11).
  country: lines_of('user_location_view', {
    ...campaign,
    part: ['user_location_view.country_criterion_id', id.optional()],
    place: ['user_location_view.targeting_location', z.boolean().optional().transform(String)],
  }),
  device: lines_of('campaign', { ...campaign, part: ['segments.device', z.string()] }),
}

const window = {
  // Figures of single days exist for 37 months, which are at least 1,123 days. A request for an older day is an error.
  history_days: 1_120,
  history_source:
    'https://developers.google.com/google-ads/api/reference/rpc/v25/DateRangeErrorEnum.DateRangeError (read 2026-11)',
  // Google adds conversions to the day of the click until the conversion window ends. Each action has its own window, of 90 days at most
  // (ConversionAction.click_through_lookback_window_days, v25; support.google.com/google-ads/answer/3123169, read 2026-11).
  overlap_days: 90,
}

export const days = ad_days({
  window,
  slice_days: { campaign: 90 },
  read: (level, of) =>
    level === 'ad'
      ? by_ad(levels.ad(of, ' ORDER BY segments.date, ad_group_ad.ad.id, ad_group.id'))
      : levels[level](of),
  // The customer has the figures of all campaigns, removed ones included, and agrees with their sum to the micro. A day without a row is
  // unknown: Google leaves out a day without figures.
  total: { levels: ['campaign', 'device'], last_digit: 0n, read: (of) => levels.account(of) },
  country: country_code,
})

// What people searched for, in all kinds of campaigns. search_term_view lacks Performance Max (CampaignSearchTermView, v25, read 2026-11).
const searches = lines_of('campaign_search_term_view', {
  ...campaign,
  search_term: ['campaign_search_term_view.search_term', z.string()],
})

export const search_terms = day_table('search_term_daily', {
  every: '1d',
  // An account has many more searches than campaigns.
  window: { ...window, slice_days: 7 },
  read: searches,
  row: (day, { account }) =>
    ({ ...figures_of(day, account), search_term: day.search_term }) as Row<'search_term_daily'>,
})

const shares = lines_of('campaign', {
  date: ['segments.date', date],
  campaign_id: ['campaign.id', id],
  impressions: ['metrics.impressions', count.transform(BigInt)],
  // Campaigns that are not on the search network have no share.
  impression_share: ['metrics.search_impression_share', fraction],
  lost_to_budget_share: ['metrics.search_budget_lost_impression_share', fraction],
  lost_to_rank_share: ['metrics.search_rank_lost_impression_share', fraction],
})

// Google reports less than 0.1 as 0.0999, and a lost share of more than 0.9 as 0.9001 (Metrics, v25, read 2026-11).
export const impression_shares = day_table('campaign_share_daily', {
  every: '1d',
  // No share depends on conversions.
  window: { ...window, overlap_days: 30, slice_days: 90 },
  read: shares,
  row: ({ impression_share, ...line }) =>
    impression_share === null || Number(impression_share) === 0 ? null : { impression_share, ...line },
})
