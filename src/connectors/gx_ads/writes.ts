// What all changes at Google Ads share: the permission, the delay, the unit of amounts, and the validation without a change.
import { z } from 'zod'
import { minor_digits } from '#domain/money.ts'
import type { ActionSource, WriteRequest } from '#engine/action.ts'
import { checked } from '../ad_actions.ts'

export const scopes = ['https://www.googleapis.com/auth/adwords']

export const visible_within = {
  s: 120,
  source: 'Google publishes no delay of search after mutate; two minutes are assumed (read 2026-11)',
}

const UNIT_DIGITS = 6
/** Amounts are micros, in multiples of the currency's smallest unit (BudgetErrorEnum.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT, v25, read 2026-11). */
export const unit_micros = (currency: string): bigint => 10n ** BigInt(UNIT_DIGITS - minor_digits(currency))

/** A customer below a manager account is accessible only through the manager. */
export const manager_header = ({ account_id, extra }: ActionSource<unknown>['account']) => ({
  'login-customer-id': extra?.login_customer_id ?? account_id,
})

/** Google checks the request as a whole and changes nothing (MutateCampaignsRequest.validate_only, v25, read 2026-11). */
export async function validate({ api }: Pick<ActionSource<unknown>, 'api'>, request: WriteRequest): Promise<void> {
  await checked(
    api.call({ ...request, body: { ...(request.body as object), validateOnly: true }, schema: z.unknown() }),
    'In Google Ads, under Access and security, give this person the access level Standard.',
  )
}
