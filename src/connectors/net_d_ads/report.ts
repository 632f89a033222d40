// Daily figures, in reports that X builds: 20 objects of one placement each (docs/analytics, read 2026-11).
import { z } from 'zod'
import { decimal } from '#domain/money.ts'
import { add_days, days_between, today_in } from '#domain/windows.ts'
import { type AdDay, ad_days, type Days } from '../ad_days.ts'
import { all_of, batches, in_batches } from '../records.ts'
import { built_for, built_report } from '../reports.ts'
import { HISTORY_DAYS } from './accounts.ts'
import { IDS_MAX, read_list } from './api.ts'

// Billing is offered for what pays, not for the account. Line items are ad groups here, and promoted posts are ads.
const entities = { account: 'FUNDING_INSTRUMENT', campaign: 'CAMPAIGN', ad_group: 'LINE_ITEM', ad: 'PROMOTED_TWEET' }
type Level = keyof typeof entities

const JOB_IDS_MAX = 20
/** X builds 100 reports of an account together. Others may be in progress. */
const JOBS_MAX = 20

// null and 0 mean the same (docs/analytics, "Why does the API show null values", read 2026-11). A requested metric that is missing is an error.
const series = z
  .array(z.union([z.number(), z.string()]).nullable())
  .nullable()
  .transform((values) => values ?? [])
const metrics = z.object({
  impressions: series,
  clicks: series,
  billed_charge_local_micro: series,
  /**
   * Purchases on the site (names: raw columns of fivetran/dbt_twitter_source, seeds, read 2026-11). Their amounts are micros, as all amounts
   * of the API (docs/fundamentals/currency, read 2026-11). What is missing is not known.
   */
  conversion_purchases: z
    .object({ metric: series.optional(), sale_amount: series.optional() })
    .nullish()
    .transform((of) => (of === null ? { metric: [], sale_amount: [] } : of)),
})
const figures = z.object({
  time_series_length: z.number(),
  data: z.array(z.object({ id: z.string(), id_data: z.array(z.object({ metrics })) })),
})
const active = z.object({ entity_id: z.string(), placements: z.array(z.string()) })
/** Spend is the sum of these. A request names one of them (docs/analytics, read 2026-11). */
const PLACEMENTS = ['ALL_ON_TWITTER', 'SPOTLIGHT', 'TREND']

/** Bounds of days have the offset of the present, also for days of another daylight time (docs/fundamentals/timezones, read 2026-11). */
function bounds_of({ api, account, from, to }: Days) {
  const { offset } = Temporal.Instant.from(api.now().toISOString()).toZonedDateTimeISO(account.time_zone)
  return { start_time: `${from}T00:00:00${offset}`, end_time: `${add_days(to, 1)}T00:00:00${offset}` }
}

/**
 * The reports of what had figures in some days. All others would be empty. X finds changes by the hour in which it recorded them, up to a day
 * after the hour for which they count (docs/analytics, Active Entities and its example, read 2026-11).
 */
async function jobs_of(level: Level, days: Days): Promise<Job[]> {
  const today = today_in(days.account.time_zone, days.api.now())
  const to = days.to < today ? add_days(days.to, 1) : days.to
  const { data } = await days.api.call({
    path: `/stats/accounts/${days.account.account_id}/active_entities`,
    query: { entity: entities[level], ...bounds_of({ ...days, to }) },
    schema: z.object({ data: z.array(active) }),
  })
  return PLACEMENTS.flatMap((placement) => {
    const ids = data.filter(({ placements }) => placements.includes(placement)).map(({ entity_id }) => entity_id)
    return batches([...new Set(ids)], JOB_IDS_MAX).map((some) => ({ placement, ids: some }))
  })
}

const job = z.object({ id_str: z.string(), status: z.string(), url: z.string().nullish() })
type Job = { placement: string; ids: string[] }

function report_of(level: Level, days: Days, { placement, ids }: Job) {
  const path = `/stats/jobs/accounts/${days.account.account_id}`
  const query = {
    entity: entities[level],
    entity_ids: ids.join(),
    ...bounds_of(days),
    granularity: 'DAY',
    placement,
    metric_groups: level === 'account' ? 'ENGAGEMENT,BILLING' : 'ENGAGEMENT,BILLING,WEB_CONVERSION',
  }
  return built_report({
    // Parameters are in the address, so that the signature covers them.
    order: { path, query, method: 'POST', schema: z.object({ data: job }) },
    id_of: ({ data }) => data.id_str,
    status: (id) => ({ path, query: { job_ids: id }, schema: z.object({ data: z.array(job).min(1) }) }),
    is_built: ({ data: [at] }) => at?.status === 'SUCCESS',
    failure: ({ data: [at] }) => (at?.status === 'FAILED' ? 'it failed' : undefined),
    every_s: 5,
    for_s: 3_600,
  })
}

type Figures = z.infer<typeof figures>
type Metrics = z.infer<typeof metrics>

/** Spend, impressions, clicks, purchases, and their amount on a day. null: not known. */
function figures_at({ conversion_purchases: purchases, ...of }: Metrics, at: number): (bigint | null)[] {
  const measures = [of.billed_charge_local_micro, of.impressions, of.clicks, purchases?.metric, purchases?.sale_amount]
  return measures.map((values) => (values === undefined ? null : BigInt(values[at] ?? 0)))
}

/** The days of each object of a report. A day without any figure is left out. `place`: what the report is of beside the objects. */
function lines_in({ data, time_series_length }: Figures, { from, to }: Days, place: string) {
  const length = days_between(from, to)
  if (time_series_length !== length) throw new RangeError(`a report of ${length} days has ${time_series_length}`)
  return data.flatMap(({ id, id_data }) =>
    id_data.flatMap(({ metrics: of }, n) =>
      Array.from({ length }, (_, at) => {
        return { id, date: add_days(from, at), place: `${place} ${id} ${n}`, figures: figures_at(of, at) }
      }).filter(({ figures }) => figures.some(Boolean)),
    ),
  )
}

const parent = z.object({ id: z.string(), campaign_id: z.string().optional(), line_item_id: z.string().optional() })

/** The field of records by their id, with those that were deleted. */
async function field_of(list: 'line_item' | 'promoted_tweet', ids: string[], { api, account }: Days) {
  const path = `/accounts/${account.account_id}/${list}s`
  const read = (some: string[]) => all_of(read_list(api, path, parent, { [`${list}_ids`]: some.join() }))
  const found = await in_batches(ids, IDS_MAX, read)
  return new Map(found.map((one) => [one.id, one.campaign_id ?? one.line_item_id ?? '']))
}

/** The ids above each object of a level. */
async function ids_above(level: Level, ids: string[], days: Days) {
  if (level === 'campaign') return (id: string) => ({ campaign_id: id })
  const groups = level === 'ad' ? await field_of('promoted_tweet', ids, days) : new Map(ids.map((id) => [id, id]))
  const campaigns = await field_of('line_item', [...new Set(groups.values())], days)
  return (id: string) => {
    const ad_group_id = groups.get(id) ?? ''
    return { campaign_id: campaigns.get(ad_group_id) ?? '', ad_group_id, ...(level === 'ad' && { ad_id: id }) }
  }
}

async function* read(level: Level, days: Days): AsyncIterable<AdDay[]> {
  const jobs = await jobs_of(level, days)
  const lines: ReturnType<typeof lines_in> = []
  for (const together of batches(jobs, JOBS_MAX))
    for await (const { of, status } of built_for(days.api, together, (one) => report_of(level, days, one))) {
      const report = await days.api.call({ path: status.data[0]?.url ?? '', is_file: true, schema: figures })
      lines.push(...lines_in(report, days, of.placement))
    }
  const ids = [...new Set(jobs.flatMap((one) => one.ids))]
  const above = level === 'account' ? () => ({ campaign_id: '' }) : await ids_above(level, ids, days)
  yield lines.map(({ id, figures: [spend, impressions, clicks, conversions, value], ...day }) => ({
    ...day,
    ...above(id),
    spend: { micros: spend! },
    impressions: String(impressions),
    clicks: String(clicks),
    conversions: conversions?.toString() ?? null,
    conversion_value: value == null ? null : decimal(value),
  }))
}

export const days = ad_days({
  window: {
    history_days: HISTORY_DAYS,
    first_day: ({ extra }) => extra?.first_day,
    history_source:
      'X states no limit. A report has 90 days, and the newest days come first (docs/analytics, read 2026-11). A year is read.',
    // Spend can fall for 14 days, when clicks turn out to be spam (docs/analytics, FAQs, read 2026-11).
    overlap_days: 14,
  },
  read,
  adds_places: true,
  copies_ads: true,
  readings: { ad: { version: 2, why: 'An ad could have the figures of another ad with the same post.' } },
  total: {
    // Promoted accounts are no posts, so ads need not reach the total. What pays has no clicks.
    levels: ['campaign', 'ad_group'],
    last_digit: 1n,
    measures: ['spend_micros', 'impressions'],
    read: (of) => read('account', of),
  },
  // Segments need not add up to the whole, and there is none for countries (docs/analytics, FAQs, read 2026-11).
  parts: [],
})
