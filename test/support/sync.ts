// A sandbox, a database and an engine in one process, with a frozen clock. Syncs use real connections and can be repeated exactly.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import pino from 'pino'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { read_tables } from '#db/tables.ts'
import type { Connector } from '#engine/connector.ts'
import { create_engine, type Engine } from '#engine/engine.ts'
import { run_sync, type SyncEnd } from '#engine/sync/sync.ts'
import type { Area } from '#engine/tool.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { shared_budgets } from '#engine/vendors/governor.ts'
import { create_outbound } from '#engine/vendors/outbound.ts'
import { jobs } from '#jobs/index.ts'
import type { Clock } from '#lib/clock.ts'
import { create_org } from '#test/access.ts'
import { TEST_KEY, type TestDatabase, test_database, test_pool } from '#test/database.ts'
import { with_last_days } from '#test/recent.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { create_sandbox, type Sandbox, type SandboxOptions } from '../../sandbox/server.ts'

const NOW = '2026-11-20T18:00:00Z'
/** Of a bench whose test does not say how many days it needs. */
const LAST_DAYS = 14

export interface SyncBench {
  engine: Engine
  sandbox: Sandbox
  database: TestDatabase
  /** A new organization with one connection of the platform. `secrets` replace those of the simulated business. */
  connect(platform: string, secrets?: Record<string, string>): Promise<{ org_id: string; connection_id: string }>
  /** Runs one sync to its end. An aborted `signal` simulates the stop of the process. */
  sync(
    place: { org_id: string; connection_id: string },
    options?: { all_streams?: boolean; signal?: AbortSignal },
  ): Promise<{ end: SyncEnd; run_id: string }>
  /** The next sync finds the limits of vendors unused, as on another day. */
  forget_limits(): void
  /** All warehouse rows of the organization by table, without values that depend on organization, connection or clock. */
  rows(org_id: string): Promise<Record<string, Record<string, unknown>[]>>
  /** The key of a warehouse row, as text. */
  key_of(table: string, row: Record<string, unknown>): string
  /** Fails if a request exceeded a limit of a vendor. */
  check_limits(): void
  /** Ends all parts, and checks the limits. */
  close(): Promise<void>
}

export async function sync_bench(
  options: SandboxOptions & {
    connectors?: Record<string, Connector>
    /** Most days that streams of days read, whose windows the test has not changed. A whole first sync of an ad platform stores 36,000 rows. */
    last_days?: number
    areas?: Record<string, Area>
    /** Connections of each pool. A worker needs more than a test without one. */
    pool_max?: number
    /** Default: a database of the test run's server. */
    database?: TestDatabase
  } = {},
): Promise<SyncBench> {
  const database = options.database ?? (await test_database())
  const sandbox = await create_sandbox({ now: NOW, frozen: true, history_days: 40, ...options })
  await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = sandbox.app.server.address() as AddressInfo
  const pool = test_pool(database, { max: options.pool_max ?? 6 })
  const tables = await read_tables(pool.org)
  const flight = in_flight()
  const outbound = create_outbound({ sandbox_url: `http://127.0.0.1:${port}` })
  const engine = await create_engine({
    pool,
    log: pino({ level: 'silent' }),
    areas: options.areas ?? {},
    connectors: with_last_days(options.last_days ?? LAST_DAYS, options.connectors ?? connectors),
    jobs,
    base_url: 'http://tablero.test',
    master_key: TEST_KEY,
    sandbox_url: `http://127.0.0.1:${port}`,
    outbound: { ...outbound, fetch: (request) => flight.during(outbound.fetch(request)) },
    clock: moved_by_waiting(sandbox, flight.landed),
  })
  const budgets = shared_budgets(pool.worker.org)
  engine.budgets = { ...budgets, take: (...asked) => flight.during(budgets.take(...asked)) }
  const check_limits = () =>
    assert.deepEqual(sandbox.limits.violations(), [], 'requests that exceeded limits of vendors')
  const used = used_limits(sandbox, pool)
  return {
    engine,
    sandbox,
    database,
    async connect(platform, secrets) {
      const org_id = await create_org(pool, {
        name: `Bench ${platform}`,
        time_zone: 'America/Mexico_City',
        currency: 'MXN',
      })
      const found = sandbox_connections.find((entry) => entry.platform === platform)
      if (!found) throw new Error(`the sandbox has no account of ${platform}`)
      const made = { org_id, ...found, secrets: { ...found.secrets, ...secrets } }
      const connection_id = await in_org(pool, { org_id }, (db) => create_connection(db, engine, made))
      return { org_id, connection_id }
    },
    async sync(place, { all_streams = true, signal = new AbortController().signal } = {}) {
      const { run_id } = await in_org(pool, { org_id: place.org_id }, (db) =>
        db
          .insertInto('sync_runs')
          .values({ ...place, trigger: 'operator', state: 'queued' })
          .returning('run_id')
          .executeTakeFirstOrThrow(),
      )
      await used.before_sync()
      const end = await run_sync(engine, { ...place, run_id, all_streams, signal }).finally(flight.landed)
      used.after_sync()
      return { end, run_id }
    },
    forget_limits: used.forget,
    rows: (org_id) => warehouse_rows(engine, org_id),
    key_of(table, row) {
      const { key } = tables.get(table)!
      return key.map((name) => row[name]).join(' ')
    },
    check_limits,
    async close() {
      await engine.close()
      await pool.end()
      await sandbox.app.close()
      await database.drop()
      check_limits()
    },
  }
}

/** What is counted against limits, by the sandbox and by the engine, from one sync to the next. */
function used_limits({ clock, limits }: Sandbox, pool: Pool) {
  let synced_at = 0
  let is_unused = false
  let forgotten: Promise<unknown> = Promise.resolve()
  function forget() {
    limits.forget()
    is_unused = true
  }
  return {
    forget,
    async before_sync() {
      // Behind a clock that was reset, what was counted would lie in the future.
      if (clock.now() < synced_at && !is_unused) forget()
      synced_at = clock.now()
      if (is_unused) forgotten = pool.system.query('delete from vendor_budgets')
      is_unused = false
      // A second sync at the same time waits too, or what it counts would be deleted.
      await forgotten
    },
    after_sync() {
      synced_at = clock.now()
    },
  }
}

/** Requests from their count against the limits to their answer. While one wait moves the clock, no other request may be on its way. */
export function in_flight() {
  let open = 0
  let last = Promise.resolve()
  async function all_answered() {
    // Who waited before can have sent a request by now.
    await setTimeout(1)
    for (let ms = 0; open > 0 && ms < 2_000; ms++) await setTimeout(1)
  }
  return {
    during: <T>(work: Promise<T>): Promise<T> => {
      open += 1
      return work.finally(() => {
        open -= 1
      })
    },
    /** One after the other, those who wait find no request on its way. */
    landed: () => {
      last = last.then(all_answered)
      return last
    },
  }
}

/** Waiting takes no time. It moves the sandbox's clock, which the engine uses too. */
export function moved_by_waiting(sandbox: Sandbox, landed = async () => {}): Clock {
  return {
    now: () => new Date(sandbox.clock.now()),
    async sleep(ms, signal) {
      await landed()
      signal?.throwIfAborted()
      sandbox.clock.advance(ms)
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** Instants of reads, as synced_at is. test/sync/since.test.ts checks them. */
const SINCE = ['creative_since', 'shown_since', 'thumbnail_read_at']
const OWN = ['org_id', 'connection_id', 'store_connection_id', 'contact_id', 'synced_at', ...SINCE]

export async function warehouse_rows(
  engine: Engine,
  org_id: string,
): Promise<Record<string, Record<string, unknown>[]>> {
  const tables = new Set(
    Object.values(engine.connectors).flatMap(({ accounts, streams }) =>
      [accounts.into, ...Object.values(streams).map(({ into }) => into)].flat(),
    ),
  )
  return in_org(engine.pool.worker, { org_id, read_only: true }, async (_, client) => {
    const found: Record<string, Record<string, unknown>[]> = {}
    for (const table of [...tables].sort()) {
      const { rows } = await client.query<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) - $1::text[] as row from public."${table}" t`,
        [OWN],
      )
      if (rows.length > 0) found[table] = by_text(rows.map(({ row }) => row))
    }
    return found
  })
}

function by_text(rows: Record<string, unknown>[]) {
  const texts = rows.map((row) => ({ row, text: JSON.stringify(row) }))
  return texts.sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ row }) => row)
}
