// Readers of free-form fields, which integrations fill as they like. A field that cannot be read becomes null and is counted, so that
// it neither stops a stream nor becomes a zero. A field that is absent is null and is not counted.
import { is_currency, micros, minor_digits } from '#domain/money.ts'
import type { RowContext } from '#engine/connector.ts'

const TEXT_CHARS_MAX = 2_000
/** Larger amounts do not fit into a column of micros. No real amount is as large. */
const AMOUNT_MICROS_MAX = 10n ** 18n
const THOUSANDS_DIGITS = 3

type Fields = Record<string, unknown>

const is_absent = (value: unknown) => value === null || value === undefined || value === ''

export function lenient({ unreadable }: Pick<RowContext, 'unreadable'>) {
  /** Reads with `read`, and counts a present value for which it returns undefined. */
  const reader =
    <Value, Rest extends unknown[]>(read: (value: unknown, ...rest: Rest) => Value | undefined) =>
    (value: unknown, what: string, ...rest: Rest): Value | null => {
      if (is_absent(value)) return null
      const found = read(value, ...rest)
      if (found === undefined) unreadable?.(what)
      return found ?? null
    }
  return {
    text: reader(text_of),
    /** A web address. Other addresses could run code when a person follows them. */
    link: reader(link_of),
    number: reader(number_of),
    currency: reader(currency_of),
    /** Micros. `currency` decides whether three digits after a point can be decimals. */
    amount: reader(amount_of),
    instant: reader(instant_of),
    list: reader((value) => (Array.isArray(value) ? (value as unknown[]) : is_empty(value) ? [] : undefined)),
  }
}

/** The fields of an object. Some languages write an empty object as []. Everything else has no fields. */
export const fields_of = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

const is_empty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0

function text_of(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.slice(0, TEXT_CHARS_MAX) : undefined
}

function link_of(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && value.length <= TEXT_CHARS_MAX ? value : undefined
}

function number_of(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Accepts ISO 4217 codes in any case. Signs such as '$' belong to many currencies, and names are not listed. */
function currency_of(value: unknown): string | undefined {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return is_currency(code) ? code : undefined
}

function instant_of(value: unknown): string | undefined {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

function amount_of(value: unknown, currency?: string | null): bigint | undefined {
  const plain =
    typeof value === 'number' ? value : typeof value === 'string' ? plain_decimal(value.trim(), currency) : undefined
  if (plain === undefined || (typeof plain === 'number' && !Number.isFinite(plain))) return undefined
  const found = micros(plain)
  return found > AMOUNT_MICROS_MAX || found < -AMOUNT_MICROS_MAX ? undefined : found
}

/**
 * '1,234.50', '1.234,50', '1 234,50' and '1234,5' have one meaning each. One separator before exactly three digits can be of thousands
 * or of decimals, so '1,234' is unreadable. '1.234' is too, unless the currency has three decimals.
 */
function plain_decimal(text: string, currency?: string | null): string | undefined {
  const [, sign = '', written = ''] = /^([+-]?)([\d.,\s\u00a0\u202f]{1,40})$/.exec(text) ?? []
  if (!/^\d/.test(written) || !/\d$/.test(written)) return undefined
  const marks = written.replace(/\d/g, '')
  const last = marks.at(-1)
  if (last === undefined) return sign + written
  const groups = written.split(last)
  const whole = groups.slice(0, -1).join(last)
  const end = groups.at(-1)!
  const is_repeated = marks.length > 1 && marks === last.repeat(marks.length)
  if (is_repeated || /\s/.test(last)) return is_grouped(written, last) ? sign + written.replaceAll(last, '') : undefined
  if (marks.length > 1) {
    const group = marks[0]!
    return is_grouped(whole, group) ? `${sign}${whole.replaceAll(group, '')}.${end}` : undefined
  }
  const is_ambiguous =
    end.length === THOUSANDS_DIGITS &&
    whole.length <= THOUSANDS_DIGITS &&
    !whole.startsWith('0') &&
    !(last === '.' && has_thousandths(currency))
  return is_ambiguous ? undefined : `${sign}${whole}.${end}`
}

const has_thousandths = (currency?: string | null) => !!currency && minor_digits(currency) === THOUSANDS_DIGITS

/** '1,234,567': one to three digits, then groups of three. */
const is_grouped = (text: string, mark: string) =>
  text.split(mark).every((part, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(part))
