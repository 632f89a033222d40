// Two processes that answer calls and two workers, on one database without a common folder, as on four machines.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Pool } from 'undici'
import { credentials_of } from '#db/logins.ts'
import { open_pool, type Pool as TablerosPool } from '#db/pool.ts'
import { free_port } from '#lib/port.ts'
import { empty_database, type TestDatabase } from '#test/database.ts'
import { type ProcessOptions, start_tablero, type TableroProcess } from '#test/processes.ts'
import { create_sandbox, type Sandbox } from '../../sandbox/server.ts'
import { type Business, call, make_business } from '../faults/kill/work.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const PLATFORM = 'gx_analytics'
const MINUTE_MS = 60_000
/** The clocks of all processes reach the next minute this long after their start. */
const MINUTE_STARTS_AFTER_MS = 10_000
const TIMEOUT_MS = 60_000
/** Number of clients during a restart. Each has its own organization, and calls less often than the rate limit. */
const CLIENTS = 4
/** Number of syncs that run when the restarts start. */
const SYNCS = 4
const BETWEEN_CALLS_MS = 200
const BETWEEN_LOOKS_MS = 100

let database: TestDatabase
let db: pg.Pool
let jobs: TablerosPool
let sandbox: Sandbox
const master_key = randomBytes(32)
const fleet = new Map<string, TableroProcess>()
const ports = new Map<string, number>()
let node_options: string

const apis = ['api 0', 'api 1']
const workers = ['worker 0', 'worker 1']
const address_of = (name: string) => `http://127.0.0.1:${ports.get(name)}`

/** The test does not wait for a full minute: the clocks of the processes are set just before one. */
function clock_ahead(ms: number): string {
  const code = `const Real = Date; globalThis.Date = class extends Real {
    constructor(...given) { given.length ? super(...given) : super(Real.now() + ${ms}) }
    static now() { return Real.now() + ${ms} } }`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

async function start(name: string) {
  const { port } = sandbox.app.server.address() as AddressInfo
  const role = name.split(' ')[0] as ProcessOptions['role']
  fleet.set(
    name,
    await start_tablero({
      name,
      role,
      database_url: database.url,
      master_key,
      env: { PORT: String(ports.get(name)), SANDBOX_URL: `http://127.0.0.1:${port}`, NODE_OPTIONS: node_options },
    }),
  )
}

/** Starts a process that was killed, too. */
async function restart(name: string) {
  const running = fleet.get(name)
  if (running) assert.equal(await running.end('SIGTERM'), 0, running.log())
  await start(name)
}

before(async () => {
  database = await empty_database()
  db = new pg.Pool({ connectionString: database.url, max: 4 })
  db.on('error', () => {})
  sandbox = await create_sandbox({ now: new Date().toISOString(), history_days: 380, frozen: true })
  await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  for (const name of [...apis, ...workers]) ports.set(name, await free_port())
  node_options = clock_ahead(MINUTE_MS - (Date.now() % MINUTE_MS) - MINUTE_STARTS_AFTER_MS)
  // All at the same time, on an empty database.
  await Promise.all([...apis, ...workers].map(start))
  jobs = open_pool({ database_url: database.url, credentials: credentials_of(master_key) }).worker
  await db.query(`create table enqueued (task text, minute text);
    create function note_enqueued() returns trigger language plpgsql security definer as $$ begin
      insert into enqueued select identifier, new.payload #>> '{_cron,ts}' from graphile_worker._private_tasks t where t.id = new.task_id;
      return null; end $$;
    create trigger note after insert on graphile_worker._private_jobs for each row execute function note_enqueued()`)
})

after(async () => {
  await Promise.all([...fleet.values()].map((one) => one.end('SIGKILL')))
  await jobs?.end()
  await db?.end()
  await sandbox?.app.close()
  await database?.drop()
})

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > deadline) {
      const logs = [...fleet.values()].map(({ name, log }) => `${name}\n${log().slice(-3000)}`)
      assert.fail(`waited ${TIMEOUT_MS} ms for: ${what}\n${logs.join('\n')}`)
    }
    await sleep(100)
  }
}

interface Run {
  run_id: string
  state: string
  trigger: string
  rows: number
}

/** The runs of an organization's only connection, as a process reports them. */
async function runs_seen_by(name: string, business: Business): Promise<Run[]> {
  const answer = await call(address_of(name), business, 'list_connections_detail', {})
  assert.equal(answer?.status, 200)
  const [connection] = answer.body.result!.connections as { runs: Run[] }[]
  return connection!.runs.filter(({ trigger }) => trigger === 'tool')
}

const trigger = async (name: string, business: Business) => {
  const answer = await call(address_of(name), business, 'trigger_sync', { platform: business.platform })
  assert.equal(answer?.status, 200, JSON.stringify(answer))
  return (answer.body.result!.syncs as { run_id: string; state: string }[])[0]!
}

const synced_rows = async (name: string) =>
  [...(await fleet.get(name)!.metrics()).matchAll(/^tablero_sync_rows_total\{[^}]*\} (\d+)/gm)].reduce(
    (sum, [, rows]) => sum + Number(rows),
    0,
  )

/** Waits for the end of an organization's sync, then asks a process for the result. */
async function succeeded(name: string, { org_id, ...business }: Business): Promise<Run> {
  await until('the sync to succeed', async () => {
    const { rows } = await db.query("select from sync_runs where org_id = $1 and state = 'succeeded'", [org_id])
    return rows.length > 0 || undefined
  })
  const runs = await runs_seen_by(name, { org_id, ...business })
  assert.deepEqual(
    runs.map(({ state }) => state),
    ['succeeded'],
    'one sync, and no second one',
  )
  return runs[0]!
}

test('processes that start at the same time on an empty database migrate it once, and all become ready', async () => {
  const files = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'))
  const { rows } = await db.query('select name from schema_migrations')
  assert.equal(rows.length, files.length)
  const migrated = [...fleet.values()].filter(({ log }) => log().includes('"applied":'))
  assert.equal(migrated.length, 1)
  for (const name of fleet.keys()) assert.equal((await fetch(`${address_of(name)}/readyz`)).status, 200)
})

test('a sync that two processes start at the same time runs once, on one worker, and both processes report it', async () => {
  const business = await make_business(jobs, master_key, PLATFORM)
  const asked = await Promise.all(apis.map((name) => trigger(name, business)))
  assert.deepEqual(asked.map(({ state }) => state).sort(), ['already_running', 'started'])
  assert.equal(asked[0]!.run_id, asked[1]!.run_id)
  const [run] = await Promise.all(apis.map((name) => succeeded(name, business)))
  const requests = sandbox.log.list(PLATFORM).map(({ method, url, body }) => JSON.stringify([method, url, body]))
  assert.equal(new Set(requests).size, requests.length, 'no request was sent twice')
  const rows = await Promise.all(workers.map(synced_rows))
  assert.deepEqual(
    rows.sort((a, b) => a - b),
    [0, run!.rows],
  )
  assert.ok(run!.rows > 0)
})

/** The worker whose session holds the advisory lock of the pool that locked the job. */
const worker_of = (business: Business) =>
  until('a worker at work', async () => {
    const { rows } = await db.query<{ name: string }>(
      `select a.application_name as name from graphile_worker.jobs j
       join pg_locks l on l.locktype = 'advisory' and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended(j.locked_by, 1)
       join pg_stat_activity a on a.pid = l.pid where j.key like $1`,
      [`${business.org_id}:sync_connection:%`],
    )
    return rows[0]?.name
  })

test('another worker completes the sync of a worker that was killed', async () => {
  const business = await make_business(jobs, master_key, PLATFORM)
  sandbox.faults.add({ kind: 'slow', ms: 700, count: 0, platform: PLATFORM })
  await trigger('api 0', business)
  const victim = await worker_of(business)
  const successor = workers.find((name) => name !== victim)!
  const before = await synced_rows(successor)
  await until('a running request', async () => sandbox.log.list(PLATFORM).length > 0 || undefined)
  await fleet.get(victim)!.end('SIGKILL')
  fleet.delete(victim)
  sandbox.faults.clear()
  const run = await succeeded('api 1', business)
  assert.ok((await synced_rows(successor)) - before > 0)
  assert.ok(run.rows > 0)
})

/** A load balancer: checks /readyz, keeps connections open, and tries the other process when one refuses to connect. */
function balancer() {
  const api_pools = apis.map((name) => ({ pool: new Pool(address_of(name)), name, is_ready: true }))
  const looking = setInterval(() => {
    for (const api_pool of api_pools)
      fetch(`${address_of(api_pool.name)}/readyz`).then(
        ({ ok }) => (api_pool.is_ready = ok),
        () => (api_pool.is_ready = false),
      )
  }, BETWEEN_LOOKS_MS)
  return {
    async ask(business: Business, round: number): Promise<string> {
      const [first, second] = round % 2 ? api_pools : api_pools.toReversed()
      const ready = first!.is_ready ? [first!, second!] : [second!, first!]
      const request = {
        method: 'POST',
        path: '/api/v1/list_connections',
        headers: { authorization: `Bearer ${business.key}`, 'content-type': 'application/json' },
        body: '{}',
      } as const
      const answer = await ready[0]!.pool.request(request).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED') return ready[1]!.pool.request(request)
        throw error
      })
      await answer.body.dump()
      return `${answer.statusCode}${answer.headers['retry-after'] ? ' with Retry-After' : ''}`
    },
    async close() {
      clearInterval(looking)
      await Promise.all(api_pools.map(({ pool }) => pool.close()))
    },
  }
}

test('a restart of one process after the other loses no request and no job', async () => {
  const businesses = await Promise.all(Array.from({ length: CLIENTS }, () => make_business(jobs, master_key, PLATFORM)))
  sandbox.faults.add({ kind: 'slow', ms: 40, count: 0, platform: PLATFORM })
  const synced = businesses.slice(0, SYNCS)
  const started = await Promise.all(synced.map((business, n) => trigger(apis[n % 2]!, business)))
  // The schedule can have started one a moment before.
  assert.ok(started.every(({ state }) => /^(started|already_running)$/.test(state)))
  const balanced = balancer()
  let over = false
  const ends = new Map<string, number>()
  const ask_on = async (business: Business, n: number) => {
    for (let round = n; !over; round++) {
      const end = await balanced.ask(business, round).catch(String)
      ends.set(end, (ends.get(end) ?? 0) + 1)
      await sleep(BETWEEN_CALLS_MS)
    }
  }
  const asking = businesses.map(ask_on)
  try {
    for (const n of [0, 1]) await Promise.all([restart(workers[n]!), restart(apis[n]!)])
  } finally {
    over = true
    await Promise.all(asking)
    await balanced.close()
    sandbox.faults.clear()
  }
  assert.ok(ends.get('200')! > CLIENTS)
  // On a loaded machine a caller may be asked to retry. That is a valid answer too.
  assert.deepEqual(
    [...ends.keys()].filter((end) => !['200', '429 with Retry-After', '503 with Retry-After'].includes(end)),
    [],
  )
  for (const business of synced) await succeeded('api 0', business)
})

test('a job of the schedule starts once each minute, not on every worker', async () => {
  await until('the start of a minute', async () => {
    const { rows } = await db.query("select from enqueued where task = 'schedule_syncs'")
    return rows.length > 0 || undefined
  })
  const { rows } = await db.query<{ times: number }>(
    'select task, minute, count(*)::int as times from enqueued where minute is not null group by task, minute having count(*) > 1',
  )
  assert.deepEqual(rows, [])
})
