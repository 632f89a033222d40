// What rules approve without a person, and what they forbid to everybody.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { Caller } from '#engine/access/caller.ts'
import { reserve_day, rules_for, set_guardrail, used_on } from '#engine/approvals/guardrails.ts'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'
import { bounds, unlimited } from '#test/guardrail_rules.ts'

/** A thousand in the long run. */
const CHANGES = Number(process.env.CHANGES ?? 200)

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
beforeEach(() => bench.rows('delete from guardrail_days; delete from guardrails; delete from rate_windows'))
after(() => bench?.close())

const { guardrail_id: _, version: __, currency: ___, ...rule } = unlimited
const set = (given: Partial<typeof rule> & { action_type?: string | null }) =>
  in_org(bench.engine.pool, account.place, (db) =>
    set_guardrail(
      { db, org: { ...account.place, currency: 'MXN' }, caller: ana, now: bench.engine.clock.now() },
      { ...rule, ...bounds, agent_slug: null, action_type: 'set_daily_budget', ...given },
    ),
  )
const units = (amount: number) => BigInt(amount) * 1_000_000n
const budget = () =>
  Number(bench.sandbox.world.writes.of('mx_ads', account.campaign_id)?.daily_budget ?? original * 100) / 100
let original = 0
async function propose(by: number, as = agent) {
  if (original === 0) {
    const [row] = await bench.rows('select daily_budget_micros as micros from ad_campaigns where campaign_id = $1', [
      account.campaign_id,
    ])
    original = Number(row.micros) / 1e6
  }
  return bench.ask(as, 'propose_update_budget', {
    platform: account.platform,
    campaign_id: account.campaign_id,
    new_daily_budget: budget() + by,
  })
}
// biome-ignore lint/suspicious/noExplicitAny: the answer of the tool
const status_of = (answer: any): string => (answer.ok ? answer.result.status : answer.error)
async function ended(action_id: string) {
  for (;;) {
    const [row] = await bench.rows('select status, decided_by from actions where action_id = $1', [action_id])
    if (row.status !== 'approved') return row
    await new Promise((done) => setTimeout(done, 50))
  }
}

test('without a rule, and with one that needs approval, a person decides', async () => {
  assert.equal(status_of(await propose(1)), 'pending')
  await set({ needs_approval: true })
  assert.equal(status_of(await propose(2)), 'pending')
})

test('within its limits, a rule approves in its own name, and a job carries it out', async () => {
  const { guardrail_id, version } = await set({ automatic_amount_micros: units(20), automatic_percent: 50 })
  const answer = await propose(10)
  assert.equal(status_of(answer), 'approved')
  const { action_id } = (answer as unknown as { result: { action_id: string } }).result
  assert.deepEqual(await ended(action_id), { status: 'executed', decided_by: `guardrail:${guardrail_id}@${version}` })
  const { guardrails } = await bench.ok(ana, 'list_guardrails', { action_type: 'set_daily_budget' })
  assert.deepEqual(guardrails[0].used_today, { amount: '10', count: 1 })
  assert.equal(status_of(await propose(21)), 'pending', 'above the amount')
})

test('what a rule approves has the status pending in its history alone, and is announced as approved', async () => {
  await set({ automatic_amount_micros: units(20) })
  const action_id = id_of(await propose(9))
  await ended(action_id)
  const announced = async (of: string) => {
    const events = await bench.rows(`select type from events where data->>'action_id' = $1 order by event_id`, [of])
    const notices = await bench.rows('select kind, severity from notifications where link like $1', [`%${of}`])
    return [events.map(({ type }) => type), notices.map(({ kind, severity }) => `${kind} ${severity}`)]
  }
  assert.deepEqual(await announced(action_id), [['action.approved', 'action.executed'], ['action_automatic info']])
  const { history } = await bench.ok(ana, 'get_action', { action_id })
  assert.equal(history.map(({ status }: { status: string }) => status).join(), 'pending,approved,executed')
  assert.deepEqual(await announced(id_of(await propose(25))), [['action.pending'], ['action_pending warning']])
})

test('a cooldown, the number and the amount of a day leave the next change to a person', async () => {
  await set({ day_count: 1 })
  const first = await propose(3)
  assert.equal(status_of(first), 'approved')
  await ended((first as unknown as { result: { action_id: string } }).result.action_id)
  assert.equal(status_of(await propose(4)), 'pending')
  await set({ cooldown_hours: 24 })
  assert.equal(status_of(await propose(5)), 'pending')
  // The change was sent through another connection of the same account.
  const [{ connection_id }] = await bench.rows(
    `insert into connections select (jsonb_populate_record(null::connections, to_jsonb(c) ||
       jsonb_build_object('connection_id', uuid_v7(), 'name', 'the same account', 'status', 'revoked'))).* from connections c
     where c.connection_id = $1 returning connection_id`,
    [account.place.connection_id],
  )
  await bench.rows('alter table actions disable trigger keep')
  await bench.rows('update actions set connection_id = $1 where action_id = $2', [connection_id, id_of(first)])
  await bench.rows('alter table actions enable trigger keep')
  assert.equal(status_of(await propose(6)), 'pending')
  await set({ day_amount_micros: units(5) })
  assert.equal(status_of(await propose(7)), 'pending')
})

test('hard limits refuse proposals and approvals of people too', async () => {
  const before_limit = await propose(30, ana)
  const { action_id } = (before_limit as unknown as { result: { action_id: string } }).result
  await set({ needs_approval: true, budget_max_micros: units(1) })
  assert.match(status_of(await propose(31, ana)), /limits daily budgets to 1 MXN/)
  assert.match(await bench.no(ana, 'approve_action', { action_id }), /limits daily budgets to 1 MXN/)
  await set({ needs_approval: true, raise_max_percent: 0 })
  assert.match(status_of(await propose(32, ana)), /limits a raise to 0 %/)
  await set({ needs_approval: true, cut_max_percent: 0 })
  assert.match(status_of(await propose(-1, ana)), /limits a cut to 0 %/)
})

test('a rule keeps its currency: with another reporting currency nothing is automatic, and a hard limit refuses', async () => {
  const { org_id } = account.place
  const { guardrail_id } = await set({ automatic_amount_micros: units(20) })
  const in_currency = async (currency: string) => {
    await bench.ok(ana, 'update_org_settings', { currency })
    while ((await bench.ok(ana, 'list_guardrails', {})).currency !== currency)
      await new Promise((done) => setTimeout(done, 50))
  }
  await bench.rows(
    `insert into fx_rates (currency, date, rate_date, per_eur, source)
     values ('USD', '2026-11-19', '2026-11-19', 1, 'ecb'), ('MXN', '2026-11-19', '2026-11-19', 20, 'ecb')`,
  )
  await in_currency('USD')
  try {
    assert.equal(status_of(await propose(100)), 'pending', '5 USD are not compared with 20 MXN')
    const { guardrails } = await bench.ok(ana, 'list_guardrails', {})
    assert.deepEqual([guardrails[0].currency, guardrails[0].automatic_amount], ['MXN', '20'])
    await set({ budget_max_micros: units(100_000) })
    assert.match(status_of(await propose(101, ana)), /to 100000 MXN, and this change is counted in USD\. .*admin/)
  } finally {
    await in_currency('MXN')
  }
  const [{ count }] = await bench.rows(
    'select count(distinct guardrail_id)::int as count from guardrails where org_id = $1',
    [org_id],
  )
  assert.equal(count, 1)
  const again = await in_org(bench.engine.pool, account.place, (db) =>
    set_guardrail(
      { db, org: { ...account.place, currency: 'USD' }, caller: ana, now: bench.engine.clock.now() },
      { ...rule, ...bounds, agent_slug: null, action_type: 'set_daily_budget' },
    ),
  )
  assert.notEqual(again.guardrail_id, guardrail_id, 'amounts of two currencies are never one sum of a day')
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
const id_of = (answer: unknown) => (answer as { result: { action_id: string } }).result.action_id

test('a change that reached the platform begins the cooldown, although the platform shows another value', async () => {
  await set({ cooldown_hours: 24 })
  bench.sandbox.clock.advance(25 * 3_600_000)
  bench.add('mx_ads', { kind: 'land_altered' })
  const answer = await propose(8)
  assert.equal(status_of(answer), 'approved')
  assert.deepEqual(await ended_later(id_of(answer)), { status: 'failed', cause: 'read_back_differs' })
  bench.sandbox.faults.clear()
  assert.equal(status_of(await propose(9)), 'pending')
})

test('a new version replaces the rule, and the one before stays readable', async () => {
  const first = await set({ day_count: 1 })
  const second = await set({ day_count: 2 })
  assert.deepEqual([second.guardrail_id, second.version], [first.guardrail_id, 2])
  const rules = await in_org(bench.engine.pool, account.place, (db) =>
    rules_for(db, { agent_slug: 'seo', action_type: 'set_daily_budget' }),
  )
  assert.deepEqual(
    rules.map(({ day_count }) => day_count),
    [2],
  )
  assert.equal((await bench.rows('select from guardrails')).length, 2)
})

test(`${CHANGES} automatic changes at the same moment stay within the amount and the number of the day`, async () => {
  const { guardrail_id } = await set({ day_amount_micros: units(1_000), day_count: 90 })
  const rules = [{ ...unlimited, guardrail_id, day_amount_micros: units(1_000), day_count: 90 }]
  const day = '2026-11-20'
  const reserved = { org_id: account.place.org_id, day, amount_micros: units(13) }
  const taken = await Promise.all(
    Array.from({ length: CHANGES }, () =>
      in_org(bench.engine.pool, account.place, (db) => reserve_day(db, rules, reserved)),
    ),
  )
  assert.equal(taken.filter(Boolean).length, 76)
  const used = await in_org(bench.engine.pool, account.place, (db) => used_on(db, day))
  assert.deepEqual(used.get(guardrail_id), { amount_micros: units(76 * 13), count: 76 })
})

test('a rule without limits is refused for what spends money', async () => {
  const open = { automatic_amount_micros: null, day_amount_micros: null, day_count: null }
  for (const given of [
    open,
    { ...open, automatic_percent: 20 },
    { ...open, day_count: 3 },
    { ...open, action_type: null },
    { ...open, action_type: 'resume_campaign' },
  ])
    await assert.rejects(set(given), /need two limits/, JSON.stringify(Object.keys(given)))
  await set({ ...open, action_type: 'pause_campaign' })
  await set({ ...open, needs_approval: true })
  await set({ ...open, automatic_percent: 20, day_count: 3 })
})

test('admins who write one rule at the same moment write versions of it', async () => {
  const written = await Promise.all(
    Array.from({ length: 8 }, (_, number) =>
      bench.ok(ana, 'set_guardrail', { needs_approval: true, budget_max: `${number + 1}00` }),
    ),
  )
  assert.equal(new Set(written.map(({ guardrail_id }) => guardrail_id)).size, 1)
  assert.deepEqual(written.map(({ version }) => version).sort(), [1, 2, 3, 4, 5, 6, 7, 8])
})
