// Daily figures of campaigns, ad groups and ads, and their searches. Each level is read separately: Performance Max has figures of campaigns only.
import { z } from 'zod'
import { type Rows, window_stream } from '#engine/connector.ts'
import { type AdDay, ad_days, type Days, figures_of } from '../ad_days.ts'
import { by_ad } from '../ad_sums.ts'
import { mapped } from '../records.ts'
import { country_code } from './countries.ts'
import { id, search } from './search.ts'

const DECIMALS = 6
// A zero comes as one ("clicks": "0"), because the metrics of v25 are optional fields of proto3, which are left out only when they are not
// set. A requested figure that is missing is an error, and a missing claim is not known.
const count = id
const claim = z.number().nullish()
const measured = z.object({
  'segments.date': z.string(),
  'metrics.cost_micros': count,
  'metrics.impressions': count,
  'metrics.clicks': count,
  // The vendor itself sends fractions: data-driven attribution divides one sale among several clicks.
  'metrics.conversions': claim,
  'metrics.conversions_value': claim,
})
const campaign = measured.extend({ 'campaign.id': id })
const ad_group = campaign.extend({ 'ad_group.id': id })
// Where people are. A country has two rows: people whom the campaign targets by place, and others (UserLocationView, v25, read 2026-11).
const location = campaign.extend({
  'user_location_view.country_criterion_id': id.optional(),
  'user_location_view.targeting_location': z.boolean().optional(),
})
// What people searched for, in all kinds of campaigns. search_term_view lacks Performance Max (CampaignSearchTermView, v25, read 2026-11).
const searched = campaign.extend({ 'campaign_search_term_view.search_term': z.string() })
type Row = z.infer<typeof measured> & Partial<z.infer<typeof location>> & Record<string, unknown>

const levels = {
  account: ['customer', measured.extend({ 'customer.id': id })],
  campaign: ['campaign', campaign],
  ad_group: ['ad_group', ad_group],
  ad: ['ad_group_ad', ad_group.extend({ 'ad_group_ad.ad.id': id })],
  country: ['user_location_view', location],
  device: ['campaign', campaign.extend({ 'segments.device': z.string() })],
} as const

function read(level: keyof typeof levels, days: Days): AsyncIterable<AdDay[]> {
  const [resource, item] = levels[level]
  const lines = (order = '') => mapped(search(days.api, days.account, resource, item, `${on(days)}${order}`), day_of)
  // One ad can be in several ad groups on one day (fivetran/dbt_google_ads, DECISIONLOG.md, read 2026-11).
  return level === 'ad' ? by_ad(lines(' ORDER BY segments.date, ad_group_ad.ad.id, ad_group.id')) : lines()
}

function day_of(row: Row): AdDay {
  const { 'user_location_view.country_criterion_id': country, 'user_location_view.targeting_location': targeted } = row
  return {
    date: row['segments.date'],
    campaign_id: row['campaign.id'] ?? '',
    ad_group_id: row['ad_group.id'] as string | undefined,
    ad_id: row['ad_group_ad.ad.id'] as string | undefined,
    part: (row['segments.device'] as string | undefined) ?? `${country} ${targeted}`,
    spend: { micros: BigInt(row['metrics.cost_micros']) },
    impressions: row['metrics.impressions'],
    clicks: row['metrics.clicks'],
    conversions: row['metrics.conversions']?.toFixed(DECIMALS) ?? null,
    conversion_value: row['metrics.conversions_value'] ?? null,
  }
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
  read,
  // The customer has the figures of all campaigns, removed ones included, and agrees with their sum to the micro. A day without a row is
  // unknown: Google leaves out a day without figures.
  total: { levels: ['campaign', 'device'], last_digit: 0n, read: (of) => read('account', of) },
  country: country_code,
})

const on = ({ from, to }: Pick<Days, 'from' | 'to'>) => `segments.date BETWEEN '${from}' AND '${to}'`

export const search_terms = window_stream<z.infer<typeof searched>, 'search_term_daily'>({
  into: ['search_term_daily'],
  every: '1d',
  // An account has many more searches than campaigns.
  window: { ...window, slice_days: 7 },
  read: (days) => search(days.api, days.account, 'campaign_search_term_view', searched, on(days)),
  rows: (row, { account }) => {
    const search_term = row['campaign_search_term_view.search_term']
    return { search_term_daily: { ...figures_of(day_of(row), account), search_term } } as Rows<'search_term_daily'>
  },
})

/** Campaigns that are not on the search network have no share. */
const share = z.number().nullish()
const shared = z.object({
  'segments.date': z.string(),
  'campaign.id': id,
  'metrics.impressions': count,
  'metrics.search_impression_share': share,
  'metrics.search_budget_lost_impression_share': share,
  'metrics.search_rank_lost_impression_share': share,
})
const part = (value: z.infer<typeof share>) => value?.toFixed(DECIMALS) ?? null

// Google reports less than 0.1 as 0.0999, and a lost share of more than 0.9 as 0.9001 (Metrics, v25, read 2026-11).
export const impression_shares = window_stream<z.infer<typeof shared>, 'campaign_share_daily'>({
  into: ['campaign_share_daily'],
  every: '1d',
  // No share depends on conversions.
  window: { ...window, overlap_days: 30, slice_days: 90 },
  read: (days) => search(days.api, days.account, 'campaign', shared, on(days)),
  rows: (row, { account }) => {
    const impression_share = part(row['metrics.search_impression_share'])
    if (impression_share === null || Number(impression_share) === 0) return {}
    return {
      campaign_share_daily: {
        account_id: account.account_id,
        campaign_id: row['campaign.id'],
        date: row['segments.date'],
        impressions: BigInt(row['metrics.impressions']),
        impression_share,
        lost_to_budget_share: part(row['metrics.search_budget_lost_impression_share']),
        lost_to_rank_share: part(row['metrics.search_rank_lost_impression_share']),
      },
    }
  },
})
