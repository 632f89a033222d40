// Compares stored rows with the platform's own totals on request, without reading rows.
import { read_tables } from '#db/backup/tables.ts'
import { add_days, today_in } from '#domain/windows.ts'
import type { Account, Settings } from '#engine/connector.ts'
import { type Checking, type Compared, check_ledger } from '#engine/sync/ledger.ts'
import type { SyncParts } from '#engine/sync/stream.ts'
import { open_vendor_api, with_lock } from '#engine/sync/sync.ts'

/** Days that are compared when nobody names any. */
const DAYS = 30

export interface Reconciling {
  org_id: string
  connection_id: string
  signal: AbortSignal
  /** First and last day, in each account's time zone. */
  from?: string
  to?: string
}

export interface Reconciled extends Compared {
  platform: string
  account: string
  stream: string
  currency?: string
}

/** 'busy': a sync of the connection is running. */
export function reconcile(parts: SyncParts, options: Reconciling): Promise<Reconciled[] | 'busy'> {
  return with_lock(parts, options, async (session) => {
    const { platform, settings } = await session.transaction((db) =>
      db
        .selectFrom('connections')
        .select(['platform', 'settings'])
        .where('connection_id', '=', options.connection_id)
        .executeTakeFirstOrThrow(),
    )
    const connector = parts.connectors[platform]!
    const streams = Object.entries(connector.streams).flatMap(([name, stream]) =>
      'window' in stream && stream.total ? [{ name, stream }] : [],
    )
    if (streams.length === 0) return []
    const given = settings as Settings
    const api = open_vendor_api(parts, options, { connector, settings: given })
    const total = { restatements: 0 }
    const tables = await read_tables(parts.pool)
    const run: Checking = { parts, options, platform, session, settings: given, api, tables, total }
    const now = parts.clock.now()
    const found: Reconciled[] = []
    for (const account of await wanted_accounts(connector.accounts.read({ api, settings: given }), given))
      for (const { name, stream } of streams) {
        const to = options.to ?? add_days(today_in(account.time_zone, now), -1)
        const days = { from: options.from ?? add_days(to, 1 - DAYS), to }
        const compared = await check_ledger(run, { name, stream, account, days, now, is_after_read: false })
        const { name: account_name, currency } = account
        found.push(...compared.map((one) => ({ ...one, platform, account: account_name, stream: name, currency })))
      }
    return found
  })
}

async function wanted_accounts(read: Promise<Account[]>, { account_ids }: Settings): Promise<Account[]> {
  const accounts = (await read).filter(({ unreadable }) => unreadable === undefined)
  return Array.isArray(account_ids) ? accounts.filter(({ account_id }) => account_ids.includes(account_id)) : accounts
}
