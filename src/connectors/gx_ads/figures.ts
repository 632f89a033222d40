// Daily figures of campaigns, ad groups and ads. Each level is read separately: Performance Max has figures of campaigns only.
import { z } from 'zod'
import { micros } from '#domain/money.ts'
import type { Account, Api, DailyTotal } from '#engine/connector.ts'
import { window_stream } from '#engine/connector.ts'
import { id, search } from './search.ts'

// Google adds conversions to the day of the click until the conversion window ends, 30 days by default.
// Source: ConversionAction.click_through_lookback_window_days, v25, read 2026-11.
const OVERLAP_DAYS = 30
// Figures of single days exist for 37 months, which are at least 1,123 days. A request for an older day is an error.
const history = {
  history_days: 1_120,
  history_source:
    'https://developers.google.com/google-ads/api/reference/rpc/v25/DateRangeErrorEnum.DateRangeError (read 2026-11)',
}

const day_line = z.object({
  segments: z.object({ date: z.string() }),
  // The vendor may leave out a zero, as proto3 does.
  metrics: z.object({
    costMicros: id.default('0'),
    impressions: id.default('0'),
    clicks: id.default('0'),
    conversions: z.number().default(0),
    conversionsValue: z.number().default(0),
  }),
})
const line = day_line.extend({ campaign: z.object({ id }) })
const ad_group_line = line.extend({ adGroup: z.object({ id }) })
const ad_line = ad_group_line.extend({ adGroupAd: z.object({ ad: z.object({ id }) }) })

const measured =
  'segments.date, metrics.cost_micros, metrics.impressions, metrics.clicks, metrics.conversions, metrics.conversions_value'

const DECIMALS = 6

function figures({ campaign, segments, metrics }: z.infer<typeof line>, account: Account) {
  return {
    account_id: account.account_id,
    campaign_id: campaign.id,
    date: segments.date,
    currency: account.currency ?? '',
    spend_micros: BigInt(metrics.costMicros),
    impressions: BigInt(metrics.impressions),
    clicks: BigInt(metrics.clicks),
    // The vendor itself sends fractions: data-driven attribution divides one sale among several clicks.
    conversions: metrics.conversions.toFixed(DECIMALS),
    conversion_value_micros: micros(metrics.conversionsValue),
  }
}

interface Days {
  api: Api
  account: Account
  from: string
  to: string
}

// No condition on the status: what was removed keeps its figures.
function read_days<Item>({ api, account, from, to }: Days, item: z.ZodType<Item>, ids: string, resource: string) {
  const dates = `segments.date BETWEEN '${from}' AND '${to}'`
  return search(api, account, item, `SELECT ${ids}, ${measured} FROM ${resource} WHERE ${dates}`)
}

// The customer has the figures of all campaigns, removed ones included. Sums of campaigns and of the customer agree to the micro.
// A day without a row is unknown: Google leaves out a day without figures.
const customer_total: DailyTotal = {
  measures: { spend_micros: {}, impressions: {}, clicks: {} },
  async read(days) {
    const found: Awaited<ReturnType<DailyTotal['read']>> = []
    for await (const page of read_days(days, day_line, 'customer.id', 'customer'))
      for (const { segments, metrics } of page) {
        const { costMicros: spend_micros, impressions, clicks } = metrics
        found.push({ date: segments.date, measures: { spend_micros, impressions, clicks } })
      }
    return found
  },
}

// Ad groups and ads have no total: the platform has no figures of these levels for Performance Max.
export const campaign_daily = window_stream({
  into: ['campaign_daily'],
  every: '1h',
  window: { ...history, overlap_days: OVERLAP_DAYS, slice_days: 90 },
  total: customer_total,
  read: (days) => read_days(days, line, 'campaign.id', 'campaign'),
  rows: (item, { account }) => ({ campaign_daily: figures(item, account) }),
})

export const ad_group_daily = window_stream({
  into: ['ad_group_daily'],
  every: '1h',
  window: { ...history, overlap_days: OVERLAP_DAYS, slice_days: 30 },
  read: (days) => read_days(days, ad_group_line, 'campaign.id, ad_group.id', 'ad_group'),
  rows: (item, { account }) => ({
    ad_group_daily: { ...figures(item, account), ad_group_id: item.adGroup.id },
  }),
})

export const ad_daily = window_stream({
  into: ['ad_daily'],
  every: '1h',
  window: { ...history, overlap_days: OVERLAP_DAYS, slice_days: 30 },
  read: (days) => read_days(days, ad_line, 'campaign.id, ad_group.id, ad_group_ad.ad.id', 'ad_group_ad'),
  rows: (item, { account }) => ({
    ad_daily: { ...figures(item, account), ad_group_id: item.adGroup.id, ad_id: item.adGroupAd.ad.id },
  }),
})
