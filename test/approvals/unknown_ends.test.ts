// Changes of which nobody can say whether the platform carried them out: people learn of it once, with what to check, and of the end too.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { Caller } from '#engine/access/caller.ts'
import { approve } from '#engine/approvals/decide.ts'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'

const HOUR_MS = 3_600_000

let bench: ApprovalBench
let account: Awaited<ReturnType<ApprovalBench['account']>>
let ana: Caller
before(async () => {
  bench = await approval_bench()
  account = await bench.account()
  ana = await bench.person(account.place)
})
beforeEach(() => bench.reset())
after(() => bench?.close())

const notices = (action_id: string) =>
  bench.rows(
    `select kind, severity, title::text, text::text, ended_at from notifications where cause = $1 and kind <> 'action_pending'
     order by created_at`,
    [`action ${action_id}`],
  )
const events = async (action_id: string): Promise<string[]> =>
  (await bench.rows(`select type from events where data->>'action_id' = $1 order by event_id`, [action_id])).map(
    ({ type }) => type,
  )
const hours = async (count: number) => {
  for (let hour = 0; hour < count; hour++) {
    await bench.job()
    bench.sandbox.clock.advance(HOUR_MS)
  }
}

/** An approved change whose answer is lost, at a platform that answers nothing for 30 hours. */
async function unread_for_a_day(new_daily_budget: number, lands: boolean): Promise<string> {
  const { platform, campaign_id, place } = account
  const { action_id } = await bench.ok(ana, 'propose_update_budget', { platform, campaign_id, new_daily_budget })
  const { pool, clock, base_url } = bench.engine
  await in_org(pool, place, (db) =>
    approve({ db, org: place as never, caller: ana, now: clock.now(), base_url }, action_id),
  )
  bench.add(
    'mx_ads',
    // Meta validates the first write request, and the second is the change.
    { kind: lands ? 'lose_answer' : 'lose_request', path: 'POST .*', skip: 1 },
    { kind: 'fail', status: 503, path: 'GET .*', skip: 2, count: 0 },
  )
  await hours(30)
  return action_id
}

for (const [lands, status] of [
  [true, 'executed'],
  [false, 'failed'],
] as const)
  test(`people learn once that nobody knows the end of a change, with what to check, and then that it ${status}`, async () => {
    const action_id = await unread_for_a_day(lands ? 711 : 712, lands)
    const [unknown, ...more] = await notices(action_id)
    assert.deepEqual(
      [unknown?.kind, unknown?.severity, unknown?.ended_at, more.length],
      ['action_unknown', 'critical', null, 0],
    )
    const shown = await bench.ok(ana, 'get_action', { action_id })
    assert.deepEqual([shown.status, shown.phase], ['approved', 'unknown'])
    for (const part of [
      shown.account,
      shown.cause_text,
      '"changed_field.daily_budget"',
      `"value": ${lands ? 711 : 712}`,
    ])
      assert.ok(unknown.text.includes(part), `${part} in ${unknown.text}`)
    const history = await bench.ok(ana, 'list_action_history', { status: 'approved' })
    for (const { to_check } of [shown, history.actions[0]])
      for (const part of [shown.account, `${lands ? 711 : 712}`, 'no other change of the same thing'])
        assert.ok(to_check.includes(part), `${part} in ${to_check}`)
    const followed = await bench.ok(ana, 'approve_action', { action_id })
    assert.deepEqual([followed.phase, followed.cause_text], ['unknown', shown.cause_text])
    assert.deepEqual(await events(action_id), ['action.pending', 'action.approved', 'action.unknown'])

    bench.sandbox.faults.clear()
    await hours(3)
    assert.deepEqual(await events(action_id), [
      'action.pending',
      'action.approved',
      'action.unknown',
      `action.${status}`,
    ])
    const [was_unknown, end, ...none] = await notices(action_id)
    assert.equal((await bench.ok(ana, 'get_action', { action_id })).to_check, undefined)
    assert.deepEqual([was_unknown.ended_at !== null, end.kind, none.length], [true, `action_${status}`, 0])
  })

test('a change that was carried out without a doubt is not announced', async () => {
  const { platform, campaign_id } = account
  const { action_id } = await bench.ok(ana, 'propose_update_budget', { platform, campaign_id, new_daily_budget: 713 })
  assert.equal((await bench.ok(ana, 'approve_action', { action_id })).status, 'executed')
  assert.deepEqual(await notices(action_id), [])
})

/** Names of the columns of a table, without those that a copy of a row has of its own. */
const columns = async (table: string, own: readonly string[]): Promise<string> =>
  (
    await bench.rows(
      `select string_agg(column_name, ', ') as names from information_schema.columns
       where table_name = $1 and table_schema = 'public' and column_name <> all($2)`,
      [table, own],
    )
  )[0]!.names

test('changes whose end is not known do not take the places of other proposals', async () => {
  const action_id = await unread_for_a_day(714, false)
  const of_execution = await columns('action_executions', ['execution_id', 'target_key'])
  const of_action = await columns('actions', ['action_id', 'execution_id', 'content_hash'])
  await bench.rows(
    `with copies as (
       insert into action_executions (execution_id, target_key, ${of_execution})
       select gen_random_uuid(), target_key || n, ${of_execution} from action_executions, generate_series(1, 200) n
       where execution_id = (select execution_id from actions where action_id = $1)
       returning execution_id as copy)
     insert into actions (action_id, execution_id, content_hash, ${of_action})
     select gen_random_uuid(), copy, sha256(copy::text::bytea), ${of_action} from actions, copies where action_id = $1`,
    [action_id],
  )
  bench.sandbox.faults.clear()
  const { platform, campaign_id } = account
  const proposal = { platform, campaign_id, new_daily_budget: 715 }
  assert.equal((await bench.ok(bench.agent(account.place), 'propose_update_budget', proposal)).status, 'pending')
})
