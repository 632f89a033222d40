// One sync of one connection: accounts, then every stream of every account, slice by slice. It can be killed at any point: what
// was merged is stored together with its cursor, what was not is read again. One sync per connection runs at a time anywhere.
import { sql } from 'kysely'
import type pg from 'pg'
import { in_org } from '#db/org.ts'
import { kysely_on } from '#db/pool.ts'
import { read_tables, type Table } from '#db/tables.ts'
import { add_days, today_in } from '#domain/windows.ts'
import type {
  Account,
  Api,
  Connector,
  Rows,
  Settings,
  Stream,
  WarehouseTable,
  WindowStream,
} from '#engine/connector.ts'
import type { Engine } from '#engine/engine.ts'
import { Pacer } from '#engine/pacer.ts'
import { load_secrets, store_secrets } from '#engine/secrets.ts'
import { type Merge, Stage } from '#engine/stage.ts'
import { create_vendor_api, type SecretStore, VendorRefusal } from '#engine/vendor_api.ts'

const SLICE_DAYS = 30
/** Changed records merged at once. */
const MERGE_RECORDS = 1_000
/** Rows of a sync from which on the planner is told about them. */
const ANALYZE_ROWS = 1_000
/** Wait after a failed sync before the schedule tries again; doubles while it keeps failing. */
const RETRY_AFTER_S = 15 * 60
const ERROR_CHARS_MAX = 500

export interface SyncOptions {
  org_id: string
  connection_id: string
  run_id: string
  signal: AbortSignal
  /** Streams that are not due are read too. */
  all_streams: boolean
}

export type SyncEnd = 'succeeded' | 'failed' | 'busy'

interface Run {
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

/** Runs the sync that `run_id` stands for. Throws only when it was stopped from outside; then it is to be run again. */
export async function run_sync(engine: Engine, options: SyncOptions): Promise<SyncEnd> {
  const client = await engine.pool.connect()
  try {
    // Held by the session, so it ends with the process, however that ends.
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(hashtextextended($1, 0)) as locked`,
      [`sync:${options.connection_id}`],
    )
    if (!rows[0]!.locked) return 'busy'
    await client.query(`set role tablero_app; set app.org_id = '${options.org_id}'`)
    return await locked_sync(engine, options, client)
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {}) // at once; the server closes the session in its own time
    client.release(true) // a session with a role, an organization and temporary tables is never handed on
  }
}

async function locked_sync(engine: Engine, options: SyncOptions, client: pg.PoolClient): Promise<SyncEnd> {
  const started_at = engine.clock.now().toISOString()
  const db = kysely_on(client)
  await db.updateTable('sync_runs').set({ state: 'running', started_at }).where('run_id', '=', options.run_id).execute()
  const connection = await db
    .updateTable('connections')
    .set({ last_sync_started_at: started_at })
    .where('connection_id', '=', options.connection_id)
    .returning(['platform', 'settings', 'status'])
    .executeTakeFirst()
  const connector = connection && engine.connectors[connection.platform]
  if (!connection || !connector || connection.status !== 'active') {
    await finish(engine, options, client, { error: 'The connection is not active.' })
    return 'failed'
  }
  const total = { rows: 0, pages: 0, restatements: 0 }
  const settings = connection.settings as Settings
  const run: Run = {
    engine,
    options,
    connector,
    settings,
    client,
    total,
    platform: connection.platform,
    tables: await read_tables(engine.pool),
    api: counting(
      total,
      create_vendor_api({
        connector,
        settings,
        secrets: secret_store(engine, options),
        outbound: engine.outbound,
        pacer: new Pacer(engine.clock),
        clock: engine.clock,
        signal: options.signal,
      }),
    ),
  }
  const error = await read_everything(run)
  await finish(engine, options, client, { error, connector, total })
  return error ? 'failed' : 'succeeded'
}

/** The first error that ended a stream, or undefined. One stream's trouble does not keep the others from being read. */
async function read_everything(run: Run): Promise<unknown> {
  let first: unknown
  let accounts: Account[]
  try {
    accounts = await read_accounts(run)
  } catch (error) {
    run.options.signal.throwIfAborted()
    return error
  }
  const streams = Object.entries(run.connector.streams)
  for (const [n, [name, stream]] of streams.entries()) {
    for (const [m, account] of accounts.entries()) {
      const part = (n + m / accounts.length) / streams.length
      try {
        await read_stream(run, name, stream, account, part, 1 / streams.length / accounts.length)
      } catch (error) {
        run.options.signal.throwIfAborted()
        first ??= error
        if (error instanceof VendorRefusal && error.kind !== 'refused') return error
        run.engine.log.warn(
          { err: error, connection_id: run.options.connection_id, stream: name },
          'a stream could not be read',
        )
      }
    }
  }
  return first
}

async function read_accounts(run: Run): Promise<Account[]> {
  const { accounts } = run.connector
  const found = await accounts.read({ api: run.api, settings: run.settings })
  const stage = stage_of(run, accounts.into)
  await stage.open()
  await stage.add(found.map((account) => accounts.rows(account)))
  await in_transaction(run.client, () => stage.merge({ time_zone: 'UTC' }))
  const wanted = run.settings.account_ids
  return Array.isArray(wanted) ? found.filter(({ account_id }) => wanted.includes(account_id)) : found
}

async function read_stream(
  run: Run,
  name: string,
  stream: Stream,
  account: Account,
  done: number,
  share: number,
): Promise<void> {
  const at = { stream: name, account_id: account.account_id }
  const cursor = await load_cursor(run, at)
  const now = run.engine.clock.now()
  if (
    !run.options.all_streams &&
    cursor.finished_at &&
    Date.parse(cursor.finished_at) + every_ms(stream.every) > now.getTime()
  )
    return
  const stage = stage_of(run, stream.into)
  const source = { api: run.api, account, settings: run.settings }
  const rows = (items: never[]) => items.map((item) => stream.rows(item, { account }) as Rows<WarehouseTable>)

  const store = async (merge: Omit<Merge, 'time_zone'>, next: Cursor, progress: number) => {
    let rows_before = 0
    await in_transaction(run.client, async () => {
      const merged = await stage.merge({ time_zone: account.time_zone, ...merge })
      rows_before = run.total.rows
      run.total.rows += merged.rows
      run.total.restatements += merged.restatements
      await save_cursor(run, at, Object.assign(cursor, next))
      await show_progress(run, name, done + share * progress)
    })
    await tell_planner(run, stream.into, rows_before)
    await stage.open()
  }

  await stage.open()
  if ('window' in stream) {
    const slices = slices_of(stream, cursor, today_in(account.time_zone, now))
    for (const [n, slice] of slices.entries()) {
      for await (const page of stream.read({ ...source, ...slice })) await stage.add(rows(page))
      const days = { ...slice, account_id: account.account_id }
      await store(
        { days },
        window_cursor(stream, cursor, slice.to, today_in(account.time_zone, now)),
        (n + 1) / slices.length,
      )
    }
  } else if ('since' in stream) {
    const since = since_of(stream.since, cursor, now)
    let newest = cursor.changed_at ?? ''
    let in_order = true
    let last = ''
    for await (const page of stream.read({ ...source, since })) {
      await stage.add(rows(page))
      for (const item of page) {
        const changed_at = new Date(stream.since.changed_at(item)).toISOString()
        in_order &&= changed_at >= last
        last = changed_at
        newest = later(newest, changed_at)
      }
      // Out of order, a later page may hold older changes: then the cursor waits for the end.
      if (stage.records >= MERGE_RECORDS)
        await store({ replaces: stream.replaces }, in_order && newest ? { changed_at: newest } : {}, 0.5)
    }
    await store({ replaces: stream.replaces }, newest ? { changed_at: newest } : {}, 1)
  } else {
    for await (const page of stream.read(source)) await stage.add(rows(page))
    await store({ sweeps: stream.sweeps }, {}, 1)
  }
  await save_cursor(run, at, Object.assign(cursor, { finished_at: now.toISOString() }))
  await show_progress(run, name, done + share)
}

/**
 * Where few organizations have rows, the planner takes a new one's for none and reads all of them at each look-up by key. So
 * the tables are counted again each time this sync's rows have doubled.
 */
async function tell_planner(run: Run, tables: readonly string[], rows_before: number): Promise<void> {
  const doublings = (rows: number) => Math.floor(Math.log2(Math.max(1, rows / ANALYZE_ROWS)))
  if (
    run.total.rows < ANALYZE_ROWS ||
    (rows_before >= ANALYZE_ROWS && doublings(run.total.rows) === doublings(rows_before))
  )
    return
  const names = tables.map((name) => `public."${name}"`).join(', ')
  await run.client.query(`reset role; analyze ${names}; set role tablero_app`)
}

/** Days to read, oldest first: all of history at first, then the days that may still change. */
export function slices_of({ window }: Pick<WindowStream<never, never>, 'window'>, cursor: Cursor, today: string) {
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

/** The cursor never goes back: a re-read of old days leaves it where it was. */
function window_cursor(
  { window }: Pick<WindowStream<never, never>, 'window'>,
  cursor: Cursor,
  to: string,
  today: string,
): Cursor {
  const settled = earlier(to, add_days(today, -window.overlap_days - 1))
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

function stage_of(run: Run, into: readonly string[]): Stage {
  const { org_id, connection_id } = run.options
  const tables = into.map((name) => {
    const table = run.tables.get(name)
    if (!table) throw new Error(`${name} is no table of a connection`)
    return table
  })
  return new Stage(run.client, { org_id, connection_id, platform: run.platform }, tables)
}

async function in_transaction<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
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

function counting(total: { pages: number }, api: Api): Api {
  return {
    ...api,
    async *pages(request) {
      for await (const page of api.pages(request)) {
        total.pages += 1
        yield page
      }
    },
  }
}

/** Renewals happen in a transaction of their own that holds the connection's row. */
function secret_store(engine: Engine, place: SyncOptions): SecretStore {
  const within = <T>(work: Parameters<typeof in_org<T>>[2]) =>
    in_org(engine.pool, { org_id: place.org_id, statement_timeout_ms: 0 }, work)
  return {
    load: () => within((db) => load_secrets(db, engine.master_key, place)),
    renew: (renew) =>
      within(async (db) => {
        const stored = await load_secrets(db, engine.master_key, place, { lock: true })
        const fresh = await renew(stored)
        if (fresh !== stored) await store_secrets(db, engine.master_key, place, fresh)
        return fresh
      }),
  }
}

/** What the sync came to, on the run and on the connection, in one transaction. */
async function finish(
  engine: Engine,
  { connection_id, run_id }: SyncOptions,
  client: pg.PoolClient,
  end: { error?: unknown; connector?: Connector; total?: Run['total'] },
): Promise<void> {
  const now = engine.clock.now()
  const finished_at = now.toISOString()
  const error = end.error === undefined ? null : error_sentence(engine, end.error)
  const refusal = end.error instanceof VendorRefusal ? end.error : undefined
  await in_transaction(client, async () => {
    const db = kysely_on(client)
    await db
      .updateTable('sync_runs')
      .set({
        state: error ? 'failed' : 'succeeded',
        error,
        finished_at,
        ...(error ? {} : { progress: 1 }),
        ...(end.total && { rows: BigInt(end.total.rows) }),
      })
      .where('run_id', '=', run_id)
      .execute()
    const wait_s = error
      ? Math.max(RETRY_AFTER_S, refusal?.retry_after_s ?? 0)
      : Math.min(...Object.values(end.connector!.streams).map(({ every }) => every_ms(every))) / 1000
    await db
      .updateTable('connections')
      .set({
        next_sync_at: new Date(now.getTime() + wait_s * 1000).toISOString(),
        ...(error
          ? { last_error: error, last_error_at: finished_at }
          : { last_sync_at: finished_at, last_error: null, last_error_at: null, needs_reconnection: false }),
        ...(refusal?.kind === 'revoked' ? { needs_reconnection: true } : {}),
        ...(end.total && end.total.rows > 0 ? { last_rows_at: finished_at } : {}),
      })
      .where('connection_id', '=', connection_id)
      .execute()
  })
}

/** A vendor's refusal is already a sentence without secrets; anything else is logged whole and stays out of answers. */
function error_sentence(engine: Engine, error: unknown): string {
  if (typeof error === 'string') return error
  if (error instanceof VendorRefusal) return error.message.slice(0, ERROR_CHARS_MAX)
  engine.log.error({ err: error }, 'a sync failed')
  return 'The sync failed on our side. It has been logged and will be tried again.'
}
