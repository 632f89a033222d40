// Daily figures of campaigns, ad sets and ads.
import { z } from 'zod'
import type { Api, Query } from '#engine/connector.ts'
import { is_too_much } from '#engine/vendors/refusal.ts'
import { type AccountDay, type AdDay, type AdLevel, type AdPart, ad_days, type Days } from '../ad_days.ts'
import { built_report } from '../reports.ts'
import { every_status, field_list, read_list } from './graph.ts'

const PAGE = 500

const count = z.string().regex(/^\d+$/)
const id = z.string()
/** Some lines lack the field of the breakdown (php-graph-sdk issue 1185, read 2026-11). */
const part = z.string().default('')
const actions = z.array(z.object({ action_type: z.string(), value: z.string() })).default([])
const account_line = z.object({
  date_start: id,
  impressions: count.default('0'),
  clicks: count.default('0'),
  spend: z.string().default('0'),
})
const part_line = account_line.extend({ campaign_id: id, objective: id.optional(), actions, action_values: actions })
const campaign_line = part_line.extend({ reach: count.optional() })
const ad_set_line = campaign_line.extend({ adset_id: id })
type Line = z.infer<typeof campaign_line> & { [K in 'adset_id' | 'ad_id' | 'country' | 'impression_device']?: string }

// Purchases come with these breakdowns, unlike with regions; reach comes for 13 months only, so it is not read (Insights breakdowns and
// best practices, read 2026-11).
const levels: Record<AdLevel | AdPart, { level: keyof typeof every_status; line: z.ZodObject; breakdown?: string }> = {
  campaign: { level: 'campaign', line: campaign_line },
  ad_group: { level: 'adset', line: ad_set_line },
  ad: { level: 'ad', line: ad_set_line.extend({ ad_id: id }) },
  country: { level: 'campaign', line: part_line.extend({ country: part }), breakdown: 'country' },
  device: { level: 'campaign', line: part_line.extend({ impression_device: part }), breakdown: 'impression_device' },
}

// Meta reports one sale under several action types. The first type that is present counts; a sum would count the sale twice. Which
// action counts depends on the campaign's objective (AdsActionStats.action_type, read 2026-11).
const purchase = ['omni_purchase', 'purchase', 'offsite_conversion.fb_pixel_purchase']
const lead = ['lead', 'onsite_conversion.lead_grouped']
const install = ['omni_app_install', 'mobile_app_install']
const goals: Record<string, string[]> = {
  OUTCOME_LEADS: lead,
  LEAD_GENERATION: lead,
  OUTCOME_APP_PROMOTION: install,
  APP_INSTALLS: install,
}

const first_of = (list: Line['actions'], types: string[]): string =>
  types.flatMap((type) => list.find(({ action_type }) => action_type === type)?.value ?? []).at(0) ?? '0'

const day_of = (line: Line): AdDay => ({
  date: line.date_start,
  campaign_id: line.campaign_id,
  ad_group_id: line.adset_id,
  ad_id: line.ad_id,
  part: line.country ?? line.impression_device,
  spend: line.spend,
  impressions: line.impressions,
  clicks: line.clicks,
  conversions: first_of(line.actions, goals[line.objective ?? ''] ?? purchase),
  conversion_value: first_of(line.action_values, purchase),
  reach: line.reach,
})

/** Dates and the field of a breakdown come by themselves. Their names among the fields are an error. */
const query_of = (level: string, line: z.ZodObject, { from, to }: Days, breakdown?: string): Query => ({
  level,
  fields: Object.keys(line.shape)
    .filter((name) => name !== 'date_start' && name !== breakdown)
    .join(),
  breakdowns: breakdown && JSON.stringify([breakdown]),
  time_range: JSON.stringify({ since: from, until: to }),
  time_increment: 1,
  // Counts by each ad set's attribution setting, as the vendor's own pages do.
  use_unified_attribution_setting: true,
})
const path_of = ({ account }: Days) => `/act_${account.account_id}/insights`

async function* read(name: AdLevel | AdPart, days: Days): AsyncIterable<AdDay[]> {
  const { level, line, breakdown } = levels[name]
  const { api, from, to } = days
  const filter = { field: `${level}.effective_status`, operator: 'IN', value: every_status[level] }
  const query = { ...query_of(level, line, days, breakdown), filtering: JSON.stringify([filter]) }
  const lines = (path: string, of: Query) =>
    read_list(api, path, line as unknown as z.ZodType<Line>, { ...of, limit: PAGE })
  try {
    for await (const page of lines(path_of(days), query)) yield page.map(day_of)
  } catch (error) {
    // A single day cannot be divided further, so Meta builds it in the background.
    if (!is_too_much(error) || from !== to) throw error
    const report = await build_report(api, path_of(days), query)
    for await (const page of lines(`/${report}/insights`, {})) yield page.map(day_of)
  }
}

const run = z.object({
  async_status: z.string(),
  async_percent_completion: z.number(),
  error_message: z.string().optional(),
})
const failed = ['Job Failed', 'Job Skipped']

/** Meta needs up to an hour, and can report 100 percent while the job still runs (insights best practices, read 2026-11). */
const build_report = (api: Api, path: string, query: Query) =>
  built_report(api, {
    platform: 'Social ads',
    order: { path, query, method: 'POST', schema: z.object({ report_run_id: id }) },
    id_of: ({ report_run_id }) => report_run_id,
    status: (report) => ({ path: `/${report}`, query: { fields: field_list(run) }, schema: run }),
    is_built: (at) => at.async_status === 'Job Completed' && at.async_percent_completion === 100,
    failure: (at) => (failed.includes(at.async_status) ? (at.error_message ?? at.async_status) : undefined),
    every_s: 15,
    for_s: 3_600,
  })

/** The account's own figures, which include all that was deleted. */
async function* read_account(days: Days): AsyncIterable<AccountDay[]> {
  const query = query_of('account', account_line, days)
  for await (const page of read_list(days.api, path_of(days), account_line, query))
    yield page.map(({ date_start: date, ...figures }) => ({ date, ...figures }))
}

export const days = ad_days({
  window: {
    // 37 months. Graph answers error 3018 for an older start.
    history_days: 1_120,
    history_source: 'Insights API, error 3018: "beyond 37 months from the current date" (read 2026-11)',
    // The claims of a day grow for 28 days, the longest attribution window (AdsInsights.json: 28d_click, read 2026-11).
    overlap_days: 28,
  },
  // Smaller slices for ads: Graph rejects a month of single ads first as too much data (insights best practices, read 2026-11).
  slice_days: { ad: 10 },
  read,
  total: { levels: ['campaign', 'ad_group', 'ad'], read: read_account },
  // Breakdown `impression_device` (third-party connectors, read 2026-11). TVs are among `other`.
  devices: {
    android_smartphone: 'mobile',
    iphone: 'mobile',
    ipod: 'mobile',
    android_tablet: 'tablet',
    ipad: 'tablet',
    desktop: 'desktop',
  },
})
