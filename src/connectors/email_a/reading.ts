// Requests that several streams share: campaigns, metrics by name, totals of campaigns.
import type { Api, PagedRequest } from '#engine/connector.ts'
import { type Campaign, campaigns_answer, metrics_answer, type Values, values_answer } from './answers.ts'

/** Endpoints with a limit of their own; profiles and events keep the connector's (openapi of the revision, read 2026-11). */
export const paces = {
  campaigns: { key: 'campaigns', per_second: 10, per_minute: 150 },
  metrics: { key: 'metrics', per_second: 10, per_minute: 150 },
  aggregates: { key: 'metric-aggregates', per_second: 3, per_minute: 60 },
  reports: { key: 'values-reports', per_second: 1, per_minute: 2, per_day: 225 },
  accounts: { key: 'accounts', per_second: 1, per_minute: 15 },
}

/** JSON:API bodies carry their own type. */
export const json_api = { 'content-type': 'application/vnd.api+json' }

/** What a page includes and the one before did: a record that slid to the next page may come there without its own. */
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

/** E-mail campaigns with their messages; the channel is a filter that the vendor insists on. */
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

/** Metrics have other ids in every account; the shop's own comes before one of the same name from elsewhere. */
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
 * What campaigns sent this year and last brought, by campaign. One call holds a whole year: the endpoint allows two calls a
 * minute and 225 a day. The two calendar years include today for certain, and neither is longer than a year.
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

/** Variations of a campaign are messages of their own. */
function add(totals: Map<string, Values>, campaign_id: string, values: Values) {
  const before = totals.get(campaign_id) ?? {}
  totals.set(
    campaign_id,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value + (before[name] ?? 0)])),
  )
}
