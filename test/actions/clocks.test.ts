// The clock of a machine can jump forward, and clocks of machines differ. Neither ends a change that the platform shows later.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Execution } from '#engine/actions/table.ts'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import { campaign_with, platforms } from './cases.ts'

const MINUTE_MS = 60_000
const mx = platforms[0]!
/** The second write request is the change, because Meta validates the first. */
const CHANGE = { path: 'POST .*', skip: 1 }

let bench: ActionBench
let place: ActionPlace
before(async () => {
  bench = await action_bench()
  place = await bench.place_of('mx_ads')
})
beforeEach(() => bench.reset())
after(() => bench?.close())

const pause = () => bench.begin(place, 'pause_campaign', { campaign_id: campaign_with(bench, mx, place, 'active').id })

/** A pass of a machine whose clock is ahead of the platform's. */
function pass(execution_id: string, ahead_ms: number): Promise<Execution | undefined> {
  const { clock } = bench.engine
  const now = () => new Date(clock.now().getTime() + ahead_ms)
  return bench.run(place, execution_id, { clock: { ...clock, now, sleep: clock.sleep.bind(clock) } })
}

for (const [name, faults] of [
  ['nobody answered', [{ kind: 'lose_answer', ...CHANGE }]],
  ['the platform accepted', []],
] as const)
  for (const [clocks, ahead_of] of [
    ['after a jump of the clock', () => 10 * MINUTE_MS],
    ['by a machine whose clock is ahead, and by another one', (n: number) => (n % 2 === 0 ? 10 * MINUTE_MS : 0)],
  ] as const)
    test(`a change that ${name} is not ended early ${clocks}`, async () => {
      const execution_id = await pause()
      bench.add('mx_ads', ...faults, { kind: 'land_late', seconds: 90, ...CHANGE })
      const sent = await bench.run(place, execution_id)
      assert.deepEqual([sent!.state, sent!.ended_at], ['checking', null])
      let last = sent
      for (let n = 0; n < 60 && last!.ended_at === null; n++) {
        bench.sandbox.clock.advance(10_000)
        last = await pass(execution_id, ahead_of(n))
      }
      assert.deepEqual([last!.state, last!.cause], ['executed', null])
      assert.equal(bench.sandbox.world.writes.count('mx_ads'), 1)
    })

test('a change that the platform never got ends after two readings, within twice the time in which it must be shown', async () => {
  const execution_id = await pause()
  bench.add('mx_ads', { kind: 'lose_request', ...CHANGE })
  let minutes = 0
  let last = await bench.run(place, execution_id)
  for (; last!.ended_at === null; minutes++) {
    bench.sandbox.clock.advance(MINUTE_MS)
    last = await bench.run(place, execution_id)
  }
  assert.deepEqual([last!.state, last!.cause], ['failed', 'not_applied'])
  assert.ok(minutes <= 8, `${minutes} minutes`)
})
