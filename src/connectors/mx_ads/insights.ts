// Daily figures of campaigns, ad sets and ads.
import { z } from 'zod'
import { add_days, today_in } from '#domain/windows.ts'
import type { Query } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { type AccountDay, type AdDay, type AdLevel, type AdPart, ad_days, type Days } from '../ad_days.ts'
import { columns } from '../columns.ts'
import { field_list, read_list } from '../meta.ts'
import { insights_of, read_built, read_insights, type Source } from '../meta_reports.ts'
import { all_of, first_page, mapped } from '../records.ts'
import { with_missing_days } from '../reports.ts'
import { every_status } from './statuses.ts'
import { minor_micros } from './units.ts'

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

function read(name: AdLevel | AdPart, days: Days): AsyncIterable<AdDay[]> {
  const { level, line, breakdowns } = levels[name]
  const filtering = filtered_by(level, every_status[level])
  const query = (of: Days) => ({ ...query_of(level, line, of, breakdowns), filtering })
  const item = line.extend(
    Object.fromEntries((breakdowns ?? []).map((part) => [part, breakdown])),
  ) as unknown as z.ZodType<Line>
  // The engine divides days that are too much. A single day cannot be divided further.
  const lines = read_insights(days, item, query(days), days.from !== days.to)
  if (name !== 'device') return mapped(lines, day_of)
  return mapped(
    with_older_devices(lines, days, (part) => read_built(days, item, query({ ...days, ...part }))),
    day_of,
  )
}

const NO_DEVICES =
  'Meta gives figures by device of an ad account only after an administrator of it asked for them in Ads Manager.'

/**
 * Lines by device, and those of days from before an administrator of the account asked for them: these come only in a report that Meta
 * builds. Nobody else's account has any, and reports of it come empty too. Accounts with a contact at Meta need not ask. Meta builds ten
 * reports a day at most, and fewer for an account with fewer ad sets. Source: "2026 out-of-cycle changes" of 2026-05, breakdown
 * availability, in force since 2026-08 (estuary/connectors issue 4853, 2026-08).
 */
const with_older_devices = (
  lines: AsyncIterable<Line[]>,
  days: Days,
  read: (part: Pick<Days, 'from' | 'to'>) => AsyncIterable<Line[]>,
) =>
  with_missing_days(lines, {
    ...days,
    day_of: ({ date_start }) => date_start,
    delivered: async () =>
      (await all_of(read_account(days))).filter(({ impressions }) => impressions !== '0').map(({ date }) => date),
    async if_none() {
      if (!(await has_devices(days))) throw new VendorRefusal('denied', NO_DEVICES)
    },
    // The newest days come without a report, and every sync reads them.
    before: add_days(today_in(days.account.time_zone, days.api.now()), -1),
    read,
  })

/** Whether Meta gives figures by device of the account at all, on any day. */
async function has_devices(source: Source): Promise<boolean> {
  const breakdowns = JSON.stringify(levels.device.breakdowns)
  const query = { level: 'account', fields: 'impressions', date_preset: 'maximum', breakdowns, limit: 1 }
  const found = await first_page(read_list(source.api, insights_of(source), z.object({ impressions: count }), query))
  return found.length > 0
}

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
export function deleted(level: keyof typeof named, source: Source) {
  const { fields, schema } = named[level]
  const query = { level, fields: fields.join(), date_preset: 'maximum', filtering: filtered_by(level, ['DELETED']) }
  const lines = read_insights<Record<string, string | undefined>>(source, schema, query)
  return mapped(lines, (line) => ({ ...line, effective_status: 'DELETED' }))
}

/** The account's own figures, which include all that was deleted. */
function read_account(days: Days): AsyncIterable<AccountDay[]> {
  const lines = read_list(days.api, insights_of(days), account_line, query_of('account', account_line, days))
  return mapped(lines, ({ date_start: date, ...figures }) => ({ date, ...figures }))
}

export const days = ad_days({
  window: {
    // 37 months. Graph answers error 3018 for an older start.
    history_days: 1_120,
    history_source: 'Insights API, error 3018: "beyond 37 months from the current date" (read 2026-11)',
    // The claims of a day grow for 28 days, the longest attribution window (AdsInsights.json: 28d_click, read 2026-11).
    overlap_days: 28,
  },
  readings: {
    campaign: { version: 2, why: 'Claims that Meta gave for ad sets alone were stored as zeros.' },
    device: { version: 2, why: 'Days whose devices Meta does not give were stored as days without any.' },
  },
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
