import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { start_again, terms_of } from '#alerts/rules.ts'
import { has_period } from '#domain/alert_conditions.ts'
import { own_id } from '#engine/fields.ts'
import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'
import { evaluate_alerts } from '#jobs/evaluate_alerts.ts'
import { alert_rules, check_terms, rule_fields } from './alert_rules.ts'
import { currency_of, rule_result, shown_rule, tried_rule } from './rule_answers.ts'

const { name, description, condition, threshold, comparison_period, channels } = rule_fields

export const update_alert_rule = tool({
  about: 'Change an alert rule. What is not passed stays; null clears.',
  keywords: {
    es: 'cambiar alerta desactivar',
    en: 'change alert disable',
    pt: 'mudar alerta desativar',
  },
  scopes: ['notifications:write'],
  effect: 'write',
  destructive: true,
  module: null,
  idempotent: true,
  record: alert_rules.family,
  input: {
    rule_id: own_id('rule_id').describe('Of list_alert_rules.'),
    name: name.optional(),
    description: description.optional(),
    condition: condition.unwrap().optional(),
    threshold: threshold.optional(),
    comparison_period: comparison_period.optional(),
    enabled: z.boolean().optional().describe('False ends it.'),
    channels: channels.optional(),
  },
  result: rule_result,
  example: { rule_id: '01980000-0000-7000-8000-000000000000', threshold: 50 },
  async run({ rule_id, ...given }, context) {
    if (Object.values(given).every((value) => value === undefined))
      refuse(
        `There is nothing to change: give at least one of ${Object.keys(update_alert_rule.input).slice(1).join(', ')}.`,
      )
    const before = await alert_rules.find(context.db, rule_id)
    const passed = passed_of(given, before)
    const wanted = { ...before, ...passed }
    check_terms(wanted)
    const has_new_terms = !isDeepStrictEqual(terms_of(wanted), terms_of(before))
    const is_new = wanted.enabled && (has_new_terms || !before.enabled)
    const { metric, tried } = await tried_rule(context, wanted, { is_new })
    // A threshold that is not passed stays an amount of the currency in which it was set.
    const set_in = currency_of(metric, wanted.condition, context)
    const currency = set_in && given.threshold === undefined ? (before.currency ?? set_in) : set_in
    const changed = await alert_rules.update(context, rule_id, { ...passed, currency })
    if (has_new_terms || currency !== before.currency || !changed.enabled)
      await start_again(context.db, rule_id, context.now)
    await context.enqueue(evaluate_alerts, {})
    return { ...shown_rule(changed), ...tried }
  },
})

/** What is passed. A condition without a period drops the stored one. */
function passed_of<Given extends { condition?: string | undefined }>(given: Given, before: { condition: string }) {
  const dropped = has_period(given.condition ?? before.condition) ? {} : { comparison_period: null }
  return { ...dropped, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) }
}
