// A list of accounts that cannot be read now, while the accounts are known.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mpb_sp } from '#connectors/mpb_sp/index.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LIST = 'marketplaceParticipations'

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { mpb_sp }, history_days: 5 })
})
after(() => bench?.close())

test('a list of accounts that the platform does not answer ends no sync of the known accounts', async () => {
  const place = await bench.connect('mpb_sp')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  bench.sandbox.clock.advance(DAY_MS + 1)
  bench.sandbox.faults.add({ platform: 'mpb_sp', kind: 'fail', status: 503, path: LIST, count: 0 })
  bench.sandbox.log.clear()
  assert.equal((await bench.sync(place, { all_streams: false })).end, 'succeeded')
  const asked = bench.sandbox.log.list('mpb_sp').map(({ url }) => url)
  assert.ok(asked.some((url) => url.includes(LIST)) && asked.some((url) => url.includes('/orders/')))
  bench.sandbox.faults.clear()
})

test('a list of accounts is read once a day', async () => {
  const place = await bench.connect('mpb_sp')
  const lists_after = async (ms: number) => {
    bench.sandbox.clock.advance(ms)
    bench.sandbox.log.clear()
    assert.equal((await bench.sync(place, { all_streams: false })).end, 'succeeded')
    return bench.sandbox.log.list('mpb_sp').filter(({ url }) => url.includes(LIST)).length
  }
  assert.deepEqual([await lists_after(0), await lists_after(DAY_MS - HOUR_MS), await lists_after(HOUR_MS)], [1, 0, 1])
})

test('a list that the platform does not answer ends the first sync, which knows no account', async () => {
  const place = await bench.connect('mpb_sp')
  bench.sandbox.faults.add({ platform: 'mpb_sp', kind: 'fail', status: 503, path: LIST, count: 0 })
  assert.equal((await bench.sync(place)).end, 'failed')
})
