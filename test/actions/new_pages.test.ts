// New pages whose answer is lost, or which the shop gives another address than the wanted one.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import { picture_slugs } from '../../sandbox/vendors/store_c/pages.ts'

const currencies = { sx: 'MXN', tnx: 'ARS', store_c: 'CLP' }
const names = Object.keys(currencies) as (keyof typeof currencies)[]
/** Requests that look for the page, and of the preview that runs again, which look like the one that writes. */
const skips = { sx: 4, tnx: 0, store_c: 0 }

let bench: ActionBench
const places = new Map<string, ActionPlace>()
before(async () => {
  bench = await action_bench()
  for (const platform of names) places.set(platform, await bench.place_of(platform, currencies[platform]))
})
after(() => bench?.close())
beforeEach(() => bench.reset())

const count = (platform: string) => bench.sandbox.world.writes.count(platform)

for (const kind of [undefined, 'lose_answer'] as const)
  test(`a page that got another address is found and named${kind ? ', also without an answer' : ''}`, async () => {
    const place = places.get('store_c')!
    // A picture of the site has the address.
    const input = { title: 'El taller', body: '<p>Aquí se hace.</p>', handle: picture_slugs[0]! }
    const execution_id = await bench.begin(place, 'publish_page', input)
    if (kind) bench.add('store_c', { kind, path: 'POST ' })
    const ended = await bench.finish(place, execution_id)
    assert.deepEqual([ended.state, ended.cause, count('store_c')], ['executed_differently', 'read_back_differs', 1])
    const [made] = bench.sandbox.world.writes.made('store_c', 'pages')
    assert.deepEqual([(ended.found as { handle: string }).handle, made!.slug], ['taller-2', 'taller-2'])
    assert.deepEqual(ended.left_behind, [{ step: 'page', page_id: String(made!.id) }])
  })

for (const platform of names) {
  test(`${platform}: a page with the same title that was there before is not the new one`, async () => {
    const place = places.get(platform)!
    const first = { title: 'Envíos', body: '<p>Uno</p>', handle: 'envios-antes' }
    assert.equal((await bench.carry_out(place, 'publish_page', first)).state, 'executed')
    const again = { ...first, handle: 'envios' }
    const execution_id = await bench.begin(place, 'publish_page', again)
    bench.add(platform, { kind: 'lose_request', path: 'POST ', skip: skips[platform] })
    const ended = await bench.finish(place, execution_id)
    assert.deepEqual([ended.state, ended.cause, count(platform)], ['failed', 'not_applied', 1])
    assert.equal((await bench.carry_out(place, 'publish_page', again)).state, 'executed')
  })

  test(`${platform}: an address has one open new page`, async () => {
    const place = places.get(platform)!
    const page = { title: 'Envíos', body: '<p>En 48 horas.</p>', handle: `envios-${platform.replace('_', '-')}` }
    await bench.begin(place, 'publish_page', page)
    await assert.rejects(bench.begin(place, 'publish_page', { ...page, title: 'Otros' }), /Another change of/)
    await bench.begin(place, 'publish_page', { ...page, handle: 'otra' })
  })
}
