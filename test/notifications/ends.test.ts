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

test('a consent that ends in seven days is notified once, and one that ends in eight days is not', async () => {
  const { engine, database, sandbox } = bench
  const { connection_id } = await bench.connect('mx_ads')
  const run = () =>
    run_job(engine as never, notify_of_ends, {}, { log: engine.log, signal: new AbortController().signal })
  const notified = async (days: number) => {
    const ends = new Date(sandbox.clock.now() + days * 86_400_000).toISOString()
    await database.owner.query('update connections set access_ends_at = $1 where connection_id = $2', [
      ends,
      connection_id,
    ])
    await run()
    await run()
    const { rows } = await database.owner.query("select kind from notifications where kind = 'access_ends_soon'")
    return rows.length
  }
  assert.equal(await notified(8), 0)
  assert.equal(await notified(7), 1)
})
