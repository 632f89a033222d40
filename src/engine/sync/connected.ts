// A session of one connection: the lock that one sync or one reading of older days holds, and the API of its platform.
import { sql } from 'kysely'
import type pg from 'pg'
import { in_org } from '#db/org.ts'
import { OrgSession, WORK_STATEMENT_MS } from '#db/org_session.ts'
import { type Database, within_limit } from '#db/pool.ts'
import { read_tables } from '#db/tables.ts'
import type { Api, Auth, Settings } from '#engine/connector.ts'
import { lose_used_access, remembering, reporting_loss } from '#engine/sync/lost_access.ts'
import type { Run, SyncParts } from '#engine/sync/reading.ts'
import { report_store } from '#engine/sync/report_store.ts'
import { SyncCancelled } from '#engine/sync/runs.ts'
import type { SecretStore } from '#engine/vendors/credential.ts'
import { Governor, type Priority, shared_budgets } from '#engine/vendors/governor.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { reports_in } from '#engine/vendors/reports.ts'
import { load_secrets, move_end, store_secrets } from '#engine/vendors/secrets.ts'
import { type Asking, create_vendor_api, type VendorApi } from '#engine/vendors/vendor_api.ts'
import { DAY_MS } from '#lib/durations.ts'

export interface Connected {
  org_id: string
  connection_id: string
  signal: AbortSignal
}

/** A silent database must not keep the session. */
const LOCK_TIMEOUT_MS = 5_000

const lock_of = ({ connection_id }: Pick<Connected, 'connection_id'>) => `sync:${connection_id}`

/** Whether a session holds the connection's lock now. Takes no lock, so that nobody meets one. */
export async function is_held(db: Database, place: Pick<Connected, 'connection_id'>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (select from pg_locks l where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
      and l.database = (select d.oid from pg_database d where d.datname = current_database())
      and (l.classid::bigint << 32) | l.objid::bigint = hashtextextended(${lock_of(place)}, 0)) as held`.execute(db)
  return rows[0]!.held
}

/** Runs `work` in a session that holds the connection's lock. Another holder of the lock: 'busy'. */
export async function with_connection<T>(
  { pool }: Pick<SyncParts, 'pool'>,
  { org_id, connection_id }: Pick<Connected, 'org_id' | 'connection_id'>,
  work: (session: OrgSession) => Promise<T>,
  { statement_timeout_ms }: { statement_timeout_ms?: number } = {},
): Promise<T | 'busy'> {
  const client = await pool.org.connect()
  const lock = within_limit(client, LOCK_TIMEOUT_MS)
  try {
    // The session holds the lock, so the lock ends with the process, however the process ends.
    const { rows } = await lock.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(hashtextextended($1, 0)) as locked`,
      [lock_of({ connection_id })],
    )
    if (!rows[0]!.locked) return 'busy'
    return await work(new OrgSession(pool, client, org_id, statement_timeout_ms))
  } finally {
    await lock.query('select pg_advisory_unlock_all()').catch(() => {}) // immediate; the server closes the session later
    client.release(true) // a session with temporary tables is never reused
  }
}

/** Works with the platform of an active connection, outside of a sync. Undefined: the connection cannot be read, or was ended meanwhile. */
export function with_run<T>(
  parts: SyncParts,
  { org_id, connection_id, signal }: Connected,
  priority: Priority,
  work: (run: Run) => Promise<T>,
): Promise<T | 'busy' | undefined> {
  return with_connection(parts, { org_id, connection_id }, async (session) => {
    const connection = await session.transaction((db) =>
      db
        .selectFrom('connections')
        .select(['platform', 'settings', 'status', 'needs_reconnection'])
        .where('connection_id', '=', connection_id)
        .executeTakeFirst(),
    )
    const connector = connection && parts.connectors[connection.platform]
    if (!connector || connection.status !== 'active' || connection.needs_reconnection) return undefined
    const options = { org_id, connection_id, signal, all_streams: false }
    const check = async (db: Database) => {
      if (await was_ended(db, connection_id)) throw new SyncCancelled()
    }
    const values = { connector, connection, priority, check, show_progress: check }
    return work(await create_run(parts, options, session, values)).catch(async (error) => {
      if (error instanceof SyncCancelled) return undefined
      // What a platform refuses for a connection that was ended meanwhile is no failure.
      const ended = (db: Database) => was_ended(db, connection_id)
      if (error instanceof VendorRefusal && (await session.transaction(ended).catch(() => false))) return undefined
      throw error
    })
  })
}

async function was_ended(db: Database, connection_id: string): Promise<boolean> {
  const active = db.selectFrom('connections').select('connection_id').where('connection_id', '=', connection_id)
  return !(await active.where('status', '=', 'active').executeTakeFirst())
}

const known_tables = new WeakMap<pg.Pool, ReturnType<typeof read_tables>>()

/** The catalog is read once, because tables change only before a process starts. */
function tables_of_database(pool: pg.Pool): ReturnType<typeof read_tables> {
  const known = known_tables.get(pool) ?? read_tables(pool)
  known_tables.set(pool, known)
  known.catch(() => known_tables.delete(pool))
  return known
}

/** How often a run looks, before it uses a page, whether it must stop. The transaction that moves a cursor looks, too. */
const CHECK_MS = 1_000

interface RunValues extends Pick<Run, 'connector' | 'priority' | 'check' | 'show_progress'> {
  connection: { platform: string; settings: unknown }
}

export async function create_run(
  parts: SyncParts,
  options: Run['options'],
  session: OrgSession,
  { connector, connection, priority, check, show_progress }: RunValues,
): Promise<Run> {
  const total = { rows: 0, pages: 0, restatements: 0, unreadable: {} }
  const settings = connection.settings as Settings
  const { platform } = connection
  const reports = reports_in(report_store(parts, options))
  const api = api_of(parts, options, { connector, platform, settings }, reports)
  const check_pages = at_most_every(CHECK_MS, () => session.transaction(check))
  const api_for = (asking: Partial<Asking>) => counting(total, check_pages, api.asking({ priority, ...asking }))
  return {
    parts,
    options,
    connector,
    settings,
    session,
    total,
    check,
    show_progress,
    platform,
    priority,
    reports,
    tables: await tables_of_database(parts.pool.org),
    api: api_for({}),
    api_for,
    clean: api.clean,
  }
}

/** Work that is done when it was last done `ms` or longer ago. */
function at_most_every(ms: number, work: () => Promise<void>): () => Promise<void> {
  let done_at = performance.now()
  return async () => {
    if (performance.now() - done_at < ms) return
    await work()
    done_at = performance.now()
  }
}

/** The API of a connection's platform, also outside of a run. */
export function api_of(
  parts: SyncParts,
  options: Connected,
  of: Pick<Run, 'connector' | 'platform' | 'settings'>,
  reports = reports_in(report_store(parts, options)),
): VendorApi {
  const { org_id, connection_id } = options
  const secrets = remembering(secret_store(parts, options, of.connector.auth))
  const api = create_vendor_api({
    ...of,
    org_id,
    connection_id,
    secrets,
    app: parts.apps?.[of.platform],
    outbound: parts.outbound,
    reports,
    governor: new Governor(parts.budgets ?? shared_budgets(parts.pool.org), parts.clock, parts.log),
    clock: parts.clock,
    signal: options.signal,
  })
  return reporting_loss(api, (reason) =>
    in_org(
      parts.pool,
      { org_id },
      (db) => lose_used_access(db, parts, options, { used: secrets.last(), reason, at: parts.clock.now() }),
      // What the platform answered counts, also when it cannot be stored.
    ).catch((err) => parts.log.error({ err, connection_id }, 'a lost access could not be stored')),
  )
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

/** The last renewal of each connection in this process. Those who wait for it here keep no session of the pool. */
const renewing = new Map<string, Promise<unknown>>()

function after_others<T>(connection_id: string, work: () => Promise<T>): Promise<T> {
  const result = (renewing.get(connection_id) ?? Promise.resolve()).then(work)
  const over = result
    .catch(() => {})
    .then(() => {
      if (renewing.get(connection_id) === over) renewing.delete(connection_id)
    })
  renewing.set(connection_id, over)
  return result
}

/** Renews secrets in a separate transaction that locks the connection's row. */
function secret_store(
  parts: SyncParts,
  place: Pick<Connected, 'org_id' | 'connection_id'>,
  { refresh }: Pick<Auth, 'refresh'>,
): SecretStore {
  const days = refresh?.ends_unused_after_days
  const within = <T>(work: Parameters<typeof in_org<T>>[2]) =>
    in_org(parts.pool, { org_id: place.org_id, statement_timeout_ms: WORK_STATEMENT_MS }, work)
  return {
    load: () => within((db) => load_secrets(db, parts, place)),
    renew: (renew) =>
      after_others(place.connection_id, () =>
        within(async (db) => {
          const stored = await load_secrets(db, parts, place, { lock: true })
          const fresh = await renew(stored)
          if (fresh === stored) return fresh
          await store_secrets(db, parts, place, fresh)
          const ends_ms =
            days === undefined ? Date.parse(fresh.ends_at ?? '') : parts.clock.now().getTime() + days * DAY_MS
          if (ends_ms) await move_end(db, place, ends_ms)
          return fresh
        }),
      ),
  }
}
