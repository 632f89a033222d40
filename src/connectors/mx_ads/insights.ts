// Daily figures of campaigns, ad sets and ads.
import { z } from 'zod'
import type { Account, Api, Query } from '#engine/connector.ts'
import { is_too_much, VendorRefusal } from '#engine/vendors/refusal.ts'
import { type AdLevel, ad_days, type Days } from '../ads.ts'
import { every_status, field_list, read_list } from './graph.ts'

const PAGE = 500
const levels = { campaign: 'campaign', ad_group: 'adset', ad: 'ad' } as const

const count = z.string().regex(/^\d+$/)
const id = z.string()
const actions = z.array(z.object({ action_type: z.string(), value: z.string() })).default([])
const account_line = z.object({
  date_start: z.string(),
  impressions: count.default('0'),
  clicks: count.default('0'),
  spend: z.string().default('0'),
})
const campaign_line = account_line.extend({
  campaign_id: id,
  objective: z.string().optional(),
  reach: count.optional(),
  actions,
  action_values: actions,
})
type Line = z.infer<typeof campaign_line> & { adset_id?: string; ad_id?: string }
const lines = {
  campaign: campaign_line,
  ad_group: campaign_line.extend({ adset_id: id }),
  ad: campaign_line.extend({ adset_id: id, ad_id: id }),
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

const path_of = ({ account_id }: Account) => `/act_${account_id}/insights`
const query_of = (level: string, line: z.ZodObject, { from, to }: Days) => ({
  level,
  fields: field_list(line.omit({ date_start: true })),
  time_range: JSON.stringify({ since: from, until: to }),
  time_increment: 1,
  // Counts by each ad set's attribution setting, as the vendor's own pages do.
  use_unified_attribution_setting: true,
})

async function* read_days(level: AdLevel, days: Days) {
  const { api, account, from, to } = days
  const own = levels[level]
  const line: z.ZodType<Line> & z.ZodObject = lines[level]
  const path = path_of(account)
  const filtering = JSON.stringify([{ field: `${own}.effective_status`, operator: 'IN', value: every_status[own] }])
  const query = { ...query_of(own, line, days), filtering }
  try {
    yield* read_list<Line>(api, path, line, { ...query, limit: PAGE })
  } catch (error) {
    // A single day cannot be divided further, so Meta builds it in the background.
    if (!is_too_much(error) || from !== to) throw error
    yield* read_list<Line>(api, `/${await build_report(api, path, query)}/insights`, line, { limit: PAGE })
  }
}

const report = z.object({
  async_status: z.string(),
  async_percent_completion: z.number(),
  error_message: z.string().optional(),
})
const failed = ['Job Failed', 'Job Skipped']

/** Builds a report in the background. Meta needs up to an hour (insights best practices, read 2026-11). */
async function build_report(api: Api, path: string, query: Query): Promise<string> {
  const schema = z.object({ report_run_id: id })
  const { report_run_id } = await api.call({ path, query, method: 'POST', schema })
  const { async_status, error_message } = await api.wait_until({
    path: `/${report_run_id}`,
    query: { fields: field_list(report) },
    schema: report,
    // Meta can report 100 percent while the job still runs.
    is_done: (run) =>
      failed.includes(run.async_status) ||
      (run.async_status === 'Job Completed' && run.async_percent_completion === 100),
    every_s: 15,
    for_s: 3_600,
  })
  if (failed.includes(async_status))
    throw new VendorRefusal('refused', `Social ads could not build a report: ${error_message ?? async_status}.`)
  return report_run_id
}

/** The account's own figures, which include all that was deleted. */
async function* read_account(days: Days) {
  const query = query_of('account', account_line, days)
  for await (const page of read_list(days.api, path_of(days.account), account_line, query))
    yield page.map(({ date_start: date, ...figures }) => ({ date, ...figures }))
}

export const days = ad_days<Line>({
  window: {
    // 37 months. Graph answers error 3018 for an older start.
    history_days: 1_120,
    history_source: 'Insights API, error 3018: "beyond 37 months from the current date" (read 2026-11)',
    // The claims of a day grow for 28 days, the longest attribution window (AdsInsights.json: 28d_click, read 2026-11).
    overlap_days: 28,
  },
  // Smaller slices for ads: Graph rejects a month of single ads first as too much data (insights best practices, read 2026-11).
  slice_days: { campaign: 30, ad_group: 30, ad: 10 },
  read: read_days,
  total: { levels: ['campaign', 'ad_group', 'ad'], read: read_account },
  day: (line) => ({
    date: line.date_start,
    campaign_id: line.campaign_id,
    ad_group_id: line.adset_id,
    ad_id: line.ad_id,
    spend: line.spend,
    impressions: line.impressions,
    clicks: line.clicks,
    conversions: first_of(line.actions, goals[line.objective ?? ''] ?? purchase),
    conversion_value: first_of(line.action_values, purchase),
    reach: line.reach,
  }),
})
