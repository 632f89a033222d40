// Klaviyo's metrics, daily aggregates of events, and totals of campaigns.
import { add_days, day_of, start_of } from '../../world/calendar.ts'
import type { MailCampaign, MailResult, World } from '../../world/types.ts'
import { bad_field, origin, read_filters, read_instant, time } from './json_api.ts'
import { message_ids, tracked_in } from './resources.ts'

interface Metric {
  id: string
  name: string
  integration: 'Klaviyo' | 'Shopify'
  /** The figure of a campaign that counts the metric's events. Absent when emails do not cause the events. */
  daily?: { by: '$message' | '$attributed_message'; count: keyof MailResult; unique: keyof MailResult; value?: true }
}

const about = (count: keyof MailResult, unique = count) => ({ by: '$message' as const, count, unique })

export const metrics: Metric[] = [
  { id: 'RcvEm1', name: 'Received Email', integration: 'Klaviyo', daily: about('delivered') },
  { id: 'OpnEm1', name: 'Opened Email', integration: 'Klaviyo', daily: about('opens', 'unique_opens') },
  { id: 'ClkEm1', name: 'Clicked Email', integration: 'Klaviyo', daily: about('clicks', 'unique_clicks') },
  { id: 'BncEm1', name: 'Bounced Email', integration: 'Klaviyo', daily: about('bounced') },
  { id: 'SpmEm1', name: 'Marked Email as Spam', integration: 'Klaviyo', daily: about('spam_complaints') },
  { id: 'UnsEm1', name: 'Unsubscribed from Email Marketing', integration: 'Klaviyo', daily: about('unsubscribes') },
  {
    id: 'PlcOr1',
    name: 'Placed Order',
    integration: 'Shopify',
    daily: { by: '$attributed_message', count: 'orders', unique: 'orders', value: true },
  },
  { id: 'ChkSt1', name: 'Checkout Started', integration: 'Shopify' },
]
export const placed_order = 'PlcOr1'
export const started_checkout = 'ChkSt1'

/** The account has its metrics since before its first campaign. */
const founded_at = ({ mail, first_day }: World) =>
  Math.min(start_of(first_day), ...mail.lists.map(({ created_at }) => created_at))

export const metric = (one: Metric, world: World) => ({
  type: 'metric',
  id: one.id,
  attributes: {
    name: one.name,
    created: time(founded_at(world)),
    updated: time(founded_at(world)),
    integration: {
      object: 'integration',
      id: one.integration === 'Shopify' ? '0eMvjm' : '7FtS4J',
      key: one.integration.toLowerCase(),
      name: one.integration,
      category: one.integration === 'Shopify' ? 'eCommerce' : 'Internal',
    },
  },
  links: { self: `${origin}/metrics/${one.id}` },
})

interface ReportBody {
  data?: { type?: string; attributes?: Record<string, unknown> }
}

const attributes_of = (body: ReportBody | null, type: string): Record<string, unknown> => {
  if (body?.data?.type !== type || !body.data.attributes) throw bad_field('/data/type', `'type' must be '${type}'.`)
  return body.data.attributes
}

// ---- daily aggregates --------------------------------------------------------------------------------------------------

const longest_days = 366
const deleted_flow_message = '01FLOWDELETED0000000000000'

/** The share of one of several messages in the results of a campaign. The shares add up to the results. */
const share_of = (result: MailResult, at: number, messages: number): MailResult =>
  Object.fromEntries(
    Object.entries(result).map(([name, value]) => [
      name,
      Math.floor((value * (at + 1)) / messages) - Math.floor((value * at) / messages),
    ]),
  ) as unknown as MailResult

/** What Klaviyo counts of the results: without tracking, nobody is seen to open or to click. */
function seen(campaign: MailCampaign, result: MailResult): MailResult {
  const { opens, clicks } = tracked_in(campaign)
  return {
    ...result,
    ...(!opens && { opens: 0, unique_opens: 0 }),
    ...(!clicks && { clicks: 0, unique_clicks: 0 }),
  }
}

/** A campaign's results arrive within this number of days. */
const late_days = 15

export function aggregate(body: ReportBody | null, world: World) {
  const asked = attributes_of(body, 'metric-aggregate')
  const one = metrics.find(({ id }) => id === asked.metric_id)
  if (!one) throw bad_field('/data/attributes/metric_id', `A metric with id ${asked.metric_id} does not exist.`)
  const by = (asked.by ?? []) as string[]
  if (!one.daily || by.length !== 1 || by[0] !== one.daily.by || (asked.interval ?? 'day') !== 'day')
    throw bad_field(
      '/data/attributes/by',
      `The sandbox groups ${one.name} by day and ${one.daily?.by ?? 'nothing'} only.`,
    )
  const { from, to } = read_range(asked, world)
  const days: string[] = []
  for (let day = from; day <= to; day = add_days(day, 1)) days.push(day)
  if (days.length > longest_days) throw bad_field('/data/attributes/filter', 'The time range is longer than one year.')
  const { count, unique, value } = one.daily
  const measures: Record<string, (result: MailResult) => number> = {
    count: (result) => result[count],
    unique: (result) => result[unique],
    sum_value: (result) => (value ? result.revenue_cents / 100 : result[count]),
  }
  const data = world.mail.campaigns().flatMap((campaign) => {
    const sent_on = day_of(campaign.send_at)
    if (sent_on > to || add_days(sent_on, late_days) < from) return []
    const results = new Map(world.mail.daily(campaign).map(({ day, result }) => [day, seen(campaign, result)]))
    if (!days.some((day) => measures.count!(results.get(day) ?? ({} as MailResult)))) return []
    return message_ids(campaign).map((id, at, { length }) => ({
      dimensions: [id],
      measurements: measured((measure, day) => {
        const result = results.get(day)
        return result ? measure(share_of(result, at, length)) : 0
      }),
    }))
  })
  // Flows send emails too, and events remain when a flow is deleted. Such messages belong to no campaign.
  data.push({ dimensions: [deleted_flow_message], measurements: measured(() => 1) })

  function measured(of: (measure: (result: MailResult) => number, day: string) => number) {
    return Object.fromEntries(
      (asked.measurements as string[]).map((name) => {
        const measure = measures[name]
        if (!measure) throw bad_field('/data/attributes/measurements', `'${name}' is no valid measurement.`)
        const values = days.map((day) => of(measure, day))
        // Instead of zeros for all dates, a group has a single one (keboola/component-klaviyo-v2, _repair_metric_aggregates_response, 2024-10).
        return [name, values.every((value) => value === 0) ? [0] : values]
      }),
    )
  }
  const { page, next } = page_of_groups(data, asked)
  return {
    data: {
      type: 'metric-aggregate',
      id: `${one.id}-${from}-${to}`,
      attributes: { dates: days.map((day) => time(start_of(day))), data: page },
      links: { self: `${origin}/metric-aggregates` },
    },
    links: { self: `${origin}/metric-aggregates`, ...(next && { next }) },
  }
}

/** Page size and cursor are fields of the request (MetricAggregateQuery, revision 2026-07-15). No document says where an answer has the cursor. */
function page_of_groups<Group>(groups: Group[], asked: Record<string, unknown>) {
  const start = Number(asked.page_cursor ?? 0)
  const end = start + Number(asked.page_size ?? 500)
  const next = end < groups.length ? `${origin}/metric-aggregates?page_cursor=${end}` : undefined
  return { page: groups.slice(start, end), next }
}

const range_fields = { datetime: ['greater-or-equal', 'less-than'] }

/** The days between the two filters. Times without a zone are in the requested zone. */
function read_range(asked: Record<string, unknown>, world: World) {
  const where = (detail: string) => bad_field('/data/attributes/filter', detail)
  if (asked.timezone !== undefined && asked.timezone !== world.time_zone)
    throw bad_field('/data/attributes/timezone', `The sandbox counts days in ${world.time_zone} only.`)
  const filters = ((asked.filter ?? []) as string[]).flatMap((filter) => read_filters(filter, range_fields))
  const bound = (operator: string) => filters.find((filter) => filter.operator === operator)?.value
  const from = bound('greater-or-equal')
  const to = bound('less-than')
  if (!from || !to) throw where('A range of datetime is required.')
  const day = (text: string, before_ms: number) =>
    /(?:Z|[+-]\d\d:?\d\d)$/.test(text)
      ? day_of(read_instant(text, where) - before_ms)
      : new Date(read_instant(`${text}Z`, where) - before_ms).toISOString().slice(0, 10)
  return { from: day(from, 0), to: day(to, 1) }
}

// ---- totals of campaigns -----------------------------------------------------------------------------------------------

const statistics: Record<string, (result: MailResult) => number> = {
  recipients: (result) => result.recipients,
  delivered: (result) => result.delivered,
  bounced: (result) => result.bounced,
  opens: (result) => result.opens,
  opens_unique: (result) => result.unique_opens,
  clicks: (result) => result.clicks,
  clicks_unique: (result) => result.unique_clicks,
  unsubscribes: (result) => result.unsubscribes,
  unsubscribe_uniques: (result) => result.unsubscribes,
  spam_complaints: (result) => result.spam_complaints,
  conversions: (result) => result.orders,
  conversion_uniques: (result) => result.orders,
  conversion_value: (result) => result.revenue_cents / 100,
}

/** A report contains the campaigns that were sent in the time frame. */
function in_frame(timeframe: unknown, today: string): (campaign: MailCampaign) => boolean {
  const { key, start, end } = (timeframe ?? {}) as { key?: string; start?: string; end?: string }
  const year = Number(today.slice(0, 4))
  const frames: Record<string, [string, string]> = {
    this_year: [`${year}-01-01`, today],
    last_year: [`${year - 1}-01-01`, `${year - 1}-12-31`],
    last_12_months: [add_days(today, -365), today],
    last_365_days: [add_days(today, -365), add_days(today, -1)],
    last_90_days: [add_days(today, -90), add_days(today, -1)],
    last_30_days: [add_days(today, -30), add_days(today, -1)],
    today: [today, today],
  }
  const frame = key ? frames[key] : start && end ? [start.slice(0, 10), end.slice(0, 10)] : undefined
  if (!frame) throw bad_field('/data/attributes/timeframe', `'${key}' is no time frame that the sandbox knows.`)
  return ({ send_at }) => day_of(send_at) >= frame[0]! && day_of(send_at) <= frame[1]!
}

export function campaign_values(body: ReportBody | null, world: World) {
  const asked = attributes_of(body, 'campaign-values-report')
  const refused = (detail: string) => bad_field('/data/attributes/conversion_metric_id', detail)
  const converted = metrics.find(({ id }) => id === asked.conversion_metric_id)
  if (!converted) throw refused('The conversion metric does not exist.')
  const wanted = (asked.statistics ?? []) as string[]
  // Only of metrics whose events have a value (PostHog/posthog pull request 77321, 2026-08).
  if (!converted.daily?.value && wanted.includes('conversion_value'))
    throw refused('Passed in conversion metric does not support querying for values data')
  const unknown = wanted.find((name) => !statistics[name])
  if (unknown || !wanted.length)
    throw bad_field('/data/attributes/statistics', `'${unknown ?? ''}' is no statistic that the sandbox knows.`)
  const framed = in_frame(asked.timeframe, world.today())
  const results = world.mail
    .campaigns()
    .filter((campaign) => campaign.status === 'sent' && framed(campaign))
    .flatMap((campaign) =>
      message_ids(campaign).map((campaign_message_id, at, { length }) => {
        const result = share_of(seen(campaign, world.mail.results(campaign)), at, length)
        return {
          groupings: { campaign_id: campaign.id, campaign_message_id, send_channel: 'email' },
          statistics: Object.fromEntries(wanted.map((name) => [name, statistics[name]!(result)])),
        }
      }),
    )
  return {
    data: { type: 'campaign-values-report', attributes: { results } },
    links: { self: `${origin}/campaign-values-reports` },
  }
}
