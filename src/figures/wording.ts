// Formats figures for sentences.
import { minor_digits } from '#domain/money.ts'

/** Number formats by digits after the point. Cached, because creating one takes as long as a small statement. */
const formats = new Map<number, Intl.NumberFormat>()

function number_text(value: number, digits: number): string {
  const format =
    formats.get(digits) ??
    new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
  formats.set(digits, format)
  return format.format(value)
}

export const money_text = (value: number, currency: string) =>
  `${number_text(value, minor_digits(currency))} ${currency}`
export const count_text = (value: number) => number_text(value, 0)
export const percent_text = (ratio: number) => `${Number((ratio * 100).toFixed(2))}%`

/** ' (+12.5%)', or nothing when there is nothing to compare with. */
export const change_text = (percent: number | null) =>
  percent === null ? '' : ` (${percent > 0 ? '+' : ''}${percent}%)`

/** One sentence of all known parts. Unknown parts are left out. */
export function against_before(parts: readonly (string | null | undefined | false)[]): string {
  const known = parts.filter((part) => typeof part === 'string')
  return known.length > 0
    ? `Against the period before: ${known.join('; ')}.`
    : 'No figures are known for this period; see notes.'
}
