// Compares stored rows with the platform's own totals on request, without reading rows.
import { add_days, today_in } from '#domain/windows.ts'
import type { Account, ChangeStream, WarehouseTable, WindowStream } from '#engine/connector.ts'
import { accounts_of } from '#engine/sync/accounts.ts'
import { type Connected, with_run } from '#engine/sync/connected.ts'
import { compare_counts } from '#engine/sync/counts.ts'
import type { Days } from '#engine/sync/cursor.ts'
import { type Compared, compare_totals, read_totals, verdicts_of } from '#engine/sync/ledger.ts'
import { in_each_place, type RefusedPlace } from '#engine/sync/places.ts'
import type { Run, SyncParts } from '#engine/sync/reading.ts'

/** Days that are compared when nobody names any. */
const DAYS = 30

export interface Reconciling extends Connected {
  /** First and last day, in each account's time zone. */
  from?: string
  to?: string
  on_refused: (refused: RefusedPlace) => void
}

export interface Reconciled extends Compared {
  platform: string
  account: string
  stream: string
  currency?: string
}

/** 'busy': a sync of the connection is running. 'unreadable': it must be connected again, or was removed. */
export async function reconcile(parts: SyncParts, options: Reconciling): Promise<Reconciled[] | 'busy' | 'unreadable'> {
  return (await with_run(parts, options, 'person', (run) => compare_accounts(run, options))) ?? 'unreadable'
}

async function compare_accounts(run: Run, { from, to: until, on_refused }: Reconciling): Promise<Reconciled[]> {
  const { platform, connector, parts } = run
  const streams = Object.entries(connector.streams).flatMap(([name, stream]) => {
    if ('window' in stream && stream.total) return [{ name, compare: totals_of(run, name, stream) }]
    if ('since' in stream && stream.count) return [{ name, compare: counts_of(run, name, stream) }]
    return []
  })
  if (streams.length === 0) return []
  const now = parts.clock.now()
  const found: Reconciled[] = []
  const accounts = await accounts_of(run)
  const places = accounts.flatMap((account) => streams.map((stream) => ({ ...stream, account })))
  await in_each_place(
    places,
    async ({ name, compare, account }) => {
      const to = until ?? add_days(today_in(account.time_zone, now), -1)
      const compared = await compare({ account, days: { from: from ?? add_days(to, 1 - DAYS), to }, now })
      for (const observe of parts.sync_observers) observe({ platform, rows: 0, verdicts: verdicts_of(compared) })
      const { name: account_name, currency } = account
      found.push(...compared.map((one) => ({ ...one, platform, account: account_name, stream: name, currency })))
    },
    on_refused,
  )
  return found
}

interface AccountDays {
  account: Account
  days: Days
  now: Date
}

const totals_of =
  (run: Run, name: string, stream: WindowStream<never, WarehouseTable>) => async (compared: AccountDays) => {
    const checked = { name, stream, ...compared, is_after_read: false }
    const totals = await read_totals(run, checked)
    return run.session.transaction((db) => compare_totals(run, db, { checked, totals }))
  }

/** A request for each day. What is found is not stored, because a sync does not compare it again. */
const counts_of = (run: Run, name: string, stream: ChangeStream<never, WarehouseTable>) => (compared: AccountDays) =>
  compare_counts(run, { name, stream, ...compared })
