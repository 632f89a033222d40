// How the queue records the ends of jobs.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { z } from 'zod'
import { in_org } from '#db/org.ts'
import { create_engine, type Engine } from '#engine/engine.ts'
import { type Enqueue, enqueue_on, job, Postponed, scheduled_job } from '#engine/job.ts'
import { start_worker, type Worker } from '#engine/queue/worker.ts'
import { silent_log } from '#lib/log.ts'
import { create_org } from '#test/access.ts'
import { test_database, test_pool } from '#test/database.ts'
import { until } from '#test/until.ts'

const failing = (error: unknown) =>
  job({ about: 'Fail.', payload: {}, attempts_max: 1, run: () => Promise.reject(error) })

const jobs = {
  half: failing(new Error(`x${'😀'[0]}`)),
  nul: failing(Object.freeze(new Error('a\0b'))),
  no_error: failing({ message: 'a\0b' }),
  held: job({
    about: 'Wait for the test.',
    payload: {},
    attempts_max: 1,
    group: 'waiting',
    async run() {
      held += 1
      await released.promise
    },
  }),
  busy: job({
    about: 'Wait for another holder of a lock.',
    payload: {},
    once: () => 'busy',
    attempts_max: 2,
    async run() {
      waits += 1
      if (waits <= WAITS) throw new Postponed('another one holds the lock')
      if (waits === WAITS + 1) throw new Error('a failure, of which it may have one')
    },
  }),
  limited: job({
    about: 'Ask a platform that says when its limit allows more.',
    payload: { wait_s: z.number() },
    once: ({ wait_s }) => String(wait_s),
    attempts_max: 1,
    run: ({ wait_s }) => Promise.reject(new Postponed('the limit is used up', wait_s)),
  }),
  minutely: scheduled_job({
    about: 'Fail until the test says otherwise.',
    attempts_max: 1,
    cron: '* * * * *',
    async run() {
      if (!is_well) throw new Error('not this time')
    },
  }),
}

const AT_ONCE = 32
const WAITS = 3
let is_well = false
let waits = 0
let held = 0
const released = Promise.withResolvers<void>()

const database = await test_database()
let engine: Engine
let worker: Worker
let org_id: string

const enqueue: Enqueue = (job, payload) =>
  in_org(engine.pool.worker, { org_id }, (db) => enqueue_on(db, jobs)(job, payload))

async function row_of(name: string) {
  const { rows } = await database.owner.query(
    `select last_error, attempts, max_attempts, locked_by from graphile_worker.jobs where task_identifier = $1 order by id`,
    [name],
  )
  return rows[0]
}

/** Seconds from the first enqueuing of a job to its next run. */
async function postponed_s(wait_s: number): Promise<number> {
  const { rows } = await database.owner.query(
    `select extract(epoch from run_at - created_at)::float as seconds from graphile_worker.jobs where key like '%:limited:' || $1`,
    [wait_s],
  )
  return rows[0]?.seconds ?? 0
}

before(async () => {
  engine = await create_engine({
    pool: test_pool(database, { max: 8 }),
    log: silent_log(),
    areas: {},
    connectors: {},
    jobs,
    base_url: 'http://tablero.test',
    master_key: Buffer.alloc(32),
  })
  org_id = await create_org(engine.pool, { name: 'Acme' })
  worker = await start_worker(engine, { long_concurrency: 1, short_concurrency: 2 })
})

after(async () => {
  await worker.stop()
  await engine.close()
  await engine.pool.end()
  await database.drop()
})

test('a job whose error has a text that PostgreSQL cannot store fails as any other', async () => {
  for (const name of ['half', 'nul', 'no_error'] as const) await enqueue(jobs[name], {})
  for (const [name, stored] of [
    ['half', 'x\ufffd'],
    ['nul', /./],
    ['no_error', 'a\ufffdb'],
  ] as const) {
    const has_failed = async () => {
      const row = await row_of(name) // one read: between two of them, the first attempt can begin
      return row?.locked_by === null && row.attempts === 1
    }
    assert.ok(await until(has_failed), name)
    const { last_error } = await row_of(name)
    if (typeof stored === 'string') assert.equal(last_error, stored)
    else assert.match(last_error, stored)
  }
})

test('a job that has to wait uses no attempt, however often it asks', async () => {
  await enqueue(jobs.busy, {})
  assert.ok(await until(() => waits === WAITS))
  assert.equal((await row_of('busy')).max_attempts, 2)
  assert.ok(await until(async () => (await row_of('busy')) === undefined))
  assert.equal(waits, WAITS + 2)
})

test('a job that knows when it can succeed waits for so long, but for five seconds at least and a minute at most', async () => {
  const waits: number[] = []
  for (const wait_s of [0, 30, 3_600]) {
    await enqueue(jobs.limited, { wait_s })
    const is_postponed = async () => (await postponed_s(wait_s)) >= 5
    assert.ok(await until(is_postponed))
    waits.push(await postponed_s(wait_s))
  }
  // They began when the job ran, some seconds after it was enqueued on a slow machine.
  for (const [at, least] of [5, 30, 60].entries())
    assert.ok(waits[at]! >= least && waits[at]! < least + 25, `${waits[at]} s instead of ${least} s`)
})

test('a scheduled job has the attempts that it declares, and its next run that succeeds ends its failure', async () => {
  const two_minutes_ms = 120_000
  assert.ok(await until(async () => (await row_of('minutely'))?.last_error, two_minutes_ms))
  const { attempts, max_attempts, last_error } = await row_of('minutely')
  assert.deepEqual([attempts, max_attempts, last_error], [1, 1, 'not this time'])
  is_well = true
  await database.owner.query(`select graphile_worker.add_job('minutely', job_key => 'minutely', max_attempts => 1)`)
  assert.ok(await until(async () => (await row_of('minutely')) === undefined))
})

test('an orderly stop records the end of every job, also when the database is slow', async () => {
  await database.owner.query(
    `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return old; end $$;
     create trigger slow before delete on graphile_worker._private_jobs for each row execute function slow()`,
  )
  for (let n = 0; n < AT_ONCE; n++) await enqueue(jobs.held, {})
  assert.ok(await until(() => held === AT_ONCE))
  const stopped = worker.stop()
  released.resolve()
  await stopped
  assert.equal(await row_of('held'), undefined)
  await database.owner.query('drop function slow cascade')
  worker = await start_worker(engine, { long_concurrency: 1, short_concurrency: 2 })
})
