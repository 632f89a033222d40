// A change at a platform from the proposal to the proof: who may decide, what a decision covers, and what is sent.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import type { Caller } from '#engine/access/caller.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { expire_actions } from '#jobs/expire_actions.ts'
import { type ApprovalBench, approval_bench, SCOPES } from '#test/approval_bench.ts'

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
after(() => bench?.close())

const reason = 'It sells too little.'
const budget_now = async () => {
  const [row] = await bench.rows('select daily_budget_micros from ad_campaigns where campaign_id = $1', [
    account.campaign_id,
  ])
  return Number(row.daily_budget_micros) / 1e6
}
const propose_budget = (new_daily_budget: number, as = agent) =>
  bench.ok(as, 'propose_update_budget', {
    platform: account.platform,
    campaign_id: account.campaign_id,
    new_daily_budget,
    reason,
  })

test('a proposal writes nothing at the platform, names before and after, and the same proposal is one action', async () => {
  const at = bench.writes()
  const now = await budget_now()
  const made = await propose_budget(now + 50)
  assert.deepEqual(
    [made.status, made.before, made.after],
    ['pending', { daily_budget: String(now) }, { daily_budget: String(now + 50) }],
  )
  assert.equal(made.currency, 'MXN')
  assert.equal((await propose_budget(now + 50, ana)).action_id, made.action_id)
  assert.equal(bench.writes(), at)
  const { actions, total } = await bench.ok(ana, 'list_pending_actions', {})
  assert.deepEqual(
    [total, actions[0].action_id, actions[0].reason, actions[0].proposed_by],
    [1, made.action_id, reason, 'agent:seo'],
  )
  assert.equal(typeof actions[0].basis.figures.spend, 'number')
  const alone = await bench.ok(ana, 'get_action', { action_id: made.action_id })
  for (const { notes } of [actions[0].basis, alone.basis])
    assert.ok(notes.length > 0 && notes.every((note: unknown) => typeof note === 'string'), JSON.stringify(notes))
  const [{ text }] = await bench.rows('select text from notifications where cause = $1', [`action ${made.action_id}`])
  assert.match(JSON.stringify(text), /"changed_field.daily_budget".*"as":"money"/)
  const [{ time_zone }] = await bench.rows('select time_zone from orgs where org_id = $1', [account.place.org_id])
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: time_zone, dateStyle: 'short', timeStyle: 'short' })
  assert.ok(JSON.stringify(text).includes(`"${local.format(new Date(alone.expires_at))}"`), 'the deadline is local')
  await bench.ok(ana, 'reject_action', { action_id: made.action_id })
})

test('an approved change is sent once, read back, and executed; the same yes again answers the same', async () => {
  const at = bench.writes()
  const { action_id } = await propose_budget((await budget_now()) + 60)
  const done = await bench.ok(ana, 'approve_action', { action_id })
  assert.deepEqual([done.status, done.cause], ['executed', null])
  assert.equal(bench.writes(), at + 1)
  const again = await bench.ok(await bench.person(account.place), 'approve_action', { action_id })
  assert.equal(again.status, 'executed')
  assert.equal(bench.writes(), at + 1)
  const { actions } = await bench.ok(ana, 'list_action_history', { status: 'executed' })
  assert.equal(actions[0].decided_by, ana.actor)
  assert.equal(actions[0].read_back.daily_budget, actions[0].after.daily_budget)
  await bench.no(ana, 'reject_action', { action_id })

  const undo = await bench.ok(ana, 'propose_undo', { action_id })
  assert.deepEqual([undo.before, undo.after], [done && actions[0].after, actions[0].before])
  assert.equal((await bench.ok(ana, 'approve_action', { action_id: undo.action_id })).status, 'executed')
  assert.equal(bench.writes(), at + 2)
})

test('executed changes are marks of their day in plots, and what was not carried out is none', async () => {
  const { actions } = await bench.ok(ana, 'list_action_history', { status: 'executed' })
  const { changes } = await bench.ok(ana, 'get_daily_series', { date_from: '2026-11-18', date_to: '2026-11-20' })
  const ids = (of: { action_id: string }[]) => of.map(({ action_id }) => action_id).sort()
  assert.ok(actions.length > 0)
  assert.deepEqual(ids(changes), ids(actions))
  assert.equal(changes[0].action_type, 'set_daily_budget')

  // The platform could be read only days after it got the change.
  const seen = (days: number) => bench.rows(`update actions set ended_at = ended_at + $1 * interval '1 day'`, [days])
  await bench.rows('alter table actions disable trigger keep')
  await seen(2)
  const later = await bench.ok(ana, 'get_daily_series', { date_from: '2026-11-18', date_to: '2026-11-20' })
  assert.deepEqual(later.changes, changes)
  await seen(-2)
  await bench.rows('alter table actions enable trigger keep')
})

test('an executed change applies the recommendation that asked for it, and no other', async () => {
  const { org_id, connection_id } = account.place
  const recommend = async (action_type: string, target: string, status = 'new') => {
    const [row] = await bench.rows(
      `insert into recommendations (org_id, rule, subject, subject_name, connection_id, module, severity, title, text, evidence, currency,
         action_type, action_target, status, changed_by, changed_at, found_at, created_at)
       values ($1, 'budget_lost', $2 || $3 || $4, 'One', $5, 'ads', 'info', $6, $6, '{}', 'MXN', $2, $3, $4, 'rule', now(), now(), now())
       returning recommendation_id`,
      [org_id, action_type, target, status, connection_id, '{"key": "A test", "values": {}}'],
    )
    return row.recommendation_id
  }
  const asked = await recommend('set_daily_budget', account.campaign_id)
  const others = [
    await recommend('pause_campaign', account.campaign_id),
    await recommend('set_daily_budget', 'another'),
    await recommend('set_daily_budget', account.campaign_id, 'dismissed'),
  ]
  const { action_id } = await propose_budget((await budget_now()) + 65)
  const { recommendations } = await bench.ok(ana, 'list_recommendations', {})
  const proposed = recommendations.filter((one: Record<string, unknown>) => one.proposed_action_id === action_id)
  assert.deepEqual(
    [recommendations.length, proposed.map((one: Record<string, unknown>) => one.recommendation_id)],
    [3, [asked]],
  )
  const status_of = async (id: string) =>
    (await bench.rows('select status, action_id from recommendations where recommendation_id = $1', [id]))[0]
  assert.equal((await status_of(asked)).status, 'new')
  assert.equal((await bench.ok(ana, 'approve_action', { action_id })).status, 'executed')
  assert.deepEqual(await status_of(asked), { status: 'applied', action_id })
  assert.deepEqual(await Promise.all(others.map(async (id) => (await status_of(id)).status)), [
    'new',
    'new',
    'dismissed',
  ])
})

test('agents, keys that act for agents, and keys without an owner never decide', async () => {
  const { action_id } = await propose_budget((await budget_now()) + 70)
  const key: Caller = {
    ...{ via: 'key', key_id: randomUUID(), actor: 'key:1', org_id: account.place.org_id, scopes: new Set(SCOPES) },
    acts_for: 'agent',
    user_id: (ana as { user_id: string }).user_id,
  }
  const ownerless: Caller = { ...key, acts_for: 'person', user_id: undefined }
  for (const caller of [agent, key, ownerless])
    for (const tool of ['approve_action', 'reject_action'])
      assert.match(await bench.no(caller, tool, { action_id }, 'denied_scope'), /never decide/)
  const done = await bench.ok({ ...key, acts_for: 'person' }, 'reject_action', { action_id, reason: 'No.' })
  assert.equal(done.status, 'rejected')
  assert.match(await bench.no(ana, 'approve_action', { action_id }), /rejected before/)
})

test('a hundred approvals at the same moment are one write', async () => {
  const at = bench.writes()
  const { action_id } = await propose_budget((await budget_now()) + 80)
  const people = await Promise.all(Array.from({ length: 10 }, () => bench.person(account.place)))
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, number) => bench.ask(people[number % 10]!, 'approve_action', { action_id })),
  )
  const accepted = answers.filter(({ ok }) => ok)
  // The rest met the rate limit of the tool, and decided nothing.
  for (const answer of answers) assert.ok(answer.ok || answer.outcome === 'rate_limited', JSON.stringify(answer))
  assert.ok(accepted.length >= 10)
  assert.equal(bench.writes(), at + 1)
})

test('a target that was changed meanwhile is left alone', async () => {
  await bench.rows('delete from rate_windows')
  const { action_id } = await propose_budget((await budget_now()) + 90)
  bench.sandbox.world.writes.change('mx_ads', account.campaign_id, { daily_budget: '77700' })
  const at = bench.writes()
  const done = await bench.ok(ana, 'approve_action', { action_id })
  assert.deepEqual([done.status, done.cause], ['failed', 'target_changed'])
  assert.equal(bench.writes(), at)
})

test('an approver who lost the right before the sending, and a row that differs from its digest, send nothing', async () => {
  const former = await bench.person(account.place, 'member')
  const { user_id } = former as { user_id: string }
  const { action_id } = await propose_budget(800)
  // The approval is stored; the worker begins only after the right has ended.
  await bench.rows('alter table actions disable trigger keep')
  const at = bench.writes()
  await bench.rows(`update members set is_approver = false where user_id = $1`, [user_id])
  const done = await bench.ok(former, 'approve_action', { action_id })
  assert.deepEqual([done.status, done.cause], ['failed', 'approval_ended'])

  const second = await propose_budget(801)
  await bench.rows(
    `update actions set differences = jsonb_set(differences, '{0,after}', '"9999"') where action_id = $1`,
    [second.action_id],
  )
  const refused = await bench.ask(ana, 'approve_action', { action_id: second.action_id })
  assert.equal(refused.outcome, 'fault')
  assert.equal(bench.writes(), at)
  await bench.rows(`update actions set status = 'expired', ended_at = now() where action_id = $1`, [second.action_id])
  await bench.rows('alter table actions enable trigger keep')
})

test('the database itself refuses a changed proposal, a changed decision and a status out of order', async () => {
  const { action_id } = await propose_budget(810)
  const update = (set: string) => bench.rows(`update actions set ${set} where action_id = '${action_id}'`)
  await assert.rejects(update(`input = '{}'`), /never changed/)
  await assert.rejects(update(`reason = 'another'`), /never changed/)
  await assert.rejects(update(`expires_at = expires_at + interval '1 day'`), /never changed/)
  await assert.rejects(
    update(`status = 'executed', ended_at = now(), execution_id = uuid_v7()`),
    /does not become executed after pending/,
  )
  await bench.ok(ana, 'reject_action', { action_id })
  await assert.rejects(update(`decided_by = 'somebody'`), /decision is never changed/)
  await assert.rejects(update(`status = 'pending', ended_at = null`), /does not become pending after rejected/)
})

test('where a second person is demanded, who proposed cannot approve', async () => {
  await bench.ok(ana, 'set_second_person', { second_person: true })
  const { action_id } = await propose_budget(820, ana)
  assert.match(await bench.no(ana, 'approve_action', { action_id }), /second person/)
  assert.equal((await bench.ok(await bench.person(account.place), 'approve_action', { action_id })).status, 'executed')
  await bench.ok(ana, 'set_second_person', { second_person: false })
})

test('a proposal about which nobody decided expires, and cannot be approved any more', async () => {
  const { action_id, expires_at } = await propose_budget(830)
  bench.sandbox.clock.advance(Date.parse(expires_at) - bench.sandbox.clock.now())
  assert.match(await bench.no(ana, 'approve_action', { action_id }), /time for a decision is over/)
  assert.equal((await bench.ok(ana, 'list_pending_actions', {})).total, 0)
  const again = await propose_budget(830)
  assert.notEqual(again.action_id, action_id, 'the same change is proposed anew')
  await bench.ok(ana, 'reject_action', { action_id: again.action_id })
  await run_job(
    bench.engine as never,
    expire_actions,
    {},
    { log: bench.engine.log, signal: new AbortController().signal },
  )
  const { actions } = await bench.ok(ana, 'list_action_history', { status: 'expired' })
  assert.equal(actions[0].action_id, action_id)
})

test('a new campaign is approved in the dashboard alone, and is made paused, once', async () => {
  const { create } = (await import('../actions/cases.ts')).platforms[0]!
  const at = bench.writes()
  const proposal = await bench.ok(ana, 'propose_campaign', {
    platform: 'mx',
    spec: { ...create, account_id: account.place.account_id },
    brief_text: 'More living rooms.',
    declared_categories: ['housing'],
  })
  assert.equal(proposal.status, 'pending')
  const key: Caller = {
    ...{ via: 'key', key_id: randomUUID(), actor: 'key:2', org_id: account.place.org_id, scopes: new Set(SCOPES) },
    ...{ acts_for: 'person', user_id: (ana as { user_id: string }).user_id },
  }
  assert.match(
    await bench.no(key, 'approve_action', { action_id: proposal.bundleId }),
    new RegExp(`/approvals\\?action=${proposal.bundleId}$`),
  )
  const done = await bench.ok(ana, 'approve_action', { action_id: proposal.bundleId })
  assert.equal(done.status, 'executed')
  assert.equal(bench.writes(), at + 3)
  const { actions } = await bench.ok(ana, 'list_action_history', { status: 'executed' })
  assert.equal(actions[0].after['campaign.status'], 'paused')
})

test('wrong proposals are refused with a sentence that helps', async () => {
  const { platform, campaign_id } = account
  const cases: [string, object, RegExp][] = [
    ['propose_pause_campaign', { platform, campaign_id: '999', reason }, /no campaign 999 .* query_mx_campaigns/],
    ['propose_pause_campaign', { platform: 'gx', campaign_id, reason }, /propose_connect_platform/],
    [
      'propose_update_budget',
      { platform, campaign_id, new_daily_budget: 100, currency: 'USD' },
      /currency is MXN, not USD/,
    ],
    ['propose_update_budget', { platform, campaign_id, new_daily_budget: 100.001 }, /too precise/],
    ['propose_update_budget', { platform, campaign_id, new_daily_budget: 0 }, /above 0/],
    ['propose_campaign', { platform, spec: { name: 'x' } }, /account_id|objective/],
    ['approve_action', { action_id: randomUUID() }, /list_pending_actions/],
  ]
  for (const [tool, input, sentence] of cases) assert.match(await bench.no(ana, tool, input), sentence)
})

test('another organization sees and decides nothing', async () => {
  const { action_id } = await propose_budget(840)
  const other = await bench.place_of('mx_ads')
  const eve = await bench.person(other)
  assert.equal((await bench.ok(eve, 'list_pending_actions', {})).total, 0)
  for (const tool of ['approve_action', 'reject_action', 'propose_undo'])
    assert.match(await bench.no(eve, tool, { action_id }), /No executed action|no action with this action_id/)
})
