// Reads one stream of one account: a window, changes or a snapshot. Merged rows are stored together with their cursor.
import type pg from 'pg'
import type { Table } from '#db/backup/tables.ts'
import type { OrgSession } from '#db/org_session.ts'
import type { Database } from '#db/pool.ts'
import { today_in } from '#domain/windows.ts'
import type {
  Account,
  Api,
  ChangeStream,
  Connector,
  Rows,
  Settings,
  SnapshotStream,
  Stream,
  WarehouseTable,
  WindowStream,
} from '#engine/connector.ts'
import {
  after_slice,
  type Cursor,
  earlier,
  is_due,
  later,
  since_of,
  slices_of,
  valid_part,
} from '#engine/sync/cursor.ts'
import { type Merge, Stage } from '#engine/sync/merge.ts'
import { update_planner_statistics } from '#engine/sync/planner_statistics.ts'
import { narrowed, recheck } from '#engine/sync/recheck.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

/** Changed records that are merged in one transaction. */
const MERGE_RECORDS = 1_000

export interface SyncOptions {
  org_id: string
  connection_id: string
  run_id: string
  signal: AbortSignal
  /** Streams that are not due are read too. */
  all_streams: boolean
}

/** What syncs need of the process. */
export interface SyncParts extends Keyring {
  pool: pg.Pool
  clock: Clock
  log: Log
  outbound: Outbound
  connectors: Record<string, Connector>
  /** Address of the sandbox, which replaces the vendors when it is set. */
  sandbox_url?: string
  /** Notified of every page of rows that a sync has stored. */
  sync_observers: SyncObserver[]
}

export type SyncObserver = (page: { platform: string; rows: number }) => void

/** One running sync. */
export interface Run {
  parts: SyncParts
  options: SyncOptions
  connector: Connector
  platform: string
  settings: Settings
  api: Api
  session: OrgSession
  tables: ReadonlyMap<string, Table>
  total: { rows: number; pages: number; restatements: number }
}

/** The context for reading one stream of one account. */
export interface Reading {
  run: Run
  name: string
  account: Account
  cursor: Cursor
  now: Date
  stage: Stage
  /** Stages a page. */
  add: (items: never[]) => Promise<void>
  /** Merges the staged rows and moves the cursor in one transaction. `progress` is the share of this stream, and 1 means finished. */
  store: (merge: Omit<Merge, 'read_at' | 'time_zone'>, next: Cursor, progress: number) => Promise<void>
}

/** The share of one stream of one account in the whole sync. */
export interface Share {
  done: number
  share: number
}

export async function read_stream(
  run: Run,
  name: string,
  stream: Stream,
  account: Account,
  { done, share }: Share,
): Promise<void> {
  const at = { stream: name, account_id: account.account_id }
  const cursor = await run.session.transaction((db) => load_cursor(db, run, at))
  const now = run.parts.clock.now()
  if (!run.options.all_streams && !is_due(stream, cursor, now)) return
  const stage = stage_of(run, stream.into)
  let read_at = now.toISOString()
  const reading: Reading = {
    run,
    name,
    account,
    cursor,
    now,
    stage,
    add: (items) => stage.add(items.map((item) => stream.rows(item, { account }) as Rows<WarehouseTable>)),
    async store(merge, next, progress) {
      const rows_before = run.total.rows
      const finished = progress === 1 ? { finished_at: now.toISOString() } : {}
      if (stage.has_work(merge)) await stage.open()
      await run.session.transaction(async (db) => {
        if (stage.has_work(merge)) {
          const merged = await stage.merge({ read_at, time_zone: account.time_zone, ...merge })
          run.total.rows += merged.rows
          run.total.restatements += merged.restatements
        }
        await save_cursor(db, run, at, { ...next, ...finished })
        await show_progress(db, run, name, done + share * progress)
      })
      for (const observe of run.parts.sync_observers)
        observe({ platform: run.platform, rows: run.total.rows - rows_before })
      await update_planner_statistics(run.session.client, stream.into, { before: rows_before, now: run.total.rows })
      read_at = run.parts.clock.now().toISOString()
    },
  }
  if ('window' in stream) await read_window(reading, stream)
  else if ('since' in stream) await read_changes(reading, stream)
  else await read_snapshot(reading, stream)
}

async function read_window(
  { run, account, cursor: stored, now, add, store }: Reading,
  stream: WindowStream<never, WarehouseTable>,
) {
  const { window } = stream
  const today = today_in(account.time_zone, now)
  let cursor = valid_part(window, stored, today)
  const slices = slices_of(window, cursor, today)
  for (const [n, slice] of slices.entries()) {
    for await (const page of stream.read({ ...source_of(run, account), ...slice })) await add(page)
    cursor = after_slice(window, cursor, slice, today)
    const days = { ...slice, account_id: account.account_id }
    await store({ days }, cursor, (n + 1) / slices.length)
  }
}

async function read_changes(reading: Reading, stream: ChangeStream<never, WarehouseTable>) {
  const { run, account, cursor: stored, now, stage, add, store } = reading
  const { replaces } = stream
  const { since, cursor } = since_of(narrowed(stream.since, account), stored, now)
  const began = now.toISOString()
  let newest = cursor.changed_at ?? ''
  let in_order = true
  let last = ''
  const reached = () => (newest ? { ...cursor, changed_at: newest } : stored)
  for await (const page of stream.read({ ...source_of(run, account), since })) {
    await add(page)
    for (const item of page) {
      const changed_at = new Date(stream.since.changed_at(item)).toISOString()
      in_order &&= changed_at >= last
      last = changed_at
      // A change can become visible late, so the cursor never passes the instant at which the read started.
      newest = later(newest, earlier(changed_at, began))
    }
    // When pages come out of order, a later page can hold older changes. Then the cursor moves only at the end.
    if (stage.records >= (stream.since.merge_records ?? MERGE_RECORDS))
      await store({ replaces }, in_order ? reached() : stored, 0.5)
  }
  const rechecked = await recheck(reading, stream)
  await store({ replaces }, { ...reached(), rechecked }, 1)
}

async function read_snapshot(
  { run, account, cursor, add, store }: Reading,
  stream: SnapshotStream<never, WarehouseTable>,
) {
  for await (const page of stream.read(source_of(run, account))) await add(page)
  await store({ sweeps: { tables: stream.sweeps ?? [], account_id: account.account_id } }, cursor, 1)
}

const source_of = ({ api, settings }: Run, account: Account) => ({ api, account, settings })

export function stage_of(run: Run, into: readonly string[]): Stage {
  const { connection_id } = run.options
  const tables = into.map((name) => {
    const table = run.tables.get(name)
    if (!table) throw new Error(`${name} is no table of a connection`)
    return table
  })
  return new Stage(run.session, { connection_id, platform: run.platform }, tables)
}

async function load_cursor(db: Database, run: Run, at: { stream: string; account_id: string }): Promise<Cursor> {
  const row = await db
    .selectFrom('sync_cursors')
    .select('cursor')
    .where('connection_id', '=', run.options.connection_id)
    .where('stream', '=', at.stream)
    .where('account_id', '=', at.account_id)
    .executeTakeFirst()
  return (row?.cursor ?? {}) as Cursor
}

async function save_cursor(
  db: Database,
  run: Run,
  at: { stream: string; account_id: string },
  cursor: Cursor,
): Promise<void> {
  const { org_id, connection_id } = run.options
  const text = JSON.stringify(cursor)
  await db
    .insertInto('sync_cursors')
    .values({ org_id, connection_id, ...at, cursor: text })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'connection_id', 'stream', 'account_id'])
        .doUpdateSet({ cursor: text, updated_at: (of) => of.ref('excluded.updated_at') }),
    )
    .execute()
}

async function show_progress(db: Database, run: Run, stream: string, progress: number): Promise<void> {
  await db
    .updateTable('sync_runs')
    .set({
      stream,
      progress: Math.min(1, progress),
      rows: BigInt(run.total.rows),
      pages: BigInt(run.total.pages),
      restatements: BigInt(run.total.restatements),
    })
    .where('run_id', '=', run.options.run_id)
    .execute()
}
