// What happens while an approved change waits for the limit of calls, after its last preview: the request is sent only when all of it holds.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { Caller } from '#engine/access/caller.ts'
import { approve } from '#engine/approvals/decide.ts'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'

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

const of_connection = (set: string) =>
  bench.rows(`update connections set ${set} where connection_id = $1`, [account.place.connection_id])
const of_org = (set: string) => bench.rows(`update orgs set ${set} where org_id = $1`, [account.place.org_id])

/** Carries out an approved change, and calls `lose` between its last preview and its request. */
async function run_with(new_daily_budget: number, lose: (approver: string) => Promise<unknown>) {
  const { platform, campaign_id, place } = account
  const { action_id } = await bench.ok(ana, 'propose_update_budget', { platform, campaign_id, new_daily_budget })
  const eva = (await bench.person(place, 'member')) as Caller & { user_id: string }
  const { pool, clock, base_url, budgets } = bench.engine
  // Approved, and no worker carries it out.
  const { execution_id } = await in_org(pool, place, (db) =>
    approve({ db, org: place as never, caller: eva, now: clock.now(), base_url }, action_id),
  )
  let [is_checked, is_lost] = [false, false]
  const take: NonNullable<typeof budgets>['take'] = async (...asked) => {
    if (is_checked && !is_lost) await lose(eva.user_id)
    is_lost ||= is_checked
    return budgets!.take(...asked)
  }
  const after_point = (point: string) => {
    is_checked = point === 'checked'
  }
  const run = () => bench.run(place, execution_id!, { budgets: { ...budgets!, take }, after_point })
  return { run, last: (await run())! }
}

const losses: [string, string, (approver: string) => Promise<unknown>][] = [
  [
    'a lower limit is written',
    'guardrail',
    () => bench.ok(ana, 'set_guardrail', { action_type: 'set_daily_budget', needs_approval: true, budget_max: '5' }),
  ],
  [
    'its approver is removed',
    'approval_ended',
    (approver) => bench.rows('delete from members where user_id = $1', [approver]),
  ],
  ['its connection is ended', 'disconnected', () => of_connection(`status = 'revoked', revoked_at = now()`)],
]
for (const [at, [name, cause, lose]] of losses.entries())
  test(`a change that waits for the limit of calls is not sent when ${name} meanwhile`, async () => {
    const { last } = await run_with(600 + at, lose)
    await of_connection(`status = 'active', revoked_at = null`)
    await bench.rows('delete from guardrails')
    assert.deepEqual([last.state, last.cause, bench.writes()], ['failed', cause, 0])
    assert.match(last.reason!, /Nothing was sent\.$/)
  })

test('a change that waits for the limit of calls when its organization is ended is sent only after this is taken back', async () => {
  const { last, run } = await run_with(650, () => of_org('ended_at = now()'))
  assert.deepEqual([last.state, bench.writes()], ['queued', 0])
  await of_org('ended_at = null')
  assert.deepEqual([(await run())!.state, bench.writes()], ['executed', 1])
})
