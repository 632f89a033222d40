// Lists the accounts of a connection for an operator, to test its sign-in. Stores nothing but a renewed token.
import { type Connected, with_run } from '#engine/sync/connected.ts'
import type { SyncParts } from '#engine/sync/reading.ts'

/** 'busy': a sync of the connection is running. Undefined: the connection is not active, or must be connected again. */
export function list_platform_accounts(parts: SyncParts, connected: Connected) {
  return with_run(parts, connected, 'person', async ({ connector, api, settings }) => {
    const accounts = await connector.accounts.read({ api, settings })
    return accounts.map(({ account_id, name, currency, time_zone, unreadable, limited }) => ({
      account_id,
      name,
      currency: currency ?? null,
      time_zone,
      remark: unreadable ?? limited ?? null,
    }))
  })
}
