// The ad accounts that the user may see.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { ad_account, date_of } from '../ads.ts'
import { columns } from '../columns.ts'
import { read_list } from '../meta.ts'
import { all_of } from '../records.ts'

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
const text = z.string().nullish()
const { fields, schema } = columns({
  name: ['name', text],
  currency: ['currency', text],
  time_zone: ['timezone_name', text],
  created_on: ['created_time', text.transform(date_of)],
  account_id: ['account_id', z.string()],
  status: ['account_status', z.number().transform((status) => statuses[status] ?? String(status))],
})

export const read_accounts = async (api: Api): Promise<Account[]> =>
  (await all_of(read_list(api, '/me/adaccounts', schema, { fields: fields.join(), limit: 200 }))).map(ad_account)
