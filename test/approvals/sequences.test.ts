// Any order of proposals, decisions, changes of the target by others, and expiries. The platform is written to once for each yes of somebody
// who may say it, and gets exactly the proposed value. It is never written to otherwise. SEQUENCES=300: as many orders.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { Caller } from '#engine/access/caller.ts'
import { type ApprovalBench, approval_bench, SCOPES } from '#test/approval_bench.ts'

const SEQUENCES = Number(process.env.SEQUENCES ?? 12)
const HOUR_MS = 3_600_000

let bench: ApprovalBench
let account: Awaited<ReturnType<ApprovalBench['account']>>
let callers: Record<Who, Caller>
let original: number

const deciding = ['admin', 'approver'] as const
const refused = ['reader', 'agent', 'agent_key', 'ownerless_key'] as const
type Who = (typeof deciding)[number] | (typeof refused)[number]

before(async () => {
  bench = await approval_bench()
  account = await bench.account()
  const { org_id } = account.place
  const [admin, approver, reader] = [
    await bench.person(account.place),
    await bench.person(account.place, 'member'),
    await bench.person(account.place, 'member'),
  ]
  const { user_id } = admin as { user_id: string }
  await bench.rows('update members set is_approver = false where user_id = $1', [
    (reader as typeof admin & { user_id: string }).user_id,
  ])
  const key = { via: 'key' as const, key_id: randomUUID(), actor: 'key:1', org_id, scopes: new Set(SCOPES) }
  const reading = new Set(SCOPES.filter((scope) => scope !== 'actions:approve' && scope !== 'admin:*'))
  callers = {
    admin,
    approver,
    reader: { ...reader, scopes: reading } as Caller,
    agent: bench.agent(account.place),
    agent_key: { ...key, acts_for: 'agent', user_id } as Caller,
    ownerless_key: { ...key, acts_for: 'person', user_id: undefined } as Caller,
  }
  const [row] = await bench.rows('select daily_budget_micros as micros from ad_campaigns where campaign_id = $1', [
    account.campaign_id,
  ])
  original = Number(row.micros) / 1e6
})
after(() => bench?.close())

/** The budget as the platform knows it. */
const budget = () =>
  Number(bench.sandbox.world.writes.of('mx_ads', account.campaign_id, 'vendor')?.daily_budget ?? original * 100) / 100

const who = fc.constantFrom<Who>(...deciding, ...deciding, ...refused)
const amount = fc.integer({ min: 200, max: 900 })
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('propose' as const), by: who, amount }) },
  { weight: 5, arbitrary: fc.record({ does: fc.constant('approve' as const), by: who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('reject' as const), by: who }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('change' as const), amount }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('wait' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** As the tool answers. */
interface Proposed {
  action_id: string
  status: string
  before: { daily_budget: string }
  after: { daily_budget: string }
  expires_at: string
}

interface Proposal {
  action_id: string
  from: number
  to: number
  expires_at: number
  is_decided: boolean
}

const may_decide = (by: Who) => (deciding as readonly Who[]).includes(by)

/** What happened in a sequence, by the test's own knowledge. */
class Course {
  proposals: Proposal[] = []

  async take(one: Step): Promise<void> {
    const at = bench.writes()
    const budget_before = budget()
    if (one.does === 'propose') await this.propose(one.by, one.amount)
    if (one.does === 'approve') return this.approve(one.by, at, budget_before)
    if (one.does === 'reject') await this.reject(one.by)
    if (one.does === 'wait') bench.sandbox.clock.advance(80 * HOUR_MS)
    if (one.does !== 'change') return assert.equal(bench.writes(), at, `${one.does} wrote`)
    bench.sandbox.world.writes.change('mx_ads', account.campaign_id, { daily_budget: String(one.amount * 100) })
  }

  async propose(by: Who, new_daily_budget: number): Promise<void> {
    const answer = await bench.ask(callers[by], 'propose_update_budget', {
      ...{ platform: account.platform, campaign_id: account.campaign_id, new_daily_budget },
      reason: 'A test of sequences.',
    })
    if (!answer.ok) return assert.ok(answer.outcome === 'error' || answer.outcome === 'denied_scope', answer.error)
    const { action_id, before, after, expires_at, status } = answer.result as unknown as Proposed
    assert.equal(status, 'pending', 'nothing is approved without a person')
    const known = this.proposals.find((one) => one.action_id === action_id)
    if (known) return
    this.proposals.push({
      ...{ action_id, is_decided: false, expires_at: Date.parse(expires_at) },
      ...{ from: Number(before.daily_budget), to: Number(after.daily_budget) },
    })
  }

  open(): Proposal | undefined {
    return this.proposals.at(-1)
  }

  async approve(by: Who, at: number, budget_before: number): Promise<void> {
    const open = this.open()
    const action_id = open?.action_id ?? randomUUID()
    const is_over = open !== undefined && open.expires_at <= bench.sandbox.clock.now()
    const counts = open !== undefined && !open.is_decided && !is_over && may_decide(by)
    const answer = await bench.ask(callers[by], 'approve_action', { action_id })
    const wrote = bench.writes() - at
    const is_sent = counts && open.from === budget_before
    assert.equal(wrote, is_sent ? 1 : 0, `${by} approved, ${JSON.stringify({ open, budget_before, answer })}`)
    if (counts) {
      open.is_decided = true
      assert.ok(answer.ok, JSON.stringify(answer))
      const { status, cause } = answer.result as { status: string; cause: string | null }
      assert.deepEqual([status, cause], is_sent ? ['executed', null] : ['failed', 'target_changed'])
      if (is_sent) assert.equal(budget(), open.to)
    } else if (!may_decide(by)) assert.equal(answer.ok ? '' : answer.outcome, 'denied_scope', JSON.stringify(answer))
  }

  async reject(by: Who): Promise<void> {
    const open = this.open()
    if (!open) return
    const answer = await bench.ask(callers[by], 'reject_action', { action_id: open.action_id, reason: 'No.' })
    if (answer.ok) open.is_decided = true
    assert.ok(!answer.ok || may_decide(by), `${by} rejected`)
  }
}

test('nothing is written without a yes to exactly that change, nor twice, nor to a target that changed', async (context) => {
  let steps = 0
  let sent = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 12 }), async (sequence) => {
      await bench.rows('delete from rate_windows')
      bench.sandbox.clock.advance(2 * HOUR_MS)
      const at = bench.writes()
      const course = new Course()
      for (const one of sequence) await course.take(one)
      steps += sequence.length
      sent += bench.writes() - at
      for (const { action_id, is_decided } of course.proposals)
        if (!is_decided) await bench.ask(callers.admin, 'reject_action', { action_id })
    }),
    { numRuns: SEQUENCES, endOnFailure: true },
  )
  context.diagnostic(`${SEQUENCES} sequences, ${steps} steps, ${sent} writes`)
  assert.ok(sent > 0)
})
