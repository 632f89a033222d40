// Proposals that end without a decision: a newer one takes their place, or their connection is ended. Nothing of them is carried out.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Caller } from '#engine/access/caller.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { expire_actions } from '#jobs/expire_actions.ts'
import { withdraw_access } from '#jobs/withdraw_access.ts'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'

type Account = Awaited<ReturnType<ApprovalBench['account']>>
let bench: ApprovalBench
before(async () => {
  bench = await approval_bench()
})
beforeEach(() => bench.reset())
after(() => bench?.close())

const propose = (as: Caller, { platform, campaign_id }: Account, new_daily_budget: number, reason = 'It sells well.') =>
  bench.ok(as, 'propose_update_budget', { platform, campaign_id, new_daily_budget, reason })
const notified = async (action_id: string) =>
  (await bench.rows(`select text::text, ended_at from notifications where cause = $1`, [`action ${action_id}`]))[0]
/** Of proposals that ended without a decision, oldest first. */
const undecided = ({ place: { org_id } }: Account) =>
  bench.rows(
    `select severity, title::text, text::text, cause, link,
       array(select m.channel from messages m where m.notification_id = n.notification_id order by m.channel) as channels
     from notifications n where org_id = $1 and kind = 'action_expired' order by created_at`,
    [org_id],
  )
const event = async (type: string, action_id: string) =>
  (await bench.rows(`select data from events where type = $1 and data->>'action_id' = $2`, [type, action_id]))[0]?.data
const work = (job: unknown, wanted: object) => {
  const parts = { ...bench.engine, pool: bench.engine.pool.worker, sign_ins: {} }
  const signal = new AbortController().signal
  return run_job(parts as never, job as never, wanted as never, { log: bench.engine.log, signal })
}
/** Until the platform has refused to take the change for now. */
async function waits(action_id: string): Promise<void> {
  const looks = () =>
    bench.rows(
      'select e.looks from actions a join action_executions e using (org_id, execution_id) where a.action_id = $1',
      [action_id],
    )
  while ((await looks())[0].looks === 0) await new Promise((done) => setTimeout(done, 50))
}
/** An end that no tool causes, such as that of an app that was removed at its platform. */
const end_connection = ({ place: { connection_id } }: Account) =>
  bench.rows(`update connections set status = 'revoked', revoked_at = now() where connection_id = $1`, [connection_id])
const connect_again = ({ place: { connection_id } }: Account) =>
  bench.rows(`update connections set status = 'active', revoked_at = null where connection_id = $1`, [connection_id])

test('a replaced proposal says why, and both name each other, in answers, in the event and in the notification', async () => {
  const account = await bench.account()
  const ana = await bench.person(account.place)
  const { action_id: old } = await propose(ana, account, 600)
  const { action_id: newer } = await propose(ana, account, 600, 'It sells more on Mondays.')
  const said = `Proposed again with another reason. The newer proposal is ${newer}.`
  const shown = await bench.ok(ana, 'get_action', { action_id: old })
  assert.deepEqual(
    [shown.status, shown.cause, shown.cause_text, shown.replaced_by, shown.history[1].note],
    ['expired', 'replaced', said, newer, said],
  )
  assert.equal(shown.history[1].actor, (ana as { actor: string }).actor)
  const { actions } = await bench.ok(ana, 'list_action_history', { status: 'expired' })
  assert.deepEqual(actions[0].cause_text, said)
  assert.equal(await bench.no(ana, 'approve_action', { action_id: old }), said)
  assert.equal((await event('action.expired', old)).cause, 'replaced')
  const of_newer = await bench.ok(ana, 'get_action', { action_id: newer })
  assert.deepEqual(
    [of_newer.replaced_by, of_newer.history[0].note],
    [null, `Proposed again with another reason. It takes the place of ${old}.`],
  )
  assert.notEqual((await notified(old)).ended_at, null)
  assert.match((await notified(newer)).text, /action_pending\.again/)
  assert.match((await notified(old)).text, /action_pending\.text/)
  assert.equal(bench.writes(), 0)
})

test('a proposal whose time is over still says that nobody decided', async () => {
  const account = await bench.account()
  const ana = await bench.person(account.place)
  const { action_id } = await propose(ana, account, 610)
  bench.sandbox.clock.advance(73 * 3_600_000)
  await work(expire_actions, {})
  const shown = await bench.ok(ana, 'get_action', { action_id })
  assert.deepEqual([shown.status, shown.cause, shown.replaced_by], ['expired', null, null])
  assert.match(await bench.no(ana, 'approve_action', { action_id }), /The time for a decision is over/)
})

test('people learn that nobody decided in time, once, where the proposal was announced, and several at one moment as one message', async () => {
  const account = await bench.account()
  const ana = await bench.person(account.place)
  const { org_id } = account.place
  await bench.rows(
    `insert into org_channels (org_id, channel, address_id, vendor, shown, sealed, state, set_at)
     values ($1, 'chat', $2, 'plain', 'chat.example', '', 'on', now())`,
    [org_id, org_id],
  )
  const ids = [
    (await propose(ana, account, 611)).action_id,
    (await propose(ana, account, 612)).action_id,
    (await propose(ana, account, 613)).action_id,
  ]
  // One decided, one announced in the dashboard and in the chat, and one in the dashboard alone.
  await bench.ok(ana, 'reject_action', { action_id: ids[0] })
  await bench.rows(
    `update messages m set state = 'sent', due_at = null from notifications n
     where n.notification_id = m.notification_id and n.cause = $1 and m.channel = 'chat'`,
    [`action ${ids[1]}`],
  )
  bench.sandbox.clock.advance(73 * 3_600_000)
  await work(expire_actions, {})
  await work(expire_actions, {})
  const notices = await undecided(account)
  assert.deepEqual(
    notices.map(({ severity, link, channels }) => [severity, link.slice(-36), channels]).sort(),
    [
      ['warning', ids[1], ['chat']],
      ['warning', ids[2], []],
    ].sort(),
  )
  assert.equal(notices[0].cause, notices[1].cause)
  assert.match(notices[0].text, /action_expired\.text/)
  for (const { text } of notices) assert.match(text, /changed_field\.daily_budget/)
})

test('a replaced proposal has no notification of its end, because the newer one has one', async () => {
  const account = await bench.account()
  const ana = await bench.person(account.place)
  await propose(ana, account, 614)
  await propose(ana, account, 614, 'It sells more on Mondays.')
  assert.deepEqual(await undecided(account), [])
})

test('proposals end with the connection that a person disconnects, and stay so when it is connected again', async () => {
  const account = await bench.account()
  const ana = await bench.person(account.place)
  const { action_id } = await propose(ana, account, 620)
  await bench.ok({ ...ana, scopes: new Set(['connections:write']) } as Caller, 'disconnect_platform', {
    connection_id: account.place.connection_id,
  })
  const shown = await bench.ok(ana, 'get_action', { action_id })
  assert.deepEqual([shown.status, shown.cause], ['expired', 'disconnected'])
  assert.match(shown.cause_text, /^The connection was ended, so nobody can approve it any more\./)
  assert.deepEqual((await bench.ok(ana, 'list_pending_actions', {})).actions, [])
  assert.equal((await event('action.expired', action_id)).cause, 'disconnected')
  assert.notEqual((await notified(action_id)).ended_at, null)
  const [{ text }, ...more] = await undecided(account)
  assert.match(text, /action_expired\.disconnected/)
  assert.equal(more.length, 0)
  await connect_again(account)
  assert.equal(await bench.no(ana, 'approve_action', { action_id }), shown.cause_text)
  assert.equal(bench.writes(), 0)
})

test('a proposal waits for the new sign-in that its connection needs, and can be rejected meanwhile', async () => {
  const account = await bench.account()
  const ana = await bench.person(account.place)
  const [one, other] = [await propose(ana, account, 631), await propose(ana, account, 632)]
  const needs = (is: boolean) =>
    bench.rows('update connections set needs_reconnection = $2 where connection_id = $1', [
      account.place.connection_id,
      is,
    ])
  await needs(true)
  assert.match(
    await bench.no(ana, 'approve_action', { action_id: one.action_id }),
    /Connect it again, then approve the change\.$/,
  )
  assert.equal((await bench.ok(ana, 'reject_action', { action_id: other.action_id })).status, 'rejected')
  await needs(false)
  assert.equal((await bench.ok(ana, 'approve_action', { action_id: one.action_id })).status, 'executed')
})

test('a connection that ends otherwise ends its proposals within a minute, and nobody can approve them before', async () => {
  const account = await bench.account()
  const ana = await bench.person(account.place)
  const { action_id } = await propose(ana, account, 630)
  await end_connection(account)
  assert.match(await bench.no(ana, 'approve_action', { action_id }), /^The connection was ended/)
  await work(expire_actions, {})
  const { status, cause } = await bench.ok(ana, 'get_action', { action_id })
  assert.deepEqual([status, cause], ['expired', 'disconnected'])
})

test('changes that were sent, and that no connection can read, do not keep the job from the proposals of others', async () => {
  const account = await bench.account()
  const ana = await bench.person(account.place)
  const sent = await propose(ana, account, 641)
  await bench.ok(ana, 'approve_action', { action_id: sent.action_id })
  // Organizations whose change was sent before their connection ended, with the first ids of all.
  const copied = (table: string, key: string, id: string, more = '') =>
    bench.rows(
      `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object('org_id', o.org_id ${more}))).*
       from ${table} r, orgs o where o.name = 'without a connection' and r.${key} = $1`,
      [id],
    )
  const [{ execution_id }] = await bench.rows('select execution_id from actions where action_id = $1', [sent.action_id])
  await bench.rows(
    `insert into orgs (org_id, name) select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'without a connection'
     from generate_series(1, 200) n`,
  )
  await copied(
    'connections',
    'connection_id',
    account.place.connection_id,
    `, 'connection_id', o.org_id, 'status', 'revoked', 'revoked_at', now()`,
  )
  await copied(
    'action_executions',
    'execution_id',
    execution_id,
    `, 'execution_id', o.org_id, 'connection_id', o.org_id, 'ended_at', null, 'state', 'checking', 'again_at', now() + interval '1 hour'`,
  )
  await copied('action_steps', 'execution_id', execution_id, `, 'execution_id', o.org_id`)
  await copied(
    'actions',
    'action_id',
    sent.action_id,
    `, 'action_id', o.org_id, 'execution_id', o.org_id, 'connection_id', o.org_id, 'ended_at', null, 'status', 'approved'`,
  )
  const { action_id } = await propose(ana, account, 642)
  await end_connection(account)
  await work(expire_actions, {})
  assert.equal((await bench.ok(ana, 'get_action', { action_id })).cause, 'disconnected')
})

test('proposals are ended in the order of their ids, so that statements that end the same ones never wait for each other', async () => {
  const account = await bench.account()
  const ana = await bench.person(account.place)
  const ids: string[] = []
  // The first one is stored first, and is not the first by its id.
  while (ids.length < 3 || ids.every((id) => id >= ids[0]!))
    ids.push((await propose(ana, account, 660 + ids.length)).action_id)
  bench.sandbox.clock.advance(73 * 3_600_000)
  const holding = await bench.database.owner.connect()
  try {
    await holding.query('begin')
    await holding.query('select from actions where action_id = $1 for update', [ids[0]])
    const working = work(expire_actions, {})
    const waits = `select from pg_locks where not granted and locktype in ('tuple', 'transactionid')`
    while ((await bench.rows(waits)).length === 0) await new Promise((done) => setTimeout(done, 20))
    const free = await bench.rows('select action_id from actions where action_id = any($1) for update skip locked', [
      ids,
    ])
    await holding.query('commit')
    await working
    assert.deepEqual(free.map(({ action_id }) => action_id).sort(), ids.filter((id) => id > ids[0]!).sort())
  } finally {
    holding.release()
  }
})

for (const [name, job, wanted] of [
  ['the job that withdraws the access', withdraw_access, (place: object) => place],
  ['the job of every minute', expire_actions, () => undefined],
] as const)
  test(`an approved change that waits for the platform ends by ${name}, and is not sent after a new sign-in`, async () => {
    const account = await bench.account()
    const { org_id, connection_id } = account.place
    const ana = await bench.person(account.place)
    // What rules approve is sent by a job, for which no caller waits.
    const rule = { action_type: 'set_daily_budget', needs_approval: false, automatic_amount: '100000', day_count: 9 }
    await bench.ok(ana, 'set_guardrail', rule)
    bench.add('mx_ads', { kind: 'throttle', path: 'POST .*', skip: 1, count: 0, seconds: 7_200 })
    const { action_id, status: proposed } = await propose(ana, account, 640)
    assert.equal(proposed, 'approved')
    await waits(action_id)
    await end_connection(account)
    await work(job, wanted({ org_id, payload: { connection_id } }) ?? {}).catch(() => {})
    await connect_again(account)
    bench.sandbox.faults.clear()
    bench.sandbox.clock.advance(3 * 3_600_000)
    await bench.job()
    const { status, cause, cause_text } = await bench.ok(ana, 'get_action', { action_id })
    assert.deepEqual([status, cause, bench.writes()], ['failed', 'disconnected', 0])
    assert.match(cause_text, /^The connection was ended\. Nothing was sent\./)
  })
