// The clients of an agency, all connected in the same minute with the agency's apps: four processes with four places each, limits of the
// vendors, a clock that runs six times as fast. FLEET=50 runs it whole, for a simulated hour.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import { create_engine, type Engine } from '#engine/engine.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { jobs } from '#jobs/index.ts'
import { schedule_syncs } from '#jobs/schedule_syncs.ts'
import { silent_log } from '#lib/log.ts'
import { create_org } from '#test/access.ts'
import { TEST_KEY, type TestDatabase, test_database, test_pool } from '#test/database.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { clock_of, type Hour, now_of } from './fleet/hour.ts'
import type { Report } from './fleet/worker.ts'

const IS_LONG = process.env.FLEET !== undefined
const ORGS = Number(process.env.FLEET ?? 1)
const PLATFORMS = ['mx_ads', 'gx_ads', 'sx', 'tx_ads', 'mpb_sp', 'net_c_ads']
const PROCESSES = IS_LONG ? 4 : 2
const PLACES = 4
const WITHIN_MINUTES = 60
const WORLD_DAYS = IS_LONG ? 1_096 : 120
const SAMPLE_MS = 250
const MINUTE_MS = 60_000
/** Of all workers together. Until the third tenth of the hour, their places have not yet had the largest syncs. */
const MEMORY_GROWTH_MAX = 1.1
const WARM_TENTH = 2
/** Share of the time of places that may pass unused while a sync is due: the queue needs a moment to hand out a job. */
const UNUSED_MAX = 0.02

const hour: Hour = { began_at: Date.now(), speed: 6 }
const clock = clock_of(hour)
const minutes = () => (now_of(hour) - hour.began_at) / MINUTE_MS

let database: TestDatabase
let engine: Engine
let sandbox_url: string
let sandbox: ChildProcess
const workers: { child: ChildProcess; reports: Report[] }[] = []

/** Starts a process of this folder. Returns it with its first line. */
async function start(file: string, args: string[], on_line: (line: string) => void) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'fleet', file), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout! })
  lines.on('line', on_line)
  await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => assert.fail(`${file} ended before its first line`)),
  ])
  return child
}

before(async () => {
  database = await test_database()
  const pool = test_pool(database, { max: 4 })
  engine = await create_engine({
    ...{ pool, log: silent_log(), areas: {}, connectors, jobs, clock },
    ...{ base_url: 'http://tablero.test', master_key: TEST_KEY },
  })
  sandbox = await start('sandbox.ts', [JSON.stringify(hour), String(WORLD_DAYS)], (line) => {
    sandbox_url = JSON.parse(line).url
  })
  come_first(sandbox)
  for (let n = 0; n < ORGS; n++) {
    const org_id = await create_org(pool, { name: `Client ${n}`, time_zone: 'America/Mexico_City', currency: 'MXN' })
    await in_org(pool, { org_id }, async (db) => {
      for (const found of sandbox_connections.filter(({ platform }) => PLATFORMS.includes(platform)))
        await create_connection(db, engine, { org_id, ...found })
    })
  }
})
after(async () => {
  for (const { child } of workers) {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }
  sandbox?.kill('SIGTERM')
  await engine?.close()
  await engine?.pool.end()
  await database?.drop()
})

/** Minutes after the start at which each connection had read today in every stream of days, and everything until then in the others. */
async function connections_with_today(found: Map<string, number>): Promise<void> {
  const { rows } = await database.owner.query<{ connection_id: string }>(
    `select c.connection_id from connections c
     where c.last_sync_at is not null and not exists (
       select from sync_cursors s where s.org_id = c.org_id and s.connection_id = c.connection_id and s.state = 'ok'
         and coalesce(s.read_until < ($1::timestamptz at time zone 'America/Los_Angeles')::date, s.covered_at < $1::timestamptz, true))`,
    [new Date(hour.began_at)],
  )
  for (const { connection_id } of rows) if (!found.has(connection_id)) found.set(connection_id, minutes())
}

/** Vendors' servers do not wait for processors of this machine. A late count would see requests together that came apart. */
function come_first({ pid }: ChildProcess) {
  try {
    setPriority(pid!, -10)
  } catch (error) {
    // Only root may do this.
    assert.equal((error as NodeJS.ErrnoException).code, 'ERR_SYSTEM_ERROR')
  }
}

const due_syncs = `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'sync_connection' and locked_at is null and run_at <= now()`

const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The average of each tenth of the samples. */
function tenths(values: number[]): number[] {
  const size = Math.ceil(values.length / 10)
  const parts = Array.from({ length: 10 }, (_, n) => values.slice(n * size, (n + 1) * size))
  return parts.filter((part) => part.length > 0).map(average)
}

const shown = (values: number[]) => values.map((value) => value.toFixed(0)).join(' ')

test('every connection of every client has today within an hour, no limit is exceeded, and no place waits', async (t) => {
  for (let n = 0; n < PROCESSES; n++) {
    const reports: Report[] = []
    const args = [database.url, sandbox_url, JSON.stringify(hour), String(PLACES)]
    const child = await start('worker.ts', args, (line) => reports.push(JSON.parse(line)))
    workers.push({ child, reports })
  }
  const ready = new Map<string, number>()
  const all = ORGS * PLATFORMS.length
  const unused: number[] = []
  let scheduled = -1
  const signal = new AbortController().signal
  while (minutes() < WITHIN_MINUTES && (IS_LONG || ready.size < all)) {
    if (Math.floor(minutes()) > scheduled) {
      scheduled = Math.floor(minutes())
      await run_job({ ...engine, clock }, schedule_syncs, {}, { log: silent_log(), signal })
      await connections_with_today(ready)
    }
    const { rows } = await database.owner.query<{ n: number }>(due_syncs)
    const free = workers.map(({ reports }) => PLACES - Math.min(PLACES, reports.at(-1)!.working))
    unused.push(
      Math.min(
        rows[0]!.n,
        free.reduce((sum, count) => sum + count, 0),
      ),
    )
    await sleep(SAMPLE_MS)
  }
  await connections_with_today(ready)

  const { violations } = (await (await fetch(`${sandbox_url}/control/violations`)).json()) as {
    violations: { platform: string; key: string; count: number }[]
  }
  const share = average(unused) / (PROCESSES * PLACES)
  const memory = workers.map(({ reports }) => tenths(reports.map(({ rss_mib }) => rss_mib)))
  for (const [n, { reports }] of workers.entries()) {
    const heaps = tenths(reports.map(({ heap_mib }) => heap_mib))
    t.diagnostic(`process ${n + 1}, MiB by tenth: resident ${shown(memory[n]!)}; heap ${shown(heaps)}`)
  }
  const latest = Math.max(...ready.values())
  const exceeded = violations.map(({ platform, key, count }) => `${platform} ${key} ${count} times`).join(', ')
  t.diagnostic(
    `${ready.size} of ${all} connections with today, the last after ${latest.toFixed(1)} simulated minutes; limits exceeded: ${exceeded || 'none'}; ${(share * 100).toFixed(2)} % of places unused while syncs were due`,
  )
  assert.equal(ready.size, all)
  assert.deepEqual(violations, [])
  if (!IS_LONG) return
  assert.ok(share <= UNUSED_MAX, `${share} of places`)
  const [warm = 0, last = 0] = [WARM_TENTH, 9].map((tenth) => average(memory.map((mib) => mib[tenth]!)))
  assert.ok(last <= warm * MEMORY_GROWTH_MAX, `${warm} MiB to ${last} MiB`)
})
