import { refuse } from '#engine/outcomes.ts'
import { tool } from '#engine/tool.ts'
import { evaluate_alerts } from '#jobs/evaluate_alerts.ts'
import { alert_rules, check_terms, optional_fields, rule_fields } from './alert_rules.ts'
import { currency_of, default_name, rule_result, shown_rule, tried_rule } from './rule_answers.ts'

/** Alert rules of an organization. */
const RULES_MAX = 100

const { name, metric, condition, threshold } = rule_fields

export const create_alert_rule = tool({
  about: 'Make a rule that alerts people when a metric crosses a threshold, changes or breaks with its history.',
  keywords: {
    es: 'crear alerta cuando pase de un valor',
    en: 'create alert whenever it goes over a value',
    pt: 'criar alerta quando passar de um valor',
  },
  scopes: ['notifications:write'],
  effect: 'write',
  module: null,
  record: alert_rules.family,
  input: {
    metric,
    threshold,
    name: name.optional(),
    condition,
    ...optional_fields,
  },
  result: rule_result,
  example: { metric: 'store.orders', threshold: 40 },
  async run({ platform = null, comparison_period = null, ...given }, context) {
    const wanted = { ...given, platform, comparison_period }
    check_terms(wanted)
    const { metric, tried } = await tried_rule(context, wanted, { is_new: true })
    const { count } = await context.db
      .selectFrom('alert_rules')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= RULES_MAX) refuse(`There are ${RULES_MAX} alert rules, which is the most. Delete one first.`)
    const made = await alert_rules.insert(context, {
      ...wanted,
      metric: metric.name,
      name: given.name ?? default_name(metric, given, context),
      unit: metric.unit,
      currency: currency_of(metric, given.condition, context),
    })
    await context.enqueue(evaluate_alerts, {})
    return { ...shown_rule(made), ...tried }
  },
})
