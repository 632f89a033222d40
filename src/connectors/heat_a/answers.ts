// Reads the answers of the export into figures that add up. Names differ between answers and documents: distinctUserCount and
// distantUserCount, or DeadClickCount with spaces (learn.microsoft.com/clarity, and public answers, read 2026-11).
import { z } from 'zod'

/** Most rows of a metric. The platform gives no second page. */
const ROWS_MAX = 1_000

const block_schema = z.object({
  metricName: z.string(),
  information: z.array(z.record(z.string(), z.unknown())).default([]),
})
export const insights_schema = z.array(block_schema)
type Block = z.output<typeof block_schema>

/** The metrics of signals: the column with their number, and the column with the visits that have them. */
const SIGNALS = {
  deadclickcount: ['dead_clicks', 'dead_click_sessions'],
  rageclickcount: ['rage_clicks', 'rage_click_sessions'],
  quickbackclick: ['quick_backs', 'quick_back_sessions'],
  excessivescroll: ['excessive_scrolls', 'excessive_scroll_sessions'],
  scripterrorcount: ['script_errors', 'script_error_sessions'],
  errorclickcount: ['error_clicks', 'error_click_sessions'],
} as const
type Signal = (typeof SIGNALS)[keyof typeof SIGNALS]
export type Count = 'bot_sessions' | 'users' | Signal[0]
/** Averages of visits, times their number. Other figures count what happened. */
const AVERAGES = ['page_views', 'scroll_weighted', 'active_seconds', 'total_seconds'] as const
export type Weighted = (typeof AVERAGES)[number] | Signal[1]

const signals = Object.values(SIGNALS)
export const COUNTS: readonly Count[] = ['bot_sessions', 'users', ...signals.map(([count]) => count)]
export const WEIGHTED: readonly Weighted[] = [...AVERAGES, ...signals.map(([, sessions]) => sessions)]

/** Figures of visits. null: the platform did not say. */
export type Figures = { sessions: number } & Record<Count | Weighted, number | null>

export interface Insights {
  /** Figures by the value of the dimension as the platform writes it. '': no dimension. */
  by_key: Map<string, Figures>
  /** Values of the dimension whose number of visits is missing or cannot be read. No other figure means anything without it. */
  without_visits: Set<string>
  is_truncated: boolean
  /** What could not be read. */
  unreadable: string[]
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')
const nothing = () =>
  Object.fromEntries([...COUNTS, ...WEIGHTED].map((name) => [name, null])) as Omit<Figures, 'sessions'>

type Row = (name: string) => number | null

export function read_insights(blocks: readonly Block[], dimension: string | undefined): Insights {
  const unreadable: string[] = []
  const by_key = new Map<string, Figures>()
  const without_visits = new Set<string>()
  const each = (metric: string, use: (key: string, row: Row) => void) => {
    for (const { metricName, information } of blocks.filter((block) => plain(block.metricName) === metric))
      for (const fields of information) {
        const named = new Map(Object.entries(fields).map(([name, value]) => [plain(name), value]))
        const key = dimension === undefined ? '' : named.get(plain(dimension))
        // A row whose dimension is null is the total of the others.
        if (typeof key === 'string')
          use(key, (name) => number_of(named.get(name), `values of ${metricName}`, unreadable))
      }
  }
  each('traffic', (key, row) => {
    const sessions = row('totalsessioncount')
    if (sessions === null) return void without_visits.add(key)
    const [bot_sessions, users] = [row('totalbotsessioncount'), row('distinctusercount') ?? row('distantusercount')]
    by_key.set(key, {
      ...nothing(),
      sessions,
      bot_sessions,
      users,
      page_views: times(row('pagespersessionpercentage'), sessions),
    })
  })
  const add = (metric: string, read: (row: Row, sessions: number) => Partial<Figures>) =>
    each(metric, (key, row) => {
      const figures = by_key.get(key)
      if (figures) Object.assign(figures, read(row, figures.sessions))
    })
  add('scrolldepth', (row, sessions) => ({ scroll_weighted: times(row('averagescrolldepth'), sessions) }))
  add('engagementtime', (row, sessions) => ({
    active_seconds: times(row('activetime'), sessions),
    total_seconds: times(row('totaltime'), sessions),
  }))
  for (const [metric, [count, with_signal]] of Object.entries(SIGNALS))
    add(metric, (row, sessions) => ({
      [count]: row('subtotal'),
      [with_signal]: times(row('sessionswithmetricpercentage'), (row('sessionscount') ?? sessions) / 100),
    }))
  return {
    by_key,
    without_visits,
    unreadable,
    is_truncated: blocks.some(({ information }) => information.length >= ROWS_MAX),
  }
}

const times = (value: number | null, by: number) => (value === null ? null : value * by)

/** Counts arrive as text and shares as numbers; both can be null. */
function number_of(value: unknown, what: string, unreadable: string[]): number | null {
  if (value === null || value === undefined || value === '') return null
  const number = typeof value === 'string' ? Number(value) : value
  if (typeof number === 'number' && Number.isFinite(number) && number >= 0) return number
  unreadable.push(what)
  return null
}

/**
 * Figures of both. An average that one of them does not state is unknown, because a weighted sum without its visits is too low. Numbers of
 * signals add up what is stated: a row without a signal has nothing to list. No document says more (page "Clarity Data Export API", read
 * 2026-11). People of both can be the same, so they are unknown.
 */
export function sum(one: Figures | undefined, other: Figures): Figures {
  if (!one) return other
  const averages: readonly string[] = AVERAGES
  return combined(one, other, (a, b, name) => {
    if (a !== null && b !== null) return a + b
    const is_known = !averages.includes(name) || (a === null ? one : other).sessions === 0
    return is_known ? (a ?? b) : null
  })
}

/** What `longer` has more than `shorter`, which is a part of it. */
export const difference = (longer: Figures, shorter: Figures): Figures =>
  combined(longer, shorter, (a, b) => (a === null || b === null || a < b ? null : a - b))

type Combine = (a: number | null, b: number | null, name: string) => number | null

function combined(one: Figures, other: Figures, of: Combine): Figures {
  const names = [...COUNTS, ...WEIGHTED]
  const figures = Object.fromEntries(names.map((name) => [name, of(one[name], other[name], name)])) as Omit<
    Figures,
    'sessions'
  >
  return { ...figures, sessions: of(one.sessions, other.sessions, 'sessions') ?? 0, users: null }
}
