// What all changes at TikTok share: the permission, the delay, and the unit of amounts.
import { minor_digits } from '#domain/money.ts'

/** The permissions are those of the app. TikTok does not say which ones a person granted, so a missing one shows in the answer. */
export const scopes = ['Ads Management']

export const visible_within = {
  s: 180,
  source: 'TikTok publishes no delay of lists after updates; three minutes are assumed (read 2026-11)',
}

const UNIT_DIGITS = 6
/** Amounts are decimals of the account's currency, and some currencies have none. */
export const unit_micros = (currency: string): bigint => 10n ** BigInt(UNIT_DIGITS - minor_digits(currency))
