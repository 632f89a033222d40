import { micros } from '#domain/money.ts'
import { today_in } from '#domain/windows.ts'
import { type Account, type Api, window_stream } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { all_of } from '../records.ts'
import { aggregates_answer, type Campaign, tracked_in } from './answers.ts'
import { is_sent } from './campaigns.ts'
import { every_campaign, json_api, paces, read_metrics } from './reading.ts'

interface Day {
  campaign_id: string
  date: string
  delivered: number
  /** null, like clicks: the campaign is sent without tracking, or the account has no such metric, so nobody counts them. */
  opens: number | null
  clicks: number | null
  unsubscribes: number
  /** null, like the revenue: no shop is connected, so nobody counts orders. */
  conversions: number | null
  revenue: bigint | null
}

type Figure = Exclude<keyof Day, 'campaign_id' | 'date' | 'revenue'>

const ORDER = 'Placed Order'
const RECEIVED = 'Received Email'
const OPENED = 'Opened Email'
const CLICKED = 'Clicked Email'

/** The events that each figure counts, over all metrics of these names. An order belongs to the message that Klaviyo attributes it to. */
const figures: {
  figure: Figure
  metrics: string[]
  by: '$message' | '$attributed_message'
  measure: 'count' | 'unique'
}[] = [
  { figure: 'delivered', metrics: [RECEIVED], by: '$message', measure: 'count' },
  { figure: 'opens', metrics: [OPENED], by: '$message', measure: 'unique' },
  { figure: 'clicks', metrics: [CLICKED], by: '$message', measure: 'unique' },
  {
    figure: 'unsubscribes',
    metrics: ['Unsubscribed from Email Marketing', 'Unsubscribed'],
    by: '$message',
    measure: 'unique',
  },
  { figure: 'conversions', metrics: [ORDER], by: '$attributed_message', measure: 'count' },
]

const NOBODY_COUNTS = `Klaviyo lists no metric '${RECEIVED}' although broadcasts were sent, so delivered emails are not known.`

/** On the day of an account's first broadcast, its metrics can still be missing. */
function was_sent_before(campaign: Campaign, date: string): boolean {
  const { send_time } = campaign.attributes
  return is_sent(campaign) && send_time !== null && send_time !== undefined && send_time.slice(0, 10) < date
}

// Opens, clicks and attributed orders arrive for days after an email, and orders are cancelled. So the last month is read again.
export const daily = window_stream({
  into: ['email_campaign_daily'],
  every: '1h',
  window: {
    // Klaviyo keeps events without a limit and answers for at most a year. Accounts with more than ten years hardly exist.
    history_days: 3_650,
    history_source: 'https://developers.klaviyo.com/en/docs/using_the_query_metric_aggregates_endpoint (read 2026-11)',
    overlap_days: 30,
    slice_days: 183,
    reading: { version: 5, why: 'Days with events of more than 500 messages could lack some of them.' },
  },
  async *read({ api, account, from, to }) {
    if (account.created_on && to < account.created_on) return
    const { named } = await read_metrics(api)
    const campaigns = await all_of(every_campaign(api))
    if (named(RECEIVED).length === 0 && campaigns.some((one) => was_sent_before(one, to)))
      throw new VendorRefusal('refused', NOBODY_COUNTS)
    const campaign_of = by_message(campaigns)
    const nobody_counts = {
      ...(named(OPENED).length === 0 && { opens: null }),
      ...(named(CLICKED).length === 0 && { clicks: null }),
    }
    const days = new Map<string, Day>()
    const orders = named(ORDER).length > 0 ? { conversions: 0, revenue: 0n } : { conversions: null, revenue: null }
    for (const { figure, metrics, by, measure } of figures) {
      const measurements = figure === 'conversions' ? [measure, 'sum_value'] : [measure]
      for (const { id: metric_id } of named(...metrics))
        for await (const groups of aggregate_pages(api, account, { metric_id, by, measurements, from, to }))
          for (const { dates, dimensions, measured } of groups) {
            // Emails of flows, deleted ones too, have messages too. Only campaigns are counted here.
            const campaign = campaign_of.get(dimensions[0] ?? '')
            if (!campaign) continue
            const { campaign_id, tracked } = campaign
            if (tracked[figure] === false) continue
            for (const [at, date] of dates.entries()) {
              const value = value_at(measured, measure, at, dates.length)
              const revenue = figure === 'conversions' ? value_at(measured, 'sum_value', at, dates.length) : 0
              if (value === 0 && revenue === 0) continue
              const day = day_of(days, { campaign_id, date, ...empty_of(tracked), ...nobody_counts, ...orders })
              day[figure] = (day[figure] ?? 0) + value
              if (day.revenue !== null) day.revenue += micros(revenue)
            }
          }
    }
    yield [...days.values()]
  },
  rows: ({ revenue, conversions, ...day }: Day, { account }) => ({
    email_campaign_daily: {
      campaign_id: day.campaign_id,
      date: day.date,
      currency: account.currency ?? '',
      delivered: BigInt(day.delivered),
      opens: day.opens === null ? null : BigInt(day.opens),
      clicks: day.clicks === null ? null : BigInt(day.clicks),
      unsubscribes: BigInt(day.unsubscribes),
      conversions,
      revenue_micros: revenue,
    },
  }),
})

/**
 * A measurement that was asked for and is missing would be a zero that nobody stated. A single zero stands for zeros of all dates
 * (keboola/component-klaviyo-v2, 2024-10, read 2026-11).
 */
function value_at(
  measured: Record<string, readonly (number | null | undefined)[]>,
  measure: string,
  at: number,
  days: number,
): number {
  const values = measured[measure]
  if (!values) throw new RangeError(`an answer lacks the measurement ${measure}`)
  if (values.length === 1 && values[0] === 0) return 0
  if (values.length !== days)
    throw new RangeError(`an answer has ${values.length} values of ${days} days of ${measure}`)
  return values[at] ?? 0
}

interface Known {
  campaign_id: string
  /** Figures that are counted only where the campaign tracks them. */
  tracked: Partial<Record<Figure, boolean>>
}

const empty_of = ({ opens, clicks }: Known['tracked']) => ({ opens: opens ? 0 : null, clicks: clicks ? 0 : null })

function day_of(days: Map<string, Day>, empty: Omit<Day, 'delivered' | 'unsubscribes'>): Day {
  const key = `${empty.campaign_id} ${empty.date}`
  const day = days.get(key) ?? { delivered: 0, unsubscribes: 0, ...empty }
  days.set(key, day)
  return day
}

/** Campaigns by message id. Events name the message; events of old campaigns name the campaign itself. */
function by_message(campaigns: readonly Campaign[]): Map<string, Known> {
  const found = new Map<string, Known>()
  for (const campaign of campaigns) {
    const { id, relationships } = campaign
    const known = { campaign_id: id, tracked: tracked_in(campaign) }
    for (const known_by of [{ id }, ...(relationships?.['campaign-messages']?.data ?? [])])
      found.set(known_by.id, known)
  }
  return found
}

/** The most groups of a page, which is also Klaviyo's default (MetricAggregateQuery, page_size, revision 2026-07-15, read 2026-11). */
const GROUPS_OF_A_PAGE = 500

/** The cursor in a link. Klaviyo documents the field of the request, and not the parameter of the link. */
function cursor_in(link: string): string | undefined {
  const { searchParams } = new URL(link)
  return searchParams.get('page_cursor') ?? searchParams.get('page[cursor]') ?? undefined
}

/** Groups were left out, or could be. Fewer days have fewer messages. */
const cut = (from: string, to: string) =>
  new VendorRefusal(
    from < to ? 'too_much' : 'refused',
    `Klaviyo gives ${GROUPS_OF_A_PAGE} messages of a day and does not say whether it has more.`,
  )

interface AggregateQuery {
  metric_id: string
  by: string
  measurements: string[]
  from: string
  to: string
}

function aggregate_pages(api: Api, { time_zone }: Account, { metric_id, by, measurements, from, to }: AggregateQuery) {
  const attributes = {
    metric_id,
    measurements,
    interval: 'day',
    by: [by],
    page_size: GROUPS_OF_A_PAGE,
    // Without an offset, the vendor reads both times in the time zone of the request.
    filter: [`greater-or-equal(datetime,${from}T00:00:00)`, `less-than(datetime,${to}T23:59:59.999999)`],
    timezone: time_zone,
  }
  const data = (page_cursor?: string) => ({
    data: { type: 'metric-aggregate', attributes: { ...attributes, page_cursor } },
  })
  return api.pages({
    path: '/metric-aggregates',
    headers: json_api,
    body: data(),
    pace: paces.aggregates,
    schema: aggregates_answer,
    records: ({ data: { attributes } }) => {
      const dates = attributes.dates.map((start) => today_in(time_zone, new Date(start)))
      return attributes.data.map(({ dimensions, measurements }) => ({ dates, dimensions, measured: measurements }))
    },
    next: ({ data: { attributes }, links: { next } = {} }) => {
      const cursor = next ? cursor_in(next) : undefined
      if (cursor) return { body: data(cursor) }
      // The document of an answer has no link to a next page. Null says that there is none, and a full page without a word can be cut.
      if (next || (next === undefined && attributes.data.length >= GROUPS_OF_A_PAGE)) throw cut(from, to)
      return null
    },
  })
}
