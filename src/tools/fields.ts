// Fields that many tools share, each with its description; and the few rules that turn them into windows and answers.
import { z } from 'zod'
import {
  COUNT_DIGITS,
  change_percent,
  count_number,
  type Exact,
  money_number,
  RATIO_DIGITS,
  rounded_to,
  to_number,
} from '#domain/exact.ts'
import { healths } from '#domain/health.ts'
import { minor_digits } from '#domain/money.ts'
import { platform_keys } from '#domain/platforms.ts'
import { DAYS_BACK_MAX, type Dates, explicit_window, type Window } from '#domain/windows.ts'
import { refuse } from '#engine/outcomes.ts'
import type { Context } from '#engine/tool.ts'
import type { Sources } from '#figures/sources.ts'

export {
  contains_pattern,
  LIMIT_MAX,
  length_fields as listing,
  limit,
  list_of as listing_of,
  ROWS_BYTES_MAX,
  search_text,
} from '#engine/lists.ts'

// ---- input -------------------------------------------------------------------------------------------------------------

const date = (about: string) =>
  z.iso.date('must be a calendar date written YYYY-MM-DD, like 2026-01-31').describe(about)

export const date_from = date('First day. Default: 30 days ago.').optional()
export const date_to = date('Last day, included. Default: today.').optional()

export const days_back = z
  .int('must be a whole number of days')
  .min(1, 'must be at least 1')
  .max(DAYS_BACK_MAX, `must be at most ${DAYS_BACK_MAX}`)
  .default(30)
  .describe('Days that end yesterday, compared with as many before.')

/** Inclusive dates, or the default; a fault becomes the sentence that mends it. */
export function window_of(dates: Dates, { today }: Context): Window {
  try {
    return explicit_window(dates, today)
  } catch (fault) {
    if (fault instanceof RangeError) refuse(fault.message)
    throw fault
  }
}

// ---- result ------------------------------------------------------------------------------------------------------------

export const amount = (about: string) => z.number().nullable().describe(`${about} In currency units; null: not known.`)
export const ratio_field = (about: string) => z.number().nullable().describe(`${about} null: nothing to divide by.`)
export const count_field = (about: string) => z.number().nullable().describe(`${about} null: not known.`)
export const text = (about: string) => z.string().describe(about)
export const optional_text = (about: string) => z.string().nullable().describe(about)
export const currency = z
  .string()
  .describe('ISO 4217 code of the amounts beside it: the organization’s reporting currency.')

const window_shape = z.strictObject({
  from: z.string().describe('First day.'),
  to: z.string().describe('Last day, included.'),
  days: z.int().describe('Calendar days, both ends counted.'),
  is_partial: z.boolean().describe('Includes today, which is not over.'),
  time_zone: z.string().describe('Zone whose calendar days these are.'),
})

export const window = window_shape.describe('The days the figures cover.')
export const previous_window = window_shape.describe('The days they are compared with.')

export const window_on_wire = (of: Window, { org }: Context) => ({ ...of, time_zone: org.time_zone })

const source = z.strictObject({
  platform: z.enum(platform_keys).or(z.string()).describe('Platform key.'),
  connection_id: z.string(),
  name: z.string(),
  health: z
    .enum(healths)
    .describe(
      'Whether the figures of this connection can be believed; with anything but ok, a zero may be missing data.',
    ),
  last_sync: z.string().nullable().describe('When it was last read to the end.'),
  settled_until: z
    .string()
    .nullable()
    .describe('Last day whose figures the platform no longer changes; null where that does not apply.'),
})

/** Counts of what an answer does not name. */
export const by_health = z.partialRecord(z.enum(healths), z.int())

/** What every answer with figures says about where they come from. */
export const provenance = {
  sources: z.array(source).describe('Connections the figures come from; of many, those in trouble first.'),
  more_sources: by_health.optional().describe('Connections the figures come from too, by health.'),
  as_of: z.string().nullable().describe('The oldest last_sync of the sources: everything here is at least as fresh.'),
  settled_until: z.string().nullable().describe('Figures up to this day can no longer change.'),
  notes: z
    .array(z.string())
    .describe('What a reader must know to read the figures rightly; empty when there is nothing.'),
}

/** bigint never reaches JSON. */
export const integer = (value: bigint | null) => (value === null ? null : Number(value))

/** Why there is nothing, where nothing is connected. */
export const absent_note = ({ platforms }: Sources, what: string) =>
  platforms.length > 0 ? [] : [`No ${what} is connected, so nothing is known; connect it under settings, connections.`]

export const sampled_note = (days: Exact) =>
  days > 0n ? [`Web analytics sampled or withheld some of these figures, on ${to_number(days, 0)} rows.`] : []

/** The window of what has no dates: things as they stand today. */
export const until_today = ({ today }: Context): Window => ({ from: today, to: today, days: 1, is_partial: true })

// ---- figures on the wire and in sentences ------------------------------------------------------------------------------

export const ratio_number = (value: Exact) => to_number(value, RATIO_DIGITS)
export const ratio_or_null = (value: Exact | null) => (value === null ? null : ratio_number(value))

/** By digits after the point. Kept, because making one takes as long as a small statement. */
const written = new Map<number, Intl.NumberFormat>()

function number_text(value: number, digits: number): string {
  const format =
    written.get(digits) ??
    new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  written.set(digits, format)
  return format.format(value)
}

export const money_text = (value: number, of: string) => `${number_text(value, minor_digits(of))} ${of}`
export const count_text = (value: number) => number_text(value, 0)

/** ' (+12.5%)', or nothing when there is nothing to compare with. */
export const change_text = (percent: number | null) =>
  percent === null ? '' : ` (${percent > 0 ? '+' : ''}${percent}%)`

// ---- a figure and what it was ------------------------------------------------------------------------------------------

export type Unit = 'money' | 'count' | 'ratio'

const compared_fields = {
  current: z.number().nullable().describe('Of window; null: not known.'),
  previous: z.number().nullable().describe('Of previous_window; null: not known.'),
  change: z.number().nullable().describe('current less previous, as shown.'),
  change_percent: z.number().nullable().describe('change in percent of previous; null: nothing to compare with.'),
}
export const compared = (about: string) => z.strictObject(compared_fields).describe(about)

export function number_of(value: Exact | null, unit: Unit, of: string): number | null {
  if (value === null) return null
  return { money: () => money_number(value, of), count: () => count_number(value), ratio: () => ratio_number(value) }[
    unit
  ]()
}

export function compare(current: Exact | null, previous: Exact | null, unit: Unit, of: string) {
  // Taken from the shown figures, so that a reader who subtracts them finds the same.
  const rounded = (value: Exact) =>
    rounded_to(value, { money: minor_digits(of), count: COUNT_DIGITS, ratio: RATIO_DIGITS }[unit])
  const change = current === null || previous === null ? null : rounded(current) - rounded(previous)
  return {
    current: number_of(current, unit, of),
    previous: number_of(previous, unit, of),
    change: number_of(change, unit, of),
    change_percent: change_percent(current, previous),
  }
}
