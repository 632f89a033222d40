import { micros } from '#domain/money.ts'

// Currencies that Meta counts in whole units instead of hundredths, regardless of ISO 4217
// (https://developers.facebook.com/docs/marketing-api/currencies, read 2026-11).
const whole_units = ['CLP', 'COP', 'CRC', 'HUF', 'ISK', 'IDR', 'JPY', 'KRW', 'PYG', 'TWD', 'VND']

const HUNDREDTH = 10_000n
const WHOLE = 1_000_000n

/** Micros of the unit in which Meta counts amounts of a currency. */
export const minor_micros = (currency: string): bigint => (whole_units.includes(currency) ? WHOLE : HUNDREDTH)

export const minor_of = (amount: string, currency = ''): number => Number(micros(amount) / minor_micros(currency))
