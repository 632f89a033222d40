import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { id, NOT_ENABLED, search } from './search.ts'

const accessible = z.object({ resourceNames: z.array(z.string().regex(/^customers\/\d+$/)).default([]) })

const client = z.object({
  customerClient: z.object({
    id,
    descriptiveName: z.string().optional(),
    currencyCode: z.string().length(3),
    timeZone: z.string(),
    status: z.string(),
  }),
})

// A manager account has no figures of its own. An account that is no manager lists itself.
const clients_query = `
  SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone,
    customer_client.status
  FROM customer_client
  WHERE customer_client.manager = FALSE AND customer_client.status = 'ENABLED'`

/** Every customer with campaigns that the user can access, directly or through a manager account. */
export async function read_accounts(api: Api): Promise<Account[]> {
  const { resourceNames } = await api.call({ path: '/customers:listAccessibleCustomers', schema: accessible })
  const accounts = new Map<string, Account>()
  for (const name of resourceNames) {
    const root = name.replace('customers/', '')
    for (const account of await clients_of(api, root)) {
      // Direct access takes precedence over access through a manager.
      if (!accounts.has(account.account_id) || account.account_id === root) accounts.set(account.account_id, account)
    }
  }
  return [...accounts.values()]
}

async function clients_of(api: Api, root: string): Promise<Account[]> {
  const found: Account[] = []
  try {
    for await (const page of search(api, { account_id: root }, client, clients_query))
      for (const { customerClient } of page)
        found.push({
          account_id: customerClient.id,
          name: customerClient.descriptiveName ?? customerClient.id,
          time_zone: customerClient.timeZone,
          currency: customerClient.currencyCode,
          extra: { login_customer_id: root, status: customerClient.status },
        })
  } catch (error) {
    // Closed accounts stay permanently in the list of accessible ones.
    if (!(error instanceof VendorRefusal && error.message.includes(NOT_ENABLED))) throw error
  }
  return found
}
