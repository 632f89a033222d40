// Days of which Google gives a small part of the visits by source, without saying so, and all of them by day.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { gx_analytics } from '#connectors/gx_analytics/index.ts'
import { in_org } from '#db/org.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { with_history_of } from '../connectors/short_history.ts'
import { DAY_MS } from './hole_bench.ts'

const platform = 'gx_analytics'
const DAY = '2026-11-12'
const START = Date.parse('2026-11-16T18:00:00Z')

let bench: SyncBench
before(async () => {
  const { streams, ...connector } = with_history_of(20, gx_analytics)
  bench = await sync_bench({
    connectors: { gx_analytics: { ...connector, streams: { by_source_daily: streams.by_source_daily! } } },
    last_days: 20,
  })
})
afterEach(() => {
  bench.sandbox.faults.clear()
  bench.sandbox.clock.set(START)
})
after(() => bench?.close())

const collapse = () =>
  bench.sandbox.faults.add({ platform, kind: 'own', name: 'collapse', path: 'runReport', count: 0 })
type Place = Awaited<ReturnType<SyncBench['connect']>>

async function synced(place: Place, hours = 0) {
  bench.sandbox.clock.advance(hours * 3_600_000)
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const { web_source_daily: rows = [] } = await bench.rows(place.org_id)
  const { state, reason } = await in_org(bench.engine.pool.worker, { org_id: place.org_id, read_only: true }, (db) =>
    db.selectFrom('sync_cursors').select(['state', 'reason']).executeTakeFirstOrThrow(),
  )
  return {
    state,
    reason,
    rows: rows.filter(({ date }) => date === DAY),
    days: new Set(rows.map(({ date }) => date)).size,
  }
}

test('a day that loses nearly all of its visits by source keeps the stored ones until Google gives them again', async () => {
  bench.sandbox.clock.set(START)
  const place = await bench.connect(platform)
  const whole = await synced(place)
  assert.ok(whole.rows.length > 3)
  collapse()
  for (const hours of [1, 2, 24]) {
    const { state, rows } = await synced(place, hours)
    assert.deepEqual(rows, whole.rows)
    assert.equal(state, 'suspect')
  }
  bench.sandbox.faults.clear()
  const { state, rows } = await synced(place, 24)
  assert.deepEqual([state, rows], ['ok', whole.rows])
})

test('a day that first comes without nearly all of its visits by source is not known, and is read again', async () => {
  bench.sandbox.clock.set(START)
  collapse()
  const place = await bench.connect(platform)
  const { state, reason, rows, days } = await synced(place)
  assert.deepEqual([state, rows], ['suspect', []])
  assert.match(reason ?? '', /no row of 2026-11-12 beside days with many/)
  assert.ok(days > 10)
  // After the time in which every sync reads it.
  await synced(place, (8 * DAY_MS) / 3_600_000)
  bench.sandbox.faults.clear()
  const filled = await synced(place, 7 * 24)
  assert.ok(filled.rows.length > 3)
  assert.equal(filled.state, 'ok')
})
