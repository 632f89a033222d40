// Money is an integer number of micros of a currency. This file and its callers never use a float.

const MICROS_PER_UNIT = 1_000_000n
/** Shops keep a price as somebody typed it, also '.99' (wc_format_decimal of WooCommerce, read 2026-11). */
const DECIMAL = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d+))?$/

/**
 * Micros of a decimal amount as vendors write it ('12.5', '.99', '-0.000001').
 * Rounds half away from zero after six decimals. Throws on a text that is no plain decimal.
 */
export function micros(amount: string | number): bigint {
  const match = DECIMAL.exec(typeof amount === 'number' ? plain(amount) : amount.trim())
  if (!match) throw new RangeError(`'${amount}' is not a decimal amount`)
  const [, sign, units = '', decimals = ''] = match
  const six = decimals.slice(0, 6).padEnd(6, '0')
  const up = (decimals[6] ?? '0') >= '5' ? 1n : 0n
  const value = BigInt(units) * MICROS_PER_UNIT + BigInt(six) + up
  return sign === '-' ? -value : value
}

/** A decimal text that a vendor's program wrote with an exponent, such as -2E-18 or 4.95E8, without it. Any other text stays as it is. */
export const without_exponent = (text: string): string =>
  /^[+-]?\d+(\.\d+)?e[+-]?\d+$/i.test(text) ? Number(text).toFixed(6) : text

/** Amounts of vendors that send JSON numbers: the shortest decimal form, without an exponent. */
function plain(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`'${value}' is not a decimal amount`)
  const text = String(value)
  return text.includes('e') ? value.toFixed(12) : text
}

// Currencies whose amounts do not have two decimals (ISO 4217, list one, read 2026-11).
const by_decimals: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const decimals_of = new Map(
  Object.entries(by_decimals).flatMap(([digits, codes]) => codes.split(' ').map((code) => [code, Number(digits)])),
)

/** Decimals of recorded amounts of a currency (ISO 4217): 2 for USD, COP and PKR, 0 for JPY. */
export const minor_digits = (currency: string): number => decimals_of.get(currency) ?? 2

const digits_of = new Map<string, number>()

/** Decimals that people write in a currency, from the CLDR of the runtime. Fewer than those of ISO 4217 for COP, HUF or PKR. */
export function written_digits(currency: string): number {
  let digits = digits_of.get(currency)
  if (digits === undefined) {
    digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
    digits_of.set(currency, digits)
  }
  return digits
}

/** Exact decimal text of micros: 12500000n is '12.5'. */
export function decimal(value: bigint): string {
  const sign = value < 0n ? '-' : ''
  const absolute = value < 0n ? -value : value
  const decimals = String(absolute % MICROS_PER_UNIT)
    .padStart(6, '0')
    .replace(/0+$/, '')
  return `${sign}${absolute / MICROS_PER_UNIT}${decimals ? `.${decimals}` : ''}`
}

/**
 * Rounds a decimal text half away from zero to the given number of decimals. Use as the last step before an answer, never between
 * sums.
 */
export function round_decimal(text: string, digits: number): string {
  const match = DECIMAL.exec(text)
  if (!match) throw new RangeError(`'${text}' is not a decimal amount`)
  const [, sign, units = '', decimals = ''] = match
  const kept = BigInt(units + decimals.slice(0, digits).padEnd(digits, '0'))
  const value = (decimals[digits] ?? '0') >= '5' ? kept + 1n : kept
  const padded = String(value).padStart(digits + 1, '0')
  const whole = padded.slice(0, padded.length - digits)
  const minus = sign === '-' && value !== 0n ? '-' : ''
  return digits === 0 ? minus + padded : `${minus}${whole}.${padded.slice(-digits)}`
}

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** True for a currency of ISO 4217, in upper case, that the runtime knows. */
export const is_currency = (code: string): boolean => currencies.has(code)
