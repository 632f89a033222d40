// A property whose retention is shorter than the history that is asked for.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import type { Connector, WindowStream } from '#engine/connector.ts'
import { run_backfill } from '#engine/sync/backfill.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

/** The first day that the property of the sandbox keeps. */
const KEPT_FROM = '2026-08-01'
const { gx_analytics } = connectors as Record<string, Connector>
const daily = gx_analytics!.streams.daily as WindowStream<never, never>
/** Of the sandbox, and asked for. */
const HISTORY_DAYS = 200
const streams = { daily: { ...daily, window: { ...daily.window, history_days: HISTORY_DAYS } } }
const { signal } = new AbortController()

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { gx_analytics: { ...gx_analytics!, streams } }, history_days: HISTORY_DAYS })
})
after(() => bench?.close())

test('days that the property has deleted are not covered, and the reason says so', async () => {
  const place = await bench.connect('gx_analytics')
  bench.sandbox.faults.add({ platform: 'gx_analytics', kind: 'own', name: 'forget', path: ':runReport', count: 0 })
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const backfill = () => run_backfill(bench.engine, { ...place, signal })
  const stored = () =>
    in_org(bench.engine.pool.worker, { org_id: place.org_id, read_only: true }, (db) =>
      db.selectFrom('sync_cursors').select(['covered_from', 'reason']).executeTakeFirstOrThrow(),
    )
  assert.equal(await backfill(), 'done')
  const { covered_from, reason } = await stored()
  assert.equal(covered_from, KEPT_FROM)
  assert.match(reason ?? '', /keeps no data of the property before 2026-08-01/)
  const days = (await bench.rows(place.org_id)).web_daily!.map(({ date }) => String(date))
  assert.equal(days.toSorted()[0], KEPT_FROM)
  bench.sandbox.log.clear()
  assert.equal(await backfill(), 'done')
  assert.equal(bench.sandbox.log.list('gx_analytics').filter(({ url }) => url.includes('runReport')).length, 1)
})
