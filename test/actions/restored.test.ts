// A restored backup does not know what was sent after it. A change that makes something looks for it before it sends.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { HELD_S, hold_changes } from '#db/backup/restore.ts'
import { in_org } from '#db/org.ts'
import { read_execution } from '#engine/actions/table.ts'
import { WRITE_TIMEOUT_MS } from '#engine/vendors/write.ts'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import { picture_slugs } from '../../sandbox/vendors/store_c/pages.ts'
import { platforms } from './cases.ts'

const another = 'De otra persona'
const page = { title: 'Envíos', body: '<p>En 48 horas.</p>', handle: 'envios' }
const pages = { action: 'publish_page', input: page, other: { ...page, handle: 'envios-b' }, edit: { title: another } }
/** `edit`: what somebody changes at the platform afterwards. */
const makers = [
  ...platforms.map(({ platform, create, whole }) => ({
    ...{ platform, currency: 'MXN', action: 'create_campaign', input: create, other: whole },
    edit: { status: platform === 'gx_ads' ? 'ENABLED' : 'ACTIVE', operation_status: 'ENABLE' },
  })),
  { platform: 'sx', currency: 'MXN', ...pages },
  { platform: 'tnx', currency: 'ARS', ...pages, edit: { name: { es: another, pt: '' } } },
  { platform: 'store_c', currency: 'CLP', ...pages },
]

let bench: ActionBench
const places = new Map<string, ActionPlace>()
before(async () => {
  bench = await action_bench()
  for (const { platform, currency } of makers) places.set(platform, await bench.place_of(platform, currency))
})
after(() => bench?.close())
beforeEach(() => bench.reset())

/** Takes the rows back to what they were before the first step, or before a later one, as a restore does it now. */
async function restore(execution_id: string, position = 0): Promise<void> {
  const { owner } = bench.database
  await owner.query(
    `update action_executions set state = $2, cause = null, reason = null, found = null, left_behind = '[]', looks = 0,
       ended_at = null, again_at = created_at where execution_id = $1`,
    [execution_id, position === 0 ? 'queued' : 'checking'],
  )
  await owner.query(
    `update action_steps set state = 'waiting', made = '{}', answer = null, sent_at = null, answered_at = null
     where execution_id = $1 and position >= $2`,
    [execution_id, position],
  )
  await hold_changes(owner, bench.engine.clock.now())
}

for (const { platform, action, input, other, edit } of makers)
  suite(platform, () => {
    const place = () => places.get(platform)!

    test('what was made before the restore is found, and nothing is sent a second time', async () => {
      const first = await bench.carry_out(place(), action, input)
      assert.equal(first.state, 'executed', first.reason ?? '')
      const before = bench.sandbox.world.writes.count(platform)
      for (const position of first.steps.keys()) {
        await restore(first.execution_id, position)
        const again = await bench.finish(place(), first.execution_id)
        const made = again.steps.map((step) => step.made)
        assert.deepEqual(
          [again.state, again.cause, bench.sandbox.world.writes.count(platform)],
          ['executed', null, before],
          again.reason!,
        )
        assert.deepEqual(
          made,
          first.steps.map((step) => step.made),
        )
      }
    })

    test('what somebody has changed since is not made a second time, and the change does not count as executed', async () => {
      const { execution_id, steps } = await bench.carry_out(place(), action, other)
      const id = (steps[0]!.made.campaign ?? steps[0]!.made.page_id)!
      bench.sandbox.world.writes.change(platform, platform === 'gx_ads' ? `campaign ${id}` : id, edit)
      const before = bench.sandbox.world.writes.count(platform)
      await restore(execution_id)
      const { state, cause, left_behind } = await bench.finish(place(), execution_id)
      assert.equal(bench.sandbox.world.writes.count(platform), before)
      if (action === 'publish_page') assert.deepEqual([state, cause], ['failed', 'refused'])
      else {
        assert.deepEqual([state, cause], ['executed_differently', 'read_back_differs'])
        assert.equal((left_behind as { campaign: string }[])[0]!.campaign, steps[0]!.made.campaign)
      }
    })
  })

test('a page that got another address than the approved one is not made a second time', async () => {
  const place = places.get('store_c')!
  const first = await bench.carry_out(place, 'publish_page', { ...page, title: 'El taller', handle: picture_slugs[0]! })
  assert.equal(first.state, 'executed_differently')
  await restore(first.execution_id)
  const again = await bench.finish(place, first.execution_id)
  assert.deepEqual([again.state, again.cause], ['failed', 'target_changed'])
  assert.equal(bench.sandbox.world.writes.count('store_c'), 1)
})

const names: Record<string, string> = { mx_ads: 'name', gx_ads: 'name', tx_ads: 'campaign_name' }

for (const { platform, create, steps } of platforms)
  suite(`a campaign at ${platform}`, () => {
    const place = () => places.get(platform)!
    const count = () => bench.sandbox.world.writes.count(platform)

    test('that the platform shows late is found after a restore that follows immediately', async () => {
      const execution_id = await bench.begin(place(), 'create_campaign', create)
      bench.add(platform, { kind: 'land_late', seconds: 100, path: 'POST .*(?<!search)$', count: 0 })
      await bench.run(place(), execution_id)
      const sent = count()
      assert.ok(sent > 0)
      await restore(execution_id)
      assert.equal((await bench.run(place(), execution_id))!.state, 'queued')
      assert.equal((await bench.finish(place(), execution_id)).state, 'executed')
      assert.equal(count(), steps.length)
    })

    test('is known by its mark: no campaign of that name, and no copy of the own one, counts as it', async () => {
      const first = await bench.carry_out(place(), 'create_campaign', create)
      const id = first.steps[0]!.made.campaign!
      for (const name_of of [(mark: string) => `${create.name} [${mark}] - Copy`, () => create.name]) {
        const execution_id = await bench.begin(place(), 'create_campaign', create)
        const { mark } = (await in_org(bench.engine.pool, place(), (db) => read_execution(db, execution_id)))!
        const name = { [names[platform]!]: name_of(mark) }
        bench.sandbox.world.writes.change(platform, platform === 'gx_ads' ? `campaign ${id}` : id, name)
        const before = count()
        const ended = await bench.finish(place(), execution_id)
        assert.deepEqual([ended.state, count() - before], ['executed', steps.length], ended.reason ?? '')
        assert.notEqual(ended.steps[0]!.made.campaign, id)
      }
    })

    test('is looked for with one request, which counts against the limits like any other', async () => {
      const execution_id = await bench.begin(place(), 'create_campaign', create)
      const budgets = bench.engine.budgets!
      let taken = 0
      const take: typeof budgets.take = async (...asked) => {
        const wait_ms = await budgets.take(...asked)
        if (wait_ms === 0) taken += 1
        return wait_ms
      }
      bench.sandbox.log.clear()
      await bench.run(place(), execution_id, { budgets: { ...budgets, take } })
      const sent = bench.sandbox.log.list(platform).filter(({ url }) => !/oauth/.test(url))
      const is_read = ({ method, url }: (typeof sent)[number]) => method === 'GET' || /:search/.test(url)
      assert.equal(
        sent.findIndex((one) => !is_read(one)),
        1,
      )
      assert.equal(taken, sent.length)
    })

    test('that a change older than a day has made is found all the same', async () => {
      const { execution_id } = await bench.carry_out(place(), 'create_campaign', create)
      await restore(execution_id)
      bench.sandbox.clock.advance(25 * 3_600_000)
      const again = await bench.finish(place(), execution_id)
      assert.deepEqual([again.state, again.cause, count()], ['executed', null, steps.length])
    })
  })

test('a change that makes something waits after a restore as long as any platform takes to show it', () => {
  for (const { actions = {} } of Object.values(bench.engine.connectors))
    for (const { visible_within } of Object.values(actions))
      assert.ok(HELD_S > visible_within.s + (2 * WRITE_TIMEOUT_MS) / 1000)
})
