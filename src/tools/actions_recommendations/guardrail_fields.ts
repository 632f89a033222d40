// The fields of a guardrail, as tools take and show them.
import { z } from 'zod'
import { why_no_effect } from '#domain/guardrails.ts'
import { decimal, micros } from '#domain/money.ts'
import type { StoredGuardrail } from '#engine/approvals/guardrails.ts'
import { own_sentence } from '#engine/sentence.ts'
import { own_text } from '#engine/texts.ts'
import { message } from '#messages/message.ts'
import { ACTION_TYPES, slug } from './actions.ts'

export const amount = (about: string) =>
  z
    .string()
    .regex(/^\d{1,12}(\.\d{1,6})?$/, 'must be a decimal amount as text, such as "350.50"')
    .nullable()
    .default(null)
    .describe(`${about} Decimal text of the reporting currency, which the rule keeps. null: no such limit.`)
const whole = (most: number, about: string) =>
  z
    .int('must be a whole number')
    .min(0, 'must not be negative')
    .max(most, `must be at most ${most}`)
    .nullable()
    .default(null)
    .describe(`${about} null: no such limit.`)

export const guardrail_filters = {
  agent_slug: slug('Rules that apply to proposals of this AI agent.'),
  action_type: slug(`Rules that apply to this kind of change, such as ${ACTION_TYPES}.`),
}

export const guardrail_input = {
  agent_slug: z.string().trim().min(1).max(100).nullable().default(null).describe('null: everybody’s proposals.'),
  action_type: z.string().trim().min(1).max(100).nullable().default(null).describe('null: every kind of change.'),
  needs_approval: z.boolean().describe('False: changes within the automatic limits need no person.'),
  automatic_amount: amount('Largest automatic change of what is spent in a day.'),
  automatic_percent: whole(1_000, 'Largest automatic change of a budget, in percent.'),
  cooldown_hours: whole(8_760, 'No automatic change of a target for this long after its last one.'),
  day_amount: amount('Sum of all automatic changes of a day.'),
  day_count: whole(10_000, 'Number of automatic changes of a day.'),
  budget_max: amount('Largest daily budget that anybody may set.'),
  raise_max_percent: whole(10_000, 'Largest raise of a budget, for people too.'),
  cut_max_percent: whole(100, 'Largest cut of a budget, for people too.'),
}
type Input = z.output<z.ZodObject<typeof guardrail_input>>

const micros_or_null = (amount: string | null) => (amount === null ? null : micros(amount))
const decimal_or_null = (amount: bigint | null) => (amount === null ? null : decimal(amount))

export const rule_of = ({ automatic_amount, day_amount, budget_max, ...rule }: Input) => ({
  ...rule,
  automatic_amount_micros: micros_or_null(automatic_amount),
  day_amount_micros: micros_or_null(day_amount),
  budget_max_micros: micros_or_null(budget_max),
})

const text = () => own_text().nullable()
const count = () => z.int().nullable()
export const guardrail_fields = {
  guardrail_id: z.uuid(),
  version: z.int(),
  agent_slug: text().describe('null: everybody’s proposals.'),
  action_type: text().describe('null: every kind of change.'),
  needs_approval: z.boolean().describe('False: changes within the automatic limits need no person.'),
  currency: own_text().describe('Of its amounts. While the reporting currency is another one, nothing is automatic.'),
  automatic_amount: text().describe('Largest automatic change of what is spent in a day.'),
  automatic_percent: count(),
  cooldown_hours: count().describe('No automatic change of a target for this long after its last one.'),
  day_amount: text().describe('Sum of the automatic changes of a day.'),
  day_count: count(),
  budget_max: text().describe('Largest daily budget that anybody may set.'),
  raise_max_percent: count(),
  cut_max_percent: count(),
  without_effect: own_sentence('Why it approves nothing of what it seems to. null: it has an effect.').nullable(),
  used_today: z.strictObject({ amount: own_text(), count: z.int() }),
  created_by: own_text(),
  created_at: z.iso.datetime(),
}

export function shown_guardrail(
  stored: StoredGuardrail,
  used: { amount_micros: bigint; count: number } | undefined,
  kinds: readonly string[],
) {
  const { automatic_amount_micros, day_amount_micros, budget_max_micros, ...rule } = stored
  const why = why_no_effect(stored, kinds)
  return {
    ...rule,
    without_effect: why === undefined ? null : message(`guardrail.${why}`),
    automatic_amount: decimal_or_null(automatic_amount_micros),
    day_amount: decimal_or_null(day_amount_micros),
    budget_max: decimal_or_null(budget_max_micros),
    used_today: { amount: decimal(used?.amount_micros ?? 0n), count: used?.count ?? 0 },
  }
}
