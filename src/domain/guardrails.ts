// Guardrails: what nobody may do, and what needs no person. The strictest of all matching rules counts.
import { decimal } from '#domain/money.ts'

export interface Guardrail {
  guardrail_id: string
  version: number
  needs_approval: boolean
  /** Of the amounts: the reporting currency when the rule was written. */
  currency: string
  /** Micros. null: no limit of this kind. */
  automatic_amount_micros: bigint | null
  automatic_percent: number | null
  cooldown_hours: number | null
  day_amount_micros: bigint | null
  day_count: number | null
  budget_max_micros: bigint | null
  raise_max_percent: number | null
  cut_max_percent: number | null
}

export interface BudgetChange {
  /** Micros of the account's currency. Undefined: the budget is new. */
  before: bigint | undefined
  after: bigint
  /** The budget after the change in micros of the reporting currency. null: there is no exchange rate. */
  reporting: bigint | null
  /** Of a new budget: what its account spends in a day, in micros of the account's currency. Undefined: not known. */
  account_spends?: bigint | undefined
}

export interface Assessment {
  budget?: BudgetChange
  /** The reporting currency, in which the amounts of the change are known. */
  currency: string
  /** The change of what is spent in a day, in micros of the reporting currency. null: not known, as without an exchange rate. */
  amount_micros: bigint | null
  makes_something: boolean
  can_be_undone: boolean
  is_tainted: boolean
  /** A person has rejected such a change of the target not long before. */
  was_rejected: boolean
  /** The connection reads without errors. */
  is_source_healthy: boolean
  /** Since the last change of the same target. Undefined: there was none. */
  hours_since_last: number | undefined
}

const is_over = (part: bigint, whole: bigint, percent: number) => part * 100n > whole * BigInt(percent)

/** A sentence, when a rule forbids the change, also to people. */
export function forbidden_by(
  rules: readonly Guardrail[],
  { budget, currency: known_in }: Pick<Assessment, 'budget' | 'currency'>,
): string | undefined {
  if (!budget) return undefined
  for (const { currency, budget_max_micros: most, raise_max_percent: raise, cut_max_percent: cut } of rules) {
    if (most !== null && currency !== known_in)
      return `A guardrail limits daily budgets to ${decimal(most)} ${currency}, and this change is counted in ${known_in}. Propose it again, or have an admin write the guardrail again in the reporting currency.`
    if (most !== null && budget.reporting === null)
      return `A guardrail limits daily budgets to ${decimal(most)} ${currency}, and there is no exchange rate to compare with. Load a rate, or have an admin change the guardrail.`
    if (most !== null && budget.reporting! > most)
      return `A guardrail limits daily budgets to ${decimal(most)} ${currency}. This one would be ${decimal(budget.reporting!)} ${currency}. An admin can change the guardrail.`
    const { before, after } = budget
    if (before === undefined || before === 0n) continue
    if (raise !== null && is_over(after - before, before, raise))
      return `A guardrail limits a raise to ${raise} % of the budget of ${decimal(before)}. Propose a smaller one, or have an admin change the guardrail.`
    if (cut !== null && is_over(before - after, before, cut))
      return `A guardrail limits a cut to ${cut} % of the budget of ${decimal(before)}. Propose a smaller one, or have an admin change the guardrail.`
  }
  return undefined
}

type Limits = Omit<Guardrail, 'guardrail_id' | 'version' | 'currency'>

/** Kinds of changes after which more can be spent. A rule of every kind covers them too. */
const SPENDING = ['set_daily_budget', 'resume_campaign', 'create_campaign']

/** Whether the rule bounds one automatic change, and all of a day. */
const has_limits = ({ automatic_amount_micros, automatic_percent, day_amount_micros, day_count }: Limits) =>
  (automatic_amount_micros !== null || automatic_percent !== null) && (day_amount_micros !== null || day_count !== null)

/** A rule that would approve any amount, any number of times. */
export const is_unbounded = (rule: Limits & { action_type: string | null }): boolean =>
  !rule.needs_approval && (rule.action_type === null || SPENDING.includes(rule.action_type)) && !has_limits(rule)

/** Why a stored rule decides nothing of what it seems to decide. Undefined: it decides. */
export function why_no_effect(
  rule: Limits & { action_type: string | null },
  known: readonly string[],
): 'unknown_kind' | 'no_limits' | undefined {
  if (rule.action_type !== null && !known.includes(rule.action_type)) return 'unknown_kind'
  return is_unbounded(rule) ? 'no_limits' : undefined
}

/** Why a person must decide. Undefined: the rules approve the change themselves, if their day allows it. */
export function why_a_person(rules: readonly Guardrail[], assessment: Assessment): string | undefined {
  if (rules.length === 0 || rules.some(({ needs_approval }) => needs_approval))
    return 'Every such change needs a person.'
  if (assessment.makes_something) return 'What makes something new needs a person.'
  if (!assessment.can_be_undone) return 'What cannot be undone needs a person.'
  if (assessment.is_tainted) return 'Who proposed it had read external text.'
  if (assessment.was_rejected) return 'A person rejected such a change.'
  if (!assessment.is_source_healthy) return 'The connection reads with errors.'
  if (assessment.amount_micros === null) return 'Its amount is not known.'
  for (const rule of rules) {
    if (rule.currency !== assessment.currency) return 'The rule has amounts in another currency.'
    if (assessment.amount_micros !== 0n && !has_limits(rule)) return 'The rule does not limit what is spent.'
    if (has_no_amount(rule) && risk_of(assessment) === 'high') return 'Its risk is high, and the rule has no amount.'
    const { automatic_amount_micros: most, automatic_percent: percent, cooldown_hours: cooldown } = rule
    if (most !== null && assessment.amount_micros > most) return 'It is above the automatic amount.'
    if (percent !== null && !is_within(assessment, percent)) return 'It is above the automatic percentage.'
    if (cooldown !== null && (assessment.hours_since_last ?? Number.POSITIVE_INFINITY) < cooldown)
      return `The same target was changed less than ${cooldown} hours ago.`
  }
  return undefined
}

/** A new campaign sets a daily budget too, so the largest one of a rule about budgets binds it. */
export const also_bound_by: Readonly<Record<string, string>> = { create_campaign: 'set_daily_budget' }

const has_no_amount = ({ automatic_amount_micros, day_amount_micros }: Limits) =>
  automatic_amount_micros === null && day_amount_micros === null

/** A change of spending without a budget before it, such as a resume, is within no percentage. */
function is_within({ budget, amount_micros }: Assessment, percent: number): boolean {
  if (!budget) return amount_micros === 0n
  const { before, after } = budget
  if (before === undefined || before === 0n) return false
  return !is_over(after > before ? after - before : before - after, before, percent)
}

export type Risk = 'low' | 'medium' | 'high'

/** How much a wrong yes can cost, for the person who decides. A new budget is a raise of what its account spends. */
export function risk_of({ budget, amount_micros, makes_something, can_be_undone }: Assessment): Risk {
  if (makes_something && budget)
    return is_over(budget.after, budget.account_spends ?? 0n, HIGH_RAISE_PERCENT) ? 'high' : 'medium'
  if (makes_something) return 'medium'
  if (!can_be_undone) return 'high'
  if (!budget && amount_micros !== 0n) return 'medium'
  if (!budget || budget.before === undefined) return 'low'
  const { before, after } = budget
  if (after <= before) return is_over(before - after, before, DEEP_CUT_PERCENT) ? 'medium' : 'low'
  return is_over(after - before, before, HIGH_RAISE_PERCENT) ? 'high' : 'medium'
}

const HIGH_RAISE_PERCENT = 50
/** A cut above it nearly stops the campaign, like a pause. */
const DEEP_CUT_PERCENT = 90
