// Requests that several streams share: campaigns, metrics by name, totals of campaigns.
import type { Api, PagedRequest } from '#engine/connector.ts'
import { is_refusal } from '#engine/vendors/refusal.ts'
import { all_of } from '../records.ts'
import { type Campaign, campaigns_answer, metrics_answer, type Values, values_answer } from './answers.ts'

/**
 * Endpoints with their own rate limits. Profiles and events use the connector's pace (vendor's `openapi` of the revision, read
 * 2026-11).
 */
export const paces = {
  campaigns: { key: 'campaigns', per_second: 10, per_minute: 150 },
  metrics: { key: 'metrics', per_second: 10, per_minute: 150 },
  aggregates: { key: 'metric-aggregates', per_second: 3, per_minute: 60 },
  reports: { key: 'values-reports', per_second: 1, per_minute: 2, per_day: 225 },
  accounts: { key: 'accounts', per_second: 1, per_minute: 15 },
}

/** JSON:API bodies have their own content type. */
export const json_api = { 'content-type': 'application/vnd.api+json' }

/**
 * Records that this page and the page before include. A record that moved to the next page may appear there without its included
 * ones.
 */
export function included_so_far<T extends { id: string }>() {
  let before = new Map<string, T>()
  return (included: (T | null)[] = []): Map<string, T> => {
    const here = new Map(included.flatMap((one) => (one ? [[one.id, one] as const] : [])))
    const both = new Map([...before, ...here])
    before = here
    return both
  }
}

interface CampaignQuery {
  archived?: boolean
  status?: string
  sort?: string
  size?: number
}

/** Email campaigns with their messages. The vendor requires the filter by channel. */
export function campaign_pages({ archived = false, status, sort = 'created_at', size = 100 }: CampaignQuery = {}) {
  const messages_of = included_so_far<Campaign['messages'][number]>()
  const filters = [`equals(messages.channel,'email')`, `equals(archived,${archived})`]
  if (status) filters.push(`equals(status,'${status}')`)
  const request: PagedRequest<ReturnType<typeof campaigns_answer.parse>, Campaign> = {
    path: '/campaigns',
    pace: paces.campaigns,
    query: { filter: filters.join(','), include: 'campaign-messages', sort, 'page[size]': size },
    schema: campaigns_answer,
    records: ({ data, included }) => {
      const messages = messages_of(included)
      return data.map((campaign) => {
        const ids = campaign.relationships?.['campaign-messages']?.data ?? []
        return { ...campaign, messages: ids.flatMap(({ id }) => messages.get(id) ?? []) }
      })
    },
    next: ({ links }) => links?.next,
  }
  return request
}

/** Every campaign. The vendor lists archived campaigns only on request, but their results count. */
export async function* every_campaign(api: Api): AsyncGenerator<Campaign[]> {
  for (const archived of [false, true]) yield* api.pages(campaign_pages({ archived }))
}

interface Metric {
  id: string
  name: string
  integration: string
}

export interface Metrics {
  /** All metrics of these names. Each integration of an account has its own metric, for example each shop its own 'Placed Order'. */
  named: (...names: string[]) => Metric[]
  /** When the oldest metric was created, if there is any. */
  oldest: string | undefined
}

/** Metric ids differ between accounts, so metrics are found by name. */
export async function read_metrics(api: Api): Promise<Metrics> {
  const found = new Map<string, Metric>()
  const created: string[] = []
  const pages = api.pages({
    path: '/metrics',
    pace: paces.metrics,
    schema: metrics_answer,
    records: ({ data }) => data,
    next: ({ links }) => links?.next,
  })
  for (const { id, attributes } of await all_of(pages)) {
    found.set(id, { id, name: attributes.name ?? '', integration: attributes.integration?.name ?? 'API' })
    if (attributes.created) created.push(attributes.created)
  }
  return {
    named: (...names) => [...found.values()].filter(({ name }) => names.includes(name)),
    oldest: created.sort()[0],
  }
}

const TOTALS = ['recipients', 'delivered', 'opens_unique', 'clicks_unique', 'bounced', 'unsubscribes']
const VALUE = 'conversion_value'

/**
 * Metrics without values, such as clicks, and shops whose orders have none for Klaviyo. Reports without the value are answered
 * (PostHog/posthog pull request 77321, 2026-08, and scripts of others that ask again without it, read 2026-11).
 */
const has_no_values = (error: unknown) =>
  is_refusal(error, 'refused') && /querying for values data/i.test(error.message)

/**
 * Results of the campaigns that were sent this year and last year, by campaign. Conversions are added up over the metrics of orders. Without
 * orders, any other metric serves as the one that a report requires, and its conversions are not asked for.
 * One call reads a whole year of one metric: the endpoint allows two calls a minute and 225 a day. Two calendar years always include
 * today, and neither exceeds the limit of one year.
 */
export async function campaign_totals(
  api: Api,
  { orders, other }: { orders: readonly string[]; other: string | undefined },
): Promise<Map<string, Values>> {
  const totals = new Map<string, Values>()
  const ids = orders.length > 0 ? orders : [other].filter((id) => id !== undefined)
  const of_orders = orders.length > 0 ? ['conversions', VALUE] : []
  let are_valued = true
  for (const [at, conversion_metric_id] of ids.entries()) {
    let statistics = at === 0 ? [...TOTALS, ...of_orders] : of_orders
    for (const key of ['last_year', 'this_year']) {
      const read = () => add_report(totals, api, { statistics, timeframe: { key }, conversion_metric_id })
      await read().catch((error) => {
        if (!has_no_values(error)) throw error
        are_valued = false
        statistics = statistics.filter((name) => name !== VALUE)
        return read()
      })
    }
  }
  // A part of the shops never stands in the place of all of them.
  if (!are_valued) for (const sums of totals.values()) delete sums[VALUE]
  return totals
}

async function add_report(totals: Map<string, Values>, api: Api, of: object): Promise<void> {
  const attributes = {
    ...of,
    filter: 'equals(send_channel,"email")',
    group_by: ['campaign_id', 'campaign_message_id', 'send_channel'],
  }
  const pages = api.pages({
    path: '/campaign-values-reports',
    headers: json_api,
    body: { data: { type: 'campaign-values-report', attributes } },
    pace: paces.reports,
    schema: values_answer,
    records: ({ data }) => data.attributes.results,
    next: ({ links }) => links?.next,
  })
  for await (const page of pages)
    for (const { groupings, statistics } of page) add(totals, groupings.campaign_id, statistics)
}

/** Each variation of a campaign is a separate message, so their values are added. A value that is missing stays missing. */
function add(totals: Map<string, Values>, campaign_id: string, values: Values) {
  const sums = totals.get(campaign_id) ?? {}
  for (const [name, value] of Object.entries(values))
    if (typeof value === 'number') sums[name] = value + (sums[name] ?? 0)
  totals.set(campaign_id, sums)
}
