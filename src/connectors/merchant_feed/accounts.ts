// The Merchant Center accounts of a user. Products are in standalone accounts and in sub-accounts of advanced accounts.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { when_refused } from '#engine/vendors/refusal.ts'
import { listed, unreadable } from '../google.ts'
import { all_of } from '../records.ts'
import { version } from './version.ts'

const ACCOUNTS_OF_A_PAGE = 500
export const ADVANCED = 'An advanced account has no products of its own. Its sub-accounts are read.'
export const OF_TESTS = 'A test account shows its products to nobody.'

const account = z.object({
  accountId: z.string(),
  accountName: z.string().optional(),
  testAccount: z.boolean().default(false),
  timeZone: z.object({ id: z.string().optional() }).default({}),
})
type Listed = z.output<typeof account>

export async function read_accounts(api: Api, known: readonly Account[] = []): Promise<Account[]> {
  const found = new Map<string, Account>()
  const add = (...accounts: Account[]) => {
    for (const account of accounts) found.set(account.account_id, account)
  }
  for (const one of await read_list(api, `/accounts/${version.name}/accounts`)) {
    // The list of a user has sub-accounts too: listSubaccounts is this list with a filter (accounts_v1, read 2026-11).
    if (found.has(one.accountId)) continue
    const below = await sub_accounts(api, one)
    if ('refused' in below) add(refused(one, below.refused, known))
    else if (below.length === 0) add(account_of(one))
    else add(advanced(one), ...below.map((each) => below_of(one, account_of(each))))
  }
  return [...found.values()]
}

const below_of = ({ accountId }: Listed, below: Account): Account => ({
  ...below,
  extra: { advanced_account_id: accountId },
})

/** The list does not say which accounts are advanced. Their only mark is that they have sub-accounts. Google can refuse to list these. */
const sub_accounts = (api: Api, { accountId }: Listed): Promise<Listed[] | { refused: string }> =>
  read_list(api, `/accounts/${version.name}/accounts/${accountId}:listSubaccounts`).catch(
    when_refused(['denied', 'refused'], ({ message }) => ({ refused: message })),
  )

/** Google refuses the list of a standalone account too. An account is advanced if sub-accounts of it were read before. */
function refused(one: Listed, reason: string, known: readonly Account[]): Account {
  const { accountId, accountName = accountId } = one
  const is_advanced = known.some(({ extra }) => extra?.advanced_account_id === accountId)
  return is_advanced ? { ...unreadable(accountId, accountName, reason), hides_others: true } : account_of(one)
}

const read_list = (api: Api, path: string): Promise<Listed[]> =>
  all_of(api.pages(listed({ path, query: { pageSize: ACCOUNTS_OF_A_PAGE } }, 'accounts', account)))

const advanced = ({ accountId, accountName = accountId }: Listed) => unreadable(accountId, accountName, ADVANCED)

function account_of({ accountId, accountName = accountId, testAccount, timeZone }: Listed): Account {
  if (testAccount) return unreadable(accountId, accountName, OF_TESTS)
  if (!timeZone.id) return unreadable(accountId, accountName, 'The account has no time zone.')
  return { account_id: accountId, name: accountName, time_zone: timeZone.id }
}
