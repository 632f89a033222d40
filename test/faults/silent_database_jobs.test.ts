// What runs beside calls on a database that answers none of its connections: probes and jobs.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { in_org } from '#db/org.ts'
import { open_pool } from '#db/pool.ts'
import { create_engine } from '#engine/engine.ts'
import { type Enqueue, enqueue_on, job } from '#engine/job.ts'
import { check_readiness } from '#engine/queue/readiness.ts'
import { start_worker } from '#engine/queue/worker.ts'
import { silent_log } from '#lib/log.ts'
import { create_org } from '#test/access.ts'
import { TEST_KEY, type TestDatabase, test_database, test_pool } from '#test/database.ts'
import { silent_proxy } from '#test/silent_proxy.ts'

/** Enough probes for all connections of the pool that they use. */
const SILENT_MS = 8_000
const PROBED_EVERY_MS = 1_000
/** From the first answer of the database until everything works again. */
const BACK_MS = 40_000
/** Several sweeps for dead workers, which each worker makes. */
const SWEPT_MS = 25_000

let database: TestDatabase
let org_id: string
const seen: string[] = []
let release = () => {}

const jobs = {
  note: job({
    about: 'Store a text.',
    payload: { text: z.string() },
    attempts_max: 5,
    run: async ({ text }) => void seen.push(text),
  }),
  long: job({
    about: 'Wait to be released.',
    payload: {},
    attempts_max: 5,
    group: 'long',
    async run() {
      seen.push('long begins')
      const { promise, resolve } = Promise.withResolvers<void>()
      release = resolve
      await promise
      seen.push('long ends')
    },
  }),
}

before(async () => {
  database = await test_database()
  org_id = await create_org(database.owner, { name: 'Acme' })
})
after(() => database.drop())

const enqueue: Enqueue = async (job, payload) => {
  const pool = test_pool(database, { max: 1 })
  await in_org(pool, { org_id }, (db) => enqueue_on(db, jobs)(job, payload)).finally(() => pool.end())
}

/** A process with a worker. */
async function process_at(place: TestDatabase['place']) {
  const pool = open_pool(place, { max: 8 })
  const engine = await create_engine({
    pool,
    log: silent_log(),
    areas: {},
    connectors: {},
    jobs,
    base_url: 'http://tablero.test',
    master_key: TEST_KEY,
  })
  const worker = await start_worker(engine)
  return {
    engine,
    async end() {
      await worker.stop()
      await engine.close()
      await pool.end()
    },
  }
}

async function until(is_so: () => boolean | Promise<boolean>, what: string, within_ms = BACK_MS) {
  const deadline = performance.now() + within_ms
  while (!(await is_so())) {
    assert.ok(performance.now() < deadline, `${what} within ${within_ms} ms; seen: ${seen.join(', ')}`)
    await sleep(100)
  }
}

test('a process is ready and runs jobs soon after a silent database answers again, however often it was probed', async () => {
  const proxy = await silent_proxy(database.place)
  const { engine, end } = await process_at(proxy.place)
  try {
    await enqueue(jobs.note, { text: 'before' })
    await until(() => seen.includes('before'), 'a job')
    assert.deepEqual(await check_readiness(engine), { ready: true })
    proxy.fall_silent()
    const probes: ReturnType<typeof check_readiness>[] = []
    for (let ms = 0; ms < SILENT_MS; ms += PROBED_EVERY_MS) {
      probes.push(check_readiness(engine))
      await sleep(PROBED_EVERY_MS)
    }
    assert.deepEqual(new Set((await Promise.all(probes)).map(({ ready }) => ready)), new Set([false]))
    proxy.accept_new()
    await enqueue(jobs.note, { text: 'after' })
    const is_ready = async () => (await check_readiness(engine)).ready
    await Promise.all([until(is_ready, 'ready'), until(() => seen.includes('after'), 'a job')])
  } finally {
    proxy.end_old()
    await end()
    proxy.close()
  }
})

test('a job starts once when the database forgets the sessions of its worker, and the worker does not learn it', async () => {
  const proxy = await silent_proxy(database.place)
  const owner = await process_at(proxy.place)
  const started = () => seen.filter((text) => text === 'long begins').length
  let other: typeof owner | undefined
  try {
    await enqueue(jobs.long, {})
    await until(() => started() === 1, 'the start')
    proxy.fall_silent()
    proxy.accept_new()
    await database.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'tablero%'`,
    )
    other = await process_at(database.place)
    await sleep(SWEPT_MS)
    assert.equal(started(), 1)
    release()
    await until(() => seen.includes('long ends'), 'the end')
    const left = () => database.owner.query('select from graphile_worker._private_jobs')
    await until(async () => (await left()).rowCount === 0, 'the mark of the end')
    assert.equal(started(), 1)
  } finally {
    release()
    proxy.end_old()
    await owner.end()
    await other?.end()
    proxy.close()
  }
})
