// How a connector lists the accounts that a connection covers.
import type { Account, Api } from '#engine/connector/api.ts'
import type { Settings } from '#engine/connector/vendor_request.ts'
import type { AccountTable, Rows } from '#engine/connector/warehouse_rows.ts'

/** The accounts, with the rows that describe them. */
export interface Accounts {
  into: readonly AccountTable[]
  /** `known`: the readable accounts of the last list, when there is one. They show what a refused part of the list had. */
  read: (source: { api: Api; settings: Settings; known?: readonly Account[] }) => Promise<Account[]>
  rows: (account: Account) => Rows<AccountTable>
  /** A connection has one account, which its rows do not name. Rows of another account would mix with those of this one, or replace them. */
  are_one?: true
  /** Reasons of `unreadable`, or their ends, of accounts that never have figures. Nothing is missing without these accounts. */
  without_figures?: readonly string[]
  /** Ids of accounts whose figures would contain those of this one, the widest first, whether they exist or not. */
  wider?: (account_id: string) => readonly string[]
  /** What is read only in part because permissions are missing, of an account that names its permissions. */
  missing_scopes?: (extra: Record<string, string>) => { stream: string; reason: string }[]
}
