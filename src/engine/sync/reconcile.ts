// Compares stored rows with the platform's own totals on request, without reading rows.
import { add_days, today_in } from '#domain/windows.ts'
import { accounts_of } from '#engine/sync/accounts.ts'
import { type Connected, with_run } from '#engine/sync/connected.ts'
import { type Compared, compare_totals, read_totals, verdicts_of } from '#engine/sync/ledger.ts'
import type { Run, SyncParts } from '#engine/sync/reading.ts'

/** Days that are compared when nobody names any. */
const DAYS = 30

export interface Reconciling extends Connected {
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
export async function reconcile(parts: SyncParts, options: Reconciling): Promise<Reconciled[] | 'busy'> {
  return (await with_run(parts, options, 'person', (run) => compare_accounts(run, options))) ?? []
}

async function compare_accounts(run: Run, { from, to: until }: Reconciling): Promise<Reconciled[]> {
  const { platform, connector, parts } = run
  const streams = Object.entries(connector.streams).flatMap(([name, stream]) =>
    'window' in stream && stream.total ? [{ name, stream }] : [],
  )
  if (streams.length === 0) return []
  const now = parts.clock.now()
  const found: Reconciled[] = []
  for (const account of await accounts_of(run))
    for (const { name, stream } of streams) {
      const to = until ?? add_days(today_in(account.time_zone, now), -1)
      const days = { from: from ?? add_days(to, 1 - DAYS), to }
      const checked = { name, stream, account, days, now, is_after_read: false }
      const totals = await read_totals(run, checked)
      const compared = await run.session.transaction((db) => compare_totals(run, db, { checked, totals }))
      for (const observe of parts.sync_observers) observe({ platform, rows: 0, verdicts: verdicts_of(compared) })
      const { name: account_name, currency } = account
      found.push(...compared.map((one) => ({ ...one, platform, account: account_name, stream: name, currency })))
    }
  return found
}
