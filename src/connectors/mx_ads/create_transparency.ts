// Who benefits from an ad, and who pays for it. Meta refuses an ad set for the European Union without both
// (blog "New Marketing and MPA API Requirements", 2023-08; error 100, subcodes 3858079 and 3858081, read 2026-11).
import { z } from 'zod'
import type { ActionRefused, ActionSource } from '#engine/action.ts'
import { field_list } from '../meta.ts'

/** The European Union, and territories with codes of their own. */
const EU =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE AX GF GP MF MQ RE YT'.split(' ')

/** Absent: Meta does not ask for them. */
export interface Named {
  beneficiary?: string
  payer?: string
}

const word = z.string().nullish()
const account_answer = z.object({ default_dsa_beneficiary: word, default_dsa_payor: word })

/** The names that the account has for all of its ads. A person sees them before a yes. */
export async function named_of(
  { api, account }: Pick<ActionSource<unknown>, 'api' | 'account'>,
  countries: readonly string[],
): Promise<Named | ActionRefused> {
  const [first] = countries.filter((country) => EU.includes(country))
  if (first === undefined) return {}
  const path = `/act_${account.account_id}`
  const found = await api.call({ path, query: { fields: field_list(account_answer) }, schema: account_answer })
  const { default_dsa_beneficiary: beneficiary, default_dsa_payor: payer } = found
  if (beneficiary && payer) return { beneficiary, payer }
  return {
    refused: `Meta shows ads in ${first} only with a beneficiary and a payer, and the account ${account.name} has none for its ads. Enter both as defaults in the advertising settings of the account.`,
  }
}
