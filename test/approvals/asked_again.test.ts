// What is asked again between the yes and the sending, and when a proposal is outdated.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import type { Caller, KeyCaller } from '#engine/access/caller.ts'
import { type ApprovalBench, approval_bench, SCOPES } from '#test/approval_bench.ts'
import { add_member, result_of } from '#test/people.ts'

let bench: ApprovalBench
let account: Awaited<ReturnType<ApprovalBench['account']>>
let ana: Caller
let agent: Caller

before(async () => {
  bench = await approval_bench()
  account = await bench.account()
  ana = await bench.person(account.place)
  agent = bench.agent(account.place)
})
beforeEach(async () => {
  await bench.rows('delete from guardrail_days; delete from guardrails; delete from rate_windows')
  await bench.set_code_amount(account.place.org_id, null)
})
after(() => bench?.close())

const reason = 'It sells too little.'
const propose_budget = (new_daily_budget: number, as = agent) =>
  bench.ok(as, 'propose_update_budget', {
    platform: account.platform,
    campaign_id: account.campaign_id,
    new_daily_budget,
    reason,
  })
const change = (fields: object) => bench.sandbox.world.writes.change('mx_ads', account.campaign_id, { ...fields })
const set = (limits: object) =>
  bench.ok(ana, 'set_guardrail', {
    ...{ action_type: 'set_daily_budget', needs_approval: false, automatic_amount: '100000', day_count: 1_000 },
    ...limits,
  })

/** Lets the job of every minute continue what waits. */
async function ended_later(action_id: string) {
  for (;;) {
    const [row] = await bench.rows('select status, cause from actions where action_id = $1', [action_id])
    if (row.status !== 'approved') return row
    bench.sandbox.clock.advance(60_000)
    await bench.job()
  }
}
/** The check of a request passes when it is proposed, and meets a limit of calls when it is carried out. */
const throttle = () => bench.add('mx_ads', { kind: 'throttle', path: 'POST .*', skip: 1, count: 0, seconds: 600 })
async function waits(action_id: string): Promise<void> {
  for (;;) {
    const [{ looks }] = await bench.rows(
      'select e.looks from actions a join action_executions e using (org_id, execution_id) where a.action_id = $1',
      [action_id],
    )
    if (looks > 0) return
    await new Promise((done) => setTimeout(done, 50))
  }
}
const endings: [string, (guardrail_id: string) => Promise<unknown>][] = [
  ['has ended', (guardrail_id) => bench.ok(ana, 'end_guardrail', { guardrail_id })],
  ['needs a person now', () => set({ needs_approval: true })],
  ['has a smaller amount now', () => set({ automatic_amount: '1' })],
  [
    'has ended, and another one would approve it',
    async (guardrail_id) => {
      await set({ action_type: null })
      await bench.ok(ana, 'end_guardrail', { guardrail_id })
    },
  ],
  ['approves what needs a one-time code now', () => bench.set_code_amount(account.place.org_id, 1)],
]
for (const [name, end] of endings)
  test(`what a rule approved and what waits for the platform is not sent when the rule ${name}`, async () => {
    change({ daily_budget: '50000' })
    const { guardrail_id } = await set({ automatic_amount: '50' })
    const at = bench.writes()
    throttle()
    const { action_id, status } = await propose_budget(513)
    assert.equal(status, 'approved')
    await waits(action_id)
    await end(guardrail_id)
    bench.sandbox.faults.clear()
    assert.deepEqual(await ended_later(action_id), { status: 'failed', cause: 'guardrail' })
    assert.equal(bench.writes(), at)
  })

/** A key of a member, as a caller. */
async function key_of({ org_id, user_id }: { org_id: string; user_id: string }): Promise<KeyCaller> {
  const [{ key_id }] = await bench.rows(
    `insert into api_keys (org_id, name, prefix, secret_hash, scopes, user_id, acts_for)
     values ($1, 'a key', $2, sha256(convert_to($2::text, 'UTF8')), '{}', $3, 'person') returning key_id`,
    [org_id, `svc_${randomUUID().replaceAll('-', '').slice(0, 10)}`, user_id],
  )
  const scopes = new Set(SCOPES)
  return { via: 'key', key_id, actor: `key:${key_id}`, org_id, user_id, scopes, acts_for: 'person' }
}

/** The key of an agency's admin, who is no member of the client. */
async function key_of_agency(client_org_id: string): Promise<KeyCaller> {
  const [{ org_id }] = await bench.rows(`insert into orgs (name, kind) values ('an agency', 'agency') returning org_id`)
  const user_id = await add_member(bench.database.owner, { org_id, role: 'admin' })
  await bench.rows('insert into agency_clients (org_id, client_org_id) values ($1, $2)', [org_id, client_org_id])
  return { ...(await key_of({ org_id, user_id })), client_scopes: new Map([[client_org_id, new Set(SCOPES)]]) }
}

type Proposer = { caller: Caller; org_id: string; user_id: string; key_id?: string }
const of_key = (caller: KeyCaller): Proposer => ({ ...caller, caller, user_id: caller.user_id! })
const of_agency = async () => of_key(await key_of_agency(account.place.org_id))
const of_member = async (): Promise<Proposer> => {
  const caller = await bench.person(account.place, 'member')
  return { caller, org_id: caller.org_id, user_id: (caller as { user_id: string }).user_id }
}
const losses: [string, () => Promise<Proposer>, (of: Proposer) => Promise<unknown>][] = [
  [
    'the agency of the key was ended',
    of_agency,
    ({ org_id }) => bench.rows('update orgs set ended_at = now() where org_id = $1', [org_id]),
  ],
  [
    'the agency of the key lost the client',
    of_agency,
    ({ org_id }) => bench.rows('delete from agency_clients where org_id = $1', [org_id]),
  ],
  [
    'the agency of the key was ended, and its owner is a member of the client too',
    of_agency,
    async ({ org_id, user_id }) => {
      await add_member(bench.database.owner, { org_id: account.place.org_id, role: 'admin', user_id })
      await bench.rows('update orgs set ended_at = now() where org_id = $1', [org_id])
    },
  ],
  [
    'the key has expired',
    async () => of_key(await key_of(ana as KeyCaller & { user_id: string })),
    ({ key_id }) => bench.rows(`update api_keys set expires_at = now() - interval '1 s' where key_id = $1`, [key_id]),
  ],
  [
    'the person was removed',
    of_member,
    ({ user_id }) => bench.rows('delete from members where user_id = $1', [user_id]),
  ],
  [
    'the person may only read now',
    of_member,
    ({ user_id }) =>
      bench.rows(`update members set role = 'viewer', is_approver = false where user_id = $1`, [user_id]),
  ],
]
for (const [name, proposer, lose] of losses)
  test(`what a rule approved and what waits for the platform is not sent when ${name}`, async () => {
    change({ daily_budget: '50000' })
    await set({ automatic_amount: '50' })
    const at = bench.writes()
    const of = await proposer()
    throttle()
    const { platform, campaign_id, place } = account
    const input = { platform, campaign_id, new_daily_budget: 514, reason }
    const answer = await bench.ask(of.caller, 'propose_update_budget', input, place.org_id)
    const { action_id, status } = result_of(answer)
    assert.equal(status, 'approved')
    await waits(action_id)
    await lose(of)
    bench.sandbox.faults.clear()
    assert.deepEqual(await ended_later(action_id), { status: 'failed', cause: 'approval_ended' })
    assert.equal(bench.writes(), at)
  })

test('a key that said yes, and one that proposed what rules approved, must not be revoked before the sending; an app neither', async () => {
  const { org_id } = account.place
  const { user_id } = ana as { user_id: string }
  const new_key = () => key_of({ org_id, user_id })
  const revoke = ({ key_id }: KeyCaller) =>
    bench.rows('update api_keys set revoked_at = now() where key_id = $1', [key_id])
  const at = bench.writes()
  const [working, revoked] = [await new_key(), await new_key()]
  const yes_of = async (caller: Caller, budget: number) =>
    bench.ok(caller, 'approve_action', { action_id: (await propose_budget(budget)).action_id })
  assert.equal((await yes_of(working, 802)).status, 'executed')
  await revoke(revoked)
  assert.equal((await yes_of(revoked, 803)).cause, 'approval_ended')
  const app = (grant_id: string): Caller => ({
    ...{ via: 'oauth', actor: `oauth:${grant_id}`, grant_id, two_factor: true, may_have: new Set(SCOPES) },
    ...{ org_id, user_id, scopes: new Set(SCOPES) },
  })
  await bench.rows(`insert into auth.users (id, name, email) values ($1, 'Ana', 'ana.of.keys@example.com')`, [user_id])
  await bench.rows(`insert into auth.oauth_clients (client_id, redirect_uris) values ('an app', '[]')`)
  const [{ id }] = await bench.rows(
    `insert into auth.oauth_grants (client_id, user_id, granted_org_id, scopes, created_at, updated_at)
     values ('an app', $1, $2, '[]', now(), now()) returning id`,
    [user_id, org_id],
  )
  assert.equal((await yes_of(app(id), 804)).status, 'executed')
  assert.equal((await yes_of(app(randomUUID()), 806)).cause, 'approval_ended')

  await set({})
  const { action_id } = await propose_budget(805, revoked)
  const row = () => bench.rows('select status, cause from actions where action_id = $1', [action_id])
  while ((await row())[0].status === 'approved') await new Promise((done) => setTimeout(done, 50))
  assert.deepEqual(await row(), [{ status: 'failed', cause: 'approval_ended' }])
  assert.equal(bench.writes(), at + 2)
})

test('a proposal whose values before are outdated gives way to the same change with those of now', async () => {
  const { platform, campaign_id } = account
  change({ daily_budget: '75000' })
  const old = await propose_budget(850)
  assert.equal((await propose_budget(850)).action_id, old.action_id)
  change({ daily_budget: '77700' })
  const fresh = await propose_budget(850, ana)
  assert.notEqual(fresh.action_id, old.action_id)
  assert.deepEqual([old.before, fresh.before], [{ daily_budget: '750' }, { daily_budget: '777' }])
  const { status, history } = await bench.ok(ana, 'get_action', { action_id: old.action_id })
  assert.equal(status, 'expired')
  assert.match(history[1].note, /^Proposed again, because the target was changed\./)
  assert.equal((await bench.ok(ana, 'approve_action', { action_id: fresh.action_id })).status, 'executed')

  const named = await propose_budget(851)
  change({ name: 'De otra persona' })
  const renamed = await propose_budget(851)
  assert.notEqual(renamed.action_id, named.action_id)
  assert.equal((await bench.ok(ana, 'approve_action', { action_id: renamed.action_id })).status, 'executed')

  // No difference of a resumed campaign shows its budget.
  const pause = await bench.ok(ana, 'propose_pause_campaign', { platform, campaign_id, reason })
  await bench.ok(ana, 'approve_action', { action_id: pause.action_id })
  const resume = () => bench.ok(ana, 'propose_undo', { action_id: pause.action_id })
  const before = await resume()
  assert.equal((await resume()).action_id, before.action_id)
  change({ daily_budget: '99000' })
  const after = await resume()
  assert.notEqual(after.action_id, before.action_id)
  assert.equal((await bench.ok(ana, 'approve_action', { action_id: after.action_id })).status, 'executed')
})
