// One sync of one connection: its accounts, then every stream of every account, slice by slice. The process can be killed at any point.
// Merged data is stored with its cursor, and other data is read again. Each connection has at most one running sync.
import { trace } from '@opentelemetry/api'
import { sql } from 'kysely'
import { read_tables } from '#db/backup/tables.ts'
import { in_org } from '#db/org.ts'
import { OrgSession } from '#db/org_session.ts'
import type { Database } from '#db/pool.ts'
import { is_unreachable } from '#db/unreachable.ts'
import type { Account, Api, Connector, Settings } from '#engine/connector.ts'
import { every_ms } from '#engine/sync/cursor.ts'
import { check_not_cancelled, SyncCancelled } from '#engine/sync/runs.ts'
import { type Run, read_stream, type SyncOptions, type SyncParts, stage_of } from '#engine/sync/stream.ts'
import { Pacer } from '#engine/vendors/pacer.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { load_secrets, store_secrets } from '#engine/vendors/secrets.ts'
import { create_vendor_api, type SecretStore } from '#engine/vendors/vendor_api.ts'
import { in_span } from '#lib/trace.ts'

/** Wait after a failed sync before the schedule retries. The wait doubles with each further failure. */
const RETRY_AFTER_S = 15 * 60
const RETRY_AFTER_MAX_S = 6 * 3600
const ERROR_CHARS_MAX = 500

export type SyncEnd = 'succeeded' | 'failed' | 'busy' | 'cancelled'

/** Runs the sync of `run_id`. Throws only when the sync was interrupted from outside and must run again. */
export async function run_sync(parts: SyncParts, options: SyncOptions): Promise<SyncEnd> {
  const client = await parts.pool.connect()
  try {
    // The session holds the lock, so the lock ends with the process, however the process ends.
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(hashtextextended($1, 0)) as locked`,
      [`sync:${options.connection_id}`],
    )
    if (!rows[0]!.locked) return 'busy'
    return await locked_sync(parts, options, new OrgSession(client, options.org_id))
  } catch (error) {
    if (error instanceof SyncCancelled) return 'cancelled'
    throw error
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {}) // immediate; the server closes the session later
    client.release(true) // a session with temporary tables is never reused
  }
}

async function locked_sync(parts: SyncParts, options: SyncOptions, session: OrgSession): Promise<SyncEnd> {
  const started_at = parts.clock.now().toISOString()
  const connection = await session.transaction((db) => begin_run(db, options, started_at))
  const connector = connection && parts.connectors[connection.platform]
  if (!connection || !connector || connection.status !== 'active') {
    await finish(parts, options, session, { error: 'The connection is not active.' })
    return 'failed'
  }
  const attributes = { 'tablero.platform': connection.platform, 'tablero.connection_id': options.connection_id }
  trace.getActiveSpan()?.setAttributes(attributes)
  const total = { rows: 0, pages: 0, restatements: 0, unreadable: {} }
  const settings = connection.settings as Settings
  const run: Run = {
    parts,
    options,
    connector,
    settings,
    session,
    total,
    platform: connection.platform,
    tables: await read_tables(parts.pool),
    api: counting(
      total,
      () => session.transaction((db) => check_not_cancelled(db, options.run_id)),
      create_vendor_api({
        connector,
        settings,
        secrets: secret_store(parts, options),
        outbound: parts.outbound,
        pacer: new Pacer(parts.clock),
        clock: parts.clock,
        signal: options.signal,
      }),
    ),
  }
  const error = await read_everything(run)
  await finish(parts, options, session, { error, connector, total })
  return error ? 'failed' : 'succeeded'
}

/** Marks the run as running and returns its connection. Throws when the sync was stopped before its start. */
async function begin_run(db: Database, { connection_id, run_id }: SyncOptions, started_at: string) {
  await check_not_cancelled(db, run_id)
  await db
    .updateTable('sync_runs')
    .set({ state: 'running', started_at })
    .where('run_id', '=', run_id)
    .where('state', '<>', 'cancelled')
    .execute()
  return db
    .updateTable('connections')
    .set({ last_sync_started_at: started_at })
    .where('connection_id', '=', connection_id)
    .returning(['platform', 'settings', 'status'])
    .executeTakeFirst()
}

/** Returns the first error that ended a stream, or undefined. An error in one stream does not stop the other streams. */
async function read_everything(run: Run): Promise<unknown> {
  let first: unknown
  let accounts: Account[]
  try {
    accounts = await read_accounts(run)
  } catch (error) {
    run.options.signal.throwIfAborted()
    if (error instanceof SyncCancelled) throw error
    return error
  }
  const streams = Object.entries(run.connector.streams)
  for (const [n, [name, stream]] of streams.entries()) {
    for (const [m, account] of accounts.entries()) {
      const part = (n + m / accounts.length) / streams.length
      try {
        const share = { done: part, share: 1 / streams.length / accounts.length }
        await in_span(`read ${name}`, {}, () => read_stream(run, name, stream, account, share))
      } catch (error) {
        run.options.signal.throwIfAborted()
        if (error instanceof SyncCancelled) throw error
        first ??= error
        if ((error instanceof VendorRefusal && error.kind !== 'refused') || is_unreachable(error)) return first
        run.parts.log.warn(
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
  const read_at = run.parts.clock.now().toISOString()
  const found = await accounts.read({ api: run.api, settings: run.settings })
  const stage = stage_of(run, accounts.into)
  await stage.add(found.map((account) => accounts.rows(account)))
  await run.session.transaction(() => stage.merge({ read_at, time_zone: 'UTC' }))
  const wanted = run.settings.account_ids
  return Array.isArray(wanted) ? found.filter(({ account_id }) => wanted.includes(account_id)) : found
}

function counting(total: { pages: number }, check: () => Promise<void>, api: Api): Api {
  return {
    ...api,
    async *pages(request) {
      for await (const page of api.pages(request)) {
        await check()
        total.pages += 1
        yield page
      }
    },
  }
}

/** Renews secrets in a separate transaction that locks the connection's row. */
function secret_store(parts: SyncParts, place: SyncOptions): SecretStore {
  const within = <T>(work: Parameters<typeof in_org<T>>[2]) =>
    in_org(parts.pool, { org_id: place.org_id, statement_timeout_ms: 0 }, work)
  return {
    load: () => within((db) => load_secrets(db, parts, place)),
    renew: (renew) =>
      within(async (db) => {
        const stored = await load_secrets(db, parts, place, { lock: true })
        const fresh = await renew(stored)
        if (fresh !== stored) await store_secrets(db, parts, place, fresh)
        return fresh
      }),
  }
}

/** Stores the result of the sync on the run and on the connection, in one transaction. */
async function finish(
  parts: SyncParts,
  { connection_id, run_id }: SyncOptions,
  session: OrgSession,
  end: { error?: unknown; connector?: Connector; total?: Run['total'] },
): Promise<void> {
  const now = parts.clock.now()
  const finished_at = now.toISOString()
  const error = end.error === undefined ? null : error_sentence(parts, end.error)
  const refusal = end.error instanceof VendorRefusal ? end.error : undefined
  await session.transaction(async (db) => {
    await db
      .updateTable('sync_runs')
      .set({
        state: error ? 'failed' : 'succeeded',
        error,
        finished_at,
        ...(error ? {} : { progress: 1 }),
        ...(end.total && { rows: BigInt(end.total.rows), unreadable: JSON.stringify(end.total.unreadable) }),
      })
      .where('run_id', '=', run_id)
      .where('state', '<>', 'cancelled')
      .execute()
    const wait_s = error
      ? Math.max(retry_after_s(await count_failures(db, connection_id)), refusal?.retry_after_s ?? 0)
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

/** Consecutive failed syncs, including the current one. */
async function count_failures(db: Database, connection_id: string): Promise<number> {
  const { failures } = await db
    .selectFrom('sync_runs as r')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.org_id', '=', 'r.org_id').onRef('c.connection_id', '=', 'r.connection_id'),
    )
    .select(({ fn }) => fn.countAll<bigint>().as('failures'))
    .where('r.connection_id', '=', connection_id)
    .where('r.state', '=', 'failed')
    .whereRef('r.finished_at', '>', sql`coalesce(c.last_sync_at, c.created_at)`)
    .executeTakeFirstOrThrow()
  return Number(failures)
}

const retry_after_s = (failures: number) => Math.min(RETRY_AFTER_MAX_S, RETRY_AFTER_S * 2 ** Math.max(0, failures - 1))

/** The error sentence of the sync. A vendor's refusal already is a sentence without secrets. Other errors are logged and not shown. */
function error_sentence(parts: SyncParts, error: unknown): string {
  if (typeof error === 'string') return error
  if (error instanceof VendorRefusal) return error.message.slice(0, ERROR_CHARS_MAX)
  parts.log.error({ err: error }, 'a sync failed')
  return 'The sync failed on our side. It has been logged and will be tried again.'
}
