import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { or_unreadable, unreadable } from '../google.ts'
import { id, search } from './search.ts'

const accessible = z.object({ resourceNames: z.array(z.string().regex(/^customers\/\d+$/)).default([]) })

const client = z.object({
  customerClient: z.object({
    id,
    descriptiveName: z.string().optional(),
    currencyCode: z.string().optional(),
    timeZone: z.string().optional(),
    status: z.string().optional(),
  }),
})
type Client = z.output<typeof client>['customerClient']

// A manager account has no figures of its own. An account that is no manager lists itself.
const clients_query = `
  SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone,
    customer_client.status
  FROM customer_client
  WHERE customer_client.manager = FALSE`

/** The API refuses these with CUSTOMER_NOT_ENABLED. A suspended customer serves no ads, but its figures can be read. */
const NOT_ENABLED = ['CANCELED', 'CLOSED']

/** Every customer with campaigns that the user can access, directly or through a manager account, or the `wanted` ones of them. */
export async function read_accounts(api: Api, wanted?: readonly string[]): Promise<Account[]> {
  const { resourceNames } = await api.call({ path: '/customers:listAccessibleCustomers', schema: accessible })
  const roots = resourceNames.map((name) => name.replace('customers/', ''))
  const found = new Map<string, Account>()
  // A wanted customer that is accessible directly is entered first, so that others are entered only when one is still missing.
  for (const root of wanted ? roots.toSorted((a, b) => rank(wanted, a) - rank(wanted, b)) : roots) {
    if (found.has(root) || wanted?.every((one) => found.has(one))) continue
    for (const account of await or_unreadable({ id: root }, () => clients_of(api, root)))
      if (!found.has(account.account_id)) found.set(account.account_id, account)
  }
  const accounts = (wanted ?? [...found.keys()]).map((one) => found.get(one) ?? unreadable(one, one, UNKNOWN))
  // Direct access takes precedence over access through a manager.
  return accounts.map((one) => (roots.includes(one.account_id) && one.extra ? entered_by(one.account_id, one) : one))
}

const UNKNOWN = 'The signed-in Google user has no access to this customer.'
const rank = (wanted: readonly string[], root: string) => (wanted.includes(root) ? 0 : 1)
const entered_by = (login_customer_id: string, account: Account): Account => ({
  ...account,
  extra: { ...account.extra, login_customer_id },
})

async function clients_of(api: Api, root: string): Promise<Account[]> {
  const found: Account[] = []
  for await (const page of search(api, { account_id: root }, client, clients_query))
    found.push(...page.map(({ customerClient }) => account_of(customerClient, root)))
  return found
}

// Google gives no day of creation, so the first day of a customer is unknown (Customer, CustomerClient, v25, read 2026-11).
function account_of(
  { id: account_id, descriptiveName, currencyCode, timeZone, status }: Client,
  root: string,
): Account {
  const name = descriptiveName ?? account_id
  if (NOT_ENABLED.includes(status ?? ''))
    return unreadable(account_id, name, `The customer is ${status?.toLowerCase()}.`)
  if (!currencyCode || !timeZone)
    return unreadable(account_id, name, 'The customer has no currency or time zone: its setup was never finished.')
  const extra = { login_customer_id: root, ...(status && { status }) }
  return { account_id, name, time_zone: timeZone, currency: currencyCode, extra }
}
