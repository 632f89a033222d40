// What making and changing a rule have in common: the answer with the backtest, and the checks that need the figures.
import { z } from 'zod'
import { BACKTEST_DAYS, backtest, OPENINGS_USUAL_MAX } from '#alerts/backtest.ts'
import { type AlertMetric, find_alert_metric } from '#alerts/metric.ts'
import { terms_of } from '#alerts/rules.ts'
import { metric_name } from '#alerts/sending.ts'
import { lacks_history, verdicts_of } from '#alerts/verdicts.ts'
import { type AlertCondition, compared_days, window_days } from '#domain/alert_conditions.ts'
import { HISTORY_DAYS_MIN } from '#domain/detector.ts'
import { add_days } from '#domain/windows.ts'
import type { Channel } from '#engine/notifications/notify.ts'
import { refuse } from '#engine/outcomes.ts'
import { sentence } from '#engine/sentence.ts'
import { own_text } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import { cut_text } from '#lib/text.ts'
import { as_money, as_percent, as_ratio, message, named } from '#messages/message.ts'
import { text_of } from '#messages/render.ts'
import { NAME_CHARS_MAX, rule_fields } from './alert_rules.ts'
import { channel_warnings } from './rule_channels.ts'

export const rule_result = {
  rule_id: z.uuid(),
  ...rule_fields,
  condition: rule_fields.condition.unwrap(),
  enabled: z.boolean(),
  unit: z.enum(['money', 'count', 'ratio', 'position']).describe('Unit of the metric.'),
  currency: own_text().nullable().describe('Of a threshold that is an amount.'),
  would_have_fired: z
    .array(own_text())
    .describe(`Days of the last ${BACKTEST_DAYS} on which an alert would have opened, with the data as known today.`),
  checked_days: z
    .int()
    .describe(`Days of the last ${BACKTEST_DAYS} whose figures are known. About the others, nothing is.`),
  warnings: z.array(sentence()).describe('What to change before relying on the rule; empty when there is nothing.'),
}

interface Wanted {
  metric: string
  platform: string | null
  condition: string
  threshold: number
  comparison_period: string | null
  channels?: readonly Channel[] | null | undefined
}

/**
 * The metric of a rule, and how often the rule would have fired. Refuses what cannot be evaluated. `is_new`: these terms were not
 * evaluated before. A missing source refuses only those, so that its rules can be switched off and renamed.
 */
export async function tried_rule(context: Context, wanted: Wanted, { is_new }: { is_new: boolean }) {
  const metric = await find_alert_metric(context, wanted)
  const terms = terms_of(wanted)
  if (metric.is_of_a_day && (window_days(terms) > 1 || compared_days(terms) > 1))
    refuse(`${metric.name} does not add up over days. Leave comparison_period out, or use same_weekday.`)
  const span = { from: add_days(context.today, -BACKTEST_DAYS), to: add_days(context.today, -1) }
  const verdicts = await verdicts_of(context, { metric, terms }, span)
  if (is_new && terms.condition === 'anomaly' && lacks_history(verdicts))
    refuse(`An anomaly needs ${HISTORY_DAYS_MIN} known days of ${metric.name}. Use another condition until then.`)
  const { opened, checked } = await backtest(verdicts, context.today)
  const warnings_of = await channel_warnings(context)
  const warnings = [
    ...warnings_of(wanted),
    checked === 0 && message('alert.unchecked', { days: BACKTEST_DAYS }),
    opened.length > OPENINGS_USUAL_MAX && message('alert.fires_often', { days: BACKTEST_DAYS, count: opened.length }),
  ].filter((warning) => warning !== false)
  return { metric, tried: { would_have_fired: opened, checked_days: checked, warnings } }
}

/** The fields of a rule that the answers of these tools have. */
export const shown_rule = <R extends object>(rule: R): R =>
  Object.fromEntries(Object.entries(rule).filter(([field]) => field in rule_result)) as R

/** What the rule watches, in the language of the organization: the name is stored, and its readers are people. */
export function default_name(metric: AlertMetric, { condition, threshold }: Named, { org }: Context): string {
  const [source = ''] = metric.name.split('.')
  const shown = condition.endsWith('_percent')
    ? as_percent(threshold)
    : metric.unit === 'money'
      ? as_money(threshold, org.currency, { is_exact: true })
      : Number.isInteger(threshold)
        ? threshold
        : as_ratio(threshold)
  const name = message(`alert_name.${condition}`, {
    source: named('metric_source', source, source.replaceAll('_', ' ')),
    metric: metric_name(metric),
    threshold: shown,
  })
  return cut_text(text_of(name, org), NAME_CHARS_MAX)
}

interface Named {
  condition: AlertCondition
  threshold: number
}

/** Thresholds that are amounts have a currency. */
export const currency_of = ({ unit }: AlertMetric, condition: string, { org }: Context) =>
  unit === 'money' && (condition === 'above' || condition === 'below') ? org.currency : null
