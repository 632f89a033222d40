// Changes at shops and the marketplace, against the sandbox: how a change ends, whatever happens to its request.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import type { Execution } from '#engine/actions/table.ts'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { picture_slugs } from '../../sandbox/vendors/store_c/pages.ts'

/** The long run kills the process at every stored point of every change, the short one at some. */
const EVERY = process.env.ACTION_KILLS === 'all' ? 1 : 4
/** No change has more stored points. */
const POINTS_MAX = 30

type Change = [action: string, input: Record<string, unknown>]
interface ShopCase {
  platform: 'sx' | 'tnx' | 'store_c' | 'mpa'
  currency: string
  changes: () => Change[]
  /** Somebody changes the target of the first change at the platform itself. */
  interfere: (record: string) => void
}

let bench: ActionBench
const places = new Map<string, ActionPlace>()
const world = () => bench.sandbox.world
const product_texts = (product_id: string): Change => [
  'change_product_texts',
  { product_id, title: 'Otro nombre', description: '<p>Otra descripción</p>' },
]
const page = { title: 'Envíos y cambios', body: '<p>En 48 horas.</p>' }
const shop_changes = (product_id: string, handle: string): Change[] => [
  product_texts(product_id),
  ['publish_page', page],
  ['update_page', { handle, title: 'Sobre nosotros', body: '<p>Hoy</p>' }],
]
const interfere = (platform: string) => (record: string) =>
  world().writes.change(platform, record, {
    title: 'De otra persona',
    texts: { name: { es: 'De otra persona', pt: '' }, description: { es: '', pt: '' } },
  })

const platforms: ShopCase[] = [
  {
    platform: 'sx',
    currency: 'MXN',
    changes: () => shop_changes(world().store.products()[2]!.id, 'nosotros'),
    interfere: interfere('sx'),
  },
  {
    platform: 'tnx',
    currency: 'ARS',
    changes: () => shop_changes(world().shops.tnx.products()[2]!.id, 'quienes-somos'),
    interfere: interfere('tnx'),
  },
  {
    platform: 'store_c',
    currency: 'CLP',
    changes: () => shop_changes(world().shops.store_c.products()[2]!.id, 'nosotros'),
    interfere: interfere('store_c'),
  },
  {
    platform: 'mpa',
    currency: 'MXN',
    changes: () => [
      ['change_listing_texts', listing_texts()],
      ['answer_question', { question_id: open_question(), text: 'Sí, con factura.' }],
    ],
    interfere: interfere('mpa'),
  },
]

/** A listing without sales, because the titles of others are frozen. */
function listing_texts() {
  const found = world()
    .markets.ml.listings()
    .find(({ status, description }) => status === 'active' && description)!
  if (found.sold > 0) world().writes.change('mpa', `listing ${found.id}`, { sold: 0 })
  return { listing_id: found.id, title: 'Taza de barro negro', description: 'Hecha a mano.' }
}
const open_question = () =>
  world()
    .markets.ml.questions()
    .findLast((one) => one.answered_at === null && !one.is_banned && one.listing.status === 'active')!.id

before(async () => {
  // Questions without an answer are few, so the world is longer than in other tests of changes.
  bench = await action_bench({ history_days: 120 })
  for (const { platform, currency } of platforms) places.set(platform, await bench.place_of(platform, currency))
})
after(() => bench?.close())
beforeEach(() => bench.reset())

/** Requests that write. Queries of GraphQL are POST too, and look alike. */
const writing = ({ platform }: ShopCase, action: string): string =>
  platform === 'sx' ? 'POST .*graphql' : action === 'publish_page' ? 'POST ' : '^(?:POST|PUT) (?!.*oauth)'

/** Reads of the Admin API before the write, in the preview that runs again. */
const READS_OF_SX: Record<string, number> = { change_product_texts: 1, publish_page: 2, update_page: 1 }
const skip_of = ({ platform }: ShopCase, action: string) => (platform === 'sx' ? READS_OF_SX[action]! : 0)

interface Situation {
  name: string
  fault?: Fault
  state: Execution['state']
  cause: Execution['cause']
  is_done: boolean
}
const executed = { state: 'executed', cause: null, is_done: true } as const
const situations: Situation[] = [
  { name: 'nothing happens', ...executed },
  { name: 'the answer is lost', fault: { kind: 'lose_answer' }, ...executed },
  { name: 'readers see it late', fault: { kind: 'land_late', seconds: 50 }, ...executed },
  { name: 'the platform refuses', fault: { kind: 'refuse_write' }, state: 'failed', cause: 'refused', is_done: false },
  {
    name: 'the request is lost',
    fault: { kind: 'lose_request' },
    state: 'failed',
    cause: 'not_applied',
    is_done: false,
  },
  {
    name: 'the platform does something else',
    fault: { kind: 'land_altered' },
    ...{ state: 'executed_differently', cause: 'read_back_differs', is_done: true },
  },
]

const steps_of = (action: string) => (action === 'change_listing_texts' ? 2 : 1)

/** Confirms the preview first, and adds the fault when only the execution is left. */
async function begin(of: ShopCase, [action, input]: Change, fault: Fault | undefined) {
  const place = places.get(of.platform)!
  const execution_id = await bench.begin(place, action, input)
  const before = world().writes.count(of.platform)
  if (fault) bench.add(of.platform, { path: writing(of, action), skip: skip_of(of, action), ...fault })
  return { place, execution_id, done: () => world().writes.count(of.platform) - before }
}

for (const of of platforms)
  suite(of.platform, () => {
    for (const { name, fault, state, cause, is_done } of situations)
      test(`each change ends truly when ${name}, and is sent once`, async () => {
        for (const at of of.changes().keys()) {
          bench.reset()
          const change = of.changes()[at]!
          const { place, execution_id, done } = await begin(of, change, fault)
          const ended = await bench.finish(place, execution_id)
          const what = `${change[0]}: ${ended.reason ?? ''}`
          assert.deepEqual([ended.state, ended.cause], [state, cause], what)
          assert.equal(done(), is_done ? steps_of(change[0]) : 0, what)
          assert.deepEqual(bench.sandbox.faults.list(), [], `${change[0]}: every fault was met`)
        }
      })

    test('a target that changed after the approval is left alone', async () => {
      const change = of.changes()[0]!
      const { place, execution_id, done } = await begin(of, change, undefined)
      const [id] = Object.values(change[1])
      of.interfere(`${of.platform === 'mpa' ? 'listing' : 'product'} ${id}`)
      const ended = await bench.finish(place, execution_id)
      assert.deepEqual([ended.state, ended.cause, done()], ['failed', 'target_changed', 1])
    })

    test('the inverse restores what was before, and an answer has none', async () => {
      for (const [action, input] of of.changes()) {
        const place = places.get(of.platform)!
        const there = await bench.look(place, action, input)
        assert.ok(!('refused' in there), JSON.stringify(there))
        assert.equal((await bench.carry_out(place, action, input)).state, 'executed')
        if (action === 'answer_question') {
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

    test('a process that is killed at a stored point sends nothing twice, and the end is true', async () => {
      let point = 0
      for (const fault of [undefined, { kind: 'lose_answer' } as const])
        for (const at_change of of.changes().keys())
          for (let at = 0; at <= POINTS_MAX; at += 1) {
            point += 1
            if (point % EVERY !== 0 && at > 0) continue
            if (!(await killed_at(of, at_change, fault, at))) break
          }
    })
  })

test('a title that was written before its description was refused is named as left behind', async () => {
  const of = platforms.find(({ platform }) => platform === 'mpa')!
  const { place, execution_id, done } = await begin(of, of.changes()[0]!, { kind: 'refuse_write', skip: 1 })
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, ended.cause, done()], ['partly', 'step_refused', 1])
  assert.deepEqual(ended.left_behind, [{ step: 'title' }])
})

test('a title that brings the listing under review was written, although the answer was lost', async () => {
  const of = platforms.find(({ platform }) => platform === 'mpa')!
  const listing = listing_texts()
  const change: Change = ['change_listing_texts', { listing_id: listing.listing_id, title: listing.title }]
  const { place, execution_id, done } = await begin(of, change, { kind: 'lose_answer' })
  bench.add('mpa', { path: writing(of, change[0]), kind: 'land_late', seconds: 20 })
  world().writes.change('mpa', `listing ${listing.listing_id}`, { status: 'under_review' }, 5)
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, ended.cause, done()], ['executed', null, 2])
})

test('texts were written, although the shop has given up their language since and the answer was lost', async () => {
  const of = platforms.find(({ platform }) => platform === 'tnx')!
  const product_id = world().shops.tnx.products()[2]!.id
  const change: Change = ['change_product_texts', { product_id, title: 'Cuia nova', language: 'pt' }]
  const { place, execution_id, done } = await begin(of, change, { kind: 'lose_answer' })
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

/** A picture of the site has the address, so the shop gives the page another one. */
const taken = { title: 'El taller', body: '<p>Aquí se hace.</p>', handle: picture_slugs[0]! }

for (const fault of [undefined, { kind: 'lose_answer' } as const])
  test(`a page that got another address is found and named${fault ? ', also without an answer' : ''}`, async () => {
    const of = platforms.find(({ platform }) => platform === 'store_c')!
    const { place, execution_id, done } = await begin(of, ['publish_page', taken], fault)
    const ended = await bench.finish(place, execution_id)
    assert.deepEqual([ended.state, ended.cause, done()], ['executed_differently', 'read_back_differs', 1])
    const [made] = world().writes.made('store_c', 'pages')
    assert.deepEqual([(ended.found as { handle: string }).handle, made!.slug], ['taller-2', 'taller-2'])
    assert.deepEqual(ended.left_behind, [{ step: 'page', page_id: String(made!.id) }])
  })

test('a page with the same title that was there before is not taken for the new one', async () => {
  for (const { platform } of platforms.filter((one) => one.platform !== 'mpa')) {
    const of = platforms.find((one) => one.platform === platform)!
    bench.reset()
    const first = { title: 'Envíos', body: '<p>Uno</p>', handle: 'envios-antes' }
    assert.equal((await bench.carry_out(places.get(platform)!, 'publish_page', first)).state, 'executed')
    const again: Change = ['publish_page', { ...first, handle: 'envios' }]
    const { place, execution_id, done } = await begin(of, again, { kind: 'lose_request' })
    const ended = await bench.finish(place, execution_id)
    assert.deepEqual([platform, ended.state, ended.cause, done()], [platform, 'failed', 'not_applied', 0])
  }
})

test('an address has one open new page', async () => {
  const { platform } = platforms.find((one) => one.platform === 'sx')!
  const place = places.get(platform)!
  await bench.begin(place, 'publish_page', page)
  await assert.rejects(bench.begin(place, 'publish_page', { ...page, body: '<p>Otro</p>' }), /Another change of/)
  await bench.begin(place, 'publish_page', { ...page, handle: 'otra' })
})

/** Kills the process at the nth stored point. False: the change has fewer. */
async function killed_at(of: ShopCase, at_change: number, fault: Fault | undefined, at: number): Promise<boolean> {
  bench.reset()
  const change = of.changes()[at_change]!
  const { place, execution_id, done } = await begin(of, change, fault)
  return bench.killed_at(place, execution_id, at, done)
}
