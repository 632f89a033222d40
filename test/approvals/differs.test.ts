// Changes that the platform carried out otherwise than approved: what people learn of them, and how they are undone.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { Caller } from '#engine/access/caller.ts'
import { approve } from '#engine/approvals/decide.ts'
import { notify_of_status } from '#engine/approvals/notices.ts'
import { read_action } from '#engine/approvals/table.ts'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'

let bench: ApprovalBench
let account: Awaited<ReturnType<ApprovalBench['account']>>
let ana: Caller
let budget = 0

before(async () => {
  bench = await approval_bench()
  account = await bench.account()
  ana = await bench.person(account.place)
  const [row] = await bench.rows('select daily_budget_micros from ad_campaigns where campaign_id = $1', [
    account.campaign_id,
  ])
  budget = Number(row.daily_budget_micros) / 1e6
})
after(() => bench?.close())

const notices = (action_id: string) =>
  bench.rows(`select kind, severity, title, text from notifications where cause = $1 and kind <> 'action_pending'`, [
    `action ${action_id}`,
  ])

/** Proposes a budget and approves it, and lets the job of every minute continue until it has ended. */
async function carried_out(new_daily_budget: number): Promise<string> {
  const { platform, campaign_id } = account
  const { action_id } = await bench.ok(ana, 'propose_update_budget', { platform, campaign_id, new_daily_budget })
  // Not by the tool, which would wait for the end.
  const { pool, clock, base_url } = bench.engine
  await in_org(pool, account.place, (db) =>
    approve({ db, org: account.place as never, caller: ana, now: clock.now(), base_url }, action_id),
  )
  for (;;) {
    await bench.job()
    const [{ status }] = await bench.rows('select status from actions where action_id = $1', [action_id])
    if (status !== 'approved') return action_id
    bench.sandbox.clock.advance(60_000)
  }
}

test('a change that landed with another value is announced as such, with the value, and can be undone', async () => {
  bench.add('mx_ads', { kind: 'land_altered' })
  const action_id = await carried_out(budget + 5)
  bench.sandbox.faults.clear()
  const done = await bench.ok(ana, 'get_action', { action_id })
  assert.deepEqual([done.status, done.cause], ['failed', 'read_back_differs'])
  const shown = done.read_back.daily_budget
  assert.notEqual(shown, done.after.daily_budget)
  const [notice, ...more] = await notices(action_id)
  assert.deepEqual([notice.kind, notice.severity, more.length], ['action_differs', 'critical', 0])
  assert.match(JSON.stringify(notice.title), /notification\.action_differs\.title/)
  assert.ok(JSON.stringify(notice.text).includes(`"value":${Number(shown)}`), JSON.stringify(notice.text))

  const undo = await bench.ok(ana, 'propose_undo', { action_id })
  assert.deepEqual([undo.before.daily_budget, undo.after.daily_budget], [shown, String(budget)])
  assert.equal((await bench.ok(ana, 'approve_action', { action_id: undo.action_id })).status, 'executed')
})

test('what was changed after it landed with another value is not undone', async () => {
  bench.add('mx_ads', { kind: 'land_altered' })
  const action_id = await carried_out(budget + 7)
  bench.sandbox.faults.clear()
  bench.sandbox.world.writes.change('mx_ads', account.campaign_id, { daily_budget: '4200' })
  assert.match(await bench.no(ana, 'propose_undo', { action_id }), /It was changed since \(daily_budget\)/)
})

test('a change of which a part was made is announced with what it left at the platform', async () => {
  const action_id = await carried_out(budget + 9)
  const of = await in_org(bench.engine.pool, account.place, (db) => read_action(db, { action_id }))
  const left = JSON.stringify([{ step: 'campaign', campaign: '210000777' }])
  await bench.rows(`update action_executions set state = 'partly', left_behind = $1 where execution_id = $2`, [
    left,
    of!.execution_id,
  ])
  const failed = { ...of!, status: 'failed', cause: 'step_refused', cause_text: 'No such page.' } as const
  const at = bench.engine.clock.now()
  await in_org(bench.engine.pool, account.place, (db) => notify_of_status(db, failed, { at, is_automatic: false }))
  const [notice] = await notices(action_id)
  assert.deepEqual([notice.kind, notice.severity], ['action_partly', 'critical'])
  for (const part of [/"No such page\."/, /"campaign 210000777"/]) assert.match(JSON.stringify(notice.text), part)
})
