// The amounts that TikTok takes as daily budgets, by the currency of the account (page 'Budget verification ratio and value range for each
// currency', read 2026-11).
import { minor_digits } from '#domain/money.ts'

/** Currencies without decimals at TikTok, regardless of ISO 4217. */
const whole_units = 'CLP HUF IDR ISK JPY KRW PYG TWD VND'.split(' ')

/** How many times the lowest budget of a dollar account the lowest one of a currency is. */
const ratios: Record<number, string> = {
  1: 'AED ARS AUD BRL CAD CHF EUR GBP HUF ILS MYR NZD PEN QAR RON SAR SGD USD',
  4: 'PLN',
  10: 'BOB CNY CZK DKK EGP GTQ HKD HNL MOP MXN NIO NOK SEK THB TRY TWD UAH UYU ZAR',
  50: 'PHP',
  100: 'BDT DZD INR ISK JPY KES NGN PKR RUB',
  1000: 'CLP COP CRC KRW',
  10000: 'IDR PYG VND',
}

const UNIT_DIGITS = 6
export const unit_micros = (currency: string): bigint =>
  10n ** BigInt(UNIT_DIGITS - (whole_units.includes(currency) ? 0 : minor_digits(currency)))

/** In dollars. A campaign for products of a shop at TikTok needs less. */
const LOWEST_USD = { ordinary: 50, of_shop: 10 }

/** The lowest daily budget of a campaign. Undefined: TikTok does not name one for the currency. */
export function minimum_of(currency: string | undefined, kind: keyof typeof LOWEST_USD = 'ordinary') {
  const [ratio] = Object.entries(ratios).find(([, of]) => of.split(' ').includes(currency ?? '')) ?? []
  return ratio === undefined ? undefined : String(Number(ratio) * LOWEST_USD[kind])
}
