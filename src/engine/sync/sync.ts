// One sync of one connection: its accounts, then every stream of every account, slice by slice. The process can be killed at any point.
// Merged data is stored with its cursor, and other data is read again. Each connection has at most one running sync.
import { trace } from '@opentelemetry/api'
import { sql } from 'kysely'
import { exhaustion_of } from '#db/exhausted.ts'
import type { OrgSession } from '#db/org_session.ts'
import type { Database } from '#db/pool.ts'
import { every_ms } from '#domain/intervals.ts'
import type { Connector } from '#engine/connector.ts'
import { end_reconnection } from '#engine/notifications/connection_notices.ts'
import { emit_event } from '#engine/outbound_webhooks/emit.ts'
import { create_run, with_connection } from '#engine/sync/connected.ts'
import { REASON_CHARS_MAX, read_everything } from '#engine/sync/everything.ts'
import { lose_access } from '#engine/sync/lost_access.ts'
import type { Run, SyncOptions, SyncParts } from '#engine/sync/reading.ts'
import { check_not_cancelled, type StartSync, SyncCancelled } from '#engine/sync/runs.ts'
import { spread_s } from '#engine/sync/spread.ts'
import type { Priority } from '#engine/vendors/governor.ts'
import { counted_as } from '#engine/vendors/held_limits.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { load_secrets } from '#engine/vendors/secrets.ts'
import { cut_text } from '#lib/text.ts'

/** Wait after a failed sync before the schedule retries. The wait doubles with each further failure. */
const RETRY_AFTER_S = 15 * 60
const RETRY_AFTER_MAX_S = 6 * 3600
/** Who waits for a sync decides which share of a vendor's limits it may fill. */
const priorities: Record<StartSync['trigger'], Priority> = {
  tool: 'person',
  operator: 'person',
  webhook: 'webhook',
  schedule: 'today',
}

/** Refusals whose wait is that of the vendor, however often syncs have failed. */
const pausing: readonly (VendorRefusal['kind'] | undefined)[] = ['throttled', 'awaited', 'overdue']

export type SyncEnd = 'succeeded' | 'failed' | 'busy' | 'cancelled'

/** Runs the sync of `run_id`. Throws only when the sync was interrupted from outside and must run again. */
export async function run_sync(parts: SyncParts, options: SyncOptions): Promise<SyncEnd> {
  try {
    return await with_connection(parts, options, (session) => locked_sync(parts, options, session))
  } catch (error) {
    if (error instanceof SyncCancelled) return 'cancelled'
    throw error
  }
}

async function locked_sync(parts: SyncParts, options: SyncOptions, session: OrgSession): Promise<SyncEnd> {
  const started_at = parts.clock.now().toISOString()
  const connection = await session.transaction((db) => begin_run(db, options, started_at))
  const connector = connection && parts.connectors[connection.platform]
  if (!connection || !connector || connection.status !== 'active') {
    return finish(parts, options, session, { error: 'The connection is not active.' })
  }
  const attributes = { 'tablero.platform': connection.platform, 'tablero.connection_id': options.connection_id }
  trace.getActiveSpan()?.setAttributes(attributes)
  const run = await create_run(parts, options, session, {
    connector,
    connection,
    priority: priorities[connection.trigger as StartSync['trigger']],
    check: (db) => check_not_cancelled(db, options.run_id),
    show_progress: (db, stream, progress) => show_progress(db, run, { run_id: options.run_id, stream, progress }),
  })
  const error = await read_everything(run)
  return finish(parts, options, session, { error, connector, total: run.total })
}

/** Throws when the sync was stopped, so that the transaction stores no rows and moves no cursor. */
async function show_progress(
  db: Database,
  { total }: Run,
  { run_id, stream, progress }: { run_id: string; stream: string; progress: number },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('sync_runs')
    .set({
      stream,
      progress: Math.min(1, progress),
      rows: BigInt(total.rows),
      pages: BigInt(total.pages),
      restatements: BigInt(total.restatements),
    })
    .where('run_id', '=', run_id)
    .where('state', '<>', 'cancelled')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new SyncCancelled()
}

/** Marks the run as running and returns its connection. Throws when the sync was stopped before its start. */
async function begin_run(db: Database, { connection_id, run_id }: SyncOptions, started_at: string) {
  await check_not_cancelled(db, run_id)
  const run = await db
    .updateTable('sync_runs')
    .set({ state: 'running', started_at })
    .where('run_id', '=', run_id)
    .where('state', '<>', 'cancelled')
    .returning('trigger')
    .executeTakeFirst()
  const connection = await db
    .updateTable('connections')
    .set({ last_sync_started_at: started_at })
    .where('connection_id', '=', connection_id)
    .returning(['platform', 'settings', 'status'])
    .executeTakeFirst()
  return run && connection && { ...run, ...connection }
}

/**
 * Stores the result of the sync on the run and on the connection, in one transaction. A sync that was stopped says nothing of the
 * connection, whose access can be another one since.
 */
async function finish(
  parts: SyncParts,
  { connection_id, run_id }: SyncOptions,
  session: OrgSession,
  end: { error?: unknown; connector?: Connector; total?: Run['total'] },
): Promise<SyncEnd> {
  const now = parts.clock.now()
  const finished_at = now.toISOString()
  const refusal = end.error instanceof VendorRefusal ? end.error : undefined
  const is_awaited = refusal?.kind === 'awaited'
  const is_lost = refusal?.kind === 'revoked' || refusal?.kind === 'denied'
  const error = end.error === undefined || is_awaited ? null : error_sentence(parts, end.error)
  await session.transaction(async (db) => {
    const { numUpdatedRows } = await db
      .updateTable('sync_runs')
      .set({
        state: error ? 'failed' : 'succeeded',
        error,
        finished_at,
        ...(!error && { progress: 1 }),
        ...(end.total && {
          rows: BigInt(end.total.rows),
          restatements: BigInt(end.total.restatements),
          unreadable: JSON.stringify(end.total.unreadable),
        }),
      })
      .where('run_id', '=', run_id)
      .where('state', '<>', 'cancelled')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new SyncCancelled()
    // A vendor that names the end of its pause, or that still builds a report, names when the next attempt is due.
    const pause_s = pausing.includes(refusal?.kind) ? refusal?.retry_after_s : undefined
    const every_s = Math.min(...Object.values(end.connector?.streams ?? {}).map(({ every }) => every_ms(every))) / 1000
    const error_s = end.error
      ? (pause_s ?? Math.max(retry_after_s(await count_failures(db, connection_id)), refusal?.retry_after_s ?? 0))
      : every_s
    // The accounts that are not limited are read as often as ever.
    const wait_s = refusal?.is_of_account ? Math.min(error_s, every_s) : error_s
    // A report is awaited by one connection.
    const is_own = is_awaited || refusal?.kind === 'overdue'
    const in_s = (s: number) => new Date(now.getTime() + s * 1000).toISOString()
    const found = await db
      .selectFrom('connections')
      .select('platform')
      .where('connection_id', '=', connection_id)
      .executeTakeFirst()
    // The secrets of a sync that succeeded can be read.
    const counted =
      end.connector && !error
        ? await counted_names(db, parts, session.org_id, { connection_id, connector: end.connector })
        : {}
    if (error === null) await end_reconnection(db, connection_id, now)
    if (is_lost) await lose_access(db, { ...session, connection_id }, { reason: error!, at: now })
    await db
      .updateTable('connections')
      .set({
        ...counted,
        next_sync_at: in_s(is_own ? wait_s : wait_s + spread_s(connection_id, every_s)),
        limited_until: refusal?.kind === 'throttled' ? in_s(error_s) : null,
        ...(error
          ? { last_error: error, last_error_at: finished_at }
          : { last_sync_at: finished_at, last_error: null, last_error_at: null, needs_reconnection: false }),
        ...(end.total && end.total.rows > 0 && { last_rows_at: finished_at }),
      })
      .where('connection_id', '=', connection_id)
      .execute()
    if (!found) return
    const { org_id } = session
    const { platform } = found
    const { rows = 0, restatements = 0 } = end.total ?? {}
    const data = { connection_id, platform, run_id, state: error ? 'failed' : 'succeeded', rows, restatements }
    await emit_event(db, { org_id, at: now, type: 'sync.finished', data })
  })
  return error ? 'failed' : 'succeeded'
}

/** The names in which limits of the vendor are counted, for calls, which cannot read secrets. */
async function counted_names(
  db: Database,
  parts: SyncParts,
  org_id: string,
  { connection_id, connector }: { connection_id: string; connector: Connector },
) {
  const secrets = await load_secrets(db, parts, { org_id, connection_id })
  const { user, app } = counted_as(connector, secrets, connection_id)
  return { counted_user: user, counted_app: app }
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
  if (error instanceof VendorRefusal) return cut_text(error.message, REASON_CHARS_MAX)
  parts.log.error({ err: error }, 'a sync failed')
  const lacking = exhaustion_of(error)
  if (lacking) return lacking
  return 'The sync failed on our side. It has been logged and will be tried again.'
}
