// How the schedule handles syncs that never end, and a clock that was wrong.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import type { WindowStream } from '#engine/connector.ts'
import { enqueue_on } from '#engine/job.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { start_sync } from '#engine/sync/runs.ts'
import { schedule_syncs } from '#jobs/schedule_syncs.ts'
import { enqueue_sync } from '#jobs/sync_connection.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

let bench: SyncBench
before(async () => {
  const { gx_analytics } = connectors
  const daily = gx_analytics!.streams.daily as WindowStream<never, never>
  const short = { ...daily, window: { ...daily.window, history_days: 2 } }
  bench = await sync_bench({ connectors: { gx_analytics: { ...gx_analytics!, streams: { daily: short } } } })
  // Slightly after the database's own time, at which a new connection is due.
  bench.sandbox.clock.set(Date.now() + 3_600_000)
})
after(() => bench.close())

type Place = Awaited<ReturnType<SyncBench['connect']>>

const start = (place: Place) =>
  in_org(bench.engine.pool.worker, { org_id: place.org_id }, (db) =>
    start_sync(db, enqueue_sync(enqueue_on(db, bench.engine.jobs)), {
      ...place,
      trigger: 'schedule',
      all_streams: false,
    }),
  )

const tick = () =>
  run_job(bench.engine, schedule_syncs, {}, { log: bench.engine.log, signal: new AbortController().signal })

const runs = ({ org_id }: Place) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) =>
    db.selectFrom('sync_runs').select(['run_id', 'state', 'error']).orderBy('run_id').execute(),
  )

test('a sync whose job the queue gave up is marked as failed, and the next one starts', async () => {
  const place = await bench.connect('gx_analytics')
  const { run_id } = await start(place)
  await tick()
  assert.deepEqual(
    (await runs(place)).map(({ state }) => state),
    ['queued'],
    'a sync that waits is left alone',
  )
  await bench.database.owner.query(
    `update graphile_worker._private_jobs set attempts = max_attempts where key like '%' || $1`,
    [run_id],
  )
  assert.equal((await start(place)).is_new, false, 'the abandoned sync would keep every other from starting')
  await tick()
  const [abandoned, next] = await runs(place)
  assert.deepEqual([abandoned!.state, next!.state], ['failed', 'queued'])
  assert.match(abandoned!.error!, /given up/)
})

test('a sync that works in the last attempt of its job is left alone', async () => {
  const place = await bench.connect('gx_analytics')
  const { run_id } = await start(place)
  await bench.database.owner.query(
    `update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now(), locked_by = 'a worker'
     where key like '%' || $1`,
    [run_id],
  )
  await tick()
  assert.deepEqual(
    (await runs(place)).map(({ state }) => state),
    ['queued'],
  )
})

test('a sync that a fast clock scheduled years ahead starts as soon as the clock is correct', async () => {
  const place = await bench.connect('gx_analytics')
  await bench.sync(place)
  bench.sandbox.clock.advance(400 * 86_400_000)
  await bench.sync(place)
  bench.sandbox.clock.advance(-399 * 86_400_000)
  await tick()
  assert.equal((await runs(place)).at(-1)!.state, 'queued')
})
