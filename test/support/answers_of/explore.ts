// Answers of a mocked API for the page of free questions: a catalog, and an answer to each question over it.
import { type Answers, type Mocked, ok, refused } from '#test/dashboard.ts'
import { me_as, states as of_people } from '#test/dashboard_answers.ts'

interface Metric {
  metric: string
  unit: 'money' | 'count' | 'ratio' | 'position'
  description: string
}

const shared = {
  metrics: {},
  dimensions: { date: 'day: Day, in the organization’s time zone.', week: 'week: Week, named by its Monday.' },
  columns: { date: 'date' },
}
const text = (dimension: string, description: string) => `${dimension} text: ${description}`
const said = ({ metric, unit, description }: Metric) => `${metric} ${unit}: ${description}`

const metrics: Record<string, Metric[]> = {
  store: [
    { metric: 'store.average_order_value', unit: 'money', description: 'revenue divided by orders.' },
    { metric: 'store.orders', unit: 'count', description: 'Orders.' },
    { metric: 'store.revenue', unit: 'money', description: 'What customers were charged, before refunds.' },
  ],
  seo: [
    { metric: 'seo.clicks', unit: 'count', description: 'Clicks from organic search.' },
    { metric: 'seo.ctr', unit: 'ratio', description: 'clicks divided by impressions.' },
    { metric: 'seo.position', unit: 'position', description: 'Average position; 1 is the top.' },
  ],
  social_ads: [{ metric: 'social_ads.spend', unit: 'money', description: 'What the platform charged.' }],
}

export const catalog = {
  shared,
  sources: [
    {
      ...{
        source: 'store',
        title: 'Store',
        description: 'Orders of the connected stores.',
        metrics: metrics.store!.map(said),
      },
      dimensions: [
        ...['date', 'week', text('platform', 'Platform key of the store.'), text('sku', 'Stock keeping unit.')],
        text('utm_source', 'Source of the last visit before the order.'),
        'items number: Lines of the order.',
      ],
    },
    {
      ...{ source: 'seo', title: 'Organic search', description: 'How the site does.', metrics: metrics.seo!.map(said) },
      dimensions: [
        'date',
        'week',
        text('query', 'What people searched for.'),
        text('country', 'Country of the search.'),
      ],
    },
    {
      ...{ source: 'social_ads', title: 'Social ads', description: 'Ads on social networks.' },
      ...{ metrics: metrics.social_ads!.map(said), dimensions: ['date', text('campaign', 'Name of the campaign.')] },
    },
  ],
  sql_tables: [
    {
      ...{ table: 'campaign_daily', description: 'Ads by campaign and day of the account.' },
      columns: ['date'],
    },
    {
      ...{ table: 'store_orders', description: 'Orders of the stores. Filter with counts.' },
      columns: ['order_number text', 'total numeric: In the currency of the order.'],
    },
  ],
}

export interface MetricQuery {
  metric: string
  dimensions?: string[]
  filters?: Record<string, unknown>
  date_from: string
  date_to: string
}

const DAY_MS = 86_400_000
const days = ({ date_from, date_to }: MetricQuery): string[] => {
  const count = (Date.parse(date_to) - Date.parse(date_from)) / DAY_MS + 1
  return Array.from({ length: count }, (_, day) =>
    new Date(Date.parse(date_from) + day * DAY_MS).toISOString().slice(0, 10),
  )
}

const names = (dimension: string, count: number): string[] =>
  ({
    platform: ['sx', 'tnx'],
    utm_source: ['google', 'meta', 'klaviyo', '', '=HYPERLINK("https://example.com")'],
    query: Array.from({ length: count }, (_, number) => `velas aromáticas ${number}`),
    campaign: ['Día de la madre', 'Remarketing'],
  })[dimension] ?? ['one', 'two']

/** Every combination of the groups. Days come first, as in the engine's answers. */
function keys_of(asked: MetricQuery, count: number): Record<string, string>[] {
  let keys: Record<string, string>[] = [{}]
  for (const name of asked.dimensions ?? []) {
    const values = name === 'date' ? days(asked) : name === 'week' ? days(asked).slice(0, 4) : names(name, count)
    keys = keys.flatMap((key) => values.map((value) => ({ ...key, [name]: value })))
  }
  return keys
}

const SIZE = { money: 8310.4, count: 210, ratio: 0.0412, position: 8.3 }

/** As the engine answers query_data. `rows` is the number of queries there are. */
export function answer_to(asked: MetricQuery, rows = 12, listed = rows) {
  const { metric, unit, description } = Object.values(metrics)
    .flat()
    .find((one) => one.metric === asked.metric)!
  const keys = asked.dimensions?.length ? keys_of(asked, rows) : [{}]
  const value = (number: number) => Math.round(SIZE[unit] * (1 + ((number * 7) % 13) / 13) * 1e4) / 1e4
  const shown = keys.slice(0, listed).map((key, number) => ({ ...key, value: number === 3 ? null : value(number) }))
  const is_truncated = listed < keys.length
  return {
    ...{ metric, description, unit, currency: unit === 'money' ? 'MXN' : null },
    window: {
      ...{ from: asked.date_from, to: asked.date_to, days: days(asked).length },
      ...{ is_partial: false, time_zone: 'America/Mexico_City' },
    },
    total_value: 338968.37,
    ...{ rows: shown, count: shown.length, total: keys.length, truncated: is_truncated },
    ...(is_truncated && { hint: 'Filter, ask for fewer days, or group by week or month instead of date.' }),
    sources: [
      {
        platform: 'sx',
        connection_id: 'a',
        name: 'Casa Lumbre store',
        health: 'ok',
        last_sync: '2026-06-28T11:40:00Z',
      },
      { platform: 'tnx', connection_id: 'b', name: 'Mate Sur store', health: 'ok' },
    ],
    ...{ as_of: '2026-06-28T11:30:00Z', settled_until: '2026-06-20', covered_from: null, covered_until: '2026-06-27' },
    notes: ['Recent days can still change, because platforms restate them: sx after 2026-06-20.'],
  }
}

const sql_answer = (count: number) => ({
  columns: ['order_number', 'ordered_at', 'total', 'utm_source', 'lines'],
  rows: Array.from({ length: count }, (_, number) => ({
    ...{ order_number: `#${1000 + number}`, ordered_at: '2026-06-25T22:56:37-06:00', total: 944.1 + number },
    ...{ utm_source: number % 2 === 0 ? 'google' : null, lines: [{ sku: 'VELA-1', quantity: number }] },
  })),
  ...{ count, total: count, truncated: false },
})

const asked_in = (body: unknown) => body as MetricQuery
const base: Answers = { ...of_people.data, get_data_catalog: ok(catalog) }
const both = (answer: Mocked): Answers => ({ ...base, query_data: answer, run_readonly_sql: answer })
const MOST = 1_000

/** Nothing is connected, so nothing is known. */
const unknown = (asked: MetricQuery) => ({
  ...answer_to(asked),
  ...{ rows: [], count: 0, total: null, total_value: null, sources: [], as_of: null, settled_until: null },
  notes: ['No store is connected.'],
})

/** A source lacks its last days. */
const partial = (asked: MetricQuery) => {
  const answer = answer_to(asked)
  const [first, ...more] = answer.sources
  return {
    ...answer,
    window: { ...answer.window, is_partial: true, lacks: [first!.platform] },
    sources: [{ ...first!, health: 'suspect' }, ...more],
    covered_until: '2026-06-25',
  }
}

export const explore_states = {
  data: {
    ...base,
    query_data: ({ body }) => ok(answer_to(asked_in(body))),
    run_readonly_sql: ok(sql_answer(20)),
  },
  viewer: {
    ...base,
    get_me: ok(me_as('viewer')),
    query_data: ({ body }) => ok(answer_to(asked_in(body))),
    run_readonly_sql: ok(sql_answer(3)),
  },
  most: {
    ...base,
    query_data: ({ body }) => ok(answer_to(asked_in(body), 100_000, MOST)),
    run_readonly_sql: ok({ ...sql_answer(MOST), total: null, truncated: true, hint: 'Select fewer columns.' }),
  },
  none: {
    ...base,
    query_data: ({ body }) => ok(unknown(asked_in(body))),
    run_readonly_sql: ok({ columns: [], rows: [], count: 0, total: 0, truncated: false }),
  },
  partial: { ...base, query_data: ({ body }) => ok(partial(asked_in(body))), run_readonly_sql: ok(sql_answer(1)) },
  loading: { ...base, get_data_catalog: { is_silent: true } },
  error: both(refused(500, 'fault', 'Something went wrong on our side. It has been logged as request request-1.')),
  refused: both(
    refused(400, 'error', 'store.revenue is not known by sku and utm_source together; ask for one of them.'),
  ),
  '429': both(refused(429, 'rate_limited', 'query_data takes 60 calls a minute.', { 'retry-after': '30' })),
  offline: both({ is_offline: true }),
} satisfies Record<string, Answers>
