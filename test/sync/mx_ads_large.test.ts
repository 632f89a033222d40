// Whole syncs of accounts that are too large for Meta: the engine asks for less, and one list does not stop the figures.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mx_ads } from '#connectors/mx_ads/index.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import type { Fault } from '../../sandbox/faults.ts'

const platform = 'mx_ads'
const HISTORY_DAYS = 12
const streams = Object.fromEntries(
  Object.entries(mx_ads.streams).map(([name, stream]) => [
    name,
    'window' in stream ? { ...stream, window: { ...stream.window, history_days: HISTORY_DAYS } } : stream,
  ]),
)

let bench: SyncBench
let whole: Awaited<ReturnType<typeof synced>>['rows']
before(async () => {
  bench = await sync_bench({ connectors: { mx_ads: { ...mx_ads, streams } } })
  whole = (await synced()).rows
})
after(() => bench?.close())

async function synced(...faults: Omit<Fault, 'platform'>[]) {
  bench.sandbox.clock.reset()
  const place = await bench.connect(platform)
  for (const fault of faults) bench.sandbox.faults.add({ platform, count: 0, ...fault })
  const { end } = await bench.sync(place)
  bench.sandbox.faults.clear()
  const rows = Object.entries(await bench.rows(place.org_id))
  return { end, rows: Object.fromEntries(rows.map(([table, of]) => [table, of.filter(is_over)])) }
}

/** Waiting moves the clock, and the figures of the current day grow. */
const is_over = ({ date }: Record<string, unknown>) => !date || String(date) < '2026-11-20'

test('several days that are too large are read as single days, with the same rows', async () => {
  const { end, rows } = await synced({ kind: 'too_much', path: 'GET .*act_.*/insights', records_max: 500, days_max: 1 })
  assert.equal(end, 'succeeded')
  assert.deepEqual(rows, whole)
})

test('single days that are too large are read from reports, with the same rows', async () => {
  const { end, rows } = await synced({ kind: 'too_much', path: 'GET .*act_.*/insights.*level=ad&' })
  assert.equal(end, 'succeeded')
  assert.deepEqual(rows, whole)
})

test('lists that Meta cannot answer do not stop the figures', async () => {
  const { end, rows } = await synced({ kind: 'fail', path: '/(campaigns|adsets|ads|adcreatives)[?]' })
  assert.equal(end, 'failed')
  for (const table of ['campaign_daily', 'ad_group_daily', 'ad_daily'])
    assert.deepEqual(rows[table], whole[table], table)
})
