// Changes at shops and the marketplace, against the sandbox: how a change ends, whatever happens to its request.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import type { Execution } from '#engine/actions/table.ts'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import { type KilledCase, kill_everywhere } from '#test/action_kills.ts'
import type { Fault } from '../../sandbox/faults.ts'
import {
  type Change,
  change_of,
  changes_of,
  FINAL,
  listing_texts,
  type ShopCase,
  shops,
  writes_of,
} from './shop_cases.ts'

/** The long run kills the process in every situation of every change at every stored point, the short one once in each of them. */
const IS_WHOLE = process.env.ACTION_KILLS === 'all'

let bench: ActionBench
const places = new Map<string, ActionPlace>()
const world = () => bench.sandbox.world
before(async () => {
  // Questions without an answer are few, so the world is longer than in other tests of changes.
  bench = await action_bench({ history_days: 120 })
  for (const { platform, currency } of shops) places.set(platform, await bench.place_of(platform, currency))
})
after(() => bench?.close())
beforeEach(() => bench.reset())

/** Requests that write. Queries of GraphQL are POST too, and look alike. */
const writing = ({ platform }: ShopCase, action: string): string =>
  platform === 'sx' ? 'POST .*graphql' : action === 'publish_page' ? 'POST ' : '^(?:POST|PUT|DELETE) (?!.*oauth)'

/** Reads of the Admin API before the write: the look for what is made, and the preview that runs again. */
const READS_OF_SX: Record<string, number> = { change_product_texts: 1, publish_page: 4, update_page: 1 }
const skip_of = ({ platform }: ShopCase, action: string) => (platform === 'sx' ? READS_OF_SX[action]! : 0)

interface Situation {
  name: string
  fault?: Fault
  /** Somebody does something about the target after the approval. */
  is_interfered?: boolean
  /** Changes to which the situation applies. */
  applies?: (action: string) => boolean
  state: Execution['state']
  cause: Execution['cause']
  /** Further ends: of a change whose process was killed before it stored the answer, or by the kind of change. */
  or?: string
  /** Requests that the platform carries out. */
  done: (action: string) => number
}
const none = () => 0
const executed = { state: 'executed', cause: null, done: writes_of } as const
const situations: Situation[] = [
  { name: 'nothing happens', ...executed },
  { name: 'the answer is lost', fault: { kind: 'lose_answer' }, ...executed },
  { name: 'readers see it late', fault: { kind: 'land_late', seconds: 50 }, ...executed },
  {
    ...{ name: 'the platform refuses', fault: { kind: 'refuse_write' }, or: 'failed not_applied' },
    ...{ state: 'failed', cause: 'refused', done: none },
  },
  {
    ...{ name: 'the platform refuses the second request', applies: (action) => writes_of(action) > 1 },
    ...{ fault: { kind: 'refuse_write', path: '^(?:POST|PUT) .*/description' }, or: 'partly not_applied' },
    ...{ state: 'partly', cause: 'step_refused', done: () => 1 },
  },
  {
    ...{ name: 'the request is lost', fault: { kind: 'lose_request' } },
    ...{ state: 'failed', cause: 'not_applied', done: none },
  },
  {
    // A page that was to be deleted is there or not: no other value can be read of it.
    ...{ name: 'the platform does something else', applies: (action) => action !== 'delete_page' },
    fault: { kind: 'land_altered' },
    ...{ state: 'executed_differently', cause: 'read_back_differs', done: writes_of },
  },
  {
    // An address that is taken, and a question that is answered, are refused.
    ...{ name: 'somebody has changed the target since', is_interfered: true, or: 'failed refused' },
    ...{ state: 'failed', cause: 'target_changed', done: none },
  },
]

const ends_of = ({ state, cause, or }: Situation) =>
  new RegExp(`^(${[`${state} ${cause}`, or ?? []].flat().join('|')})$`)

/** Confirms the preview first. Afterwards only the execution is left. */
async function begin(of: ShopCase, [action, input]: Change, { is_interfered = false } = {}) {
  const place = places.get(of.platform)!
  const execution_id = await bench.begin(place, action, input)
  if (is_interfered) of.interfere(world(), action, input)
  const before = world().writes.count(of.platform)
  return { place, execution_id, done: () => world().writes.count(of.platform) - before }
}

/** Adds faults of the request that writes. */
const spoil = (of: ShopCase, [action]: Change, ...faults: Fault[]) =>
  bench.add(of.platform, ...faults.map((fault) => ({ path: writing(of, action), skip: skip_of(of, action), ...fault })))

/** Names of the changes to which a situation applies. */
const actions_in = ({ inputs }: ShopCase, { applies = () => true }: Situation) => Object.keys(inputs).filter(applies)

for (const of of shops)
  suite(of.platform, () => {
    for (const situation of situations.filter((one) => actions_in(of, one).length > 0))
      test(`each change ends truly when ${situation.name}, and is sent once`, async () => {
        const { fault, done: wanted } = situation
        for (const action of actions_in(of, situation)) {
          bench.reset()
          const change = change_of(of, action, world())
          const { place, execution_id, done } = await begin(of, change, situation)
          if (fault) spoil(of, change, fault)
          const ended = await bench.finish(place, execution_id)
          const what = `${change[0]}: ${ended.reason ?? ''}`
          assert.match(`${ended.state} ${ended.cause}`, ends_of(situation), what)
          if (fault) assert.equal(ended.cause, situation.cause, what)
          assert.equal(done(), wanted(change[0]), what)
          assert.deepEqual(bench.sandbox.faults.list(), [], `${change[0]}: every fault was met`)
        }
      })

    test('the inverse restores what was before, and what is final has none', async () => {
      for (const [action, input] of changes_of(of, world())) {
        const place = places.get(of.platform)!
        const there = await bench.look(place, action, input)
        assert.ok(!('refused' in there), JSON.stringify(there))
        assert.equal((await bench.carry_out(place, action, input)).state, 'executed')
        if (FINAL.includes(action)) {
          assert.equal(there.inverse, null)
          continue
        }
        const inverse = there.inverse!
        assert.equal((await bench.carry_out(place, inverse.action, inverse.input)).state, 'executed')
        // A hidden page keeps its address, so it cannot be published a second time.
        if (action === 'publish_page' && inverse.action === 'update_page') continue
        const again = await bench.look(place, action, input)
        assert.ok(!('refused' in again), JSON.stringify(again))
        assert.deepEqual(again.differences, there.differences)
      }
    })

    test('a process that is killed at a stored point sends nothing twice, and the end is true', async (t) => {
      const cases = situations.flatMap((situation) =>
        actions_in(of, situation).map(
          (action): KilledCase => ({
            name: `${action}, when ${situation.name},`,
            platform: of.platform,
            begin: () => begin(of, change_of(of, action, world()), situation),
            faults: situation.fault ? [situation.fault] : [],
            end: ends_of(situation),
          }),
        ),
      )
      const kills = await kill_everywhere(bench, cases, IS_WHOLE)
      t.diagnostic(`${of.platform}: ${kills} kills in ${cases.length} changes`)
      assert.ok(kills > 0)
    })
  })

test('a title that was written before its description was refused is named as left behind', async () => {
  const of = shops.find(({ platform }) => platform === 'mpa')!
  const { place, execution_id, done } = await begin(of, change_of(of, 'change_listing_texts', world()))
  spoil(of, change_of(of, 'change_listing_texts', world()), { kind: 'refuse_write', skip: 1 })
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, ended.cause, done()], ['partly', 'step_refused', 1])
  assert.deepEqual(ended.left_behind, [{ step: 'title' }])
})

test('a title that brings the listing under review was written, although the answer was lost', async () => {
  const of = shops.find(({ platform }) => platform === 'mpa')!
  const listing = listing_texts(world())
  const change: Change = ['change_listing_texts', { listing_id: listing.listing_id, title: listing.title }]
  const { place, execution_id, done } = await begin(of, change)
  spoil(of, change, { kind: 'lose_answer' }, { kind: 'land_late', seconds: 20 })
  world().writes.change('mpa', `listing ${listing.listing_id}`, { status: 'under_review' }, 5)
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, ended.cause, done()], ['executed', null, 2])
})

test('texts were written, although the shop has given up their language since and the answer was lost', async () => {
  const of = shops.find(({ platform }) => platform === 'tnx')!
  const product_id = world().shops.tnx.products()[2]!.id
  const change: Change = ['change_product_texts', { product_id, title: 'Cuia nova', language: 'pt' }]
  const { place, execution_id, done } = await begin(of, change)
  spoil(of, change, { kind: 'lose_answer' })
  bench.sandbox.faults.add({
    platform: 'tnx',
    kind: 'own',
    name: 'one_language',
    path: 'GET .*/store$',
    skip: 1,
    count: 0,
  })
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, ended.cause, done()], ['executed', null, 1])
})
