// The Merchant Center accounts of a user. Products are in standalone accounts and in sub-accounts of advanced accounts.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { when_refused } from '#engine/vendors/refusal.ts'
import { columns } from '../columns.ts'
import { listed, unreadable } from '../google.ts'
import { all_of } from '../records.ts'
import { version } from './version.ts'

const ACCOUNTS_OF_A_PAGE = 500
export const ADVANCED = 'An advanced account has no products of its own. Its sub-accounts are read.'
export const OF_TESTS = 'A test account shows its products to nobody.'

const account = columns({
  account_id: ['accountId', z.string()],
  own_name: ['accountName', z.string().optional()],
  is_of_tests: ['testAccount', z.boolean().default(false)],
  time_zone: ['timeZone.id', z.string().optional()],
}).schema.transform(({ own_name, ...one }) => ({ ...one, name: own_name ?? one.account_id }))
type Listed = z.output<typeof account>

export async function read_accounts(api: Api, known: readonly Account[] = []): Promise<Account[]> {
  const found = new Map<string, Account>()
  const add = (...accounts: Account[]) => {
    for (const account of accounts) found.set(account.account_id, account)
  }
  for (const one of await read_list(api, `/accounts/${version.name}/accounts`)) {
    const { account_id: advanced_account_id, name } = one
    // The list of a user has sub-accounts too: listSubaccounts is this list with a filter (accounts_v1, read 2026-11).
    if (found.has(advanced_account_id)) continue
    const below = await sub_accounts(api, one)
    if ('refused' in below) add(refused(one, below.refused, known))
    else if (below.length === 0) add(account_of(one))
    else {
      add(unreadable(advanced_account_id, name, ADVANCED))
      add(...below.map((each) => ({ ...account_of(each), extra: { advanced_account_id } })))
    }
  }
  return [...found.values()]
}

/** The list does not say which accounts are advanced. Their only mark is that they have sub-accounts. Google can refuse to list these. */
const sub_accounts = (api: Api, { account_id }: Listed): Promise<Listed[] | { refused: string }> =>
  read_list(api, `/accounts/${version.name}/accounts/${account_id}:listSubaccounts`).catch(
    when_refused(['denied', 'refused'], ({ message }) => ({ refused: message })),
  )

/** Google refuses the list of a standalone account too. An account is advanced if sub-accounts of it were read before. */
function refused(one: Listed, reason: string, known: readonly Account[]): Account {
  const { account_id, name } = one
  const is_advanced = known.some(({ extra }) => extra?.advanced_account_id === account_id)
  return is_advanced ? { ...unreadable(account_id, name, reason), hides_others: true } : account_of(one)
}

const read_list = (api: Api, path: string): Promise<Listed[]> =>
  all_of(api.pages(listed({ path, query: { pageSize: ACCOUNTS_OF_A_PAGE } }, 'accounts', account)))

function account_of({ account_id, name, is_of_tests, time_zone }: Listed): Account {
  if (is_of_tests) return unreadable(account_id, name, OF_TESTS)
  if (!time_zone) return unreadable(account_id, name, 'The account has no time zone.')
  return { account_id, name, time_zone }
}
