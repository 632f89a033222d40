// A change that a shop announces is stored before the older history, which may take days to read.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { add_days } from '#domain/windows.ts'
import type { ChangeStream } from '#engine/connector.ts'
import { Postponed } from '#engine/job.ts'
import { run_backfill } from '#engine/sync/backfill.ts'
import { with_connection } from '#engine/sync/connected.ts'
import { type WebhookBench, webhook_bench } from '#test/webhook_bench.ts'

const HISTORY_DAYS = 260
const SLICE_DAYS = 10
const STORED_WITHIN_MS = 5_000

let bench: WebhookBench
let place: Awaited<ReturnType<WebhookBench['connected']>>
/** What happens while the first slice is read. */
let during_slice = async () => {}
before(async () => {
  bench = await webhook_bench(['tnx'], {
    history_days: HISTORY_DAYS,
    orders: { history_days: HISTORY_DAYS, slice_days: SLICE_DAYS },
  })
  const orders = bench.engine.connectors.tnx!.streams.orders as unknown as ChangeStream<never, never>
  const { read_created } = orders
  orders.read_created = async function* (source) {
    const happens = during_slice
    during_slice = async () => {}
    await happens()
    yield* read_created!(source)
  }
})
after(() => bench?.close())
beforeEach(async () => {
  place = await bench.connected('tnx')
  await bench.webhooks.send()
  await bench.work(place)
  during_slice = async () => {}
})

const { signal } = new AbortController()
const backfill = () => run_backfill({ ...bench.engine, pool: bench.engine.pool.worker }, { ...place, signal })
const read_from = async () => {
  const [row] = await bench.query<{ day: string }>(
    place,
    `select cursor->>'read_from' as day from sync_cursors where stream = 'orders'`,
  )
  return row!.day
}
const announced = async () => {
  const order = bench.paid('tnx')[0]!
  const total_cents = order.total_cents + 1_000
  bench.change(order, { total_cents })
  const at = bench.clock.now()
  const { failed } = await bench.webhooks.send()
  assert.equal(failed, 0)
  return { order, total_cents, at }
}

test('older days that are being read step aside after the slice, and the change is stored within seconds', async () => {
  const before = await read_from()
  let change: Awaited<ReturnType<typeof announced>> | undefined
  during_slice = async () => {
    change = await announced()
  }
  assert.equal(await backfill(), 'announced')
  assert.equal(await read_from(), add_days(before, -SLICE_DAYS))
  await bench.work(place)
  const { order, total_cents, at } = change!
  assert.equal((await bench.order(place, order))!.total_micros, BigInt(total_cents) * 10_000n)
  assert.ok(bench.clock.now() - at <= STORED_WITHIN_MS)
})

test('the job that steps aside starts the work on the announcement, waits for it, and continues later', async () => {
  during_slice = async () => void (await announced())
  const before = bench.clock.now()
  await bench.run('backfill_connection', place)
  assert.ok(bench.clock.now() - before > 1_000)
  const { rows } = await bench.engine.pool.system.query<{ task: string }>(
    'select task_identifier as task from graphile_worker.jobs where key like $1 order by 1',
    [`%${place.connection_id}`],
  )
  const tasks = rows.map(({ task }) => task)
  assert.deepEqual(
    ['backfill_connection', 'work_webhooks'].filter((task) => !tasks.includes(task)),
    [],
  )
})

test('a shop that announces all the time gets its history too, and hints delay it less', async () => {
  await announced()
  const read_slices = async (is_hint: boolean) => {
    await bench.query(place, 'update webhook_inbox set is_hint = $1 where done_at is null', [is_hint])
    const before = Date.parse(await read_from())
    const end = await backfill()
    if (!is_hint) assert.equal(end, 'announced')
    return (before - Date.parse(await read_from())) / 86_400_000 / SLICE_DAYS
  }
  assert.deepEqual([await read_slices(false), await read_slices(false)], [1, 1])
  assert.ok((await read_slices(true)) > 2)
})

const jobs_of = async (task: string) => {
  const { rows } = await bench.engine.pool.system.query<{ attempts: number; run_at: Date }>(
    'select attempts, run_at from graphile_worker.jobs where task_identifier = $1 and key like $2',
    [task, `%${place.connection_id}`],
  )
  return rows
}
/** The work on announcements failed, and its next attempt is in a minute. */
const failed_work = async () => {
  await announced()
  await bench.engine.pool.worker.org.query(
    `update graphile_worker._private_jobs set attempts = 4, run_at = now() + interval '1 minute' where key like $1`,
    [`%:work_webhooks:${place.connection_id}`],
  )
  const jobs = await jobs_of('work_webhooks')
  assert.equal(jobs.length, 1)
  return jobs
}

test('work on announcements that failed keeps its next attempt, and older days do not step aside for it', async () => {
  const before = await failed_work()
  const began = Date.parse(await read_from())
  assert.notEqual(await backfill(), 'announced')
  assert.ok((began - Date.parse(await read_from())) / 86_400_000 / SLICE_DAYS > 2)
  bench.clock.advance(60_000)
  await bench.run('schedule_webhooks')
  assert.deepEqual(await jobs_of('work_webhooks'), before)
})

test('work that used up its attempts is started again', async () => {
  await failed_work()
  await bench.engine.pool.worker.org.query(
    'update graphile_worker._private_jobs set attempts = max_attempts where key like $1',
    [`%:work_webhooks:${place.connection_id}`],
  )
  bench.clock.advance(60_000)
  await bench.run('schedule_webhooks')
  assert.deepEqual(
    (await jobs_of('work_webhooks')).map(({ attempts }) => attempts),
    [0],
  )
})

test('while a job works on announcements, further ones start no second job, which would end its attempts', async () => {
  await failed_work()
  await bench.query(place, 'update webhook_inbox set taken_at = $1 where done_at is null', [
    new Date(bench.clock.now()).toISOString(),
  ])
  const before = await jobs_of('work_webhooks')
  await announced()
  assert.deepEqual(await jobs_of('work_webhooks'), before)
})

test('a vendor that does not answer is asked again by a later attempt of the same job', async () => {
  await announced()
  bench.sandbox.faults.add({ platform: 'tnx', kind: 'fail', count: 6 })
  await assert.rejects(bench.run('work_webhooks', place), Postponed)
  const [waiting] = (await bench.inbox(place)).filter(({ done_at }) => done_at === null)
  assert.equal(waiting!.taken_at, null)
})

test('older days step aside for hints after a minute, so that these wait neither for the next sync nor stop the history', async () => {
  await announced()
  await bench.query(place, 'update webhook_inbox set is_hint = true where done_at is null')
  during_slice = async () => bench.clock.advance(61_000)
  const before = await read_from()
  assert.equal(await backfill(), 'announced')
  assert.equal(await read_from(), add_days(before, -SLICE_DAYS))
})

test('a platform is not asked for changes that cannot be stored, because another work holds the connection', async () => {
  await announced()
  bench.sandbox.log.clear()
  await with_connection(bench.engine, place, () => bench.work(place))
  assert.deepEqual(bench.sandbox.log.list('tnx'), [])
  const [waiting] = (await bench.inbox(place)).filter(({ done_at }) => done_at === null)
  assert.equal(waiting!.taken_at, null)
})
