// Declares each figure of an answer once: its unit, its meaning and the sums that it is computed from. Result fields, shown
// values, comparisons and changes all follow from the declaration.
import { z } from 'zod'
import {
  COUNT_DIGITS,
  change_percent,
  count_number,
  type Exact,
  exact_ratio,
  less,
  money_number,
  RATIO_DIGITS,
  rounded_to,
  to_number,
} from '#domain/exact.ts'
import { minor_digits } from '#domain/money.ts'

export type Unit = 'money' | 'count' | 'ratio'
export type Side = 'current' | 'previous' | 'year_before'
export type Before = Exclude<Side, 'current'>

/** Sums by name. null: unknown. */
export type Sums<Name extends string = string> = Record<Name, Exact | null>

/** Sums of the window, of the one before it, and of the same days a year before. null: not known. */
export interface Sides<Name extends string = string> {
  current: Sums<Name> | null
  previous: Sums<Name> | null
  year_before?: Sums<Name> | null
  /** True: something that belongs to the sums of a side is left out. A sum of the rest is still true, and a ratio of it is not. */
  lacks?: Record<Side, boolean>
  /** True for sums without a change: one side has accounts or amounts that the other one leaves out. */
  unlike?: (before: Before, sum: string) => boolean
}

/** One sum, or two sums: the first minus the second, or the first divided by the second. */
interface Formula<Of extends string> {
  how: 'sum' | 'difference' | 'quotient'
  of: readonly Of[]
}

/** `Of` are the sums that the figure needs. never: the sum with the figure's own name. */
export interface Figure<Of extends string = string, IsCertain extends boolean = boolean> {
  unit: Unit
  about: string | undefined
  formula: Formula<Of> | null
  side: Side
  /** True for a count of existing rows, which is never unknown. */
  is_certain: IsCertain
}

// ---- declarations ------------------------------------------------------------------------------------------------------

export const difference = <Of extends string>(of: Of, subtracted: Of): Formula<Of> => ({
  how: 'difference',
  of: [of, subtracted],
})
export const quotient = <Of extends string>(over: Of, under: Of): Formula<Of> => ({
  how: 'quotient',
  of: [over, under],
})

/** Overloads, because without them TypeScript would infer any name for a missing sum. */
interface Declare<IsCertain extends boolean> {
  (about?: string): Figure<never, IsCertain>
  <Of extends string>(about: string | undefined, of: Of | Formula<Of>): Figure<Of, IsCertain>
}

const declared = <IsCertain extends boolean>(unit: Unit, is_certain: IsCertain): Declare<IsCertain> =>
  ((about?: string, of?: string | Formula<string>) => ({
    unit,
    about,
    formula: typeof of === 'string' ? { how: 'sum', of: [of] } : (of ?? null),
    side: 'current',
    is_certain,
  })) as Declare<IsCertain>

/** Without `of`, the figure uses the sum with its own name. */
export const money = declared('money', false)
export const count = declared('count', false)
export const ratio = <Of extends string>(about: string | undefined, over: Of, under: Of): Figure<Of, false> =>
  declared('ratio', false)(about, quotient(over, under))

/** A count that is never unknown, in a line that exists. */
export const certain_count = declared('count', true)

/** The figure in the previous window. */
export const before = <Of extends string, IsCertain extends boolean>(figure: Figure<Of, IsCertain>) => ({
  ...figure,
  side: 'previous' as const,
})

// ---- a set of them -----------------------------------------------------------------------------------------------------

type Declared = Record<string, Figure>

/** The sums that a set of figures needs. */
type Needed<D extends Declared> = {
  [Name in keyof D & string]: D[Name] extends Figure<infer Of> ? ([Of] extends [never] ? Name : Of) : never
}[keyof D & string]

type IsCertain<F extends Figure> = F extends Figure<string, true> ? true : false
export type Values<D extends Declared> = { [Name in keyof D]: IsCertain<D[Name]> extends true ? number : number | null }
type Fields<D extends Declared> = {
  [Name in keyof D]: IsCertain<D[Name]> extends true ? z.ZodNumber : z.ZodNullable<z.ZodNumber>
}

export interface Compared {
  current: number | null
  previous: number | null
  change: number | null
  change_percent: number | null
  year_before?: number | null
  year_change_percent?: number | null
}

const compared_shape = {
  current: z.number().nullable().describe('Of window; null: not known.'),
  previous: z.number().nullable().describe('Of previous_window; null: not known.'),
  change: z.number().nullable().describe('current less previous, as shown.'),
  change_percent: z.number().nullable().describe('change in percent of previous; null: nothing to compare with.'),
}
const year_shape = {
  year_before: z.number().nullable().optional().describe('Of year_before_window; null: not known.'),
  year_change_percent: z.number().nullable().optional().describe('Change against year_before in percent.'),
}
export const compared_field = (about: string) => z.strictObject({ ...compared_shape, ...year_shape }).describe(about)

/** Figures of one answer, row or comparison. */
export function figures<const D extends Declared>(declared: D) {
  const entries = Object.entries(declared)
  const each = <Value>(make: (figure: Figure, name: string) => Value) => {
    const made: Record<string, Value> = {}
    for (const [name, figure] of entries) made[name] = make(figure, name)
    return made as Record<keyof D, Value>
  }
  return {
    units: each(({ unit }) => unit),
    /** Result fields. */
    fields: each(field_of) as unknown as Fields<D>,
    compared_fields: each(({ about = '' }) => compared_field(about)),
    change_fields: each(() => z.number().nullable()),
    /** Shown values of one side. */
    values: (of: Sides<Needed<D>>, currency: string, side?: Side): Values<D> =>
      each((figure, name) => {
        const shown = number_of(exact_of(figure, name, of, side ?? figure.side), figure.unit, currency)
        return figure.is_certain ? (shown ?? 0) : shown
      }) as Values<D>,
    /** Each figure compared with the previous window. */
    compared: (of: Sides<Needed<D>>, currency: string): Record<keyof D, Compared> =>
      each((figure, name) => {
        const value = (side: Side) => exact_of(figure, name, of, side)
        return {
          ...compare(value('current'), value('previous'), figure.unit, currency),
          ...(is_unlike(figure, name, of, 'previous') && { change: null, change_percent: null }),
          ...(of.year_before !== undefined &&
            compare_year(value('current'), value('year_before'), figure.unit, currency)),
          ...(is_unlike(figure, name, of, 'year_before') &&
            of.year_before !== undefined && { year_change_percent: null }),
        }
      }),
    /** Changes in percent of the previous window, or of the same days a year before. */
    changes: (of: Sides<Needed<D>>, against: Before = 'previous'): Record<keyof D, number | null> =>
      each((figure, name) =>
        is_unlike(figure, name, of, against)
          ? null
          : change_percent(exact_of(figure, name, of, 'current'), exact_of(figure, name, of, against)),
      ),
  }
}

/** Fields of figures that are not summed from facts. */
export const amount = (about: string) => z.number().nullable().describe(`${about} In currency units; null: not known.`)
export const count_field = (about: string) => z.number().nullable().describe(`${about} null: not known.`)
export const ratio_field = (about: string) => z.number().nullable().describe(`${about} null: nothing to divide by.`)

const fields: Record<Unit, (about: string) => z.ZodNullable<z.ZodNumber>> = {
  money: amount,
  count: count_field,
  ratio: ratio_field,
}

function field_of({ unit, about, is_certain }: Figure) {
  if (about !== undefined) return fields[unit](about)
  return is_certain ? z.number() : z.number().nullable()
}

/** What a sum leaves out, or what a count has of rows with such amounts: amounts without an exchange rate. Absent: nothing. */
export const unrated = (name: string) => `unrated_${name}`

/**
 * A sum from which nothing is left out. A ratio of sums of two groups needs it on both sides, because amounts without an exchange rate
 * are missing on one side only.
 */
export function whole<Name extends string>(sums: Sums<Name> | null | undefined, name: Name): Exact | null {
  const left_out = (sums as Sums | null | undefined)?.[unrated(name)] ?? 0n
  return left_out === 0n ? (sums?.[name] ?? null) : null
}

/** An amount divided by a count, both of the same rows: those without an exchange rate are left out of both. */
export function average(sums: Sums, amount: string, count: string): Exact | null {
  const rated = less(sums[count] ?? null, sums[unrated(count)] ?? 0n)
  return exact_ratio(sums[amount] ?? null, rated)
}

const is_unlike = ({ formula }: Figure, name: string, { unlike }: Sides, before: Before) =>
  unlike !== undefined && (formula?.of ?? [name]).some((sum) => unlike(before, sum))

function exact_of({ formula, unit }: Figure, name: string, sides: Sides, side: Side): Exact | null {
  const sums = sides[side] ?? null
  if (sums === null) return null
  if (formula === null) return sums[name] ?? null
  const { how, of } = formula
  if (how === 'quotient' && sides.lacks?.[side]) return null
  const first = sums[of[0]!] ?? null
  if (how === 'sum') return first
  if (how === 'quotient' && unit === 'money') return average(sums, of[0]!, of[1]!)
  const second = sums[of[1]!] ?? null
  return how === 'difference' ? less(first, second) : exact_ratio(first, second)
}

const ratio_number = (value: Exact) => to_number(value, RATIO_DIGITS)

export function number_of(value: Exact | null, unit: Unit, currency: string): number | null {
  if (value === null) return null
  return unit === 'money' ? money_number(value, currency) : unit === 'count' ? count_number(value) : ratio_number(value)
}

const digits_of = (unit: Unit, currency: string) =>
  ({ money: minor_digits(currency), count: COUNT_DIGITS, ratio: RATIO_DIGITS })[unit]

function compare_year(current: Exact | null, year_before: Exact | null, unit: Unit, currency: string) {
  return {
    year_before: number_of(year_before, unit, currency),
    year_change_percent: change_percent(current, year_before),
  }
}

function compare(current: Exact | null, previous: Exact | null, unit: Unit, currency: string): Compared {
  // Computed from the shown figures, so that a reader who subtracts them gets the same result.
  const rounded = (value: Exact) => rounded_to(value, digits_of(unit, currency))
  const change = current === null || previous === null ? null : rounded(current) - rounded(previous)
  return {
    current: number_of(current, unit, currency),
    previous: number_of(previous, unit, currency),
    change: number_of(change, unit, currency),
    change_percent: change_percent(current, previous),
  }
}
