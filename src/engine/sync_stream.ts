// Reading one stream of one account: window, changes or snapshot. What was merged is stored together with its cursor.
import { sql } from 'kysely'
import type pg from 'pg'
import { kysely_on } from '#db/pool.ts'
import type { Table } from '#db/tables.ts'
import { add_days, today_in } from '#domain/windows.ts'
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
import type { Engine } from '#engine/engine.ts'
import { type Merge, Stage } from '#engine/stage.ts'
import { tell_planner } from '#engine/tell_planner.ts'

const SLICE_DAYS = 30
/** Changed records merged at once. */
const MERGE_RECORDS = 1_000

export interface SyncOptions {
  org_id: string
  connection_id: string
  run_id: string
  signal: AbortSignal
  /** Streams that are not due are read too. */
  all_streams: boolean
}

/** One sync under way. */
export interface Run {
  engine: Engine
  options: SyncOptions
  connector: Connector
  platform: string
  settings: Settings
  api: Api
  client: pg.PoolClient
  tables: ReadonlyMap<string, Table>
  total: { rows: number; pages: number; restatements: number }
}

interface Cursor {
  /** Window streams: every day up to here is stored. */
  read_to?: string
  /** Window streams: days up to here can no longer change. */
  settled_until?: string
  /** Change streams: every change up to here is stored. */
  changed_at?: string
  /** When the stream was last read to its end. */
  finished_at?: string
}

/** What reading a stream of an account needs; made once for each. */
interface Reading {
  run: Run
  name: string
  account: Account
  cursor: Cursor
  now: Date
  stage: Stage
  /** Stages a page. */
  add: (items: never[]) => Promise<void>
  /** Merges what is staged and moves the cursor in one transaction. `progress` is this stream's own, 0 to 1. */
  store: (merge: Omit<Merge, 'read_at' | 'time_zone'>, next: Cursor, progress: number) => Promise<void>
}

/** Where a stream of an account lies within the whole sync. */
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
  const cursor = await load_cursor(run, at)
  const now = run.engine.clock.now()
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
      await in_transaction(run.client, async () => {
        const merged = await stage.merge({ read_at, time_zone: account.time_zone, ...merge })
        run.total.rows += merged.rows
        run.total.restatements += merged.restatements
        await save_cursor(run, at, Object.assign(cursor, next))
        await show_progress(run, name, done + share * progress)
      })
      for (const observe of run.engine.sync_observers)
        observe({ platform: run.platform, rows: run.total.rows - rows_before })
      await tell_planner(run.client, stream.into, { before: rows_before, now: run.total.rows })
      await stage.open()
      read_at = run.engine.clock.now().toISOString()
    },
  }
  await stage.open()
  if ('window' in stream) await read_window(reading, stream)
  else if ('since' in stream) await read_changes(reading, stream)
  else await read_snapshot(reading, stream)
  await save_cursor(run, at, Object.assign(cursor, { finished_at: now.toISOString() }))
}

async function read_window(
  { run, account, cursor, now, add, store }: Reading,
  stream: WindowStream<never, WarehouseTable>,
) {
  const today = today_in(account.time_zone, now)
  put_right(cursor, stream, today)
  const slices = slices_of(stream, cursor, today)
  for (const [n, slice] of slices.entries()) {
    for await (const page of stream.read({ ...source_of(run, account), ...slice })) await add(page)
    const days = { ...slice, account_id: account.account_id }
    await store({ days }, window_cursor(stream, cursor, slice.to, today), (n + 1) / slices.length)
  }
}

async function read_changes(
  { run, account, cursor, now, stage, add, store }: Reading,
  stream: ChangeStream<never, WarehouseTable>,
) {
  const began = now.toISOString()
  let newest = cursor.changed_at ?? ''
  let in_order = true
  let last = ''
  for await (const page of stream.read({ ...source_of(run, account), since: since_of(stream.since, cursor, now) })) {
    await add(page)
    for (const item of page) {
      const changed_at = new Date(stream.since.changed_at(item)).toISOString()
      in_order &&= changed_at >= last
      last = changed_at
      // A change may become visible late, so the cursor passes nothing that happened while it was being read.
      newest = later(newest, earlier(changed_at, began))
    }
    // Out of order, a later page may hold older changes: then the cursor waits for the end.
    if (stage.records >= (stream.since.merge_records ?? MERGE_RECORDS))
      await store({ replaces: stream.replaces }, in_order && newest ? { changed_at: newest } : {}, 0.5)
  }
  await store({ replaces: stream.replaces }, newest ? { changed_at: newest } : {}, 1)
}

async function read_snapshot({ run, account, add, store }: Reading, stream: SnapshotStream<never, WarehouseTable>) {
  for await (const page of stream.read(source_of(run, account))) await add(page)
  await store({ sweeps: { tables: stream.sweeps ?? [], account_id: account.account_id } }, {}, 1)
}

const source_of = ({ api, settings }: Run, account: Account) => ({ api, account, settings })

/** A time to come was written by a clock that was wrong, so it proves nothing. */
function is_due({ every }: Stream, { finished_at }: Cursor, now: Date): boolean {
  if (finished_at === undefined) return true
  const finished = Date.parse(finished_at)
  return finished > now.getTime() || finished + every_ms(every) <= now.getTime()
}

/** Days to read, oldest first: all of history at first, then the days that may still change. */
function slices_of({ window }: Pick<WindowStream<never, never>, 'window'>, cursor: Cursor, today: string) {
  const { start_days, overlap_days, slice_days = SLICE_DAYS } = window
  const start = add_days(today, -start_days)
  let from = cursor.read_to ? later(add_days(earlier(cursor.read_to, today), -overlap_days), start) : start
  const slices: { from: string; to: string }[] = []
  while (from <= today) {
    const to = earlier(add_days(from, slice_days - 1), today)
    slices.push({ from, to })
    from = add_days(to, 1)
  }
  return slices
}

/**
 * A cursor in days to come was written by a clock that ran ahead. By a day, what is settled is put right; by more, the reading may
 * have begun too late or leapt over days, so all of history is read again.
 */
function put_right(cursor: Cursor, { window }: Pick<WindowStream<never, never>, 'window'>, today: string): void {
  if (!cursor.read_to || cursor.read_to <= today) return
  const is_near = cursor.read_to === add_days(today, 1)
  cursor.read_to = is_near ? today : undefined
  cursor.settled_until =
    is_near && cursor.settled_until ? earlier(cursor.settled_until, settled_on(today, window)) : undefined
}

const settled_on = (today: string, { overlap_days }: { overlap_days: number }) => add_days(today, -overlap_days - 1)

/** A re-read of old days leaves the cursor where it was. */
function window_cursor(
  { window }: Pick<WindowStream<never, never>, 'window'>,
  cursor: Cursor,
  to: string,
  today: string,
): Cursor {
  const settled = earlier(to, settled_on(today, window))
  return {
    read_to: cursor.read_to ? later(cursor.read_to, to) : to,
    settled_until: cursor.settled_until ? later(cursor.settled_until, settled) : settled,
  }
}

function since_of(since: { start_days?: number; overlap_minutes: number }, cursor: Cursor, now: Date): string | null {
  if (cursor.changed_at) return new Date(Date.parse(cursor.changed_at) - since.overlap_minutes * 60_000).toISOString()
  return since.start_days === undefined ? null : new Date(now.getTime() - since.start_days * 86_400_000).toISOString()
}

const later = (a: string, b: string) => (a > b ? a : b)
const earlier = (a: string, b: string) => (a < b ? a : b)

const units_ms = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** '15m', '1h', '1d' in milliseconds. */
export function every_ms(every: string): number {
  const match = /^(\d+)([mhd])$/.exec(every)
  if (!match) throw new RangeError(`'${every}' is no interval`)
  return Number(match[1]) * units_ms[match[2] as keyof typeof units_ms]
}

export function stage_of(run: Run, into: readonly string[]): Stage {
  const { org_id, connection_id } = run.options
  const tables = into.map((name) => {
    const table = run.tables.get(name)
    if (!table) throw new Error(`${name} is no table of a connection`)
    return table
  })
  return new Stage(run.client, { org_id, connection_id, platform: run.platform }, tables)
}

export async function in_transaction<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function load_cursor(run: Run, at: { stream: string; account_id: string }): Promise<Cursor> {
  const row = await kysely_on(run.client)
    .selectFrom('sync_cursors')
    .select('cursor')
    .where('connection_id', '=', run.options.connection_id)
    .where('stream', '=', at.stream)
    .where('account_id', '=', at.account_id)
    .executeTakeFirst()
  return (row?.cursor ?? {}) as Cursor
}

async function save_cursor(run: Run, at: { stream: string; account_id: string }, cursor: Cursor): Promise<void> {
  const { org_id, connection_id } = run.options
  const text = JSON.stringify(cursor)
  await kysely_on(run.client)
    .insertInto('sync_cursors')
    .values({ org_id, connection_id, ...at, cursor: text })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'connection_id', 'stream', 'account_id'])
        .doUpdateSet({ cursor: text, updated_at: sql`now()` }),
    )
    .execute()
}

async function show_progress(run: Run, stream: string, progress: number): Promise<void> {
  await kysely_on(run.client)
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
