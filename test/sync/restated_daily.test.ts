import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mx_ads } from '#connectors/mx_ads/index.ts'
import { WHOLE_HISTORY } from '#test/recent.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

const HOUR_MS = 3_600_000

let bench: SyncBench
let place: { org_id: string; connection_id: string }
before(async () => {
  bench = await sync_bench({ connectors: { mx_ads }, last_days: WHOLE_HISTORY })
  place = await bench.connect('mx_ads')
  await bench.sync(place)
})
after(() => bench?.close())

/** The first days that a sync asks for, of campaigns. */
async function first_days(options: { all_streams: boolean }): Promise<string[]> {
  const before = bench.sandbox.log.list('mx_ads').length
  assert.equal((await bench.sync(place, options)).end, 'succeeded')
  const days = bench.sandbox.log
    .list('mx_ads')
    .slice(before)
    .flatMap(({ url }) => {
      const { searchParams } = new URL(url, 'http://vendor.test')
      const range = searchParams.get('time_range')
      return range && searchParams.get('level') === 'campaign' ? [JSON.parse(range).since as string] : []
    })
  return [...new Set(days)].sort()
}

test('days that can still change are read again once a day, and today and yesterday each hour', async () => {
  bench.sandbox.clock.advance(HOUR_MS)
  assert.deepEqual(await first_days({ all_streams: false }), ['2026-11-19'])
  bench.sandbox.clock.advance(24 * HOUR_MS)
  const [whole = ''] = await first_days({ all_streams: false })
  assert.ok(whole > '2026-09-01' && whole < '2026-11-01', whole)
  bench.sandbox.clock.advance(HOUR_MS)
  assert.deepEqual(await first_days({ all_streams: false }), ['2026-11-20'])
})

test('a sync that a person starts reads all of them again', async () => {
  const [whole = ''] = await first_days({ all_streams: true })
  assert.ok(whole > '2026-09-01' && whole < '2026-11-01', whole)
})
