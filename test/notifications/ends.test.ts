// People learn of consents at platforms that end soon.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { run_job } from '#engine/queue/run_job.ts'
import { notify_of_ends } from '#jobs/notify_of_ends.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

let bench: SyncBench

before(async () => {
  bench = await sync_bench({ history_days: 10 })
})
after(() => bench?.close())

const DAY_MS = 86_400_000

test('a consent that ends soon is notified from 30, 7 and 1 days before, each once, also after days on which no job ran', async () => {
  const { engine, database, sandbox } = bench
  const { connection_id } = await bench.connect('mx_ads')
  const run = () =>
    run_job(engine as never, notify_of_ends, {}, { log: engine.log, signal: new AbortController().signal })
  const titles = async () => {
    const { rows } = await database.owner.query(
      "select title from notifications where kind = 'access_ends_soon' order by created_at, notification_id",
    )
    return rows.map(({ title }) => JSON.stringify(title).match(/"days":(\d+)/)?.[1])
  }
  let ends = 0
  const ends_in = (days: number) => {
    ends = sandbox.clock.now() + days * DAY_MS
    return database.owner.query('update connections set access_ends_at = $1 where connection_id = $2', [
      new Date(ends).toISOString(),
      connection_id,
    ])
  }
  /** Time passes until this many days before the end, and the job runs, twice. */
  const notified = async (days: number) => {
    sandbox.clock.advance(ends - days * DAY_MS - sandbox.clock.now())
    await run()
    await run()
    return titles()
  }
  await ends_in(32)
  assert.deepEqual(await notified(31), [])
  assert.deepEqual(await notified(30), ['30'])
  assert.deepEqual(await notified(29), ['30'])
  assert.deepEqual(await notified(8), ['30'])
  assert.deepEqual(await notified(7), ['30', '7'])
  assert.deepEqual(await notified(3), ['30', '7'])
  assert.deepEqual(await notified(1), ['30', '7', '1'])
  // Connected again, for a year. No job ran between the 31st and the 25th day, and none until the last day.
  await ends_in(365)
  assert.deepEqual(await notified(31), ['30', '7', '1'])
  assert.deepEqual(await notified(25), ['30', '7', '1', '25'])
  assert.deepEqual(await notified(0.5), ['30', '7', '1', '25', '1'])
  // A consent of seven days is notified on its first day, and so is the next one.
  await ends_in(7)
  assert.deepEqual((await notified(6.9)).slice(5), ['7'])
  assert.deepEqual((await notified(4)).slice(5), ['7'])
  await ends_in(7)
  assert.deepEqual((await notified(6.5)).slice(5), ['7', '7'])
})
