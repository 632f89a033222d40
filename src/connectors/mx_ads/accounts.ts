// The ad accounts that the user may see.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { ad_account, date_of } from '../ads.ts'
import { field_list, read_list } from '../meta.ts'
import { all_of, texts } from '../records.ts'

// AdAccount.account_status (AdAccount.json, read 2026-11). Disabled and closed accounts can still be read.
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
const listed = texts('name', 'currency', 'timezone_name', 'created_time').extend({
  account_id: z.string(),
  account_status: z.number(),
})

export async function read_accounts(api: Api): Promise<Account[]> {
  const found = await all_of(read_list(api, '/me/adaccounts', listed, { fields: field_list(listed), limit: 200 }))
  return found.map(({ account_status, timezone_name, created_time, ...account }) => {
    const status = statuses[account_status] ?? String(account_status)
    return ad_account({ ...account, time_zone: timezone_name, created_on: date_of(created_time), status })
  })
}
