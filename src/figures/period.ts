// The days that an answer covers, and the days before that it compares them with: input and result fields.
import { z } from 'zod'
import {
  add_days,
  DAYS_BACK_MAX,
  type Dates,
  explicit_window,
  last_days,
  previous,
  type Window,
  year_before,
} from '#domain/windows.ts'
import { refuse } from '#engine/outcomes.ts'
import { own_text } from '#engine/texts.ts'
import type { FigureContext } from '#engine/tool.ts'

export interface Period {
  current: Window
  /** The window directly before `current`. Absent when nothing is compared. */
  previous?: Window
  /** The same days a year before. Absent when nothing is compared with them. */
  year_before?: Window
}

/** A period and the one before it. */
export type ComparedPeriod = Required<Omit<Period, 'year_before'>> & Pick<Period, 'year_before'>
/** A period, the one before it, and the same days a year before. */
export type YearPeriod = Required<Period>

// ---- input -------------------------------------------------------------------------------------------------------------

const date = (about: string) =>
  z.iso.date('must be a calendar date written YYYY-MM-DD, like 2026-01-31').describe(about)

export const dates = {
  date_from: date('First day. Default: 30 days before date_to.').optional(),
  date_to: date('Last day, included. Default: today.').optional(),
}

/** `reason`: the end of the sentence, such as ", because stores keep no older checkouts". */
export const days_up_to = (max: number, reason = '', usual = 30) =>
  z
    .int('must be a whole number of days')
    .min(1, 'must be at least 1')
    .max(max, `must be at most ${max}${reason}`)
    .default(usual)

export const days_back = days_up_to(DAYS_BACK_MAX).describe('Days that end yesterday, compared with as many before.')

/** Inclusive dates, or the default. Invalid dates are refused with a sentence that says how to fix them. */
export function period_of(given: Dates, { today }: Pick<FigureContext, 'today'>): { current: Window } {
  try {
    return { current: explicit_window(given, today) }
  } catch (fault) {
    if (fault instanceof RangeError) refuse(fault.message)
    throw fault
  }
}

/** The days before today, and today. */
export const period_until_today = (days: number, context: Pick<FigureContext, 'today'>) =>
  period_of({ date_from: add_days(context.today, -days) }, context)

export const compared = ({ current }: Period): ComparedPeriod => ({ current, previous: previous(current) })

export const with_year_before = (period: ComparedPeriod): YearPeriod => ({
  ...period,
  year_before: year_before(period.current),
})

/** The complete days before today, and the same number of days before them. */
export const last_days_compared = (days: number, { today }: Pick<FigureContext, 'today'>): ComparedPeriod =>
  compared({ current: last_days(days, today) })

/** All windows that an answer sums. */
export const windows_of = ({ current, previous, year_before }: Period): Window[] =>
  [current, previous, year_before].filter((window) => window !== undefined)

/** The window of things without dates, such as stock: today. */
export const until_today = ({ today }: Pick<FigureContext, 'today'>): Window => ({
  from: today,
  to: today,
  days: 1,
  is_partial: true,
})

// ---- result ------------------------------------------------------------------------------------------------------------

const shape = z.strictObject({
  from: own_text().describe('First day.'),
  to: own_text().describe('Last day, included.'),
  days: z.int().describe('Calendar days, both ends counted.'),
  is_partial: z
    .boolean()
    .describe('Some figures do not cover all these days: today is not over, or days are not read yet; see notes.'),
  time_zone: own_text().describe('Zone whose calendar days these are.'),
  lacks: z
    .array(own_text())
    .optional()
    .describe(
      'What is missing besides the rest of today: platform keys, exchange_rates, or refunds (of older orders). See notes.',
    ),
})

const window = shape.describe('The days the figures cover.')
const previous_window = shape.describe('The days they are compared with.')
const year_before_window = shape.describe('The same days a year before, with the same weekdays.')

export const currency = own_text().describe(
  'ISO 4217 code of the amounts beside it: the organization’s reporting currency.',
)

/** Result fields of an answer over a period, with or without a comparison. Answers with amounts also have `currency`. */
export const period_fields = { window }
export const year_period_fields = { window, previous_window, year_before_window }

export type ShownWindow = z.input<typeof window>

/** What an answer can lack beside the days and accounts of platforms. */
export const LACKED = {
  /** Amounts whose currency has no rate are left out. */
  rates: 'exchange_rates',
  /** Refunds of orders before the first stored day are left out. */
  refunds: 'refunds',
} as const

export const shown_window = (
  of: Window,
  { org }: Pick<FigureContext, 'org'>,
  { lacks = [], is_part = false }: { lacks?: readonly string[]; is_part?: boolean } = {},
): ShownWindow => ({
  ...of,
  is_partial: of.is_partial || is_part || lacks.length > 0,
  ...(lacks.length > 0 && { lacks: [...lacks] }),
  time_zone: org.time_zone,
})
