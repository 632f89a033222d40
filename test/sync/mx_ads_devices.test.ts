// Whole syncs of ad accounts whose administrator did not ask Meta for figures by device, or did so only now.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { mx_ads } from '#connectors/mx_ads/index.ts'
import { in_org } from '#db/org.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { read_left_out } from '#tools/connections/reading_states.ts'

const platform = 'mx_ads'
/** More than one slice, so that the older one is history that no sync reads again. */
const HISTORY_DAYS = 50
const { campaign_daily, device_daily, campaigns } = mx_ads.streams
const short = (stream: unknown) => ({
  ...(stream as object),
  window: { ...(stream as { window: object }).window, history_days: HISTORY_DAYS },
})
const streams = { campaign_daily: short(campaign_daily), device_daily: short(device_daily), campaigns } as never

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { mx_ads: { ...mx_ads, streams } } })
})
afterEach(() => bench.sandbox.faults.clear())
after(() => bench?.close())

type Place = Awaited<ReturnType<SyncBench['connect']>>

/** Answers and built reports by device: all of them, or those whose address matches. */
const no_devices = (path: string) =>
  bench.sandbox.faults.add({ platform, kind: 'own', name: 'no_devices', path, count: 0 })
const ANSWERS = 'GET [^?]*/act_\\d+/insights.*impression_device'
const REPORTS = 'GET [^?]*/\\d+/insights'

async function synced(place: Place, hours = 0) {
  bench.sandbox.clock.advance(hours * 3_600_000)
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const rows = await bench.rows(place.org_id)
  const [cursors, named] = await in_org(
    bench.engine.pool.worker,
    { org_id: place.org_id, read_only: true },
    async (db) => [
      await db.selectFrom('sync_cursors').select(['stream', 'state', 'reason', 'covered_from']).execute(),
      await read_left_out({ db }),
    ],
  )
  return {
    // Figures of the present day grow.
    rows: (rows.campaign_device_daily ?? []).filter(({ date }) => String(date) < '2026-11-20'),
    campaigns: (rows.campaign_daily ?? []).length,
    cursors: cursors.filter(({ state }) => state !== 'ok'),
    devices: cursors.filter(({ stream }) => stream === 'device_daily'),
    named: JSON.stringify(named),
  }
}

const NOT_ASKED_FOR = /only after an administrator .* asked for them/

test('an account without figures by device says why, instead of days with nothing on each device', async () => {
  no_devices(ANSWERS)
  no_devices(REPORTS)
  const place = await bench.connect(platform)
  for (const hours of [0, 2]) {
    const { rows, campaigns, cursors, named } = await synced(place, hours)
    assert.deepEqual([rows.length, campaigns > 0], [0, true])
    assert.ok(cursors.length > 0)
    for (const one of cursors) {
      assert.deepEqual([one.stream, one.state, one.covered_from], ['device_daily', 'denied', null])
      assert.match(one.reason ?? '', NOT_ASKED_FOR)
    }
    assert.match(named, NOT_ASKED_FOR)
  }
  bench.sandbox.faults.clear()
  const { rows, cursors } = await synced(place, 2)
  assert.ok(rows.length > 0)
  assert.deepEqual(cursors, [])
})

test('an account whose administrator no longer asks for figures by device keeps those that were stored', async () => {
  const place = await bench.connect(platform)
  const before = await synced(place)
  no_devices(ANSWERS)
  no_devices(REPORTS)
  const { rows, cursors, devices } = await synced(place, 2)
  assert.ok(rows.length > 0)
  assert.deepEqual(rows, before.rows)
  for (const one of cursors) assert.match(one.reason ?? '', NOT_ASKED_FOR)
  assert.deepEqual(
    devices.map(({ covered_from }) => covered_from),
    before.devices.map(({ covered_from }) => covered_from),
  )
})

test('days by device from before an administrator asked for them come from a report, with the same rows', async () => {
  const whole = await synced(await bench.connect(platform))
  // Requests for older days. Those of the days that every sync reads have rows.
  no_devices(`${ANSWERS}.*since[^&]*2026-10`)
  const place = await bench.connect(platform)
  const { rows, cursors } = await synced(place)
  assert.deepEqual([rows, cursors], [whole.rows, []])
  assert.ok(rows.some(({ date }) => String(date) < '2026-11-01'))
})
