// The jobs of a worker while the disk of the database is full: one sentence a minute, and each job keeps its place and its attempts.
import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { exhaustion_of, is_disk_full } from '#db/exhausted.ts'
import { in_org } from '#db/org.ts'
import { create_engine, type Engine } from '#engine/engine.ts'
import { enqueue_on, type Job, job } from '#engine/job.ts'
import { check_readiness } from '#engine/queue/readiness.ts'
import { Space } from '#engine/queue/space.ts'
import { start_worker, type Worker } from '#engine/queue/worker.ts'
import { type Clock, system_clock } from '#lib/clock.ts'
import { create_log } from '#lib/log.ts'
import { create_org } from '#test/access.ts'
import { test_database, test_pool } from '#test/database.ts'

const database = await test_database()
const SENTENCE = /^jobs wait: The database server has no disk space left/
const NO_SPACE = '53100'

/** Real time, but no wait between two attempts is long. */
const quick: Clock = { ...system_clock, sleep: (ms, signal) => system_clock.sleep(Math.min(ms, 20), signal) }

let tried = 0
const writes = (attempts_max: number) =>
  job({
    about: 'Write a contact.',
    payload: {},
    attempts_max,
    async run(_, { in_org }) {
      tried += 1
      await in_org((db) => db.insertInto('contacts').values({ full_name: 'Ada' }).execute())
    },
  })
const jobs = { twice: writes(2), once: writes(1) } satisfies Record<string, Job>

let engine: Engine
let worker: Worker
let org_id: string
let lines: { msg: string; level: string }[]

beforeEach(async () => {
  tried = 0
  lines = []
  engine = await create_engine({
    pool: test_pool(database, { max: 8 }),
    log: create_log({ stream: { write: (line) => void lines.push(JSON.parse(line)) } }),
    areas: {},
    connectors: {},
    jobs,
    base_url: 'http://tablero.test',
    master_key: Buffer.alloc(32),
    clock: quick,
  })
  org_id = await create_org(engine.pool, { name: 'Acme' })
  worker = await start_worker(engine, { long_concurrency: 1, short_concurrency: 2 })
})
afterEach(async () => {
  await free()
  await worker.stop()
  await engine.close()
  await engine.pool.end()
})

after(() => database.drop())

const enqueue = (name: keyof typeof jobs) =>
  in_org(engine.pool.worker, { org_id }, (db) => enqueue_on(db, jobs)(jobs[name], {}))

async function until(holds: () => boolean | Promise<boolean>, what: string, seconds = 60) {
  const deadline = performance.now() + seconds * 1000
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, `waited ${seconds} s for: ${what}; lines: ${JSON.stringify(lines)}`)
    await sleep(20)
  }
}

const free = () => database.owner.query('drop function if exists no_space cascade')

/** Changes of the table fail as on a full disk, until the returned function is called. */
async function full(table: string, events: string, code = NO_SPACE) {
  await database.owner.query(
    `create function no_space() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file: No space left on device' using errcode = '${code}'; end $$;
     create trigger no_space before ${events} on ${table} for each row execute function no_space()`,
  )
  return free
}

const in_queue = async () => {
  const { rows } = await database.owner.query<{ attempts: number }>('select attempts from graphile_worker.jobs')
  return rows.map(({ attempts }) => attempts)
}
const contacts = async () =>
  Number((await database.owner.query('select count(*) from contacts where org_id = $1', [org_id])).rows[0].count)
const sentences = () => lines.filter(({ msg }) => SENTENCE.test(msg)).length
const failures = () => lines.filter(({ msg }) => msg === 'a job failed').length
const reason = async () => {
  const answer = await check_readiness(engine)
  return answer.ready ? 'ready' : answer.reason
}

/** What the readiness names, also of a process that is ready. */
const named = async () => (await check_readiness(engine)).reason ?? ''

test('a job that finds the disk full waits for space, and needs none of its attempts for it', async () => {
  const free = await full('contacts', 'insert')
  await enqueue('twice')
  await until(() => tried >= 5, 'five tries')
  assert.deepEqual(await in_queue(), [1])
  assert.deepEqual([sentences(), failures()], [1, 0])
  assert.match(await reason(), /^The database server has no disk space left/)
  await free()
  await until(async () => (await in_queue()).length === 0, 'the end of the job')
  assert.equal(await contacts(), 1)
  assert.equal(await reason(), 'ready')
})

test('a queue that can take or end no job says so once, and continues', async () => {
  await enqueue('twice')
  await until(async () => (await in_queue()).length === 0, 'the first job')
  const free = await full('graphile_worker._private_jobs', 'update or delete')
  await enqueue('twice')
  await until(() => sentences() === 1, 'the sentence')
  assert.match(await reason(), /^The database server has no disk space left/)
  await sleep(3_000) // longer than the queue waits between two attempts
  assert.deepEqual([sentences(), await contacts()], [1, 1])
  await free()
  await until(async () => (await in_queue()).length === 0, 'the second job')
  assert.equal(await contacts(), 2)
})

test('a job with a single attempt leaves its work to the next one', async () => {
  const free = await full('contacts', 'insert')
  await enqueue('once')
  await until(() => sentences() === 1, 'the sentence')
  await free()
  assert.deepEqual([tried, await contacts()], [1, 0])
  await database.owner.query(`select graphile_worker.permanently_fail_jobs(array_agg(id)) from graphile_worker.jobs`)
})

test('a job that takes all memory is no reason to wait: its attempts end', async () => {
  const free = await full('contacts', 'insert', '53200')
  await enqueue('twice')
  await until(() => failures() === 2, 'both attempts')
  await free()
  await sleep(200)
  assert.deepEqual([tried, sentences()], [2, 0])
  const answer = await check_readiness(engine)
  assert.equal(answer.ready, true)
  assert.match(answer.reason ?? '', /^The database server has no memory left/)
})

test('a queue that can take no job for lack of memory names it in its readiness', async () => {
  const free = await full('graphile_worker._private_jobs', 'update or delete', '53200')
  await enqueue('twice')
  await until(async () => /^The database server has no memory left/.test(await named()), 'the sentence')
  await free()
  await until(async () => (await contacts()) === 1, 'the job')
})

test('a stop ends the wait', async () => {
  const free = await full('contacts', 'insert')
  await enqueue('twice')
  await until(() => tried >= 2, 'two tries')
  await worker.stop()
  await free()
  assert.equal(await contacts(), 0)
  worker = await start_worker(engine, { long_concurrency: 1, short_concurrency: 2 })
  await until(async () => (await contacts()) === 1, 'the job in the next worker')
})

test('the sentence is logged once a minute, and forgotten when no job needs space any more', () => {
  let now = 0
  const logged: number[] = []
  const log = { error: () => void logged.push(now / 1_000) } as never
  const space = new Space({ ...system_clock, now: () => new Date(now) }, log)
  const error = Object.assign(new Error('outer', { cause: Object.assign(new Error(), { code: 'ENOSPC' }) }))
  for (now = 0; now <= 120_000; now += 1_000) assert.ok(space.note(error))
  assert.deepEqual(logged, [0, 60, 120])
  assert.match(space.lacking ?? '', /^This machine has no disk space left/)
  now += 100_000
  assert.equal(space.lacking, undefined)
  assert.equal(space.note(new Error('another')), false)
  assert.equal(space.note(Object.assign(new Error(), { code: '53200' })), false)
  now += 89_000
  assert.match(space.lacking_in_part ?? '', /^The database server has no memory left/)
  now += 1_000
  assert.equal(space.lacking_in_part, undefined)
  assert.deepEqual(
    [is_disk_full(error), is_disk_full({ code: NO_SPACE }), exhaustion_of({ code: NO_SPACE })],
    [true, false, undefined],
  )
})
