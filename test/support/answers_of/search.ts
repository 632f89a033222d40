// Answers of a mocked API for the page of organic search, in each of its states.
import {
  all_alike,
  BEFORE,
  compared,
  connections,
  FAULT,
  LIMITED,
  lacking,
  partial_window,
  provenance,
  type Size,
  WINDOW,
} from '#test/answers_of/ads.ts'
import { type Answers, type Mocked, ok } from '#test/dashboard.ts'
import { states as base_states } from '#test/dashboard_answers.ts'

const many = <T>(count: number, make: (number: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
const words = ['casa lumbre', 'tapetes teotitlan', 'como limpiar un tapete de lana', 'velas artesanales']
const words_of = (number: number) => `${words[number % words.length]}${number < words.length ? '' : ` ${number}`}`

const query = (number: number) => ({
  ...{ query: words_of(number), clicks: 2_800 - number, impressions: 6_660 + number },
  ...{ ctr: 0.4204, position: 1.2994 + number / 100 },
})
const rests = [
  { query: '(not reported at this level)', clicks: 4_579, impressions: 83_949, ctr: 0.0545, position: 7.9688 },
  { query: '(others)', clicks: 56, impressions: 2_067, ctr: 0.0271, position: 3.2728 },
]

export const site = { clicks: 18_633, impressions: 614_452, ctr: 0.0303, position: 7.9122 }
export const totals = { clicks: 14_054, impressions: 530_503, ctr: 0.0265, position: 7.9033 }

function queries(size: Size) {
  return ({ body }: { body: unknown }): Mocked => {
    const { date_from, limit, query_filter } = body as { date_from: string; limit: number; query_filter?: string }
    const is_before = date_from !== WINDOW.from
    const found = many(Math.min(size.rows, limit), query).filter((row) => row.query.includes(query_filter ?? ''))
    const rows = query_filter === undefined && size.rows > 0 ? [...found, ...rests] : found
    return ok({
      window: is_before ? BEFORE : size.is_partial ? partial_window : WINDOW,
      totals,
      site: { ...site, ...(is_before && { clicks: 14_775 }), position: size.is_partial ? null : site.position },
      queries: rows,
      ...{ count: rows.length, total: size.rows === 1_000 ? 2_400 : rows.length, truncated: size.rows === 1_000 },
      ...(size.rows === 1_000 && { hint: 'Use query_filter or fewer days.' }),
      ...provenance(['seo_console'], size.is_partial ? lacking : {}),
    })
  }
}

const page = (number: number) => ({
  page: `https://casalumbre.example/collections/${number}`,
  ...{ clicks: 2_365 - number, previous_clicks: 1_866, impressions: 81_070, ctr: 0.0292, position: 10.5065 },
})

const lost_query = { query: 'macetas de barro', clicks: 159, previous_clicks: 192, change: -33 }
const hidden_query = { query: 'macetas de barro grandes', clicks: null, previous_clicks: 21, change: null }

export const review = (size: Size) => ({
  ...{ summary: 'Against the period before: 18,633 clicks from organic search (+26.11%).', window: WINDOW },
  ...{ previous_window: BEFORE, year_before_window: { ...WINDOW, from: '2025-05-30', to: '2025-06-28' } },
  clicks: compared(18_633, 14_775, 26.11),
  impressions: compared(614_452, 499_671, 22.97),
  ctr: compared(0.0303, 0.0296, 2.55),
  position: compared(7.9122, 8.8234, -10.33),
  top_pages: many(Math.min(size.rows, 10), page),
  top_queries: [],
  lost_queries: size.is_partial ? null : size.rows === 0 ? [] : [lost_query, hidden_query],
  ...provenance(['seo_console'], size.is_partial ? lacking : {}),
})

const clicks_by_day = ok({
  ...{ metric: 'seo.clicks', description: '', unit: 'count', currency: null, window: WINDOW, total_value: 18_633 },
  rows: many(28, (number) => ({
    date: new Date(Date.UTC(2026, 4, 29 + number)).toISOString().slice(0, 10),
    value: 560 + number * 4,
  })),
  ...{ count: 28, total: 28, truncated: false, ...provenance(['seo_console']) },
})

const answers = (size: Size): Answers => ({
  ...base_states.data,
  list_connections: connections(['seo_console', 'sx']),
  revisar_seo: ok(review(size)),
  query_seo_console: queries(size),
  query_data: clicks_by_day,
})

const READS = ['revisar_seo', 'query_seo_console', 'query_data']

export const search_states = {
  data: answers({ rows: 8 }),
  most: answers({ rows: 1_000 }),
  partial: answers({ rows: 8, is_partial: true }),
  empty: answers({ rows: 0 }),
  none: { ...answers({ rows: 0 }), list_connections: connections(['sx']) },
  loading: { ...answers({ rows: 8 }), ...all_alike(READS, { is_silent: true }) },
  error: { ...answers({ rows: 8 }), ...all_alike(READS, FAULT) },
  '429': { ...answers({ rows: 8 }), ...all_alike(READS, LIMITED) },
  offline: { ...answers({ rows: 8 }), ...all_alike(READS, { is_offline: true }) },
} satisfies Record<string, Answers>
