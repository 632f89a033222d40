// What a running sync has, and what the reading of one stream of one account has. Merged rows are stored together with their cursor.

import type { OrgSession } from '#db/org_session.ts'
import type { Database, Pool } from '#db/pool.ts'
import type { Table } from '#db/tables.ts'
import type { App } from '#engine/connector/sign_in.ts'
import type { Account, Api, Connector, Rows, Settings, Stream, WarehouseTable } from '#engine/connector.ts'
import { count_missed } from '#engine/sync/announced.ts'
import { conflicts_after } from '#engine/sync/conflicts.ts'
import { type Cursor, type Days, later, timed } from '#engine/sync/cursor.ts'
import { holes_after, type Searched } from '#engine/sync/holes.ts'
import { restart_missing } from '#engine/sync/lacking.ts'
import { compare_totals, type Ledger, place_of, tables_of, type Verdicts, verdicts_of } from '#engine/sync/ledger.ts'
import { type Merge, Stage } from '#engine/sync/merge.ts'
import { update_planner_statistics } from '#engine/sync/planner_statistics.ts'
import { forget_reports } from '#engine/sync/report_store.ts'
import { settings_of_rows } from '#engine/sync/row_settings.ts'
import { load_cursor, save_cursor } from '#engine/sync/stored_cursor.ts'
import { review } from '#engine/sync/suspect.ts'
import type { Budgets, Priority } from '#engine/vendors/governor.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'
import type { Reports } from '#engine/vendors/reports.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'
import type { Asking } from '#engine/vendors/vendor_api.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

export interface SyncOptions {
  org_id: string
  connection_id: string
  run_id: string
  signal: AbortSignal
  /** Streams that are not due are read too, and the accounts are listed again. */
  all_streams: boolean
}

/** What syncs need of the process. */
export interface SyncParts extends Keyring {
  pool: Pool
  clock: Clock
  log: Log
  outbound: Outbound
  connectors: Record<string, Connector>
  /** Where requests are counted against limits of vendors. Default: in the database, for all processes. */
  budgets?: Budgets
  /** The operator's apps at the vendors, by platform. */
  apps?: Record<string, App>
  /** Address of the sandbox, which replaces the vendors when it is set. */
  sandbox_url?: string
  /** Notified of every page of rows that a sync has stored. */
  sync_observers: SyncObserver[]
}

/** `verdicts`: how many compared sums of days got each verdict of the ledger. */
export type SyncObserver = (page: { platform: string; rows: number; verdicts?: Verdicts }) => void

/** One running sync, or one reading of older days. */
export interface Run {
  parts: SyncParts
  options: Omit<SyncOptions, 'run_id'>
  connector: Connector
  platform: string
  settings: Settings
  api: Api
  /** The API for the limits of one account, or with another urgency than that of the run. */
  api_for: (asking: Partial<Asking>) => Api
  /** Words of the vendor, made fit for an error. */
  clean: (words: string) => string
  priority: Priority
  reports: Reports
  session: OrgSession
  tables: ReadonlyMap<string, Table>
  total: { rows: number; pages: number; restatements: number; unreadable: Record<string, number> }
  /** Throws when the run must stop, in the transaction that stores something. So does `show_progress`, which stores the progress too. */
  check: (db: Database) => Promise<void>
  show_progress: (db: Database, stream: string, progress: number) => Promise<void>
}

/** A stream of an account. */
export interface AccountStream {
  name: string
  stream: Stream
  account: Account
}

/** The share of one stream of one account in the whole sync. */
export interface Share {
  done: number
  share: number
}

/** Values of a merge that the reading itself decides. */
type MergeOf = Omit<Merge, 'read_at' | 'time_zone' | 'total'>

export interface Reading {
  run: Run
  name: string
  account: Account
  cursor: Cursor
  now: Date
  stage: Stage
  /** The arguments that every `read` of a stream gets. */
  source: { api: Api; account: Account; settings: Settings }
  /** Stages a page. */
  add: (items: never[]) => Promise<void>
  /** The last staged day that the platform calls complete. */
  delivered: () => string | undefined
  /** Drops the staged rows. */
  discard: () => void
  /** The cursor as it is stored now. */
  stored: () => Cursor
  /** Merges the staged rows of records that were read by id, and returns how many records changed. The cursor stays. */
  merge: (merge: MergeOf) => Promise<number>
  /**
   * Merges the staged rows and stores the cursor, in one transaction, and then compares the stored rows with the ledger. `progress` is the
   * share of this stream. 1: it is read.
   */
  store: (merge: MergeOf, next: Cursor, progress: number, ledger?: Ledger) => Promise<void>
}

export async function open_reading(
  run: Run,
  { name, stream, account }: AccountStream,
  share: Share,
  now = run.parts.clock.now(),
): Promise<Reading> {
  const at = { stream: name, account_id: account.account_id }
  const cursor = await run.session.transaction((db) => load_cursor(db, run, at))
  const stage = stage_of(run, stream.into)
  const place = place_of(run, name, account)
  const tables = tables_of(run, stream.into)
  // What a reading before did not store is not forgotten with what this one stores.
  run.reports.read.clear()
  let read_at = run.parts.clock.now().toISOString()
  let delivered: string | undefined
  let stored = cursor
  const settings = settings_of_rows(stream, run.settings)
  const unreadable = counting(run.total.unreadable)
  return {
    run,
    name,
    account,
    cursor,
    now,
    stage,
    source: { api: run.api_for(at), account, settings: run.settings },
    async add(items) {
      const rows = items.map((item) => stream.rows(item, { account, settings, unreadable }) as Rows<WarehouseTable>)
      delivered = last_delivered(rows, delivered)
      await stage.add(rows)
    },
    delivered: () => delivered,
    discard: () => stage.discard(),
    stored: () => stored,
    async merge(merge) {
      const { rows, changed, restatements } = await run.session.transaction(() =>
        stage.merge({ read_at, time_zone: account.time_zone, ...merge }),
      )
      run.total.rows += rows
      run.total.restatements += restatements
      for (const observe of run.parts.sync_observers) observe({ platform: run.platform, rows })
      return changed
    },
    async store(merge, next, progress, ledger) {
      const rows_before = run.total.rows
      let is_doubtful = false
      const ended = progress === 1 ? { ...next, finished_at: now.toISOString() } : next
      const after = timed(ended, run.connector.streams, { began: now, stored_at: run.parts.clock.now() })
      Object.assign(after, doubts_of(stored))
      if (stage.has_work(merge)) await stage.open()
      await run.session.transaction(async (db) => {
        if (stage.has_work(merge)) {
          if ('since' in stream && cursor.finished_at && run.connector.webhooks) {
            const { connection_id } = run.options
            await count_missed(run.session, { connection_id, stream: name, now }, tables[0]!)
          }
          if (stored.lacks && !after.lacks) await restart_missing(run.session.client, place, tables, read_at)
          const total = 'window' in stream ? stream.total : undefined
          const merged = await stage.merge({ read_at, time_zone: account.time_zone, total, ...merge })
          run.total.rows += merged.rows
          run.total.restatements += merged.restatements
          const searched = { run, place, stream, table: tables[0]!, now }
          if (merge.days) Object.assign(after, await doubts_after(searched, merge.days, after, merged.conflicts))
          is_doubtful = merged.is_doubtful || is_in_doubt(stored) || is_in_doubt(after)
        }
        await save_cursor(db, run, { ...at, stream_of: stream, account, is_read: progress === 1 }, after)
        if (is_doubtful && !ledger) {
          const at = { db, client: run.session.client }
          const reviewed = await review(at, place, tables, read_at)
          run.total.restatements += reviewed.restatements
        }
        await forget_reports(db, run.options.connection_id, [...run.reports.read])
        await run.show_progress(db, name, share.done + share.share * progress)
      })
      stored = after
      run.reports.read.clear()
      await update_planner_statistics(run.session.client, stream.into, { before: rows_before, now: run.total.rows })
      // After the statistics: without them, the planner takes several times as long to sum the days.
      const compared = ledger ? await run.session.transaction((db) => compare_totals(run, db, ledger)) : []
      const verdicts = compared.length > 0 ? verdicts_of(compared) : undefined
      for (const observe of run.parts.sync_observers)
        observe({ platform: run.platform, rows: run.total.rows - rows_before, verdicts })
      read_at = run.parts.clock.now().toISOString()
      delivered = undefined
    },
  }
}

const counting = (counts: Record<string, number>) => (what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}

/** Days of the cursor that are in doubt. Each merge decides about them, and not what is read next. */
const doubts_of = ({ holes, conflicts }: Cursor) => ({ holes, conflicts })
async function doubts_after(searched: Searched, days: Days, cursor: Cursor, found: readonly string[]) {
  const has_total = 'window' in searched.stream && searched.stream.total !== undefined
  const conflicts = has_total ? undefined : conflicts_after(cursor, days, found)
  return { holes: await holes_after(searched, days, cursor), conflicts }
}

const is_in_doubt = ({ lacks, holes, conflicts }: Cursor) => Boolean(lacks ?? holes ?? conflicts)

/** A day as all vendors' days are written here. PostgreSQL reads other forms too, and some of them as another day. */
const DAY = /^\d{4}-\d\d-\d\d$/

/** The latest `date` of rows that the platform does not call provisional. */
function last_delivered(records: Rows<WarehouseTable>[], known: string | undefined): string | undefined {
  let last = known
  for (const record of records)
    for (const { date, is_final } of Object.values(record).flat() as { date?: string; is_final?: boolean }[]) {
      if (date === undefined) continue
      if (!DAY.test(date)) throw new RangeError(`'${date}' is no day`)
      if (is_final !== false) last = later(last ?? '', date)
    }
  return last
}

export const stage_of = (run: Run, into: readonly string[]) =>
  new Stage(run.session, { connection_id: run.options.connection_id, platform: run.platform }, tables_of(run, into))
