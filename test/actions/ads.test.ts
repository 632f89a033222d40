// Changes at ad platforms, against the sandbox: how a change ends, whatever happens to its request.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import type { Execution } from '#engine/actions/table.ts'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { campaign_with, changes_of, type PlatformCase, platforms, set_off } from './cases.ts'

/** The long run kills the process at every stored point of every change, the short one once in each change, each time at another point. */
const IS_WHOLE = process.env.ACTION_KILLS === 'all'
/** Every change has as many stored points. The last kind of change, which makes three things, has more. */
const POINTS_MIN = 8

let bench: ActionBench
const places = new Map<string, ActionPlace>()
before(async () => {
  bench = await action_bench()
  for (const { platform } of platforms) places.set(platform, await bench.place_of(platform))
})
after(() => bench?.close())
beforeEach(() => bench.reset())

const WRITE = 'POST .*(?<!search)$'

/** Writes that the platform carried out, without those of the test itself. */
function counted(platform: string) {
  const before = bench.sandbox.world.writes.count(platform)
  return () => bench.sandbox.world.writes.count(platform) - before
}

interface Situation {
  name: string
  faults: (of: PlatformCase) => Fault[]
  /** Changes to which the situation applies. */
  only?: RegExp
  state: Execution['state']
  cause: Execution['cause']
  /** Writes that the platform carries out. */
  done: (of: PlatformCase, action: string) => number
}

/** A write that is no validation. Meta and Google validate before the change and before it is sent. */
const skip_validation = (of: PlatformCase) => (of.platform === 'tx_ads' ? 0 : 1)
const of_write = (of: PlatformCase, fault: Fault): Fault[] => [{ path: WRITE, skip: skip_validation(of), ...fault }]
const all = (of: PlatformCase, action: string) => (action === 'create_campaign' ? of.steps.length : 1)
const executed = { state: 'executed', cause: null, done: all }

const situations: Situation[] = [
  { name: 'nothing happens', faults: () => [], ...executed },
  { name: 'the answer is lost', faults: (of) => of_write(of, { kind: 'lose_answer' }), ...executed },
  { name: 'readers see it late', faults: (of) => of_write(of, { kind: 'land_late', seconds: 90 }), ...executed },
  {
    name: 'the platform refuses',
    faults: (of) => of_write(of, { kind: 'refuse_write' }),
    ...{ state: 'failed', cause: 'refused', done: () => 0 },
  },
  {
    name: 'the request is lost',
    faults: (of) => of_write(of, { kind: 'lose_request' }),
    ...{ state: 'failed', cause: 'not_applied', done: () => 0 },
  },
  {
    name: 'the platform does something else',
    only: /budget|create/,
    faults: (of) => of_write(of, { kind: 'land_altered' }),
    ...{ state: 'executed_differently', cause: 'read_back_differs', done: all },
  },
]

/** Confirms the preview first, and adds the faults when only the execution is left. */
async function carried_out(of: PlatformCase, action: string, input: unknown, faults: Fault[]) {
  const place = places.get(of.platform)!
  const execution_id = await bench.begin(place, action, input)
  const done = counted(of.platform)
  bench.sandbox.log.clear()
  bench.add(of.platform, ...faults)
  return { ended: await bench.finish(place, execution_id), done: done(), execution_id, place }
}

for (const [at_platform, of] of platforms.entries())
  suite(of.platform, () => {
    for (const { name, faults, only, state, cause, done } of situations)
      test(`each change ends truly when ${name}, and is sent once`, async () => {
        for (const [action, input] of changes_of(bench, of, places.get(of.platform)!)) {
          if (only && !only.test(action)) continue
          const { ended, done: carried } = await carried_out(of, action, input, faults(of))
          const what = `${action}: ${ended.reason ?? ''}`
          assert.deepEqual([ended.state, ended.cause], [state, cause], what)
          assert.equal(carried, done(of, action), what)
          assert.deepEqual(bench.sandbox.faults.list(), [], `${action}: every fault was met`)
          bench.sandbox.faults.clear()
        }
      })

    test('a target that changed after the approval is left alone', async () => {
      const place = places.get(of.platform)!
      const { id } = campaign_with(bench, of, place, 'active')
      const execution_id = await bench.begin(place, 'set_daily_budget', { campaign_id: id, daily_budget: '987.5' })
      assert.equal(
        (await bench.carry_out(place, 'pause_campaign', { campaign_id: id }).catch(String))
          .toString()
          .includes('Another change'),
        true,
      )
      await other_budget(of, place, id)
      const done = counted(of.platform)
      const ended = await bench.finish(place, execution_id)
      assert.deepEqual([ended.state, ended.cause, done()], ['failed', 'target_changed', 0])
    })

    test('what is so already is not sent', async () => {
      const place = places.get(of.platform)!
      const { id } = campaign_with(bench, of, place, 'active')
      const execution_id = await bench.begin(place, 'pause_campaign', { campaign_id: id })
      set_off(bench, of.platform, id)
      const done = counted(of.platform)
      const ended = await bench.finish(place, execution_id)
      assert.deepEqual([ended.state, ended.cause, done()], ['failed', 'already_so', 0])
    })

    test('the inverse restores what was before', async () => {
      const place = places.get(of.platform)!
      for (const [action, input] of changes_of(bench, of, place)) {
        const there = await bench.look(place, action, input)
        assert.ok(!('refused' in there))
        if (action === 'create_campaign') {
          assert.equal(there.inverse, null)
          continue
        }
        assert.equal((await bench.carry_out(place, action, input)).state, 'executed')
        const inverse = there.inverse!
        assert.equal((await bench.carry_out(place, inverse.action, inverse.input)).state, 'executed')
        const again = await bench.look(place, action, input)
        assert.ok(!('refused' in again))
        assert.deepEqual(again.differences, there.differences)
      }
    })

    test('a process that is killed at a stored point sends nothing twice, and the end is true', async (t) => {
      let [n, kills] = [3 * at_platform, 0]
      for (const fault of [[], of_write(of, { kind: 'lose_answer' })])
        for (const [action] of changes_of(bench, of, places.get(of.platform)!)) {
          const is_long = of.steps.length > 1 && action === 'create_campaign' && fault.length === 0
          const first = IS_WHOLE ? 0 : (n++ % POINTS_MIN) + (is_long ? POINTS_MIN : 0)
          const last = IS_WHOLE ? Number.POSITIVE_INFINITY : first
          for (let at = first; at <= last && (await killed_at(of, action, fault, at)); at++) kills++
        }
      t.diagnostic(`${of.platform}: ${kills} kills`)
      assert.ok(kills > 0)
    })
  })

/** Kills the process at the nth stored point. False: the change has fewer. */
async function killed_at(of: PlatformCase, action: string, faults: Fault[], at: number): Promise<boolean> {
  bench.reset()
  const place = places.get(of.platform)!
  const [, input] = changes_of(bench, of, place).find(([name]) => name === action)!
  const execution_id = await bench.begin(place, action, input)
  bench.add(of.platform, ...faults)
  const done = counted(of.platform)
  return bench.killed_at(place, execution_id, at, done)
}

/** Somebody sets another budget at the platform itself. */
async function other_budget({ platform }: PlatformCase, _: ActionPlace, id: string) {
  const { writes } = bench.sandbox.world
  if (platform === 'mx_ads') writes.change(platform, id, { daily_budget: '77700' })
  if (platform === 'gx_ads') writes.change(platform, `campaignBudget 8${id.slice(1)}`, { amountMicros: '777000000' })
  if (platform === 'tx_ads') writes.change(platform, id, { budget: 777 })
}
