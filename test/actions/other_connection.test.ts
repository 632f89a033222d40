// A change whose connection was disconnected after it was sent. Another connection of its account reads whether the platform shows it.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { begin_execution, type Execution } from '#engine/actions/table.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import type { ActionPlace } from '#test/action_bench.ts'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { platforms } from './cases.ts'

/** The calls of these tests see no end. */
const WAIT_MS = 2_000

let bench: ApprovalBench
before(async () => {
  bench = await approval_bench({ wait_ms: WAIT_MS })
})
after(() => bench?.close())
beforeEach(() => bench.reset())

const [mx] = platforms
const UNREADABLE: Fault = { kind: 'fail', status: 503, path: 'GET .*', count: 0 }

const disconnect = ({ connection_id }: ActionPlace) =>
  bench.rows(`update connections set status = 'revoked', revoked_at = now() where connection_id = $1`, [connection_id])

/** A further connection of the platform, with the accounts of the first one. */
async function connect_again({ org_id, connection_id }: ActionPlace, account_state = 'read'): Promise<void> {
  const { name: _, ...of } = sandbox_connections.find(({ platform }) => platform === 'mx_ads')!
  const made = { org_id, name: `connected again, ${account_state}`, ...of }
  const other = await in_org(bench.engine.pool, { org_id }, (db) => create_connection(db, bench.engine, made))
  await bench.rows(
    `insert into connection_accounts select (jsonb_populate_record(null::connection_accounts, to_jsonb(a) ||
       jsonb_build_object('connection_id', $2::text, 'state', $3::text))).* from connection_accounts a
     where a.connection_id = $1`,
    [connection_id, other, account_state],
  )
}

/** An approved pause that was sent. Its answer was lost, and the platform cannot be read until the faults are cleared. */
async function sent_pause() {
  const { place, campaign_id, platform } = await bench.account()
  const person = await bench.person(place)
  const { action_id } = await bench.ok(person, 'propose_pause_campaign', {
    platform,
    campaign_id,
    reason: 'It sells too little.',
  })
  bench.add('mx_ads', { kind: 'lose_answer', path: 'POST .*', skip: 1 }, { ...UNREADABLE, skip: 2 })
  await bench.ok(person, 'approve_action', { action_id })
  const [{ execution_id }] = await bench.rows('select execution_id from actions where action_id = $1', [action_id])
  await bench.run(place, execution_id)
  assert.equal(bench.writes(), 1)
  await disconnect(place)
  bench.sandbox.faults.clear()
  return { place, person, action_id, execution_id: execution_id as string }
}

/** A second change of the same target. */
function begin_again(
  { platform: _, ...place }: ActionPlace,
  { action, mark, input, target, differences, seen }: Execution,
) {
  const preview = { mark, input, target, differences, seen, inverse: null, steps: ['campaign'], visible_within_s: 0 }
  const made = { ...place, action, preview: preview as never, now: bench.engine.clock.now() }
  return in_org(bench.engine.pool, place, (db) => begin_execution(db, made))
}

const later = () => bench.sandbox.clock.advance(3_600_000)

test('the end of a sent change is read through another connection of its account, and nothing is sent again', async () => {
  const { place, execution_id } = await sent_pause()
  await connect_again(place)
  later()
  bench.sandbox.log.clear()
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, ended.cause, bench.writes()], ['executed', null, 1])
  const methods = bench.sandbox.log.list('mx_ads').map(({ method }) => method)
  assert.ok(methods.length > 0)
  assert.deepEqual(new Set(methods), new Set(['GET']))
})

test('without another connection of the account, the history and the refusal of further changes name what is missing', async () => {
  const { place, person, action_id, execution_id } = await sent_pause()
  await connect_again(place, 'gone')
  later()
  const waiting = await bench.run(place, execution_id)
  assert.deepEqual([waiting!.state, waiting!.ended_at], ['checking', null])
  const { actions } = await bench.ok(person, 'list_action_history', {})
  const shown = actions.find((one: { action_id: string }) => one.action_id === action_id)
  assert.deepEqual([shown.status, shown.phase, shown.cause], ['approved', 'checking', null])
  const missing = new RegExp(`The connection is not active\\. .*account ${place.account_id} `)
  assert.match(shown.cause_text, missing)
  assert.match((await bench.ok(person, 'get_action', { action_id })).cause_text, missing)
  await assert.rejects(begin_again(place, waiting!), (error: Error) => {
    assert.match(error.message, /^Another change of .* is being carried out\. .* Wait for its end/)
    return missing.test(error.message)
  })
})

test('steps that were not sent before the connection ended are never sent, and what was made is named', async () => {
  const { place } = await bench.account()
  const execution_id = await bench.begin(place, 'create_campaign', mx!.create)
  bench.add('mx_ads', { kind: 'lose_answer', path: 'POST .*/campaigns', skip: 1 }, { ...UNREADABLE, skip: 2 })
  await bench.run(place, execution_id)
  await disconnect(place)
  bench.sandbox.faults.clear()
  await connect_again(place)
  later()
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, ended.cause, bench.writes()], ['partly', 'disconnected', 1])
  const [left] = ended.left_behind as { step: string; campaign: string }[]
  assert.equal(left!.step, 'campaign')
  assert.match(left!.campaign, /^\d+$/)
})

test('what one connection changed is undone by the connection that reads its account now', async () => {
  const { place, campaign_id, platform } = await bench.account()
  const person = await bench.person(place)
  const input = { platform, campaign_id, reason: 'It sells too little.' }
  const { action_id } = await bench.ok(person, 'propose_pause_campaign', input)
  assert.equal((await bench.ok(person, 'approve_action', { action_id })).status, 'executed')
  await disconnect(place)
  assert.match(await bench.no(person, 'propose_undo', { action_id }), /^The connection is not active\./)
  await connect_again(place)
  const undo = await bench.ok(person, 'propose_undo', { action_id })
  assert.equal((await bench.ok(person, 'approve_action', { action_id: undo.action_id })).status, 'executed')
  assert.equal(bench.writes(), 2)
})
