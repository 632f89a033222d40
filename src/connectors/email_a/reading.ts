// Requests that several streams share: campaigns, metrics by name, totals of campaigns.
import type { Api, PagedRequest } from '#engine/connector.ts'
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
  status?: string
  sort?: string
  size?: number
}

/** Email campaigns with their messages. The vendor requires the filter by channel. */
export function campaign_pages({ status, sort = 'created_at', size = 100 }: CampaignQuery = {}) {
  const messages_of = included_so_far<Campaign['messages'][number]>()
  const request: PagedRequest<ReturnType<typeof campaigns_answer.parse>, Campaign> = {
    path: '/campaigns',
    pace: paces.campaigns,
    query: {
      filter: `equals(messages.channel,'email')${status ? `,equals(status,'${status}')` : ''}`,
      include: 'campaign-messages',
      sort,
      'page[size]': size,
    },
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

export type Metrics = (...names: string[]) => string | undefined

/** Metric ids differ between accounts. Of metrics with the same name, the shop's own comes first. */
export async function read_metrics(api: Api): Promise<Metrics> {
  const found: { id: string; name: string; shop: boolean }[] = []
  const pages = api.pages({
    path: '/metrics',
    pace: paces.metrics,
    schema: metrics_answer,
    records: ({ data }) => data,
    next: ({ links }) => links?.next,
  })
  for await (const page of pages)
    for (const { id, attributes } of page)
      found.push({ id, name: attributes.name ?? '', shop: attributes.integration?.category === 'eCommerce' })
  return (...names) => {
    const named = found.filter(({ name }) => names.includes(name))
    return (named.find(({ shop }) => shop) ?? named[0])?.id
  }
}

const statistics = [
  'recipients',
  'delivered',
  'opens_unique',
  'clicks_unique',
  'bounced',
  'unsubscribes',
  'conversions',
  'conversion_value',
] as const

/**
 * Results of the campaigns that were sent this year and last year, by campaign. One call reads a whole year: the endpoint allows two
 * calls a minute and 225 a day. Two calendar years always include today, and neither exceeds the limit of one year.
 */
export async function campaign_totals(api: Api, conversion_metric_id: string): Promise<Map<string, Values>> {
  const totals = new Map<string, Values>()
  for (const key of ['last_year', 'this_year']) {
    const attributes = {
      statistics,
      timeframe: { key },
      conversion_metric_id,
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
  return totals
}

/** Each variation of a campaign is a separate message, so their values are added. */
function add(totals: Map<string, Values>, campaign_id: string, values: Values) {
  const before = totals.get(campaign_id) ?? {}
  totals.set(
    campaign_id,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value + (before[name] ?? 0)])),
  )
}
