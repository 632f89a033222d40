// What counts as the amount of a change, where a one-time code is needed: a resumed campaign, and the steps of one person.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Caller } from '#engine/access/caller.ts'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'
import { member_with_app } from '#test/authenticator.ts'

let bench: ApprovalBench
let account: Awaited<ReturnType<ApprovalBench['account']>>
let agent: Caller

before(async () => {
  bench = await approval_bench()
  account = await bench.account()
  agent = bench.agent(account.place)
  await bench.set_code_amount(account.place.org_id, 100)
  bench.sandbox.world.writes.change('mx_ads', account.campaign_id, { daily_budget: '500000' })
})
after(() => bench?.close())

const with_app = () => member_with_app(bench, account.place)
/** Approves, and waits for the end. */
async function approve_with(caller: Caller, code: string, { action_id }: { action_id: string }): Promise<string> {
  await bench.ok(caller, 'approve_action_with_code', { action_id, code })
  for (;;) {
    const [{ status }] = await bench.rows('select status from actions where action_id = $1', [action_id])
    if (status !== 'approved') return status
    await new Promise((done) => setTimeout(done, 50))
  }
}

test('resuming a campaign is a change by its daily budget, so it needs a code, and its risk is not low', async () => {
  const { platform, campaign_id } = account
  const { caller, code } = await with_app()
  const pause = await bench.ok(agent, 'propose_pause_campaign', {
    platform,
    campaign_id,
    reason: 'It sells too little.',
  })
  assert.equal((await bench.ok(caller, 'get_action', { action_id: pause.action_id })).needs_code, null)
  assert.equal((await bench.ok(caller, 'approve_action', { action_id: pause.action_id })).status, 'executed')
  const undo = await bench.ok(caller, 'propose_undo', { action_id: pause.action_id })
  assert.equal(undo.risk, 'medium')
  const { action_id } = undo
  const [{ amount_micros }] = await bench.rows('select amount_micros from actions where action_id = $1', [action_id])
  const { daily_budget } = bench.sandbox.world.writes.of('mx_ads', campaign_id)!
  assert.equal(BigInt(amount_micros), BigInt(String(daily_budget)) * 10_000n)
  const needed = 'A change above 100 MXN needs a one-time code.'
  assert.equal((await bench.ok(caller, 'get_action', { action_id })).needs_code, needed)
  assert.ok((await bench.no(caller, 'approve_action', { action_id })).startsWith(needed))
  assert.equal(await approve_with(caller, await code(), { action_id }), 'executed')
})

/** Proposes a daily budget that is 60 MXN above the present one. */
async function raise() {
  const { platform, campaign_id } = account
  const now = Number(bench.sandbox.world.writes.of('mx_ads', campaign_id)!.daily_budget) / 100
  const input = { platform, campaign_id, new_daily_budget: now + 60 }
  return { action_id: (await bench.ok(agent, 'propose_update_budget', input)).action_id as string }
}

test('the steps of one person on one target in 24 hours count together', async () => {
  const [{ caller, code }, { caller: other }] = [await with_app(), await with_app()]
  assert.equal((await bench.ok(caller, 'approve_action', await raise())).status, 'executed')
  const second = await raise()
  const { needs_code } = await bench.ok(caller, 'get_action', second)
  assert.equal(
    needs_code,
    'Your changes of the same target in 24 hours count together, and above 100 MXN they need a one-time code.',
  )
  assert.ok((await bench.no(caller, 'approve_action', second)).startsWith(needs_code))
  assert.equal((await bench.ok(other, 'get_action', second)).needs_code, null)
  assert.equal(await approve_with(caller, await code(), second), 'executed')
  bench.sandbox.clock.advance(24 * 3_600_000 + 1_000)
  assert.equal((await bench.ok(caller, 'approve_action', await raise())).status, 'executed')
})

test('a step that was approved in another reporting currency is an amount that is not known', async () => {
  const { org_id } = account.place
  const { caller, code } = await with_app()
  assert.equal((await bench.ok(caller, 'approve_action', await raise())).status, 'executed')
  await bench.rows(
    `insert into fx_rates (currency, date, rate_date, per_eur, source)
     values ('USD', '2026-11-19', '2026-11-19', 1, 'ecb'), ('MXN', '2026-11-19', '2026-11-19', 20, 'ecb')`,
  )
  const ana = await bench.person(account.place)
  await bench.ok(ana, 'update_org_settings', { currency: 'USD' })
  await bench.rows(`update orgs set code_currency = 'USD' where org_id = $1`, [org_id])
  while ((await bench.ok(ana, 'list_guardrails', {})).currency !== 'USD')
    await new Promise((done) => setTimeout(done, 50))
  const second = await raise()
  const { needs_code } = await bench.ok(caller, 'get_action', second)
  assert.match(needs_code, /^Your changes of the same target in 24 hours count together, and above 100 USD/)
  assert.equal(await approve_with(caller, await code(), second), 'executed')
})
