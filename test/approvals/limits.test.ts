// How many changes one caller may propose in an hour, and the answer to a caller who proposes more.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type ApprovalBench, approval_bench } from '#test/approval_bench.ts'

/** The most in an hour. */
const PROPOSALS = 50
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const BUDGET = 400

let bench: ApprovalBench
before(async () => {
  bench = await approval_bench()
})
after(() => bench?.close())

test('a caller with the most proposals of an hour learns when the next one is free, and deciding frees none', async () => {
  const { place, platform, campaign_id } = await bench.account()
  const ana = await bench.person(place)
  const agent = bench.agent(place)
  const propose = async (number: number) => {
    await bench.rows('delete from rate_windows') // the calls of a minute are another limit
    const proposal = { platform, campaign_id, new_daily_budget: BUDGET + number }
    return bench.ask(agent, 'propose_update_budget', proposal)
  }
  const first_at = bench.engine.clock.now().getTime()
  for (let number = 0; number < PROPOSALS; number++) {
    const made = await propose(number)
    assert.ok(made.ok, JSON.stringify(made))
    const { action_id } = made.result as { action_id: string }
    await bench.rows('delete from rate_windows')
    await bench.ok(ana, 'reject_action', { action_id })
    if (number === 0) bench.sandbox.clock.advance(MINUTE_MS)
  }
  const asked_at = bench.engine.clock.now().getTime()
  const refused = await propose(PROPOSALS)
  assert.ok(!refused.ok)
  assert.equal(refused.outcome, 'rate_limited', refused.error)
  const free_at = first_at + HOUR_MS
  const [{ time_zone }] = await bench.rows('select time_zone from orgs where org_id = $1', [place.org_id])
  const until = new Date(free_at + MINUTE_MS).toLocaleString('sv-SE', { timeZone: time_zone }).slice(0, 16)
  const sentence = `You proposed 50 changes in the last hour, which is the most. Wait until ${until} in ${time_zone}.`
  assert.equal(refused.error, sentence)
  // A wait for the platform moves the clock during the call.
  const left_s = [bench.engine.clock.now().getTime(), asked_at].map((at) => Math.ceil((free_at - at) / 1000))
  assert.ok(refused.retry_after_s! >= left_s[0]! && refused.retry_after_s! <= left_s[1]!, `${refused.retry_after_s}`)
  bench.sandbox.clock.advance(refused.retry_after_s! * 1000)
  assert.ok((await propose(PROPOSALS + 1)).ok, 'after the time that was said')
  assert.equal((await propose(PROPOSALS + 2)).outcome, 'rate_limited', 'the second one is a minute younger')
})
