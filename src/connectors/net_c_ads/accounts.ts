// The ad accounts in which the member has a role.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { ad_account, text } from '../ads.ts'
import { day_in, path_of, read_list } from '../linkedin.ts'
import { all_of, texts } from '../records.ts'

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
  const path = path_of('/adAccounts', { q: 'search', pageSize: PAGE })
  return (await all_of(read_list(api, path, listed))).map(account_of)
}

const account_of = ({ id, test, changeAuditStamps: stamps, ...of }: z.infer<typeof listed>): Account =>
  ad_account({
    ...of,
    account_id: id,
    time_zone: TIME_ZONE,
    created_on: day_in(stamps?.created.time),
    unreadable: test ? OF_TESTS : undefined,
  })
