// Daily figures of campaigns, ad groups and ads. Each level is read separately: Performance Max has figures of campaigns only.
import { z } from 'zod'
import { type AdDay, ad_days, type Days } from '../ad_days.ts'
import { country_code } from './countries.ts'
import { id, search } from './search.ts'

const DECIMALS = 6
// The vendor may leave out a zero, as proto3 does.
const count = id.default('0')
const amount = z.number().default(0)
const measured = z.object({
  'segments.date': z.string(),
  'metrics.cost_micros': count,
  'metrics.impressions': count,
  'metrics.clicks': count,
  // The vendor itself sends fractions: data-driven attribution divides one sale among several clicks.
  'metrics.conversions': amount,
  'metrics.conversions_value': amount,
})
const campaign = measured.extend({ 'campaign.id': id })
const ad_group = campaign.extend({ 'ad_group.id': id })
// Where people are. A country has two rows: people whom the campaign targets by place, and others (UserLocationView, v25, read 2026-11).
const location = campaign.extend({
  'user_location_view.country_criterion_id': id.optional(),
  'user_location_view.targeting_location': z.boolean().optional(),
})
type Row = z.infer<typeof measured> & Partial<z.infer<typeof location>> & Record<string, unknown>

const levels = {
  account: ['customer', measured.extend({ 'customer.id': id })],
  campaign: ['campaign', campaign],
  ad_group: ['ad_group', ad_group],
  ad: ['ad_group_ad', ad_group.extend({ 'ad_group_ad.ad.id': id })],
  country: ['user_location_view', location],
  device: ['campaign', campaign.extend({ 'segments.device': z.string() })],
} as const

async function* read(level: keyof typeof levels, { api, account, from, to }: Days): AsyncIterable<AdDay[]> {
  const [resource, item] = levels[level]
  for await (const page of search(api, account, resource, item, `segments.date BETWEEN '${from}' AND '${to}'`))
    yield page.map(day_of)
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
    conversions: row['metrics.conversions'].toFixed(DECIMALS),
    conversion_value: row['metrics.conversions_value'],
  }
}

export const days = ad_days({
  window: {
    // Figures of single days exist for 37 months, which are at least 1,123 days. A request for an older day is an error.
    history_days: 1_120,
    history_source:
      'https://developers.google.com/google-ads/api/reference/rpc/v25/DateRangeErrorEnum.DateRangeError (read 2026-11)',
    // Google adds conversions to the day of the click until the conversion window ends, 30 days by default
    // (ConversionAction.click_through_lookback_window_days, v25, read 2026-11).
    overlap_days: 30,
  },
  slice_days: { campaign: 90 },
  read,
  // The customer has the figures of all campaigns, removed ones included, and agrees with their sum to the micro. A day without a row is
  // unknown: Google leaves out a day without figures.
  total: { levels: ['campaign', 'device'], last_digit: 0n, read: (of) => read('account', of) },
  country: country_code,
})
