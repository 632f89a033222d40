import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { in_org } from '#db/org.ts'
import { create_engine, type Engine } from '#engine/engine.ts'
import { type Enqueue, enqueue_on, job, Postponed } from '#engine/job.ts'
import { is_worker_running, start_worker, type Worker } from '#engine/queue/worker.ts'
import { create_log } from '#lib/log.ts'
import { create_org } from '#test/access.ts'
import { test_database, test_pool } from '#test/database.ts'

const database = await test_database()
const seen: string[] = []
const lines: { level: string; job?: string }[] = []
let engine: Engine
let worker: Worker
let org_id: string
let release = () => {}

const jobs = {
  note: job({
    about: 'Store a text.',
    payload: { text: z.string() },
    attempts_max: 1,
    run: async ({ text }, context) => void seen.push(`${text} ${context.org_id === org_id}`),
  }),
  flaky: job({
    about: 'Fail once.',
    payload: {},
    attempts_max: 3,
    async run() {
      seen.push('flaky')
      if (seen.filter((text) => text === 'flaky').length === 1) throw new Error('not this time')
    },
  }),
  limited: job({
    about: 'Ask a platform that allows one request.',
    payload: {},
    attempts_max: 3,
    async run() {
      seen.push('limited')
      if (seen.filter((text) => text === 'limited').length === 1)
        throw new Postponed('the platform limits calls for now')
    },
  }),
  slow: job({
    about: 'Wait to be released.',
    payload: {},
    attempts_max: 3,
    group: 'long',
    async run() {
      seen.push('slow begins')
      await new Promise<void>((done) => {
        release = done
      })
      seen.push('slow ends')
    },
  }),
}

async function until(holds: () => boolean, what: string, seconds = 60) {
  const deadline = performance.now() + seconds * 1000
  while (!holds()) {
    assert.ok(performance.now() < deadline, `waited ${seconds} s for: ${what}; seen: ${seen.join(', ')}`)
    await sleep(50)
  }
}

const enqueue: Enqueue = (job, payload) =>
  in_org(engine.pool.worker, { org_id }, (db) => enqueue_on(db, jobs)(job, payload))

before(async () => {
  engine = await create_engine({
    pool: test_pool(database, { max: 8 }),
    log: create_log({ level: 'info', stream: { write: (line) => void lines.push(JSON.parse(line)) } }),
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
  release()
  await worker.stop()
  await engine.close()
  await engine.pool.end()
  await database.drop()
})

test('a job runs with the organization that enqueued it', async () => {
  await enqueue(jobs.note, { text: 'hello' })
  await until(() => seen.includes('hello true'), 'the note')
})

test('a job that is enqueued in a transaction that fails never runs', async () => {
  const failing = in_org(engine.pool.worker, { org_id }, async (db) => {
    await enqueue_on(db, jobs)(jobs.note, { text: 'never' })
    throw new Error('rolled back')
  })
  await assert.rejects(failing, /rolled back/)
  await enqueue(jobs.note, { text: 'after' })
  await until(() => seen.includes('after true'), 'the note after')
  assert.ok(!seen.includes('never true'))
})

test('a failed job is retried', async () => {
  await enqueue(jobs.flaky, {})
  await until(() => seen.filter((text) => text === 'flaky').length === 2, 'the second attempt')
})

test('a job that has to wait is retried, and is no error in the log', async () => {
  await enqueue(jobs.limited, {})
  await until(() => seen.filter((text) => text === 'limited').length === 2, 'the second attempt')
  const levels = (of: string) => lines.flatMap(({ level, job }) => (job === of ? level : []))
  assert.deepEqual(levels('limited'), ['info'])
  assert.deepEqual(levels('flaky'), ['error'])
})

test('a job that failed often is retried within a minute, and a job that is scheduled for later waits until then', async () => {
  const pool = database.owner
  const in_s = async (key: string) => {
    const { rows } = await pool.query(
      'select extract(epoch from run_at - now())::int as wait_s from graphile_worker.jobs where key = $1',
      [key],
    )
    return Number(rows[0].wait_s)
  }
  for (const key of ['often', 'later'])
    await pool.query(
      `select graphile_worker.add_job('flaky', run_at => now() + '6 hours', max_attempts => 25, job_key => $1)`,
      [key],
    )
  await pool.query("update graphile_worker._private_jobs set attempts = 9 where key = 'often'")
  for (let attempts_max = 0; (await in_s('often')) > 60; attempts_max++) {
    assert.ok(attempts_max < 100, 'the wait stays too long')
    await sleep(100)
  }
  assert.ok((await in_s('later')) > 3_600)
  await pool.query("select graphile_worker.remove_job(key) from unnest(array['often', 'later']) key")
})

test('a job of a running worker is never given to another worker, however long it takes', async () => {
  await enqueue(jobs.slow, {})
  await until(() => seen.includes('slow begins'), 'the slow job')
  const hours = "locked_at = now() - interval '3 hours 59 minutes'" // the queue itself unlocks a job after four hours
  await database.owner.query(`update graphile_worker._private_jobs set ${hours} where locked_by is not null`)
  await sleep(12_000) // longer than the grace period and two checks
  assert.equal(seen.filter((text) => text === 'slow begins').length, 1)
  const { rows } = await database.owner.query(
    "select locked_at > now() - interval '1 minute' as renewed from graphile_worker.jobs where locked_by is not null",
  )
  assert.deepEqual(rows, [{ renewed: true }])
  release()
  await until(() => seen.includes('slow ends'), 'its end')
})

test('short jobs do not wait for long ones, and long ones wait for each other', async () => {
  const started_count = () => seen.filter((text) => text === 'slow begins').length
  const before = started_count()
  await enqueue(jobs.slow, {})
  await enqueue(jobs.slow, {})
  await until(() => started_count() === before + 1, 'the first slow job')
  for (let n = 0; n < 100; n++) await enqueue(jobs.note, { text: `short ${n}` })
  await until(() => seen.filter((text) => text.startsWith('short')).length === 100, 'a hundred notes')
  assert.equal(started_count(), before + 1)
  release()
  await until(() => started_count() === before + 2, 'the second slow job')
  release()
  await until(() => seen.filter((text) => text === 'slow ends').length === started_count(), 'its end')
})

test('a worker continues after all its connections were closed', async () => {
  await enqueue(jobs.slow, {})
  const ended = seen.filter((text) => text === 'slow ends').length
  await until(() => seen.filter((text) => text === 'slow begins').length === ended + 1, 'the slow job again')
  await database.owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await sleep(500) // until the pools have noticed
  release()
  await enqueue(jobs.note, { text: 'still here' })
  await until(() => seen.includes('still here true'), 'the note after the connections were closed')
})

test('a command sees whether any worker runs', async () => {
  const others = await test_database()
  const pool = test_pool(others)
  try {
    assert.equal(await is_worker_running(engine.pool), true)
    assert.equal(await is_worker_running(pool), false)
  } finally {
    await pool.end()
    await others.drop()
  }
})

test('a job left locked by a dead worker runs again soon', async () => {
  await database.owner.query(
    `select graphile_worker.add_job('note', json_build_object('org_id', $1::text, 'payload', '{"text":"left"}'::json), run_at => now() + '1 hour')`,
    [org_id],
  )
  await database.owner.query(
    `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute', locked_by = 'dead', run_at = now() where payload::text like '%left%'`,
  )
  await until(() => seen.includes('left true'), 'the job of the dead worker')
})
