// When rules approve a change without a person, and how much a wrong yes can cost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  type Assessment,
  forbidden_by,
  type Guardrail,
  risk_of,
  why_a_person,
  why_no_effect,
} from '#domain/guardrails.ts'
import { bounds, unlimited } from '#test/guardrail_rules.ts'

const units = (amount: number) => BigInt(amount) * 1_000_000n

const assessment: Assessment = {
  ...{ budget: { before: units(100), after: units(110), reporting: units(110) }, amount_micros: units(10) },
  currency: 'MXN',
  ...{ makes_something: false, can_be_undone: true, is_tainted: false, was_rejected: false, is_source_healthy: true },
  hours_since_last: undefined,
}

test('never automatic: what is new, final or tainted, from a sick source, or without an exchange rate', () => {
  const none = { ...unlimited, ...bounds }
  assert.equal(why_a_person([none], assessment), undefined)
  const never: Partial<Assessment>[] = [
    { makes_something: true },
    { can_be_undone: false },
    { is_tainted: true },
    { was_rejected: true },
    { is_source_healthy: false },
    { amount_micros: null },
  ]
  // A resumed campaign has an amount, and no budget before it.
  const resumed = { ...assessment, budget: undefined }
  assert.ok(why_a_person([{ ...none, automatic_percent: 50 }], resumed))
  assert.equal(why_a_person([{ ...none, automatic_percent: 50 }], { ...resumed, amount_micros: 0n }), undefined)
  for (const one of never) assert.ok(why_a_person([none], { ...assessment, ...one }), JSON.stringify(Object.keys(one)))
  assert.match(
    forbidden_by([{ ...none, budget_max_micros: 1n }], {
      ...assessment,
      budget: { ...assessment.budget!, reporting: null },
    })!,
    /no exchange rate/,
  )
})

test('a stored rule without limits leaves what spends money to a person', () => {
  assert.match(why_a_person([unlimited], assessment)!, /does not limit/)
  assert.equal(why_a_person([unlimited], { ...assessment, budget: undefined, amount_micros: 0n }), undefined)
  const high = { ...assessment, budget: { ...assessment.budget!, after: units(190) }, amount_micros: units(90) }
  const by_percent = { ...unlimited, automatic_percent: 300, day_count: 3 }
  assert.match(why_a_person([by_percent], high)!, /risk is high/)
  assert.equal(why_a_person([{ ...by_percent, day_amount_micros: units(500) }], high), undefined)
})

test('any further rule only makes decisions stricter', () => {
  const limit = fc.option(fc.bigInt({ min: 0n, max: units(300) }), { nil: null })
  const percent = fc.option(fc.integer({ min: 0, max: 300 }), { nil: null })
  const rules = fc.record({
    ...{ guardrail_id: fc.constant('1'), version: fc.constant(1), needs_approval: fc.boolean() },
    currency: fc.constantFrom('MXN', 'USD'),
    ...{
      automatic_amount_micros: limit,
      automatic_percent: percent,
      cooldown_hours: percent,
      day_amount_micros: limit,
    },
    ...{ day_count: percent, budget_max_micros: limit, raise_max_percent: percent, cut_max_percent: percent },
  })
  const changes = fc.record({
    before: fc.bigInt({ min: 0n, max: units(200) }),
    after: fc.bigInt({ min: 1n, max: units(400) }),
  })
  fc.assert(
    fc.property(fc.array(rules, { minLength: 1, maxLength: 4 }), rules, changes, (some, more, { before, after }) => {
      const amount_micros = after > before ? after - before : before - after
      const one = { ...assessment, budget: { before, after, reporting: after }, amount_micros }
      const is_allowed = (all: Guardrail[]) => forbidden_by(all, one) === undefined
      if (!is_allowed(some)) assert.ok(!is_allowed([...some, more]))
      if (why_a_person(some, one) !== undefined) assert.ok(why_a_person([...some, more], one) !== undefined)
    }),
  )
})

test('the risk of a change', () => {
  const raised = (after: number) => ({ ...assessment, budget: { ...assessment.budget!, after: units(after) } })
  assert.deepEqual(
    [
      raised(90),
      raised(10),
      raised(9),
      raised(120),
      raised(200),
      { ...assessment, budget: undefined, amount_micros: 0n, makes_something: true },
      { ...assessment, can_be_undone: false },
    ].map(risk_of),
    ['low', 'low', 'medium', 'medium', 'high', 'medium', 'high'],
  )
})

test('the risk of a new budget follows what its account spends', () => {
  const made = { ...assessment, makes_something: true, can_be_undone: false }
  const risk = (after: number, account_spends?: bigint) =>
    risk_of({ ...made, budget: { before: undefined, after: units(after), reporting: null, account_spends } })
  assert.deepEqual([risk(50, units(100)), risk(51, units(100))], ['medium', 'high'])
  assert.deepEqual([risk(1), risk(1, 0n)], ['high', 'high'], 'nothing to compare with')
  assert.equal(risk_of({ ...made, budget: undefined, amount_micros: 0n }), 'medium', 'it spends nothing')
})

test('a rule of an unknown kind, and one without a limit, has no effect', () => {
  const known = ['set_daily_budget', 'pause_campaign']
  const why = (rule: object) => why_no_effect({ ...unlimited, action_type: null, ...rule }, known)
  assert.equal(why({ action_type: 'set_dayly_budget', ...bounds }), 'unknown_kind')
  assert.equal(why({}), 'no_limits')
  assert.equal(why({ action_type: 'set_daily_budget' }), 'no_limits')
  assert.equal(why({ action_type: 'set_daily_budget', ...bounds }), undefined)
  assert.equal(why({ action_type: 'pause_campaign' }), undefined)
  assert.equal(why({ needs_approval: true }), undefined)
})
