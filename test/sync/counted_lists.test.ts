// A list that brings fewer records than its platform counts is not read: its stream says so and is read again, and the others are read.
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { with_short_history } from '../connectors/short_history.ts'

/** Streams with lists, the paths of the lists, and their tables. */
const counted = [
  { platform: 'tx_ads', stream: 'campaigns', path: '/campaign/get/', table: 'ad_campaigns' },
  { platform: 'tx_ads', stream: 'campaign_daily', path: 'AUCTION_CAMPAIGN', table: 'campaign_daily' },
] as const
type Place = Awaited<ReturnType<SyncBench['connect']>>

let bench: SyncBench
before(async () => {
  const short = (platform: string) => [platform, with_short_history(platform, connectors[platform]!)]
  bench = await sync_bench({ connectors: Object.fromEntries(['tx_ads'].map(short)) })
})
after(() => bench?.close())
afterEach(() => bench.sandbox.faults.clear())

/** Streams that are not read, with the reason. */
async function failed({ org_id }: Place) {
  const rows = await in_org(bench.engine.pool.worker, { org_id, read_only: true }, (db) =>
    db.selectFrom('sync_cursors').select(['stream', 'state', 'reason']).where('state', '<>', 'ok').execute(),
  )
  return rows.map(({ stream, state, reason }) => [stream, state, reason?.replaceAll(/\d+/g, 'n')])
}

for (const { platform, stream, path, table } of counted)
  test(`a record that an answer of ${path} lacks and counts is not forgotten (${platform})`, async () => {
    const truth = await bench.connect(platform)
    await bench.sync(truth)
    const rows = async ({ org_id }: Place) => (await bench.rows(org_id))[table]!.length
    const place = await bench.connect(platform)
    bench.sandbox.faults.add({ platform, kind: 'lose_one', path })
    assert.equal((await bench.sync(place)).end, 'failed')
    const reason = 'Short-video ads does not answer properly: it counts n records of a list, and sent n.'
    assert.deepEqual(await failed(place), [[stream, 'failed', reason]])
    assert.equal((await bench.sync(place)).end, 'succeeded')
    assert.equal(await rows(place), await rows(truth))
  })
