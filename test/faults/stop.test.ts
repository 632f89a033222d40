// A stop during the renewal of a token: the answer may contain the only refresh token that stays valid.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { in_org } from '#db/org.ts'
import { start_sync } from '#engine/sync/runs.ts'
import { run_sync } from '#engine/sync/sync.ts'
import { sync_bench } from '#test/sync.ts'
import { killable_process } from './killable_process.ts'

test('a renewed refresh token is stored, although the process was asked to stop before the answer', async () => {
  const bench = await sync_bench()
  try {
    bench.sandbox.tokens.rotate('gx_analytics', true)
    const place = await bench.connect('gx_analytics')
    const { run_id } = await in_org(bench.engine.pool.worker, { org_id: place.org_id }, (db) =>
      start_sync(db, async () => {}, { ...place, trigger: 'schedule', all_streams: true }),
    )
    const stop = new AbortController()
    const { engine } = killable_process(bench.engine, {
      pool: () => bench.engine.pool,
      on_request: (number, answered) => number === 1 && answered && stop.abort(new Error('stopped')),
    })
    const stopped = run_sync(engine, { ...place, run_id, all_streams: true, signal: stop.signal })
    await assert.rejects(stopped, /stopped/)
    assert.match(bench.sandbox.log.list()[0]!.url, /token/)
    const signal = new AbortController().signal
    assert.equal(await run_sync(bench.engine, { ...place, run_id, all_streams: false, signal }), 'succeeded')
  } finally {
    await bench.close()
  }
})
