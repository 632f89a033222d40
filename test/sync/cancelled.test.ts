// A cancelled sync stores no further days, and the next sync reads what is missing.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gx_ads } from '#connectors/gx_ads/index.ts'
import { in_org } from '#db/org.ts'
import { cancel_syncs } from '#engine/sync/runs.ts'
import { run_sync } from '#engine/sync/sync.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

/** Several pages, in a sync of seconds. */
const HISTORY_DAYS = 8

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { gx_ads }, history_days: HISTORY_DAYS })
})
after(() => bench?.close())

const state_of = (org_id: string, run_id: string) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) =>
    db.selectFrom('sync_runs').select(['state', 'rows']).where('run_id', '=', run_id).executeTakeFirstOrThrow(),
  )
const count = (rows: Record<string, unknown[]>) => Object.values(rows).flat().length

test('a cancelled sync stores no further days, keeps its stored rows and does not resume; the next sync completes it', async () => {
  const { engine } = bench
  const whole = await bench.connect('gx_ads')
  await bench.sync(whole)
  const all = count(await bench.rows(whole.org_id))

  const place = await bench.connect('gx_ads')
  let pages = 0
  const stop = async () => {
    await in_org(engine.pool.worker, { org_id: place.org_id }, async (db) => {
      const open = await db.selectFrom('sync_runs').select('run_id').where('state', '=', 'running').execute()
      await cancel_syncs(
        db,
        open.map(({ run_id }) => run_id),
        engine.clock.now(),
      )
    })
  }
  let stopped: Promise<number> | undefined
  engine.sync_observers.push(() => {
    pages += 1
    if (pages === 2) stopped = stop().then(async () => count(await bench.rows(place.org_id)))
  })
  const { end, run_id } = await bench.sync(place)
  assert.equal(end, 'cancelled')
  assert.equal((await state_of(place.org_id, run_id)).state, 'cancelled')
  const some = count(await bench.rows(place.org_id))
  assert.ok(some > 0 && some < all, `${some} of ${all} rows`)
  assert.equal(some, await stopped, 'no row came after the stop')

  assert.equal((await bench.sync(place)).end, 'succeeded')
  assert.equal(count(await bench.rows(place.org_id)), all)
  assert.equal((await state_of(place.org_id, run_id)).state, 'cancelled')
})

test('a sync that is cancelled while it waits never starts', async () => {
  const { engine } = bench
  const place = await bench.connect('gx_ads')
  const { run_id } = await in_org(engine.pool.worker, { org_id: place.org_id }, async (db) => {
    const run = await db
      .insertInto('sync_runs')
      .values({ ...place, trigger: 'tool', state: 'queued' })
      .returning('run_id')
      .executeTakeFirstOrThrow()
    await cancel_syncs(db, [run.run_id], engine.clock.now())
    return run
  })
  const end = await run_sync(engine, { ...place, run_id, all_streams: true, signal: new AbortController().signal })
  assert.equal(end, 'cancelled')
  assert.equal(count(await bench.rows(place.org_id)), 0)
})
