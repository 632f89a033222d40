// Figures between the database and the answer: integers in units of 10^-12. Sums, differences and quotients stay exact until the one
// rounding at the end. No figure is ever a float.
import { minor_digits } from '#domain/money.ts'

/** An integer in units of 10^-12, of a currency unit for money, of one for counts. */
export type Exact = bigint

const DIGITS = 12
export const ONE: Exact = 10n ** 12n
/** Powers of ten, because an answer rounds many thousand figures. */
const POWERS: readonly bigint[] = Array.from({ length: DIGITS + 1 }, (_, digits) => 10n ** BigInt(digits))
const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/
const WHOLE = /^-?\d+$/

/** The exact value of a decimal text as PostgreSQL writes it. Decimals beyond the twelfth are rounded. */
export function exact(text: string): Exact {
  if (WHOLE.test(text)) return BigInt(text) * ONE
  const match = DECIMAL.exec(text)
  if (!match) throw new RangeError(`'${text}' is not a decimal`)
  const [, sign, units = '0', decimals = ''] = match
  const value =
    BigInt(units + decimals.slice(0, DIGITS).padEnd(DIGITS, '0')) + ((decimals[DIGITS] ?? '0') >= '5' ? 1n : 0n)
  return sign === '-' ? -value : value
}

export const exact_micros = (micros: bigint): Exact => micros * 1_000_000n
export const exact_count = (count: bigint | number): Exact => BigInt(count) * ONE

/** over / under as a whole number, rounded half away from zero. */
export function divide(over: bigint, under: bigint): bigint {
  if (under < 0n) return divide(-over, -under)
  const doubled = over < 0n ? -over * 2n : over * 2n
  const rounded = (doubled + under) / (2n * under)
  return over < 0n ? -rounded : rounded
}

/** Rounds half away from zero to the given number of decimals. */
export function rounded_to(value: Exact, digits: number): Exact {
  const unit = POWERS[DIGITS - digits]!
  return divide(value, unit) * unit
}

/** Rounds half away from zero to the given number of decimals, as a number for JSON. */
export function to_number(value: Exact, digits: number): number {
  return scaled_number(divide(value, POWERS[DIGITS - digits]!), digits)
}

/** The number `whole` / 10^digits. Parsed from text, because a division would be a float operation. */
function scaled_number(whole: bigint, digits: number): number {
  return whole === 0n ? 0 : Number(`${whole}e-${digits}`)
}

/** Decimals of counts. Counts are whole numbers, except fractional conversions. */
export const COUNT_DIGITS = 2
export const count_number = (value: Exact) => to_number(value, COUNT_DIGITS)
export const money_number = (value: Exact, currency: string) => to_number(value, minor_digits(currency))
/** bigint never reaches JSON. */
export const integer = (value: bigint | null) => (value === null ? null : Number(value))

/** Decimals of a ratio in answers. */
export const RATIO_DIGITS = 4

/** over / under, or null where `under` is zero. Both numbers have the same scale. */
export function ratio(over: bigint | null, under: bigint | null, digits = RATIO_DIGITS): number | null {
  if (over === null || under === null || under === 0n) return null
  return scaled_number(divide(over * POWERS[digits]!, under), digits)
}

/** The exact ratio, for differences of ratios. */
export function exact_ratio(over: Exact | null, under: Exact | null): Exact | null {
  return over === null || under === null || under === 0n ? null : divide(over * ONE, under)
}

/** Decimals of a percentage in answers. */
const PERCENT_DIGITS = 2

/** The change in percent of the previous figure. Null where there is no previous figure, or it is zero. */
export function change_percent(current: bigint | null, previous: bigint | null): number | null {
  if (current === null || previous === null || previous === 0n) return null
  return ratio((current - previous) * 100n, previous < 0n ? -previous : previous, PERCENT_DIGITS)
}

/** Sort order: highest first, unknown figures last. */
export function descending(a: Exact | null, b: Exact | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  return Number(b > a) - Number(b < a)
}

/** The difference. Null where either figure is unknown. */
export const less = (one: Exact | null, other: Exact | null): Exact | null =>
  one === null || other === null ? null : one - other

/** The sum of the known figures. Null when none is known. */
export function sum_known(values: Iterable<bigint | null>): bigint | null {
  let sum: bigint | null = null
  for (const value of values) if (value !== null) sum = (sum ?? 0n) + value
  return sum
}

/** The sum. Null when one of the figures is unknown. */
export const sum_whole = (values: Iterable<Exact | null>): Exact | null =>
  [...values].reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0n)

/** The value as a decimal text, for PostgreSQL. */
export function exact_text(value: Exact): string {
  const digits = String(value < 0n ? -value : value).padStart(DIGITS + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`
}
