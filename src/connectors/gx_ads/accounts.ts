import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { type AdAccount, ad_account } from '../ads.ts'
import { columns } from '../columns.ts'
import { or_unreadable, unreadable } from '../google.ts'
import { all_of } from '../records.ts'
import { id, search_columns } from './search.ts'

const accessible = z.object({ resourceNames: z.array(z.string().regex(/^customers\/\d+$/)).default([]) })

// A manager account has no figures of its own. An account that is no manager lists itself.
const text = z.string().optional()
const client = columns({
  account_id: ['customer_client.id', id],
  name: ['customer_client.descriptive_name', text],
  currency: ['customer_client.currency_code', text],
  time_zone: ['customer_client.time_zone', text],
  status: ['customer_client.status', text],
})
const NO_MANAGER = 'customer_client.manager = FALSE'

/** The API refuses these with CUSTOMER_NOT_ENABLED. A suspended customer serves no ads, but its figures can be read. */
const NOT_ENABLED = ['CANCELED', 'CLOSED']
/** The end of the refusal of a customer that was closed, or never opened. */
export const CLOSED = '(CUSTOMER_NOT_ENABLED)'

/** Every customer with campaigns that the user can access, directly or through a manager account, or the `wanted` ones of them. */
export async function read_accounts(api: Api, wanted?: readonly string[]): Promise<Account[]> {
  const { resourceNames } = await api.call({ path: '/customers:listAccessibleCustomers', schema: accessible })
  const roots = resourceNames.map((name) => name.replace('customers/', ''))
  const found = new Map<string, Account>()
  // A wanted customer that is accessible directly is entered first, so that others are entered only when one is still missing.
  for (const root of wanted ? roots.toSorted((a, b) => rank(wanted, a) - rank(wanted, b)) : roots) {
    if (found.has(root) || wanted?.every((one) => found.has(one))) continue
    for (const account of await or_unreadable({ id: root, hides_others: true }, () => clients_of(api, root)))
      if (!found.has(account.account_id)) found.set(account.account_id, account)
  }
  const accounts = wanted ? found_of(wanted, found) : [...found.values()]
  // Direct access takes precedence over access through a manager.
  return accounts.map((one) => (roots.includes(one.account_id) && one.extra ? entered_by(one.account_id, one) : one))
}

/** A wanted customer that no root listed can be one of a root that was refused. */
function found_of(wanted: readonly string[], found: ReadonlyMap<string, Account>): Account[] {
  const missing = wanted.filter((one) => !found.has(one))
  const refused = [...found.values()].filter(
    ({ account_id, hides_others }) => hides_others && !wanted.includes(account_id),
  )
  const known = wanted.flatMap((one) => found.get(one) ?? [])
  if (missing.length === 0) return known
  return refused.length > 0
    ? [...known, ...refused]
    : [...known, ...missing.map((one) => unreadable(one, one, UNKNOWN))]
}

const UNKNOWN = 'The signed-in Google user has no access to this customer.'
const rank = (wanted: readonly string[], root: string) => (wanted.includes(root) ? 0 : 1)
const entered_by = (login_customer_id: string, account: Account): Account => ({
  ...account,
  extra: { ...account.extra, login_customer_id },
})

async function clients_of(api: Api, root: string): Promise<Account[]> {
  const clients = search_columns(api, { account_id: root }, 'customer_client', client, NO_MANAGER)
  return (await all_of(clients)).map((one) => account_of(one, root))
}

// Google gives no day of creation, so the first day of a customer is unknown (Customer, CustomerClient, v25, read 2026-11).
function account_of(client: AdAccount, root: string): Account {
  const account = ad_account({ ...client, extra: { login_customer_id: root } })
  const { account_id, name } = account
  const { status } = client
  return status && NOT_ENABLED.includes(status)
    ? { ...unreadable(account_id, name, `The customer is ${status.toLowerCase()}.`), is_closed: true }
    : account
}
