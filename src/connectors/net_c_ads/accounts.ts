// The ad accounts in which the member has a role.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { ad_account, text, texts } from '../ads.ts'
import { path_of, read_list } from '../linkedin.ts'

const PAGE = 1_000
/** LinkedIn has no time zone of an account. Days of reports are those of UTC (Ads Reporting, `dateRange`, read 2026-11). */
const TIME_ZONE = 'UTC'
export const OF_TESTS = 'The platform calls it a test account, whose figures are not real.'
const listed = texts('name', 'currency', 'status').extend({
  id: text,
  test: z.boolean().default(false),
  changeAuditStamps: z.object({ created: z.object({ time: z.number() }) }).optional(),
})

export async function read_accounts(api: Api): Promise<Account[]> {
  const accounts: Account[] = []
  for await (const page of read_list(api, path_of('/adAccounts', { q: 'search', pageSize: PAGE }), listed))
    accounts.push(...page.map(account_of))
  return accounts
}

function account_of({ id, test, changeAuditStamps: stamps, ...of }: z.infer<typeof listed>): Account {
  const created_on = stamps && new Date(stamps.created.time).toISOString().slice(0, 10)
  const account = ad_account({ ...of, account_id: id, time_zone: TIME_ZONE, created_on })
  return test ? { ...account, unreadable: OF_TESTS } : account
}
