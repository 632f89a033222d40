// Daily figures of campaigns, ad sets and ads. Each level is read separately. Levels are never added up.
import { z } from 'zod'
import { micros } from '#domain/money.ts'
import type { Account, Api } from '#engine/connector.ts'
import { window_stream } from '#engine/connector.ts'
import { field_list, read_list } from './graph.ts'

// The claims of a day grow for 28 days, the longest attribution window (AdsInsights.json: 28d_click, read 2026-11).
const OVERLAP_DAYS = 28
// Meta keeps daily insights for 37 months.
const history = {
  history_days: 1_120,
  history_source: 'https://developers.facebook.com/docs/marketing-api/insights (read 2026-11)',
}
const PAGE = 500

const count = z.string().regex(/^\d+$/)
const action_list = z.array(z.object({ action_type: z.string(), value: z.string() })).default([])

const line = z.object({
  date_start: z.string(),
  objective: z.string().optional(),
  impressions: count.default('0'),
  clicks: count.default('0'),
  reach: count.optional(),
  spend: z.string().default('0'),
  actions: action_list,
  action_values: action_list,
})
const campaign_line = line.extend({ campaign_id: z.string() })
const ad_set_line = campaign_line.extend({ adset_id: z.string() })
const ad_line = ad_set_line.extend({ ad_id: z.string() })
type Line = z.infer<typeof line>

// Meta reports one sale under several action types. The first type that is present counts; a sum would count the sale twice. Which
// action counts depends on the campaign's objective (AdsActionStats.action_type, read 2026-11).
const purchase_types = ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase']
const goal_types: Record<string, string[]> = {
  OUTCOME_LEADS: ['lead', 'onsite_conversion.lead_grouped'],
  LEAD_GENERATION: ['lead', 'onsite_conversion.lead_grouped'],
  OUTCOME_APP_PROMOTION: ['omni_app_install', 'mobile_app_install'],
  APP_INSTALLS: ['omni_app_install', 'mobile_app_install'],
}

function first_of(list: Line['actions'], types: string[]): string {
  for (const type of types) {
    const found = list.find(({ action_type }) => action_type === type)
    if (found) return found.value
  }
  return '0'
}

function figures(item: Line, account: Account) {
  return {
    account_id: account.account_id,
    date: item.date_start,
    currency: account.currency ?? '',
    spend_micros: micros(item.spend),
    impressions: BigInt(item.impressions),
    clicks: BigInt(item.clicks),
    conversions: first_of(item.actions, goal_types[item.objective ?? ''] ?? purchase_types),
    conversion_value_micros: micros(first_of(item.action_values, purchase_types)),
  }
}

const reach_of = ({ reach }: Line): bigint | null => (reach === undefined ? null : BigInt(reach))

interface Days {
  api: Api
  account: Account
  from: string
  to: string
}

function read_days<Item>(
  { api, account, from, to }: Days,
  level: 'campaign' | 'adset' | 'ad',
  item: z.ZodType<Item> & z.ZodObject,
) {
  return read_list<Item>(api, `/act_${account.account_id}/insights`, item, {
    level,
    fields: field_list(item.omit({ date_start: true })),
    time_range: JSON.stringify({ since: from, until: to }),
    time_increment: 1,
    // Counts by each ad set's attribution setting, as the vendor's own pages do.
    use_unified_attribution_setting: true,
    limit: PAGE,
  })
}

export const campaign_daily = window_stream({
  into: ['campaign_daily'],
  every: '1h',
  window: { ...history, overlap_days: OVERLAP_DAYS, slice_days: 30 },
  read: (days) => read_days(days, 'campaign', campaign_line),
  rows: (item, { account }) => ({
    campaign_daily: { ...figures(item, account), campaign_id: item.campaign_id, reach: reach_of(item) },
  }),
})

export const ad_set_daily = window_stream({
  into: ['ad_group_daily'],
  every: '1h',
  window: { ...history, overlap_days: OVERLAP_DAYS, slice_days: 30 },
  read: (days) => read_days(days, 'adset', ad_set_line),
  rows: (item, { account }) => ({
    ad_group_daily: { ...figures(item, account), ad_group_id: item.adset_id, campaign_id: item.campaign_id },
  }),
})

// Smaller slices: Graph rejects a month of single ads first as too much data (insights best practices, read 2026-11).
export const ad_daily = window_stream({
  into: ['ad_daily'],
  every: '1h',
  window: { ...history, overlap_days: OVERLAP_DAYS, slice_days: 10 },
  read: (days) => read_days(days, 'ad', ad_line),
  rows: (item, { account }) => ({
    ad_daily: {
      ...figures(item, account),
      ad_id: item.ad_id,
      ad_group_id: item.adset_id,
      campaign_id: item.campaign_id,
      reach: reach_of(item),
    },
  }),
})
