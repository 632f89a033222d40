import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { in_org } from '#db/org.ts'
import { create_engine } from '#engine/engine.ts'
import { enqueue_on, job } from '#engine/job.ts'
import { start_worker } from '#engine/queue/worker.ts'
import { with_connection } from '#engine/sync/connected.ts'
import { silent_log } from '#lib/log.ts'
import { create_org } from '#test/access.ts'
import { test_database, test_pool } from '#test/database.ts'

/** The smallest DATABASE_POOL. */
const POOL_MIN = 12
/** More than the pool waits for a free connection would be a failure of the job. */
const SOON_MS = 8_000
const QUEUED = 20

test('short jobs find a connection while all the syncs that can start wait for their vendors', async () => {
  const database = await test_database()
  const released = new AbortController()
  let [holding, done] = [0, 0]
  const holds = (about: string, group: 'long' | 'background') =>
    job({
      about,
      payload: { connection_id: z.string() },
      attempts_max: 1,
      group,
      run: async ({ connection_id }, { parts, org_id }) => {
        await with_connection(parts, { org_id, connection_id }, async () => {
          holding += 1
          await parts.clock.sleep(3_600_000, released.signal).catch(() => {})
        })
      },
    })
  const jobs = {
    long: holds('Wait for a limit.', 'long'),
    background: holds('Wait for a limit, in the background.', 'background'),
    short: job({
      about: 'Read a row.',
      payload: {},
      attempts_max: 1,
      async run(_, { in_org }) {
        await in_org((db) => db.selectFrom('connections').select('connection_id').execute())
        done += 1
      },
    }),
  }
  const engine = await create_engine({
    pool: test_pool(database, { max: POOL_MIN }),
    log: silent_log(),
    areas: {},
    connectors: {},
    jobs,
    base_url: 'http://tablero.test',
    master_key: Buffer.alloc(32),
  })
  const worker = await start_worker(engine)
  try {
    const org_id = await create_org(engine.pool, { name: 'Acme' })
    const within = (work: (enqueue: ReturnType<typeof enqueue_on>) => Promise<unknown>) =>
      in_org(engine.pool.worker, { org_id }, (db) => work(enqueue_on(db, jobs)))
    await within(async (enqueue) => {
      for (let n = 0; n < QUEUED; n += 1) {
        await enqueue(jobs.long, { connection_id: `long-${n}` })
        await enqueue(jobs.background, { connection_id: `background-${n}` })
      }
    })
    let before = -1
    while (holding === 0 || holding !== before) {
      before = holding
      await sleep(1_000)
    }
    assert.ok(holding > POOL_MIN, `${holding} jobs hold a connection`)
    await within(async (enqueue) => {
      for (let n = 0; n < QUEUED; n += 1) await enqueue(jobs.short, {})
    })
    const deadline = performance.now() + SOON_MS
    while (done < QUEUED && performance.now() < deadline) await sleep(50)
    assert.equal(done, QUEUED)
  } finally {
    released.abort()
    await worker.stop()
    await engine.close()
    await engine.pool.end()
    await database.drop()
  }
})
