// The Merchant Center accounts of a user. Products are in standalone accounts and in sub-accounts of advanced accounts.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { unreadable } from '../google.ts'
import { version } from './version.ts'

const ACCOUNTS_OF_A_PAGE = 500
export const ADVANCED = 'An advanced account has no products of its own. Its sub-accounts are read.'
export const OF_TESTS = 'A test account shows its products to nobody.'

const list_schema = z.object({
  accounts: z
    .array(
      z.object({
        accountId: z.string(),
        accountName: z.string().optional(),
        testAccount: z.boolean().default(false),
        timeZone: z.object({ id: z.string().optional() }).default({}),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})
type Listed = z.output<typeof list_schema>['accounts'][number]

export async function read_accounts(api: Api, known: readonly Account[] = []): Promise<Account[]> {
  const found = new Map<string, Account>()
  const add = (...accounts: Account[]) => {
    for (const account of accounts) found.set(account.account_id, account)
  }
  for (const listed of await read_list(api, `/accounts/${version.name}/accounts`)) {
    // The list of a user has sub-accounts too: listSubaccounts is this list with a filter (accounts_v1, read 2026-11).
    if (found.has(listed.accountId)) continue
    const below = await sub_accounts(api, listed)
    if ('refused' in below) add(refused(listed, below.refused, known))
    else if (below.length === 0) add(account_of(listed))
    else add(advanced(listed), ...below.map((one) => below_of(listed, account_of(one))))
  }
  return [...found.values()]
}

const below_of = ({ accountId }: Listed, account: Account): Account => ({
  ...account,
  extra: { advanced_account_id: accountId },
})

/** The list does not say which accounts are advanced. Their only mark is that they have sub-accounts. Google can refuse to list these. */
async function sub_accounts(api: Api, { accountId }: Listed): Promise<Listed[] | { refused: string }> {
  try {
    return await read_list(api, `/accounts/${version.name}/accounts/${accountId}:listSubaccounts`)
  } catch (error) {
    if (error instanceof VendorRefusal && (error.kind === 'denied' || error.kind === 'refused'))
      return { refused: error.message }
    throw error
  }
}

/** Google refuses the list of a standalone account too. An account is advanced if sub-accounts of it were read before. */
function refused(listed: Listed, reason: string, known: readonly Account[]): Account {
  const { accountId, accountName = accountId } = listed
  const is_advanced = known.some(({ extra }) => extra?.advanced_account_id === accountId)
  return is_advanced ? { ...unreadable(accountId, accountName, reason), hides_others: true } : account_of(listed)
}

async function read_list(api: Api, path: string): Promise<Listed[]> {
  const found: Listed[] = []
  const pages = api.pages({
    path,
    query: { pageSize: ACCOUNTS_OF_A_PAGE },
    schema: list_schema,
    records: ({ accounts }) => accounts,
    next: ({ nextPageToken }) => (nextPageToken ? { query: { pageToken: nextPageToken } } : null),
  })
  for await (const accounts of pages) found.push(...accounts)
  return found
}

const advanced = ({ accountId, accountName = accountId }: Listed) => unreadable(accountId, accountName, ADVANCED)

function account_of({ accountId, accountName = accountId, testAccount, timeZone }: Listed): Account {
  if (testAccount) return unreadable(accountId, accountName, OF_TESTS)
  if (!timeZone.id) return unreadable(accountId, accountName, 'The account has no time zone.')
  return { account_id: accountId, name: accountName, time_zone: timeZone.id }
}
