// A change that is proposed again while it waits: what a person reads and signs is always what was proposed last.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import type { Caller } from '#engine/access/caller.ts'
import { approve } from '#engine/approvals/decide.ts'
import { type ApprovalBench, approval_bench, SCOPES } from '#test/approval_bench.ts'
import { platforms } from '../actions/cases.ts'

let bench: ApprovalBench
let account: Awaited<ReturnType<ApprovalBench['account']>>
let ana: Caller
let agent: Caller

before(async () => {
  const gx_ads = { ...connectors.gx_ads!, streams: { campaigns: connectors.gx_ads!.streams.campaigns! } }
  bench = await approval_bench({ connectors: { gx_ads } })
  account = await bench.account('gx_ads')
  ana = await bench.person(account.place)
  agent = bench.agent(account.place)
  const { account_id } = account.place
  of_campaign = { platform: 'gx', spec: { ...create, account_id }, brief_text: 'More rooms.' }
})
after(() => bench?.close())

const { create } = platforms.find(({ platform }) => platform === 'gx_ads')!
let of_campaign: object
const propose_campaign = (more: object) => bench.ok(agent, 'propose_campaign', { ...of_campaign, ...more })
const shown = (action_id: string) => bench.ok(ana, 'get_action', { action_id })
const waiting = async () => (await bench.ok(ana, 'list_pending_actions', {})).actions

test('another declaration of a new campaign replaces the proposal that waits, where the platform gets the same of both too', async () => {
  const first = await propose_campaign({})
  assert.equal((await propose_campaign({})).bundleId, first.bundleId)
  const corrections = [
    { declared_categories: ['housing'] },
    { declared_categories: ['housing'], brief_text: 'Fewer rooms.' },
    { declared_categories: ['housing'], brief_text: 'Fewer rooms.', estimated_reach: 40_000 },
  ]
  let before = first.bundleId
  for (const correction of corrections) {
    const { bundleId } = await propose_campaign(correction)
    assert.notEqual(bundleId, before)
    const { status, history } = await shown(before)
    assert.deepEqual(
      [status, history[1].note],
      ['expired', `Proposed again with another declaration. The newer proposal is ${bundleId}.`],
    )
    assert.deepEqual(
      (await waiting()).map(({ action_id }: { action_id: string }) => action_id),
      [bundleId],
    )
    const { declaration } = await shown(bundleId)
    for (const [name, value] of Object.entries(correction)) assert.deepEqual(declaration[name], value)
    before = bundleId
  }
  await bench.ok(ana, 'reject_action', { action_id: before })
})

test('another declaration of a campaign that is being made is refused', async () => {
  const { bundleId: action_id } = await propose_campaign({ estimated_reach: 5 })
  const { pool, clock, base_url } = bench.engine
  const { org_id } = account.place
  // Approved, and no worker carries it out.
  await in_org(pool, { org_id }, (db) =>
    approve({ db, org: { org_id } as never, caller: ana, now: clock.now(), base_url }, action_id),
  )
  const other = { ...of_campaign, declared_categories: ['housing'], estimated_reach: 5 }
  assert.match(await bench.no(agent, 'propose_campaign', other), /approved with another declaration/)
  assert.equal((await propose_campaign({ estimated_reach: 5 })).bundleId, action_id)
})

test('another reason replaces the proposal that waits, and no reason keeps it', async () => {
  const budget = { platform: 'gx', campaign_id: account.campaign_id, new_daily_budget: 777 }
  const propose = (more: object) => bench.ok(agent, 'propose_update_budget', { ...budget, ...more })
  const first = await propose({ reason: 'It sells too little.' })
  const second = await propose({ reason: 'It sells more on Mondays.' })
  assert.notEqual(second.action_id, first.action_id)
  const { status, history } = await shown(first.action_id)
  assert.deepEqual(
    [status, history[1].note],
    ['expired', `Proposed again with another reason. The newer proposal is ${second.action_id}.`],
  )
  assert.equal((await propose({})).action_id, second.action_id)
  assert.equal((await shown(second.action_id)).reason, 'It sells more on Mondays.')
  assert.equal((await waiting()).length, 1)
})

async function set_org(settings: { currency?: string; language?: string }) {
  await bench.ok(ana, 'update_org_settings', settings)
  const [[name, value]] = Object.entries(settings) as [[string, string]]
  const reader = { ...ana, scopes: new Set([...SCOPES, 'agents:read']) } as Caller
  while ((await bench.ok(reader, 'get_organization_info', {}))[name] !== value)
    await new Promise((done) => setTimeout(done, 50))
}
const propose_budget = (new_daily_budget: number) =>
  bench.ok(agent, 'propose_update_budget', { platform: 'gx', campaign_id: account.campaign_id, new_daily_budget })

test('a proposal whose amount is not known in the reporting currency gives way to one whose amount is', async () => {
  const old = await propose_budget(601)
  await set_org({ currency: 'USD' })
  const limit = { action_type: 'set_daily_budget', needs_approval: true, budget_max: '5000' }
  const { guardrail_id } = await bench.ok(ana, 'set_guardrail', limit)
  const { action_id: of_mxn } = old
  assert.match(await bench.no(ana, 'approve_action', { action_id: of_mxn }), /is counted in MXN\. Propose it again/)
  await bench.ok(ana, 'end_guardrail', { guardrail_id })
  const without_rate = await propose_budget(601)
  assert.notEqual(without_rate.action_id, of_mxn)
  await bench.ok(ana, 'set_guardrail', limit)
  const { action_id: unknown } = without_rate
  assert.match(await bench.no(ana, 'approve_action', { action_id: unknown }), /no exchange rate .* Load a rate/)
  await bench.rows(
    `insert into fx_rates (currency, date, rate_date, per_eur, source)
     values ('USD', '2026-11-19', '2026-11-19', 1, 'ecb'), ('MXN', '2026-11-19', '2026-11-19', 20, 'ecb')`,
  )
  const with_rate = await propose_budget(601)
  const { cause_text } = await shown(unknown)
  assert.match(cause_text, /^Proposed again, because its amount is known in the reporting currency now\./)
  assert.equal((await propose_budget(601)).action_id, with_rate.action_id)
  assert.equal((await bench.ok(ana, 'approve_action', { action_id: with_rate.action_id })).status, 'executed')
})

test('a resumed campaign is the same proposal at another exchange rate, and in another language', async () => {
  const input = { platform: 'gx', campaign_id: account.campaign_id, reason: 'It sells too little.' }
  const { action_id } = await bench.ok(ana, 'propose_pause_campaign', input)
  assert.equal((await bench.ok(ana, 'approve_action', { action_id })).status, 'executed')
  const resume = () => bench.ok(ana, 'propose_undo', { action_id })
  const { action_id: first } = await resume()
  await bench.rows(`update fx_rates set per_eur = 21 where currency = 'MXN'`)
  assert.equal((await resume()).action_id, first)
  await set_org({ language: 'pt' })
  assert.equal((await resume()).action_id, first)
})
