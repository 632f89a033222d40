// Approvals above an amount need a one-time code of the person who decides: each code works once, and wrong ones end the guessing.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { Caller, KeyCaller, OAuthCaller, SessionCaller } from '#engine/access/caller.ts'
import { approve as approve_change } from '#engine/approvals/decide.ts'
import { why_a_code } from '#engine/approvals/settings.ts'
import { type ApprovalBench, approval_bench, SCOPES } from '#test/approval_bench.ts'
import { member_with_app } from '#test/authenticator.ts'

let bench: ApprovalBench
let account: Awaited<ReturnType<ApprovalBench['account']>>
let ana: SessionCaller
let agent: Caller
/** Above every budget of the tests. Each proposal is a thousand more. */
let budget = 5_000

before(async () => {
  bench = await approval_bench()
  account = await bench.account()
  ana = (await bench.person(account.place)) as SessionCaller
  agent = bench.agent(account.place)
})
beforeEach(async () => {
  await bench.rows('delete from rate_windows')
  await set_amount(100)
})
after(() => bench?.close())

const set_amount = (units: number | null) => bench.set_code_amount(account.place.org_id, units)

/** A budget far above the amount. */
async function proposed(): Promise<{ action_id: string }> {
  const { action_id } = await propose()
  return { action_id }
}
function propose() {
  budget += 1_000
  const { platform, campaign_id } = account
  return bench.ok(agent, 'propose_update_budget', { platform, campaign_id, new_daily_budget: budget })
}

const approve = async (as: Caller, code: string, of?: { action_id: string }) => {
  const { action_id } = of ?? (await proposed())
  return bench.ask(as, 'approve_action_with_code', { action_id, code })
}
const error_of = (answer: Awaited<ReturnType<typeof approve>>) => (answer.ok ? 'accepted' : answer.error)

const with_app = () => member_with_app(bench, account.place)

async function ended(action_id: string): Promise<string> {
  for (;;) {
    const [{ status }] = await bench.rows('select status from actions where action_id = $1', [action_id])
    if (status !== 'approved') return status
    await new Promise((done) => setTimeout(done, 50))
  }
}
const status_now = async ({ action_id }: { action_id: string }) =>
  (await bench.rows('select status from actions where action_id = $1', [action_id]))[0].status

test('above the amount, an approval without a code is refused with the place where to give it, for every kind of caller', async () => {
  const action = await proposed()
  const { user_id, org_id } = ana
  const acting = { org_id, user_id, scopes: new Set(SCOPES) }
  const key: KeyCaller = { ...acting, via: 'key', key_id: randomUUID(), actor: 'key:1', acts_for: 'person' }
  const app: OAuthCaller = {
    ...{ ...acting, via: 'oauth', actor: 'oauth:1', grant_id: '1', two_factor: true, may_have: new Set(SCOPES) },
  }
  for (const caller of [ana, key, app])
    assert.equal(
      await bench.no(caller, 'approve_action', action),
      `A change above 100 MXN needs a one-time code. A person gives it in the dashboard: http://tablero.test/o/${org_id}/approvals?action=${action.action_id}`,
    )
  for (const caller of [key, app])
    await bench.no(caller, 'approve_action_with_code', { ...action, code: '123456' }, 'not_found')
  assert.equal(await status_now(action), 'pending')
})

test('with a fresh code the change is approved and carried out, and its history says so', async () => {
  const { caller, code } = await with_app()
  const { needs_code, action_id } = await bench.ok(caller, 'get_action', await proposed())
  assert.equal(needs_code, 'A change above 100 MXN needs a one-time code.')
  const answer = await approve(caller, await code(), { action_id })
  assert.equal(error_of(answer), 'accepted')
  assert.equal(await ended(action_id), 'executed')
  const { history, decider_name } = await bench.ok(caller, 'get_action', { action_id })
  assert.deepEqual(
    history.map(({ status, note }: { status: string; note: string | null }) => [status, note]),
    [
      ['pending', null],
      ['approved', 'With a one-time code.'],
      ['executed', null],
    ],
  )
  assert.equal(decider_name, 'Ana')
})

test('a code works once, for one decision', async () => {
  const { caller, code } = await with_app()
  const shown = await code()
  const first = await proposed()
  assert.equal(error_of(await approve(caller, shown, first)), 'accepted')
  await ended(first.action_id)
  const second = await proposed()
  assert.match(error_of(await approve(caller, shown, second)), /used before/)
  assert.equal(await status_now(second), 'pending')
  assert.equal(error_of(await approve(caller, await code(1), second)), 'accepted')
  await ended(second.action_id)
})

test('a refusal because another change of the target is open does not use up the code', async () => {
  const { caller, code } = await with_app()
  const [open, other] = [await proposed(), await proposed()]
  const { pool, clock, base_url } = bench.engine
  // Approved, and no worker carries it out.
  const { execution_id } = await in_org(pool, account.place, (db) =>
    approve_change(
      { db, org: account.place as never, caller, now: clock.now(), base_url },
      open.action_id,
      async () => {},
    ),
  )
  const shown = await code()
  assert.match(error_of(await approve(caller, shown, other)), /^Another change of .* is being carried out/)
  await bench.run(account.place, execution_id!)
  assert.equal(error_of(await approve(caller, shown, other)), 'accepted')
  await ended(other.action_id)
})

test('one code at the same moment is one approval', async () => {
  const { caller, code } = await with_app()
  const shown = await code()
  const actions = [await proposed(), await proposed(), await proposed()]
  const answers = await Promise.all(actions.map((action) => approve(caller, shown, action)))
  assert.equal(answers.filter(({ ok }) => ok).length, 1)
  const statuses = await Promise.all(actions.map(status_now))
  assert.equal(statuses.filter((status) => status === 'pending').length, 2)
  for (const { action_id } of actions) if ((await status_now({ action_id })) !== 'pending') await ended(action_id)
})

test('a wrong code and the code of another person approve nothing', async () => {
  const [luis, eva] = [await with_app(), await with_app()]
  const action = await proposed()
  assert.match(error_of(await approve(luis.caller, await luis.wrong(), action)), /code is wrong/)
  assert.match(error_of(await approve(luis.caller, await eva.code(), action)), /code is wrong/)
  assert.equal(await status_now(action), 'pending')
  // Neither attempt has used up the code of its owner.
  assert.equal(error_of(await approve(eva.caller, await eva.code(), action)), 'accepted')
  await ended(action.action_id)
})

test('after five wrong codes no code is accepted for 15 minutes, although each call was refused', async () => {
  const { caller, code, wrong } = await with_app()
  const action = await proposed()
  for (let attempt = 0; attempt < 5; attempt++)
    assert.match(error_of(await approve(caller, await wrong(), action)), /code is wrong/)
  assert.match(error_of(await approve(caller, await code(), action)), /^After 5 wrong codes.* in 15 minutes\.$/)
  assert.equal(await status_now(action), 'pending')
  await bench.rows(`update auth.attempts set last_at = last_at - interval '15 minutes 1 second'`)
  assert.equal(error_of(await approve(caller, await code(), action)), 'accepted')
  await ended(action.action_id)
})

test('a person without an authenticator app learns where to set it up', async () => {
  assert.match(
    error_of(await approve(ana, '123456')),
    /Set it up on the page of your account: http:\/\/tablero\.test\/account$/,
  )
  const { caller, code } = await with_app()
  await bench.rows('update auth.two_factors set verified = false where user_id = $1', [caller.user_id])
  assert.match(error_of(await approve(caller, await code())), /no authenticator app/)
})

test('a decision that is refused for another reason uses up no code', async () => {
  const { caller, code } = await with_app()
  const rejected = await proposed()
  await bench.ok(ana, 'reject_action', rejected)
  assert.match(error_of(await approve(caller, await code(), rejected)), /rejected before/)
  const action = await proposed()
  assert.equal(error_of(await approve(caller, await code(), action)), 'accepted')
  await ended(action.action_id)
})

test('up to the amount, and without an amount, no code is needed', async () => {
  const [row] = await bench.rows('select daily_budget_micros as micros from ad_campaigns where campaign_id = $1', [
    account.campaign_id,
  ])
  const world = bench.sandbox.world.writes.of('mx_ads', account.campaign_id)?.daily_budget
  const now = world === undefined ? Number(row.micros) / 1e6 : Number(world) / 100
  const { platform, campaign_id } = account
  const small = await bench.ok(agent, 'propose_update_budget', { platform, campaign_id, new_daily_budget: now + 100 })
  assert.equal((await bench.ok(ana, 'get_action', { action_id: small.action_id })).needs_code, null)
  assert.equal((await bench.ok(ana, 'approve_action', { action_id: small.action_id })).status, 'executed')
  await set_amount(null)
  const { action_id } = await proposed()
  assert.equal((await bench.ok(ana, 'approve_action', { action_id })).status, 'executed')
})

test('money without a rate, or in another currency than the amount, counts as above it', () => {
  const settings = { demands_second_approver: false, code_amount_micros: 100_000_000n, code_currency: 'MXN' }
  const of = (amount_micros: bigint | null, currency = 'MXN') => why_a_code(settings, { amount_micros, currency })
  assert.equal(of(100_000_000n), undefined)
  assert.match(of(100_000_001n)!, /above 100 MXN/)
  assert.match(of(null)!, /not known in MXN/)
  assert.match(of(1n, 'USD')!, /not known in MXN/)
  assert.equal(of(0n, 'USD'), undefined, 'a change without an amount, such as a pause')
  assert.equal(
    why_a_code({ ...settings, code_amount_micros: null }, { amount_micros: null, currency: 'MXN' }),
    undefined,
  )
})

test('rules approve nothing above the amount by themselves', async () => {
  // What people rejected above would bind the rules (test/approvals/held_proposals.test.ts).
  await bench.rows('delete from actions')
  await bench.ok(ana, 'set_guardrail', {
    ...{ action_type: 'set_daily_budget', needs_approval: false, automatic_amount: '100000', day_amount: '100000' },
  })
  assert.equal((await propose()).status, 'pending')
  await set_amount(null)
  const { status, action_id } = await propose()
  assert.equal(status, 'approved')
  await ended(action_id)
  await bench.rows('delete from guardrail_days; delete from guardrails')
})
