// The filters of the lists about changes at platforms, by the agent and the kind of change.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { in_org } from '#db/org.ts'
import type { Caller } from '#engine/access/caller.ts'
import { rules_for } from '#engine/approvals/guardrails.ts'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'

let bench: ApprovalBench
let account: Awaited<ReturnType<ApprovalBench['account']>>
let ana: Caller

before(async () => {
  bench = await approval_bench()
  account = await bench.account()
  ana = await bench.person(account.place)
})
after(() => bench?.close())

const ids = (guardrails: { guardrail_id: string }[]) => guardrails.map(({ guardrail_id }) => guardrail_id).sort()

test('a filter of guardrails keeps the rules that apply, also those of every agent or every kind of change', async () => {
  const set = async (scope: object): Promise<string> =>
    (await bench.ok(ana, 'set_guardrail', { needs_approval: true, budget_max: '500', ...scope })).guardrail_id
  const everything = await set({})
  const of_seo = await set({ agent_slug: 'seo' })
  const of_budgets = await set({ action_type: 'set_daily_budget' })
  const of_ads = await set({ agent_slug: 'ads', action_type: 'pause_campaign' })
  const cases: [{ agent_slug?: string; action_type?: string }, string[]][] = [
    [{}, [everything, of_seo, of_budgets, of_ads]],
    [{ action_type: 'set_daily_budget' }, [everything, of_seo, of_budgets]],
    [{ agent_slug: 'seo' }, [everything, of_seo, of_budgets]],
    [{ agent_slug: 'ads', action_type: 'pause_campaign' }, [everything, of_ads]],
    [{ agent_slug: 'seo', action_type: 'set_daily_budget' }, [everything, of_seo, of_budgets]],
  ]
  for (const [filter, expected] of cases) {
    const { guardrails, count } = await bench.ok(ana, 'list_guardrails', filter)
    assert.deepEqual([count, ids(guardrails)], [expected.length, expected.sort()], JSON.stringify(filter))
  }
  const deciding = await in_org(bench.engine.pool, account.place, (db) =>
    rules_for(db, { agent_slug: 'seo', action_type: 'set_daily_budget' }),
  )
  assert.deepEqual(ids(deciding), [everything, of_seo, of_budgets].sort(), 'what decides about a proposal')
})

test('an agent that no proposal names is refused, and one whose proposals are all decided has an empty list', async () => {
  const lists = ['list_pending_actions', 'list_action_history']
  for (const tool of lists)
    assert.match(await bench.no(ana, tool, { agent_slug: 'seo' }), /^No proposal of this organization names an agent\./)
  const propose = (agent_slug: string, new_daily_budget: number) =>
    bench.ok(bench.agent(account.place, agent_slug), 'propose_update_budget', {
      ...{ platform: account.platform, campaign_id: account.campaign_id, new_daily_budget },
    })
  await propose('seo', 401)
  const { action_id } = await propose('ads', 402)
  await bench.ok(ana, 'reject_action', { action_id })
  for (const tool of lists)
    assert.equal(
      await bench.no(ana, tool, { agent_slug: 'seoo' }),
      "No proposal names the agent 'seoo'. There are: ads, seo.",
    )
  const total = async (tool: string, agent_slug: string) => (await bench.ok(ana, tool, { agent_slug })).total
  assert.deepEqual([await total(lists[0]!, 'seo'), await total(lists[0]!, 'ads')], [1, 0])
  assert.deepEqual([await total(lists[1]!, 'seo'), await total(lists[1]!, 'ads')], [0, 1])
})

test('a kind of change that does not exist is refused, with those there are, and one of which nothing waits has an empty list', async () => {
  const kinds = /^There is no kind of change 'budget'\. There are: .*pause_campaign, .*set_daily_budget/
  for (const tool of ['list_pending_actions', 'list_guardrails'])
    assert.match(await bench.no(ana, tool, { action_type: 'budget' }), kinds, tool)
  assert.equal((await bench.ok(ana, 'list_pending_actions', { action_type: 'pause_campaign' })).total, 0)
  await bench.ok(ana, 'list_guardrails', { action_type: 'create_campaign' })
})
