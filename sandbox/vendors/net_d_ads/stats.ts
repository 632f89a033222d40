// Reports that X builds, and what had figures (docs/analytics, read 2026-11). A report is built when somebody asks for it, so that nothing
// has to wait. The fault `unfinished` delays reports.
import { split } from '../../world/ads_parts.ts'
import { add_days, days_between, days_from } from '../../world/calendar.ts'
import type { Ad, AdAccount, AdFact, AdPlatform, Instant, World } from '../../world/types.ts'
import { ids_in, invalid, type Query, Refused } from './api.ts'
import { funding_id, x_id } from './nodes.ts'

const entities: Record<string, (ad: Ad) => string> = {
  FUNDING_INSTRUMENT: (ad) => funding_id(ad.account_id),
  CAMPAIGN: (ad) => x_id(ad.campaign_id),
  LINE_ITEM: (ad) => x_id(ad.group_id),
  PROMOTED_TWEET: (ad) => x_id(ad.id),
}
const placements = ['ALL_ON_TWITTER', 'SPOTLIGHT', 'TREND']
const job_ids_max = 20
const job_days_max = 90
const jobs_max = 100

interface Job {
  id_str: string
  account_id: string
  query: Query
  polls: number
}

/** The share of a campaign's figures by placement. */
const shares = (ads: AdPlatform, ad: Ad): Record<string, number> =>
  ads.campaigns.find(({ id }) => id === ad.campaign_id)!.kind === 'awareness'
    ? { ALL_ON_TWITTER: 0.88, TREND: 0.12 }
    : { ALL_ON_TWITTER: 1 }

/** Days between bounds, which have the offset that the account's zone has today. */
function days_of(now: Instant, account: AdAccount, { start_time = '', end_time = '' }: Query) {
  const { offset } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(account.time_zone)
  const day = (text: string, name: string) => {
    if (text !== `${text.slice(0, 10)}T00:00:00${offset}`)
      throw invalid(name, `Expected midnight at ${offset}, got "${text}"`)
    return text.slice(0, 10)
  }
  const [from, end] = [day(start_time, 'start_time'), day(end_time, 'end_time')]
  if (from >= end || days_between(from, end) > job_days_max)
    throw new Refused(400, 'INVALID_TIME_WINDOW', `The range is longer than ${job_days_max} days`)
  return { from, to: add_days(end, -1) }
}

const own = (ads: AdPlatform, account: AdAccount) => ads.ads.filter((ad) => ad.account_id === account.id)
const at_placement = (ads: AdPlatform, ad: Ad, day: string, placement: string): AdFact | undefined => {
  const fact = ads.facts(ad, day)
  return fact ? split([fact], shares(ads, ad)).find(([name]) => name === placement)?.[1] : undefined
}
/**
 * Bounds name the hours in which changes were recorded, not those for which they count, which can be up to a day earlier. Here those of an
 * ad's first day are late (documented example of active_entities, read 2026-11).
 */
const recorded_on = ({ start_day }: Ad, day: string) => (day === start_day ? add_days(day, 1) : day)
const is_within = (day: string, from: string, to: string) => from <= day && day <= to
const entity_of = (query: Query) => {
  const of = entities[query.entity ?? '']
  if (!of) throw invalid('entity', `Expected a known entity, got "${query.entity}"`)
  return of
}

function check(now: Instant, account: AdAccount, query: Query) {
  entity_of(query)
  days_of(now, account, query)
  if (!ids_in(query, 'entity_ids', job_ids_max)?.size) throw new Refused(400, 'MISSING_PARAMETER', 'entity_ids')
  if (query.granularity !== 'DAY') throw invalid('granularity', 'Expected DAY in the sandbox')
  if (!placements.includes(query.placement ?? '')) throw new Refused(400, 'INVALID_PLACEMENT_TYPE', 'placement')
  const groups = query.metric_groups?.split(',') ?? []
  const allowed = ['ENGAGEMENT', 'BILLING', ...(query.entity === 'FUNDING_INSTRUMENT' ? [] : ['WEB_CONVERSION'])]
  if (groups.length === 0 || groups.some((group) => !allowed.includes(group)))
    throw invalid('metric_groups', `Expected some of ${allowed}`)
}

function figures(ads: AdPlatform, now: Instant, { account_id, query }: Job) {
  const account = ads.accounts.find(({ id }) => id === account_id)!
  const { from, to } = days_of(now, account, query)
  const days = days_from(from, to)
  const groups = query.metric_groups!.split(',')
  const by_id = Map.groupBy(own(ads, account), entity_of(query))
  const data = query.entity_ids!.split(',').map((id) => {
    const of_days = days.map((day) =>
      (by_id.get(id) ?? []).flatMap((ad) => at_placement(ads, ad, day, query.placement!) ?? []),
    )
    const has_any = of_days.some((facts) => facts.length > 0)
    const series = (name: keyof AdFact, unit = 1) =>
      has_any ? of_days.map((facts) => facts.reduce((sum, fact) => sum + fact[name], 0) * unit) : null
    const metrics = {
      ...(groups.includes('ENGAGEMENT') && {
        impressions: series('impressions'),
        clicks: query.entity === 'FUNDING_INSTRUMENT' ? null : series('clicks'),
        follows: null,
      }),
      ...(groups.includes('BILLING') && { billed_charge_local_micro: series('spend_cents', 10_000) }),
      ...(groups.includes('WEB_CONVERSION') && {
        conversion_purchases: {
          metric: series('conversions'),
          sale_amount: series('conversion_value_cents', 10_000),
        },
        conversion_site_visits: { metric: series('landing_views') },
      }),
    }
    return { id, id_data: [{ segment: null, metrics }] }
  })
  return { data_type: 'stats', time_series_length: days.length, data, request: { params: query } }
}

function node(now: Instant, job: Job) {
  const is_built = job.polls > 0
  return {
    ...job.query,
    entity_ids: job.query.entity_ids!.split(','),
    metric_groups: job.query.metric_groups!.split(','),
    segmentation_type: null,
    country: null,
    platform: null,
    id_str: job.id_str,
    account_id: job.account_id,
    status: is_built ? 'SUCCESS' : 'PROCESSING',
    url: is_built ? `https://ton.twimg.com/advertiser-api-async-analytics/stats_job_${job.id_str}.json.gz` : null,
    created_at: new Date(now).toISOString(),
    updated_at: new Date(now).toISOString(),
    expires_at: is_built ? new Date(now + 172_800_000).toISOString() : null,
  }
}

export function create_stats({ ads: { net_d: ads }, now }: World) {
  const jobs = new Map<string, Job>()
  return {
    active_entities(account: AdAccount, query: Query) {
      const { from, to } = days_of(now(), account, query)
      const groups = Map.groupBy(own(ads, account), entity_of(query))
      const data = [...groups].flatMap(([entity_id, of]) => {
        const days = days_from(add_days(from, -1), to).filter((day) =>
          of.some((ad) => is_within(recorded_on(ad, day), from, to) && ads.facts(ad, day)),
        )
        if (days.length === 0) return []
        return [
          {
            entity_id,
            activity_start_time: `${days[0]}T06:00:00Z`,
            activity_end_time: `${days.at(-1)}T23:00:00Z`,
            placements: [...new Set(of.flatMap((ad) => Object.keys(shares(ads, ad))))],
          },
        ]
      })
      return { request: { params: query }, data }
    },
    order(account: AdAccount, query: Query) {
      check(now(), account, query)
      const running = [...jobs.values()].filter((job) => job.account_id === account.id && job.polls === 0)
      if (running.length >= jobs_max) throw new Refused(429, 'TOO_MANY_REQUESTS', 'Too many concurrent jobs')
      const job: Job = {
        id_str: `11208296477${String(jobs.size + 1).padStart(8, '0')}`,
        account_id: account.id,
        query,
        polls: 0,
      }
      jobs.set(job.id_str, job)
      return { request: { params: query }, data: node(now(), job) }
    },
    status(account: AdAccount, query: Query) {
      const found = [...(ids_in(query, 'job_ids') ?? jobs.keys())].flatMap((id) => {
        const job = jobs.get(id)
        return job?.account_id === account.id ? [job] : []
      })
      for (const job of found) job.polls += 1
      return { request: { params: query }, next_cursor: null, data: found.map((job) => node(now(), job)) }
    },
    file(id_str: string) {
      const job = jobs.get(id_str)
      if (!job || job.polls === 0) throw new Refused(404, 'NOT_FOUND', 'Not found')
      return figures(ads, now(), job)
    },
  }
}
