// What a person who decides is shown: what a resumed campaign may spend, that a value before is outdated, how risky a new budget is, and
// rules that decide nothing.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import type { Caller } from '#engine/access/caller.ts'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'
import { platforms } from '../actions/cases.ts'

let bench: ApprovalBench
let mx: Awaited<ReturnType<ApprovalBench['account']>>
let ana: Caller

before(async () => {
  const { campaigns, campaign_daily } = connectors.mx_ads!.streams
  const mx_ads = { ...connectors.mx_ads!, streams: { campaigns: campaigns!, campaign_daily: campaign_daily! } }
  bench = await approval_bench({ connectors: { mx_ads, gx_ads: connectors.gx_ads! } })
  mx = await bench.account()
  ana = await bench.person(mx.place)
})
beforeEach(() => bench.rows('delete from guardrail_days; delete from guardrails; delete from rate_windows'))
after(() => bench?.close())

const reason = 'It sells too little.'
const propose_budget = (new_daily_budget: number) =>
  bench.ok(ana, 'propose_update_budget', { platform: 'mx', campaign_id: mx.campaign_id, new_daily_budget, reason })
const approve = (action_id: string) => bench.ok(ana, 'approve_action', { action_id })

test('an executed change makes other proposals of its target stale without a sync, and later ones begin at its value', async () => {
  const first = await propose_budget(601)
  const other = await propose_budget(602)
  const stale = async (action_id: string) => {
    const { actions } = await bench.ok(ana, 'list_pending_actions', {})
    const listed = actions.find((one: { action_id: string }) => one.action_id === action_id).stale
    assert.equal((await bench.ok(ana, 'get_action', { action_id })).stale, listed)
    return listed
  }
  assert.equal(await stale(other.action_id), null)
  assert.equal((await approve(first.action_id)).status, 'executed')
  assert.equal(await stale(other.action_id), true)
  bench.sandbox.clock.advance(1_000)
  const later = await propose_budget(603)
  assert.deepEqual(later.before, { daily_budget: '601' })
  assert.equal(await stale(later.action_id), null)
  for (const { action_id } of [other, later]) await bench.ok(ana, 'reject_action', { action_id })
})

test('proposals about one target that wait side by side name each other, until one has ended', async () => {
  const [first, other] = [await propose_budget(611), await propose_budget(612)]
  const others = async ({ action_id }: { action_id: string }) => {
    const { actions } = await bench.ok(ana, 'list_pending_actions', {})
    const listed = actions.find((one: { action_id: string }) => one.action_id === action_id)?.others_waiting ?? []
    assert.deepEqual((await bench.ok(ana, 'get_action', { action_id })).others_waiting, listed)
    return listed
  }
  assert.deepEqual([await others(first), await others(other)], [[other.action_id], [first.action_id]])
  await bench.ok(ana, 'reject_action', { action_id: first.action_id })
  assert.deepEqual([await others(first), await others(other)], [[], []])
  await bench.ok(ana, 'reject_action', { action_id: other.action_id })
})

test('who resumes a campaign reads what it may spend in a day, and another amount since sends nothing', async () => {
  const { campaign_id } = mx
  const change = (fields: object) => bench.sandbox.world.writes.change('mx_ads', campaign_id, { ...fields })
  change({ daily_budget: '75000' })
  const pause = await bench.ok(ana, 'propose_pause_campaign', { platform: 'mx', campaign_id, reason })
  await approve(pause.action_id)
  const undo = await bench.ok(ana, 'propose_undo', { action_id: pause.action_id })
  assert.match(undo.warnings.join(' '), /^Resuming it may spend 750\.00 MXN a day\./)
  assert.match((await bench.ok(ana, 'get_action', { action_id: undo.action_id })).warnings.join(' '), /750/)
  change({ daily_budget: '76000' })
  const ended = await approve(undo.action_id)
  assert.deepEqual([ended.status, ended.cause], ['failed', 'target_changed'])
})

test('who resumes a campaign whose groups have the budgets reads their sum, whatever is the length of their names', async () => {
  const { campaign_id } = mx
  const { writes, ads } = bench.sandbox.world
  writes.change('mx_ads', campaign_id, { status: 'ACTIVE', daily_budget: '75000' })
  const input = { platform: 'mx', campaign_id, reason }
  const { action_id } = await bench.ok(ana, 'propose_pause_campaign', input)
  await approve(action_id)
  const groups = ads.mx.groups.filter((one) => one.campaign_id === campaign_id)
  assert.ok(groups.length > 1)
  writes.change('mx_ads', campaign_id, { daily_budget: null })
  for (const { id } of groups) writes.change('mx_ads', id, { daily_budget: '12005', name: 'á'.repeat(3_000) })
  const { warnings } = await bench.ok(ana, 'propose_undo', { action_id })
  const sum = (groups.length * 120.05).toFixed(2)
  assert.ok(warnings[0].startsWith(`Resuming it may spend ${sum} MXN a day, the sum`), warnings[0].slice(0, 100))
  writes.change('mx_ads', campaign_id, { daily_budget: '75000' })
})

const spec = { ...platforms[0]!.create }
const propose_campaign = (daily_budget: string) =>
  bench.ok(ana, 'propose_campaign', {
    platform: 'mx',
    spec: { ...spec, daily_budget, account_id: mx.place.account_id },
  })

test('the risk of a new campaign follows its amount, by what the account spends in a day', async () => {
  assert.deepEqual([(await propose_campaign('60')).risk, (await propose_campaign('900000')).risk], ['medium', 'high'])
  // Before a change of its currency, the account spent amounts that are no spend of today.
  const spent = 'date < (select max(date) from campaign_daily)'
  await bench.rows(`update campaign_daily set currency = 'COP', spend_micros = spend_micros * 10000 where ${spent}`)
  assert.equal((await propose_campaign('900001')).risk, 'high')
  await bench.rows(`update campaign_daily set currency = 'MXN', spend_micros = spend_micros / 10000 where ${spent}`)
})

test('the largest daily budget of a rule about budgets binds new campaigns, in proposals and approvals', async () => {
  const { bundleId } = await propose_campaign('70')
  await bench.ok(ana, 'set_guardrail', { action_type: 'set_daily_budget', needs_approval: true, budget_max: '65' })
  const input = { platform: 'mx', spec: { ...spec, daily_budget: '71', account_id: mx.place.account_id } }
  assert.match(await bench.no(ana, 'propose_campaign', input), /limits daily budgets to 65 MXN/)
  assert.match(await bench.no(ana, 'approve_action', { action_id: bundleId }), /limits daily budgets to 65 MXN/)
  assert.equal((await propose_campaign('64')).status, 'pending')
})

test('a rule of an unknown kind is refused with those there are, and stored rules without effect say so', async () => {
  const rule = { needs_approval: true, action_type: 'set_dayly_budget' }
  assert.match(
    await bench.no(ana, 'set_guardrail', rule),
    /There are: create_campaign, pause_campaign, .*set_daily_budget/,
  )
  const { guardrail_id } = await bench.ok(ana, 'set_guardrail', { ...rule, action_type: 'set_daily_budget' })
  const said = async () => (await bench.ok(ana, 'list_guardrails', {})).guardrails[0].without_effect
  assert.equal(await said(), null)
  const store = (values: string) =>
    bench.rows(`update guardrails set ${values} where guardrail_id = $1`, [guardrail_id])
  await store(`action_type = 'set_dayly_budget'`)
  assert.match(await said(), /There is no such kind of change/)
  await store(`action_type = 'set_daily_budget', needs_approval = false`)
  assert.match(await said(), /limits neither one change nor a day/)
})
