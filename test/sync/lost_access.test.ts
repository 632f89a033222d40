// Whether a connection has lost its access is decided by what the platform answers now, and not by streams that were not asked.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { gx_ads } from '#connectors/gx_ads/index.ts'
import { mpb_sp } from '#connectors/mpb_sp/index.ts'
import { in_org } from '#db/org.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

const MINUTE_MS = 60_000

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { gx_ads, mpb_sp }, history_days: 10 })
})
after(() => bench?.close())
beforeEach(() => bench.sandbox.faults.clear())

const connection = ({ org_id }: { org_id: string }) =>
  in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) =>
    db.selectFrom('connections').select(['needs_reconnection', 'last_error']).executeTakeFirstOrThrow(),
  )

test('when the platform denies every stream that is due, a person must connect again, also while others are not due', async () => {
  const place = await bench.connect('gx_ads')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  bench.sandbox.faults.add({ platform: 'gx_ads', kind: 'deny_account', count: 0 })
  for (let syncs = 0; syncs < 2; syncs++) {
    bench.sandbox.clock.advance(121 * MINUTE_MS)
    assert.equal((await bench.sync(place, { all_streams: false })).end, 'failed')
    const { needs_reconnection, last_error } = await connection(place)
    assert.equal(needs_reconnection, true)
    assert.match(last_error ?? '', /gives no access/)
  }
  bench.sandbox.faults.clear()
  bench.sandbox.clock.advance(121 * MINUTE_MS)
  assert.equal((await bench.sync(place, { all_streams: false })).end, 'succeeded')
  assert.equal((await connection(place)).needs_reconnection, false)
})

test('a stream that was never allowed ends no access, although it alone is due, and costs no reads of others', async () => {
  const place = await bench.connect('mpb_sp')
  const denied = { platform: 'mpb_sp', kind: 'deny_account', path: 'financialEvents', count: 0 } as const
  bench.sandbox.faults.add(denied)
  assert.equal((await bench.sync(place)).end, 'succeeded')
  for (const minutes of [5, 5, 5]) {
    bench.sandbox.clock.advance(minutes * MINUTE_MS)
    bench.sandbox.log.clear()
    assert.equal((await bench.sync(place, { all_streams: false })).end, 'succeeded')
    assert.equal((await connection(place)).needs_reconnection, false)
  }
  const asked = bench.sandbox.log.list('mpb_sp').map(({ url }) => new URL(url).pathname)
  assert.ok(asked.length > 0)
  assert.deepEqual([...new Set(asked)], ['/finances/v0/financialEvents'])
})

test('when one stream loses its permission, one of the others is asked before anybody must connect again', async () => {
  const place = await bench.connect('mpb_sp')
  assert.equal((await bench.sync(place)).end, 'succeeded')
  bench.sandbox.clock.advance(31 * MINUTE_MS)
  bench.sandbox.faults.add({ platform: 'mpb_sp', kind: 'deny_account', path: '/orders/', count: 0 })
  assert.equal((await bench.sync(place, { all_streams: false })).end, 'succeeded')
  assert.equal((await connection(place)).needs_reconnection, false)
})
