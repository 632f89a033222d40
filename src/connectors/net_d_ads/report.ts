// Daily figures, in reports that X builds: 20 objects of one placement each (docs/analytics, read 2026-11).
import { z } from 'zod'
import { decimal } from '#domain/money.ts'
import { add_days, days_between } from '#domain/windows.ts'
import { type AdDay, ad_days, type Days } from '../ad_days.ts'
import { batches } from '../ads.ts'
import { built_reports } from '../reports.ts'
import { all_of, IDS_MAX, read_list } from './api.ts'

// Billing is offered for what pays, not for the account. Line items are ad groups here, and promoted posts are ads.
const entities = { account: 'FUNDING_INSTRUMENT', campaign: 'CAMPAIGN', ad_group: 'LINE_ITEM', ad: 'PROMOTED_TWEET' }
type Level = keyof typeof entities

const JOB_IDS_MAX = 20
/** X builds 100 reports of an account together. Others may be in progress. */
const JOBS_MAX = 20

const series = z.array(z.union([z.number(), z.string()]).nullable()).nullish()
// null and 0 mean the same (docs/analytics, "Why does the API show null values", read 2026-11).
const metrics = z.object({
  impressions: series,
  clicks: series,
  billed_charge_local_micro: series,
  /** Purchases on the site. Their amounts are micros, as all amounts of the API (docs/fundamentals/currency, read 2026-11). */
  conversion_purchases: z.object({ metric: series, sale_amount: series }).nullish(),
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

/** What had figures in some days. Everything else would be empty reports. */
async function active_ids(level: Level, days: Days): Promise<Map<string, string[]>> {
  const { data } = await days.api.call({
    path: `/stats/accounts/${days.account.account_id}/active_entities`,
    query: { entity: entities[level], ...bounds_of(days) },
    schema: z.object({ data: z.array(active) }),
  })
  const ids_at = (placement: string) =>
    new Set(data.flatMap(({ entity_id, placements }) => (placements.includes(placement) ? [entity_id] : [])))
  return new Map(PLACEMENTS.map((placement) => [placement, [...ids_at(placement)]]))
}

const job = z.object({ id_str: z.string(), status: z.string(), url: z.string().nullish() })
type Job = z.infer<typeof job>

function report_of(level: Level, days: Days, placement: string, ids: string[]) {
  const path = `/stats/jobs/accounts/${days.account.account_id}`
  const query = {
    entity: entities[level],
    entity_ids: ids.join(),
    ...bounds_of(days),
    granularity: 'DAY',
    placement,
    metric_groups: level === 'account' ? 'ENGAGEMENT,BILLING' : 'ENGAGEMENT,BILLING,WEB_CONVERSION',
  }
  return {
    platform: 'Micro-blog ads',
    // Parameters are in the address, so that the signature covers them.
    order: { path, query, method: 'POST' as const, schema: z.object({ data: job }) },
    id_of: ({ data }: { data: Job }) => data.id_str,
    status: (id: string) => ({ path, query: { job_ids: id }, schema: z.object({ data: z.array(job).min(1) }) }),
    is_built: ({ data: [at] }: { data: Job[] }) => at?.status === 'SUCCESS',
    failure: ({ data: [at] }: { data: Job[] }) => (at?.status === 'FAILED' ? 'it failed' : undefined),
    every_s: 5,
    for_s: 3_600,
  }
}

type Figures = z.infer<typeof figures>
type Sums = Record<'spend' | 'impressions' | 'clicks' | 'conversions' | 'value', bigint>

/** Adds a report to the sums of each object and day. */
function add_to(
  sums: Map<string, Sums>,
  { data, time_series_length }: Figures,
  { from, to }: Days,
  by: (id: string) => string,
) {
  if (time_series_length !== days_between(from, to))
    throw new RangeError(`a report of ${days_between(from, to)} days has ${time_series_length}`)
  // By id, because a report can repeat an object.
  for (const [id, { id_data }] of new Map(data.map((one) => [one.id, one])))
    for (const { metrics: of } of id_data)
      for (let at = 0; at < time_series_length; at++) {
        const count = (values: z.infer<typeof series>) => BigInt(values?.[at] ?? 0)
        const day: Sums = {
          spend: count(of.billed_charge_local_micro),
          impressions: count(of.impressions),
          clicks: count(of.clicks),
          conversions: count(of.conversion_purchases?.metric),
          value: count(of.conversion_purchases?.sale_amount),
        }
        if (Object.values(day).every((value) => value === 0n)) continue
        const key = `${add_days(from, at)} ${by(id)}`
        const before = sums.get(key)
        const names = Object.keys(day) as (keyof Sums)[]
        sums.set(
          key,
          before ? (Object.fromEntries(names.map((name) => [name, before[name] + day[name]])) as Sums) : day,
        )
      }
}

const parent = z.object({ id: z.string(), campaign_id: z.string().optional(), line_item_id: z.string().optional() })
type Parents = Map<string, z.infer<typeof parent>>

/** Records by id, with those that were deleted. */
async function records_of(
  name: 'line_items' | 'promoted_tweets',
  ids: string[],
  { api, account }: Days,
): Promise<Parents> {
  const found: Parents = new Map()
  const field = `${name.slice(0, -1)}_ids`
  for (const some of batches(ids, IDS_MAX)) {
    const path = `/accounts/${account.account_id}/${name}`
    for (const one of await all_of(read_list(api, path, parent, { [field]: some.join() }))) found.set(one.id, one)
  }
  return found
}

/** The ids above each object of a level. */
async function ids_above(level: Level, ids: string[], days: Days) {
  const tweets = level === 'ad' ? await records_of('promoted_tweets', ids, days) : undefined
  const line_items_of = tweets
    ? [...new Set([...tweets.values()].flatMap(({ line_item_id }) => line_item_id ?? []))]
    : ids
  const line_items = level === 'campaign' ? undefined : await records_of('line_items', line_items_of, days)
  return (id: string) => {
    if (level === 'campaign') return { campaign_id: id }
    const ad_group_id = tweets ? (tweets.get(id)?.line_item_id ?? '') : id
    return { campaign_id: line_items?.get(ad_group_id)?.campaign_id ?? '', ad_group_id, ...(tweets && { ad_id: id }) }
  }
}

async function* read(level: Level, days: Days): AsyncIterable<AdDay[]> {
  const found = await active_ids(level, days)
  const jobs = [...found].flatMap(([placement, ids]) => batches(ids, JOB_IDS_MAX).map((some) => ({ placement, some })))
  const sums = new Map<string, Sums>()
  const { api } = days
  for (const together of batches(jobs, JOBS_MAX)) {
    const reports = together.map(({ placement, some }) => report_of(level, days, placement, some))
    for await (const { data } of built_reports(api, reports)) {
      const report = await api.call({ path: data[0]?.url ?? '', is_file: true, schema: figures })
      add_to(sums, report, days, (id) => (level === 'account' ? '' : id))
    }
  }
  const ids = [...new Set([...found.values()].flat())]
  const above = level === 'account' ? undefined : await ids_above(level, ids, days)
  yield [...sums].map(([key, sum]) => {
    const [date = '', id = ''] = key.split(' ')
    return {
      date,
      ...(above?.(id) ?? { campaign_id: '' }),
      spend: { micros: sum.spend },
      impressions: String(sum.impressions),
      clicks: String(sum.clicks),
      conversions: String(sum.conversions),
      conversion_value: decimal(sum.value),
    }
  })
}

export const days = ad_days({
  window: {
    history_days: 365,
    history_source:
      'X states no limit. A report has 90 days, and the newest days come first (docs/analytics, read 2026-11). A year is read.',
    // Spend can fall for 14 days, when clicks turn out to be spam (docs/analytics, FAQs, read 2026-11).
    overlap_days: 14,
  },
  read,
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
