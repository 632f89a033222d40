// A broadcast that somebody deletes at its platform: a sent one stays with its results, and one that was not sent yet is deleted here too.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { WHOLE_HISTORY } from '#test/recent.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'

const HOUR_MS = 3_600_000

let bench: SyncBench
before(async () => {
  // The day before the next broadcast. One platform gives the results by the day of sending.
  bench = await sync_bench({ now: '2026-11-23T18:00:00Z', last_days: WHOLE_HISTORY })
})
beforeEach(() => {
  bench.sandbox.clock.reset()
  bench.sandbox.world.changes.clear()
})
after(() => bench?.close())

for (const platform of ['email_a', 'email_b', 'email_c'])
  test(`${platform}: of deleted broadcasts, the sent one stays, and the others are deleted by the second list`, async () => {
    const place = await bench.connect(platform)
    const read = async () => {
      assert.equal((await bench.sync(place, { all_streams: true })).end, 'succeeded')
      const broadcasts = (await bench.rows(place.org_id)).email_campaigns!
      return new Map(broadcasts.map((one) => [String(one.campaign_id), one]))
    }
    const before = await read()
    const with_status = (wanted: string) => [...before].filter(([, { status }]) => status === wanted)
    const [sent, ...others] = ['sent', 'scheduled', 'draft', 'cancelled'].flatMap((one) => with_status(one).slice(0, 1))
    assert.ok(sent && others.length > 0)
    assert.notEqual(sent[1].delivered, null)
    for (const [id] of [sent, ...others]) bench.sandbox.world.changes.remove(id)
    bench.sandbox.clock.advance(2 * HOUR_MS)
    bench.forget_limits()
    assert.equal((await read()).size, before.size, 'one list without them confirms nothing')
    bench.sandbox.clock.advance(2 * HOUR_MS)
    bench.forget_limits()
    const left = await read()
    assert.deepEqual(
      [...left.keys()].sort(),
      [...before.keys()].filter((id) => others.every(([of]) => of !== id)).sort(),
    )
    assert.deepEqual(left.get(sent[0]), sent[1])
  })
