// A rule that approves without a person, and limits for it.
import type { Guardrail } from '#domain/guardrails.ts'

export const unlimited: Guardrail = {
  currency: 'MXN',
  ...{ guardrail_id: '1', version: 1, needs_approval: false, automatic_amount_micros: null, automatic_percent: null },
  ...{
    cooldown_hours: null,
    day_amount_micros: null,
    day_count: null,
    budget_max_micros: null,
    raise_max_percent: null,
  },
  cut_max_percent: null,
}
/** Limits that a rule of spending must have, and that no change of these tests reaches. */
export const bounds = { automatic_amount_micros: 1_000_000_000n, day_amount_micros: 100_000_000_000n, day_count: 1_000 }
