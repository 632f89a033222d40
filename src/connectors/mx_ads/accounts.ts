import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { field_list, read_list } from './graph.ts'

const ad_account = z.object({
  account_id: z.string(),
  name: z.string().optional(),
  currency: z.string().length(3),
  timezone_name: z.string(),
  account_status: z.number(),
})

// AdAccount.account_status (AdAccount.json, read 2026-11).
const statuses: Record<number, string> = {
  1: 'ACTIVE',
  2: 'DISABLED',
  3: 'UNSETTLED',
  7: 'PENDING_RISK_REVIEW',
  8: 'PENDING_SETTLEMENT',
  9: 'IN_GRACE_PERIOD',
  100: 'PENDING_CLOSURE',
  101: 'CLOSED',
}

export async function read_accounts(api: Api): Promise<Account[]> {
  const accounts: Account[] = []
  for await (const page of read_list(api, '/me/adaccounts', ad_account, { fields: field_list(ad_account), limit: 200 }))
    for (const { account_id, name, currency, timezone_name, account_status } of page)
      accounts.push({
        account_id,
        name: name ?? account_id,
        currency,
        time_zone: timezone_name,
        extra: { status: statuses[account_status] ?? String(account_status) },
      })
  return accounts
}
