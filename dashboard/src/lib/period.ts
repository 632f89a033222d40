// The period of a page and what it is compared with, as the address has them: ?period=30d&compare=previous. Every part of a page has the same
// period. Dates are those of the organization.
import { add_days, count_days, type Days, is_day } from './days.ts'

/** Whole days that end yesterday. The last ones of the list include today, as people mean 'this month'. */
export const presets = ['7d', '14d', '28d', '30d', '90d', '365d', 'last_month', 'month', 'quarter', 'year'] as const
export type Preset = (typeof presets)[number]
export const comparisons = ['previous', 'weekdays', 'year', 'none'] as const
export type Comparison = (typeof comparisons)[number]

export interface PeriodChoice {
  period: Preset | Days
  /** A text YYYY-MM-DD is the first day of as many days as the period has. */
  compare: Comparison | { from: string }
}

export interface ReadPeriod extends PeriodChoice {
  /** What the address said and nobody can read. */
  broken: ('period' | 'compare')[]
}

export interface Windows {
  current: Days
  /** null: nothing is compared. */
  before: Days | null
}

export const DEFAULT_PERIOD: PeriodChoice = { period: '30d', compare: 'previous' }

/** Addresses without a version are of the first one. A link of a newer Tablero is not guessed at. */
const VERSION = '1'
/** As many days as the tools answer for at most. */
const DAYS_MAX = 3_660
/** The same weekdays, as in the tools. */
const YEAR_DAYS = 364
const WEEK_DAYS = 7

const words_of_presets = new Set<string>(presets)
const words_of_comparisons = new Set<string>(comparisons)
const is_preset = (text: string): text is Preset => words_of_presets.has(text)
const is_comparison = (text: string): text is Comparison => words_of_comparisons.has(text)

interface Address {
  period?: string | undefined
  compare?: string | undefined
  v?: string | undefined
}

/** Old and broken values become the default, and `broken` says so. */
export function read_period({ period, compare, v = VERSION }: Address, today: string): ReadPeriod {
  const is_readable = v === VERSION
  const read_days = period === undefined ? DEFAULT_PERIOD.period : is_readable && read_days_of(period, today)
  const read_compare = compare === undefined ? DEFAULT_PERIOD.compare : is_readable && read_comparison(compare, today)
  return {
    period: read_days || DEFAULT_PERIOD.period,
    compare: read_compare || DEFAULT_PERIOD.compare,
    broken: [...(read_days ? [] : ['period' as const]), ...(read_compare ? [] : ['compare' as const])],
  }
}

function read_days_of(text: string, today: string): Preset | Days | undefined {
  if (is_preset(text)) return text
  const [from = '', to = '', more] = text.split('..')
  const is_readable = more === undefined && is_day(from) && is_day(to) && from <= to && to <= today
  return is_readable && count_days({ from, to }) <= DAYS_MAX ? { from, to } : undefined
}

function read_comparison(text: string, today: string): PeriodChoice['compare'] | undefined {
  if (is_comparison(text)) return text
  return is_day(text) && text < today ? { from: text } : undefined
}

/** What the address keeps. The default needs no words. */
export function written_period({ period, compare }: PeriodChoice): Address {
  const days = typeof period === 'string' ? period : `${period.from}..${period.to}`
  const against = typeof compare === 'string' ? compare : compare.from
  return {
    period: days === DEFAULT_PERIOD.period ? undefined : days,
    compare: against === DEFAULT_PERIOD.compare ? undefined : against,
    v: undefined,
  }
}

export function windows_of({ period, compare }: PeriodChoice, today: string): Windows {
  const current = typeof period === 'string' ? preset_days(period, today) : period
  return { current, before: days_before(current, compare) }
}

export function preset_days(preset: Preset, today: string): Days {
  const yesterday = add_days(today, -1)
  if (preset === 'month') return { from: `${today.slice(0, 7)}-01`, to: today }
  if (preset === 'quarter') return { from: quarter_start(today), to: today }
  if (preset === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today }
  if (preset === 'last_month') {
    const to = add_days(`${today.slice(0, 7)}-01`, -1)
    return { from: `${to.slice(0, 7)}-01`, to }
  }
  return { from: add_days(today, -Number.parseInt(preset, 10)), to: yesterday }
}

function quarter_start(today: string): string {
  const month = Number(today.slice(5, 7))
  const first = month - ((month - 1) % 3)
  return `${today.slice(0, 4)}-${String(first).padStart(2, '0')}-01`
}

/** The days of a comparison. All of them are as many as the period has, so that sums can be compared. */
export function days_before(current: Days, compare: PeriodChoice['compare']): Days | null {
  const count = count_days(current)
  const moved = (days: number) => ({ from: add_days(current.from, -days), to: add_days(current.to, -days) })
  if (compare === 'none') return null
  if (compare === 'previous') return moved(count)
  if (compare === 'weekdays') return moved(Math.ceil(count / WEEK_DAYS) * WEEK_DAYS)
  if (compare === 'year') return moved(YEAR_DAYS)
  return { from: compare.from, to: add_days(compare.from, count - 1) }
}

// ---- what tools can answer ---------------------------------------------------------------------------------------------

/** For tools that take whole days up to yesterday only. Undefined: such a tool cannot answer for this period. */
export const days_back_of = ({ from, to }: Days, today: string): number | undefined =>
  to === add_days(today, -1) ? count_days({ from, to }) : undefined

/** For tools that take dates. */
export const dates_of = ({ from, to }: Days) => ({ date_from: from, date_to: to })

export const is_same = (one: Days | null | undefined, other: Days | null | undefined): boolean =>
  one?.from === other?.from && one?.to === other?.to

export interface ComparedAnswer {
  window: Days
  previous_window?: Days
  year_before_window?: Days
}

/** Which side of an answer is the comparison of the page. Undefined: none, so nothing of the answer may be shown as one. */
export function side_of(answer: ComparedAnswer, { current, before }: Windows): 'previous' | 'year_before' | undefined {
  if (before === null || !is_same(answer.window, current)) return undefined
  if (is_same(answer.previous_window, before)) return 'previous'
  return is_same(answer.year_before_window, before) ? 'year_before' : undefined
}
