// A pause that a proxy in front of the platform asks for, without the platform's own words.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { net_d_ads } from '#connectors/net_d_ads/index.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

const PAUSE_S = 100

let bench: SyncBench
before(async () => {
  bench = await sync_bench({ connectors: { net_d_ads }, history_days: 3 })
})
after(() => bench?.close())

test('a 503 with Retry-After is waited for as long as it says, also when its body is not that of the platform', async () => {
  const place = await bench.connect('net_d_ads')
  bench.sandbox.faults.add({ platform: 'net_d_ads', kind: 'too_many', status: 503, seconds: PAUSE_S, skip: 3 })
  assert.equal((await bench.sync(place)).end, 'succeeded')
  const sent = bench.sandbox.log.list('net_d_ads')
  const refused = sent.findIndex(({ status }) => status === 503)
  const [one, next] = [sent[refused]!, sent[refused + 1]!]
  const waited_s = (Date.parse(next.at) - Date.parse(one.at)) / 1000
  assert.equal(next.url, one.url)
  assert.ok(waited_s >= PAUSE_S, `${waited_s} s`)
})
