// Every change of every connector is in the tests of changes. Where a preview gives no inverse, it warns.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import type { ActionRefused } from '#engine/action.ts'
import type { Preview } from '#engine/actions/preview.ts'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import { changes_of, inputs, platforms } from './cases.ts'
import { changes_of as changes_of_shop, FINAL, shops } from './shop_cases.ts'

let bench: ActionBench
before(async () => {
  // Questions without an answer are few, so the world is longer than in other tests of changes.
  bench = await action_bench({ history_days: 120 })
})
after(() => bench?.close())

/** The warnings of which a change without an inverse has exactly one. */
const NO_WAY_BACK = /^action\.(cannot_undo|is_final)$/

async function has_inverse(place: ActionPlace, [action, input]: [string, object]): Promise<boolean> {
  const seen: Preview | ActionRefused = await bench.look(place, action, input)
  assert.ok(!('refused' in seen), `${place.platform} ${action}: ${JSON.stringify(seen)}`)
  const warned = (seen.warnings ?? []).filter(({ key }) => NO_WAY_BACK.test(key))
  assert.equal(warned.length, seen.inverse ? 0 : 1, `${place.platform} ${action}: an inverse, or one warning`)
  return seen.inverse !== null
}

const tested: Record<string, string[]> = Object.fromEntries([
  ...platforms.map(({ platform }) => [platform, Object.keys(inputs)]),
  ...shops.map((of) => [of.platform, Object.keys(of.inputs)]),
])

test('each change that a connector declares has a case, and each case a declaration', () => {
  const declared = Object.entries(connectors).flatMap(([platform, { actions }]) =>
    actions ? [[platform, Object.keys(actions).toSorted()]] : [],
  )
  const cases = Object.entries(tested).map(([platform, names]) => [platform, names.toSorted()])
  assert.deepEqual(Object.fromEntries(cases), Object.fromEntries(declared))
})

for (const of of platforms)
  test(`${of.platform}: a preview gives the inverse, or warns that there is none`, async () => {
    const place = await bench.place_of(of.platform)
    for (const change of changes_of(bench, of, place))
      assert.equal(await has_inverse(place, change), change[0] !== 'create_campaign', change[0])
  })

for (const of of shops)
  test(`${of.platform}: a preview gives the inverse, or warns that there is none`, async () => {
    const place = await bench.place_of(of.platform, of.currency)
    for (const change of changes_of_shop(of, bench.sandbox.world))
      assert.equal(await has_inverse(place, change), !FINAL.includes(change[0]), change[0])
  })

test('a first description and the first texts of a page in a language cannot be taken back, so their previews warn', async () => {
  const { markets, writes } = bench.sandbox.world
  const listing = markets.ml.listings().find(({ status, description }) => status === 'active' && !description)!
  writes.change('mpa', `listing ${listing.id}`, { sold: 0 })
  const described: [string, object] = ['change_listing_texts', { listing_id: listing.id, description: 'Mide 9 cm.' }]
  assert.equal(await has_inverse(await bench.place_of('mpa', 'MXN'), described), false)
  const shop = await bench.place_of('tnx', 'ARS')
  const page = { title: 'Envíos', body: '<p>En 48 horas.</p>', handle: 'envios' }
  assert.equal((await bench.carry_out(shop, 'publish_page', page)).state, 'executed')
  const translated: [string, object] = ['update_page', { handle: 'envios', language: 'pt', title: 'Entregas' }]
  assert.equal(await has_inverse(shop, translated), false)
})
