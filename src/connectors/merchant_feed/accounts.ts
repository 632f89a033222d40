// The Merchant Center accounts of a user. Products are in standalone accounts and in sub-accounts of advanced accounts.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { unreadable } from '../google.ts'
import { version } from './version.ts'

const ACCOUNTS_OF_A_PAGE = 500

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

export async function read_accounts(api: Api): Promise<Account[]> {
  const found: Account[] = []
  for (const listed of await read_list(api, `/accounts/${version.name}/accounts`)) {
    const below = await sub_accounts(api, listed)
    found.push(below.length > 0 ? advanced(listed) : account_of(listed), ...below.map(account_of))
  }
  return found
}

/** The list does not say which accounts are advanced. Their only mark is that they have sub-accounts. */
async function sub_accounts(api: Api, { accountId }: Listed): Promise<Listed[]> {
  try {
    return await read_list(api, `/accounts/${version.name}/accounts/${accountId}:listSubaccounts`)
  } catch (error) {
    if (error instanceof VendorRefusal && (error.kind === 'denied' || error.kind === 'refused')) return []
    throw error
  }
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

const advanced = ({ accountId, accountName = accountId }: Listed) =>
  unreadable(accountId, accountName, 'An advanced account has no products of its own. Its sub-accounts are read.')

function account_of({ accountId, accountName = accountId, testAccount, timeZone }: Listed): Account {
  if (testAccount) return unreadable(accountId, accountName, 'A test account shows its products to nobody.')
  if (!timeZone.id) return unreadable(accountId, accountName, 'The account has no time zone.')
  return { account_id: accountId, name: accountName, time_zone: timeZone.id }
}
