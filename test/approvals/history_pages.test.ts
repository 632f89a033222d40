// The pages of decided changes: each begins after the last one of the page before, so every decision can be reached.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Caller } from '#engine/access/caller.ts'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'

const DECIDED = 5
const BUDGET = 400

let bench: ApprovalBench
let person: Caller

before(async () => {
  bench = await approval_bench()
  const { place, platform, campaign_id } = await bench.account()
  person = await bench.person(place)
  for (let number = 0; number <= DECIDED; number++) {
    const new_daily_budget = BUDGET + number
    const proposal = { platform, campaign_id, new_daily_budget, reason: 'It sells.' }
    const { action_id } = await bench.ok(person, 'propose_update_budget', proposal)
    // The last one waits.
    if (number < DECIDED) await bench.ok(person, 'reject_action', { action_id })
  }
})
after(() => bench?.close())

const ids = (actions: { action_id: string }[]) => actions.map(({ action_id }) => action_id)

test('the pages have every decided action once, newest first, and whole rows', async () => {
  const all = await bench.ok(person, 'list_action_history', { limit: 200 })
  assert.equal(all.total, DECIDED)
  const found: string[] = []
  let before: string | null = null
  do {
    const page = await bench.ok(person, 'browse_action_history', { limit: 2, ...(before && { before }) })
    assert.equal(page.actions[0].decided_by, person.actor)
    found.push(...ids(page.actions))
    before = page.next_before
  } while (before !== null)
  assert.deepEqual(found, ids(all.actions))
})

test('a page has only what is asked for', async () => {
  const none = await bench.ok(person, 'browse_action_history', { status: 'executed' })
  assert.deepEqual(none, { actions: [], next_before: null })
})
