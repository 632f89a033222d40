// Daily figures of campaigns, ad sets and ads.
import { z } from 'zod'
import type { Query } from '#engine/connector.ts'
import type { Report } from '#engine/report.ts'
import { type AccountDay, type AdDay, type AdLevel, type AdPart, ad_days, type Days } from '../ad_days.ts'
import { columns } from '../columns.ts'
import { field_list, is_no_object, read_list } from '../meta.ts'
import { all_of, mapped } from '../records.ts'
import { type Otherwise, or_otherwise } from '../reports.ts'
import { every_status } from './statuses.ts'
import { minor_micros } from './units.ts'

const PAGE = 500

const count = z.string().regex(/^\d+$/)
const id = z.string()
/** Meta has no list of a line without any action: recorded lines with spend and without actions lack it (Airbyte's records, read 2026-11). */
const actions = z.array(z.object({ action_type: z.string(), value: z.string() })).default([])
// A zero comes as one, but recorded lines with spend and without a click can lack the clicks (keboola/component-meta, tests/functional,
// expected insights of 2026-03, read 2026-11). Another requested figure that is missing is an error.
const account_line = z.object({ date_start: id, impressions: count, clicks: count.default('0'), spend: z.string() })
const ad_set_line = account_line.extend({
  campaign_id: id,
  adset_id: id,
  objective: id.optional(),
  actions,
  action_values: actions,
})
const campaign_line = ad_set_line.omit({ adset_id: true }).extend({ attribution_setting: id.optional() })
const reach = count.optional()
type Line = z.infer<typeof campaign_line> & { [K in 'adset_id' | 'ad_id' | 'reach' | Breakdown]?: string }

/** Some lines lack the field of a breakdown (php-graph-sdk issue 1185, read 2026-11). */
const breakdown = z.string().default('')
type Breakdown = 'country' | 'publisher_platform' | 'impression_device'

interface Level {
  level: keyof typeof every_status
  line: z.ZodObject
  breakdowns?: Breakdown[]
}
// Meta gives claims by these breakdowns, unlike by region, but not for campaigns whose ad sets have different attribution settings. It
// accepts devices only together with the place of an ad. Reach by a breakdown comes for 13 months only, so it is not read (Insights
// breakdowns and best practices, read 2026-11).
const levels: Record<AdLevel | AdPart, Level> = {
  campaign: { level: 'campaign', line: campaign_line.extend({ reach }) },
  ad_group: { level: 'adset', line: ad_set_line },
  ad: { level: 'ad', line: ad_set_line.extend({ reach, ad_id: id }) },
  country: { level: 'adset', line: ad_set_line, breakdowns: ['country'] },
  device: { level: 'adset', line: ad_set_line, breakdowns: ['publisher_platform', 'impression_device'] },
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

const first_of = (list: Line['actions'], types: string[]): string | undefined =>
  types.flatMap((type) => list.find(({ action_type }) => action_type === type)?.value ?? []).at(0)

/** Without a purchase nothing is claimed. The value of a purchase that has none is not known. */
const value_of = ({ actions, action_values }: Pick<Line, 'actions' | 'action_values'>): string | null =>
  first_of(action_values, purchase) ?? (first_of(actions, purchase) === undefined ? '0' : null)

/**
 * Meta gives no claims of a campaign whose ad sets have different attribution settings. It then names no setting with days (Insights
 * breakdowns, "aggregation across multiple attribution settings", read 2026-11). An ad set has one setting.
 */
const is_mixed = (line: Pick<Line, 'adset_id' | 'attribution_setting'>) =>
  line.adset_id === undefined && !/^\d+d_[\da-z_]+$/.test(line.attribution_setting ?? '')

const day_of = ({ actions, action_values, ...line }: Line): AdDay => ({
  ...line,
  date: line.date_start,
  ad_group_id: line.adset_id,
  part: line.country ?? line.impression_device,
  place: line.publisher_platform,
  conversions: first_of(actions, goals[line.objective ?? ''] ?? purchase) ?? '0',
  conversion_value: value_of({ actions, action_values }),
  has_claims_below: is_mixed(line),
})

/** Dates and the fields of breakdowns come by themselves. Their names among the fields are an error. */
const query_of = (level: string, line: z.ZodObject, { from, to }: Days, breakdowns?: Breakdown[]): Query => ({
  level,
  fields: field_list(line.omit({ date_start: true })),
  breakdowns: breakdowns && JSON.stringify(breakdowns),
  time_range: JSON.stringify({ since: from, until: to }),
  time_increment: 1,
  // Counts by each ad set's attribution setting, as the vendor's own pages do.
  use_unified_attribution_setting: true,
})

const filtered_by = (level: Level['level'], statuses: readonly string[]) =>
  JSON.stringify([{ field: `${level}.effective_status`, operator: 'IN', value: statuses }])

/**
 * Lines of an account. Meta builds what is too much in the background. Servers of Meta can lack a report that another one calls completed,
 * also between two of its pages (airbyte issue 46545, 2024-10).
 */
function read_lines<Line>(
  { api, account }: Pick<Days, 'api' | 'account'>,
  item: z.ZodType<Line>,
  query: Query,
  otherwise: Pick<Otherwise<Line>, 'is_refused' | 'if_empty'> = {},
): AsyncIterable<Line[]> {
  const path = `/act_${account.account_id}/insights`
  async function* built() {
    for await (const { id } of api.built([report_of(path, query)]))
      yield* read_list(api, `/${id}/insights`, item, { limit: PAGE }, { is_not_yet: is_no_object })
  }
  return or_otherwise(read_list(api, path, item, { ...query, limit: PAGE }), { ...otherwise, read: built })
}

function read(name: AdLevel | AdPart, days: Days): AsyncIterable<AdDay[]> {
  const { level, line, breakdowns } = levels[name]
  const query = { ...query_of(level, line, days, breakdowns), filtering: filtered_by(level, every_status[level]) }
  const item = line.extend(Object.fromEntries((breakdowns ?? []).map((part) => [part, breakdown])))
  const lines = read_lines(days, item as unknown as z.ZodType<Line>, query, {
    // The engine divides days that are too much. A single day cannot be divided further.
    is_refused: days.from !== days.to,
    // Meta gives devices of some accounts only in a report that it builds ("Availability notice" of the breakdown, read 2026-11).
    if_empty: async () => name === 'device' && (await has_figures(days)),
  })
  return mapped(lines, day_of)
}

const started = z.object({ report_run_id: id })
const run = z.object({
  async_status: z.string(),
  async_percent_completion: z.number(),
  error_message: z.string().optional(),
})
const failed = ['Job Failed', 'Job Skipped']
/** Just after its order, Meta may not know a report yet (singer-io/tap-facebook, retry_pattern, read 2026-11). */
const unknown = { is_not_found: is_no_object, if_not_found: () => ({ async_status: '', async_percent_completion: 0 }) }

/** Meta needs up to an hour, and can report 100 percent while the job still runs (insights best practices, read 2026-11). */
const report_of = (path: string, query: Query): Report<z.infer<typeof started>, z.infer<typeof run>> => ({
  order: { path, query, method: 'POST', schema: started },
  id_of: ({ report_run_id }) => report_run_id,
  status: (report) => ({ path: `/${report}`, query: { fields: field_list(run) }, schema: run, ...unknown }),
  is_built: (at) => at.async_status === 'Job Completed' && at.async_percent_completion === 100,
  failure: (at) => (failed.includes(at.async_status) ? (at.error_message ?? at.async_status) : undefined),
  every_s: 15,
  for_s: 3_600,
})

const maybe = id.optional()
const in_campaign = { campaign_id: ['campaign_id', id] } as const
const name_of = (level: string) => ({ id: [`${level}_id`, id], name: [`${level}_name`, id] }) as const
/** What insights name of an object, and the fields of lists that they have too. */
const named = {
  campaign: columns({ ...name_of('campaign'), objective: ['objective', maybe], buying_type: ['buying_type', maybe] }),
  adset: columns({ ...name_of('adset'), ...in_campaign, optimization_goal: ['optimization_goal', maybe] }),
  ad: columns({ ...name_of('ad'), adset_id: ['adset_id', id], ...in_campaign }),
}

/**
 * Deleted objects as lists show others. Lists refuse to name them, and insights name those with figures of the last 37 months ("Manage
 * your ad object's status" and `date_preset` of the Insights parameters, read 2026-11).
 */
export function deleted(level: keyof typeof named, source: Pick<Days, 'api' | 'account'>) {
  const { fields, schema } = named[level]
  const query = { level, fields: fields.join(), date_preset: 'maximum', filtering: filtered_by(level, ['DELETED']) }
  const lines = read_lines<Record<string, string | undefined>>(source, schema, query)
  return mapped(lines, (line) => ({ ...line, effective_status: 'DELETED' }))
}

/** The account's own figures, which include all that was deleted. */
function read_account(days: Days): AsyncIterable<AccountDay[]> {
  const path = `/act_${days.account.account_id}/insights`
  const lines = read_list(days.api, path, account_line, query_of('account', account_line, days))
  return mapped(lines, ({ date_start: date, ...figures }) => ({ date, ...figures }))
}

const has_figures = async (days: Days): Promise<boolean> => (await all_of(read_account(days))).length > 0

export const days = ad_days({
  window: {
    // 37 months. Graph answers error 3018 for an older start.
    history_days: 1_120,
    history_source: 'Insights API, error 3018: "beyond 37 months from the current date" (read 2026-11)',
    // The claims of a day grow for 28 days, the longest attribution window (AdsInsights.json: 28d_click, read 2026-11).
    overlap_days: 28,
  },
  readings: { campaign: { version: 2, why: 'Claims that Meta gave for ad sets alone were stored as zeros.' } },
  // Purchases of ad sets can be missing at their campaign, on some days (airbyte issue 68689, 2025-10).
  leaves_out_claims: true,
  // Smaller slices for ads: Graph rejects a month of single ads first as too much data (insights best practices, read 2026-11).
  slice_days: { ad: 10 },
  read,
  total: {
    levels: ['campaign', 'ad_group', 'ad'],
    last_digit: (currency = '') => minor_micros(currency),
    read: read_account,
  },
  ad_groups: 'ad_set',
})
