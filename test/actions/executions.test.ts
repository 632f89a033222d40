// How the executor behaves when a platform limits, refuses a part, cannot be read, or when two changes meet.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { begin_execution, read_execution } from '#engine/actions/table.ts'
import { update_connection } from '#engine/vendors/connections.ts'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { campaign_with, platforms } from './cases.ts'

let bench: ActionBench
let place: ActionPlace
const [mx] = platforms
before(async () => {
  bench = await action_bench({ vendors: undefined })
  place = await bench.place_of('mx_ads')
})
after(() => bench?.close())
beforeEach(() => bench.reset())

const HOUR_MS = 3_600_000
const campaign_id = () => campaign_with(bench, mx!, place, 'active').id
const pause = () => bench.begin(place, 'pause_campaign', { campaign_id: campaign_id() })
const count = () => bench.sandbox.world.writes.count('mx_ads')
/** The second write request is the change, because Meta validates the first. */
const CHANGE = { path: 'POST .*', skip: 1 }

test('a limit of calls is no failure: the platform said no, so the change is sent later', async () => {
  const execution_id = await pause()
  bench.add('mx_ads', { kind: 'throttle', seconds: 120, ...CHANGE })
  const waiting = await bench.run(place, execution_id)
  assert.deepEqual([waiting!.state, count()], ['queued', 0])
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, count()], ['executed', 1])
})

test('the answer of a platform counts, also when the pause that it asks for cannot be stored', async () => {
  const { budgets } = bench.engine
  let lost = 0
  const failing = async () => {
    lost += 1
    throw new Error('the pause is lost')
  }
  const execution_id = await pause()
  bench.engine.budgets = { ...budgets!, pause: failing }
  try {
    bench.add('mx_ads', { kind: 'throttle', seconds: 120, ...CHANGE })
    const waiting = await bench.run(place, execution_id)
    assert.deepEqual([waiting!.state, waiting!.cause, count(), lost], ['queued', null, 0, 1])
  } finally {
    bench.engine.budgets = budgets
  }
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, count()], ['executed', 1])
})

test('a change of an account that is no longer chosen is refused, even before the accounts are listed again', async () => {
  const at = await bench.place_of('mx_ads')
  const execution_id = await bench.begin(at, 'pause_campaign', { campaign_id: campaign_id() })
  await in_org(bench.engine.pool.worker, at, (db) =>
    update_connection(db, bench.engine, {
      ...at,
      settings: { account_ids: ['1234567'] },
      now: bench.engine.clock.now(),
    }),
  )
  const { state, cause, reason } = (await bench.run(at, execution_id))!
  assert.deepEqual([state, cause, count()], ['failed', 'refused', 0])
  assert.match(reason!, /The settings of the connection name other accounts/)
})

test('a token that the platform refuses is renewed, and the change is carried out once', async () => {
  const execution_id = await pause()
  bench.add('mx_ads', { kind: 'expire', ...CHANGE })
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, count()], ['executed', 1])
})

test('a token that cannot be renewed now is no refusal of the change, which is sent later', async () => {
  const at = await bench.place_of('gx_ads')
  const { id } = campaign_with(bench, platforms.find(({ platform }) => platform === 'gx_ads')!, at, 'active')
  const execution_id = await bench.begin(at, 'pause_campaign', { campaign_id: id })
  bench.add('gx_ads', { kind: 'expire', path: 'POST .*campaigns:mutate', skip: 1 })
  bench.add('google_oauth', { kind: 'fail', count: 0 })
  const waiting = await bench.run(at, execution_id)
  assert.deepEqual([waiting!.state, waiting!.cause], ['queued', null])
  bench.sandbox.faults.clear()
  const ended = await bench.finish(at, execution_id)
  assert.deepEqual([ended.state, bench.sandbox.world.writes.count('gx_ads')], ['executed', 1])
})

test('an error of the server is no answer: the change is looked for, and not sent again', async () => {
  const execution_id = await pause()
  bench.add('mx_ads', { kind: 'fail', status: 500, ...CHANGE })
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, ended.cause, count()], ['failed', 'not_applied', 0])
})

for (const { platform, create, steps } of platforms.filter(({ steps }) => steps.length > 1))
  test(`${platform}: what was made before a refused step is named`, async () => {
    const at = await bench.place_of(platform)
    const execution_id = await bench.begin(at, 'create_campaign', create)
    bench.add(platform, { kind: 'refuse_write', path: 'POST .*/(adsets|adgroup/create/)' })
    const ended = await bench.finish(at, execution_id)
    assert.deepEqual([ended.state, ended.cause], ['partly', 'step_refused'])
    assert.deepEqual(
      ended.steps.map(({ state }) => state),
      ['accepted', 'refused', 'waiting'],
    )
    const [left] = ended.left_behind as { step: string; campaign: string }[]
    assert.equal(left!.step, steps[0])
    const made = bench.sandbox.world.writes.made(
      platform,
      platform === 'mx_ads' ? 'campaigns' : '/campaign/get/',
      'vendor',
    )
    assert.equal(left!.campaign, made[0]!.id)
  })

test('a part that the platform refused is named with its reason, and all others are there', async () => {
  const tx = platforms.find(({ platform }) => platform === 'tx_ads')!
  const at = await bench.place_of('tx_ads')
  const execution_id = await bench.begin(at, 'create_campaign', tx.create)
  bench.add('tx_ads', { kind: 'refuse_part', path: 'POST .*/ad/create/' })
  const ended = await bench.finish(at, execution_id)
  assert.deepEqual([ended.state, ended.cause], ['partly', 'part_refused'])
  const [refused] = ended.refused_parts
  assert.match(`${refused!.part}: ${refused!.reason}`, /^Sala nueva 2 \[tb-\w+\]: The video of an ad cannot be used\.$/)
  assert.match(ended.reason!, /The video of an ad cannot be used/)
  const { found } = ended as { found: Record<string, string> }
  assert.deepEqual([found['ad_1.message'], found['ad.count']], ['Nueva sala', '1'])
  // What was made is waiting for a person, who is shown its ids.
  assert.equal((ended.left_behind as object[]).length, 3)
})

for (const { platform, create, steps } of platforms.filter(({ steps }) => steps.length > 1)) {
  const is_meta = platform === 'mx_ads'
  const first = is_meta ? { path: 'POST .*/campaigns$', skip: 1 } : { path: 'POST .*/campaign/create/' }
  const last = { path: is_meta ? 'POST .*/ads$' : 'POST .*/ad/create/' }
  const late: Fault = { kind: 'land_late', seconds: 60, ...last }
  const lost = [first, last].map((of): Fault => ({ kind: 'lose_answer', ...of }))
  for (const [name, faults] of Object.entries({
    'that readers see late': [late],
    'without an answer': [...lost, late],
  }))
    test(`${platform}: after a step ${name}, the fields of all steps are shown, also of those that earlier passes read`, async () => {
      const at = await bench.place_of(platform)
      const shown = async () => {
        const { state, found } = await bench.finish(at, await bench.begin(at, 'create_campaign', create))
        assert.equal(state, 'executed')
        return Object.keys(found as object).sort()
      }
      const all = await shown()
      assert.ok(all.length > steps.length)
      bench.add(platform, ...faults)
      assert.deepEqual(await shown(), all)
      assert.deepEqual(bench.sandbox.faults.list(), [])
    })
}

test('a refused part does not hide that the platform did something else', async () => {
  const tx = platforms.find(({ platform }) => platform === 'tx_ads')!
  const at = await bench.place_of('tx_ads')
  const execution_id = await bench.begin(at, 'create_campaign', tx.create)
  bench.add(
    'tx_ads',
    { kind: 'refuse_part', path: 'POST .*/ad/create/' },
    { kind: 'land_altered', fields: '^budget$', path: 'POST .*/campaign/create/' },
  )
  const ended = await bench.finish(at, execution_id)
  assert.deepEqual([ended.state, ended.cause], ['executed_differently', 'read_back_differs'])
})

for (const { platform, create, steps } of platforms.filter(({ steps }) => steps.length > 1))
  test(`${platform}: new things are looked for by their ids and below what was made, and not among all ads of the account`, async () => {
    const at = await bench.place_of(platform)
    const looked = async (fault?: Fault) => {
      const execution_id = await bench.begin(at, 'create_campaign', create)
      if (fault) bench.add(platform, fault)
      bench.sandbox.log.clear()
      assert.equal((await bench.finish(at, execution_id)).state, 'executed')
      const lists = bench.sandbox.log.list(platform).filter(({ method }) => method === 'GET')
      return lists.map(({ url }) => decodeURIComponent(url))
    }
    const is_whole = (url: string) =>
      platform === 'mx_ads' ? /act_\d+\/(adsets|ads)\b/.test(url) : !/_ids":\[|_name":"/.test(url)
    assert.deepEqual((await looked()).filter(is_whole), [])
    const last = platform === 'mx_ads' ? 'POST .*/ads$' : 'POST .*/ad/create/'
    const without = await looked({ kind: 'lose_answer', path: last })
    assert.deepEqual(without.filter(is_whole), [])
    assert.ok(steps.length === 3 && without.length > 0)
  })

test('a refusal inside of an atomic request names the part, and nothing is made', async () => {
  const gx = platforms.find(({ platform }) => platform === 'gx_ads')!
  const at = await bench.place_of('gx_ads')
  const seen = await bench.look(at, 'create_campaign', { ...gx.create, keywords: [{ text: 'sala % barata' }] })
  assert.match('refused' in seen ? seen.refused : '', /KEYWORD_HAS_INVALID_CHARS/)
  assert.equal(bench.sandbox.world.writes.count('gx_ads'), 0)
})

test('a platform that cannot be read for a day makes the end unknown, and reading later settles it', async () => {
  const execution_id = await pause()
  bench.add(
    'mx_ads',
    { kind: 'lose_answer', ...CHANGE },
    { kind: 'fail', status: 503, path: 'GET .*', skip: 2, count: 0 },
  )
  for (let hours = 0; hours < 30; hours++) {
    await bench.run(place, execution_id)
    bench.sandbox.clock.advance(HOUR_MS)
  }
  const unknown = await bench.run(place, execution_id)
  assert.deepEqual([unknown!.state, unknown!.ended_at, count()], ['unknown', null, 1])
  bench.sandbox.faults.clear()
  bench.sandbox.clock.advance(HOUR_MS)
  assert.equal((await bench.finish(place, execution_id)).state, 'executed')
  assert.equal(count(), 1)
})

test('a target has one open change, and two processes never send the same one', async () => {
  const execution_id = await pause()
  await assert.rejects(pause(), /Another change of .* is being carried out/)
  await Promise.all([bench.run(place, execution_id), bench.run(place, execution_id), bench.run(place, execution_id)])
  assert.equal((await bench.finish(place, execution_id)).state, 'executed')
  assert.equal(count(), 1)
})

test('a target has one open change, although two connections read its account', async () => {
  const { rows } = await bench.database.owner.query<{ connection_id: string }>(
    `insert into connections select (jsonb_populate_record(null::connections, to_jsonb(c) ||
       jsonb_build_object('connection_id', uuid_v7(), 'name', 'the same account'))).* from connections c
     where c.connection_id = $1 returning connection_id`,
    [place.connection_id],
  )
  const seen = await bench.look(place, 'pause_campaign', { campaign_id: campaign_id() })
  assert.ok(!('refused' in seen))
  const begin = (connection_id: string) => {
    const { org_id, account_id } = place
    const made = { org_id, account_id, connection_id, action: 'pause_campaign', preview: seen }
    return in_org(bench.engine.pool, place, (db) => begin_execution(db, { ...made, now: bench.engine.clock.now() }))
  }
  const execution_id = await begin(place.connection_id)
  await assert.rejects(begin(rows[0]!.connection_id), /Another change of .* is being carried out/)
  assert.equal((await bench.finish(place, execution_id)).state, 'executed')
})

test('the job continues what waits, without a further call', async () => {
  const execution_id = await pause()
  bench.add('mx_ads', { kind: 'land_late', seconds: 60, ...CHANGE })
  await bench.run(place, execution_id)
  for (let minutes = 0; minutes < 4; minutes++) {
    bench.sandbox.clock.advance(60_000)
    await bench.job()
  }
  const ended = await in_org(bench.engine.pool, place, (db) => read_execution(db, execution_id))
  assert.deepEqual([ended!.state, count()], ['executed', 1])
})

test('a change whose connection ended, or that could not begin within a day, sends nothing', async () => {
  const late = await pause()
  bench.sandbox.clock.advance(25 * HOUR_MS)
  assert.deepEqual([(await bench.finish(place, late)).cause, count()], ['too_late', 0])
  const revoked = await bench.place_of('mx_ads')
  const execution_id = await bench.begin(revoked, 'pause_campaign', { campaign_id: campaign_id() })
  await bench.database.owner.query(
    "update connections set status = 'revoked', revoked_at = now() where connection_id = $1",
    [revoked.connection_id],
  )
  assert.deepEqual([(await bench.finish(revoked, execution_id)).cause, count()], ['disconnected', 0])
})

test('an organization that was ended changes nothing, and continues when it is taken back', async () => {
  const execution_id = await pause()
  const end = (at: string) =>
    bench.database.owner.query(`update orgs set ended_at = ${at} where org_id = $1`, [place.org_id])
  await end('now()')
  const waiting = await bench.run(place, execution_id)
  assert.deepEqual([waiting!.state, count()], ['queued', 0])
  await end('null')
  assert.equal((await bench.finish(place, execution_id)).state, 'executed')
})

test('no stored answer or reason contains a secret', async () => {
  const execution_id = await pause()
  await bench.finish(place, execution_id)
  const { rows } = await bench.database.owner.query(
    'select e::text || s::text as text from action_executions e join action_steps s using (org_id, execution_id)',
  )
  assert.ok(rows.length > 0)
  for (const { text } of rows) assert.doesNotMatch(text, /sandbox-(access|refresh)/)
})
