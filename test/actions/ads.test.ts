// Changes at ad platforms, against the sandbox: how a change ends, whatever happens to its request.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import type { Execution } from '#engine/actions/table.ts'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import { type KilledCase, kill_everywhere } from '#test/action_kills.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { campaign_with, changes_of, type PlatformCase, platforms, set_off } from './cases.ts'

/** The long run kills the process in every situation of every change at every stored point, the short one once in each situation. */
const IS_WHOLE = process.env.ACTION_KILLS === 'all'

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
  fault?: Fault
  /** Somebody does something at the platform itself after the approval. */
  meanwhile?: (of: PlatformCase, campaign_id: string) => void
  /** Changes to which the situation applies, and platforms. */
  only?: RegExp
  at?: string
  state: Execution['state']
  cause: Execution['cause']
  /** Further ends of a change whose process was killed before it stored the answer. */
  killed?: string
  /** Writes that the platform carries out. */
  done: (of: PlatformCase, action: string) => number
}

/** A write that is no validation. Meta and Google validate before the change and before it is sent. */
const skip_validation = (of: PlatformCase) => (of.platform === 'tx_ads' ? 0 : 1)
const of_write = (of: PlatformCase, fault: Fault): Fault[] => [{ path: WRITE, skip: skip_validation(of), ...fault }]
const all = (of: PlatformCase, action: string) => (action === 'create_campaign' ? of.steps.length : 1)
const executed = { state: 'executed', cause: null, done: all }

const situations: Situation[] = [
  { name: 'nothing happens', ...executed },
  { name: 'the answer is lost', fault: { kind: 'lose_answer' }, ...executed },
  { name: 'readers see it late', fault: { kind: 'land_late', seconds: 90 }, ...executed },
  {
    ...{ name: 'the platform refuses', fault: { kind: 'refuse_write' }, killed: 'failed not_applied' },
    ...{ state: 'failed', cause: 'refused', done: () => 0 },
  },
  {
    fault: { kind: 'refuse_part', path: 'POST .*/ad/create/' },
    ...{ name: 'the platform refuses a part', only: /create/, at: 'tx_ads' },
    ...{ state: 'partly', cause: 'part_refused', done: all, killed: 'executed_differently read_back_differs' },
  },
  {
    fault: { kind: 'refuse_write', path: 'POST .*/adgroup/create/' },
    ...{ name: 'the platform refuses the second request', only: /create/, at: 'tx_ads' },
    ...{ state: 'partly', cause: 'step_refused', done: () => 1, killed: 'partly not_applied' },
  },
  {
    ...{ name: 'the request is lost', fault: { kind: 'lose_request' } },
    ...{ state: 'failed', cause: 'not_applied', done: () => 0 },
  },
  {
    ...{ name: 'the platform does something else', only: /budget|create/ },
    fault: { kind: 'land_altered', fields: '^(?!(operation_)?status$)' },
    ...{ state: 'executed_differently', cause: 'read_back_differs', done: all },
  },
  {
    ...{ name: 'the platform ends the campaign instead', only: /pause|resume/ },
    fault: { kind: 'land_altered', fields: 'status$' },
    ...{ state: 'executed_differently', cause: 'read_back_differs', done: all },
  },
  {
    ...{ name: 'somebody has renamed the campaign since', only: /pause|resume|budget/, meanwhile: rename },
    ...{ state: 'failed', cause: 'target_changed', done: () => 0 },
  },
]

function rename({ platform }: PlatformCase, id: string) {
  const { writes } = bench.sandbox.world
  const name = `De otra persona ${writes.next_id()}`
  const key = platform === 'gx_ads' ? `campaign ${id}` : id
  writes.change(platform, key, { [platform === 'tx_ads' ? 'campaign_name' : 'name']: name })
}

const applies = ({ only, at }: Situation, of: PlatformCase, action: string) =>
  (at ?? of.platform) === of.platform && (only?.test(action) ?? true)

/** Confirms the preview first. Afterwards only the execution is left. */
async function begun(of: PlatformCase, [action, input]: [string, object], { meanwhile }: Situation) {
  const place = places.get(of.platform)!
  const execution_id = await bench.begin(place, action, input)
  meanwhile?.(of, (input as { campaign_id: string }).campaign_id)
  return { place, execution_id, done: counted(of.platform) }
}

for (const of of platforms)
  suite(of.platform, () => {
    for (const situation of situations.filter(({ at }) => (at ?? of.platform) === of.platform))
      test(`each change ends truly when ${situation.name}, and is sent once`, async () => {
        for (const change of changes_of(bench, of, places.get(of.platform)!)) {
          const [action] = change
          if (!applies(situation, of, action)) continue
          const { place, execution_id, done } = await begun(of, change, situation)
          bench.sandbox.log.clear()
          if (situation.fault) bench.add(of.platform, ...of_write(of, situation.fault))
          const ended = await bench.finish(place, execution_id)
          const what = `${action}: ${ended.reason ?? ''}`
          assert.deepEqual([ended.state, ended.cause], [situation.state, situation.cause], what)
          assert.equal(done(), situation.done(of, action), what)
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
      // A budget below TikTok's minimum could not be restored.
      if (of.platform === 'tx_ads')
        bench.sandbox.world.writes.change('tx_ads', campaign_with(bench, of, place, 'active').id, { budget: 650 })
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
      const names = changes_of(bench, of, places.get(of.platform)!).map(([action]) => action)
      const cases = situations.flatMap((situation, n) => {
        const actions = names.filter((action) => applies(situation, of, action))
        const chosen = IS_WHOLE ? actions : actions.slice(n % actions.length).slice(0, 1)
        return chosen.map((action) => killed_case(of, action, situation))
      })
      const kills = await kill_everywhere(bench, cases, IS_WHOLE)
      t.diagnostic(`${of.platform}: ${kills} kills in ${cases.length} changes`)
      assert.ok(kills > 0)
    })
  })

const killed_case = (of: PlatformCase, action: string, situation: Situation): KilledCase => ({
  name: `${action}, when ${situation.name},`,
  platform: of.platform,
  begin: () => begun(of, changes_of(bench, of, places.get(of.platform)!).find(([name]) => name === action)!, situation),
  faults: situation.fault ? [situation.fault] : [],
  end: new RegExp(`^(${[`${situation.state} ${situation.cause}`, situation.killed ?? []].flat().join('|')})$`),
})

/** Somebody sets another budget at the platform itself. */
async function other_budget({ platform }: PlatformCase, _: ActionPlace, id: string) {
  const { writes } = bench.sandbox.world
  if (platform === 'mx_ads') writes.change(platform, id, { daily_budget: '77700' })
  if (platform === 'gx_ads') writes.change(platform, `campaignBudget 8${id.slice(1)}`, { amountMicros: '777000000' })
  if (platform === 'tx_ads') writes.change(platform, id, { budget: 777 })
}
