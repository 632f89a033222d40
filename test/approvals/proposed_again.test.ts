// A change that is proposed again while it waits: what a person reads and signs is always what was proposed last.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { in_org } from '#db/org.ts'
import type { Caller } from '#engine/access/caller.ts'
import { approve } from '#engine/approvals/decide.ts'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'
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
