// Alert rules: their fields, their list and their end. Tools of their own make and change them, because both need the figures.
import { z } from 'zod'
import { alert_conditions, comparison_periods } from '#domain/alert_conditions.ts'
import { platform_keys } from '#domain/platforms.ts'
import { channels } from '#engine/notifications/notify.ts'
import { refuse } from '#engine/outcomes.ts'
import { filter, only_where, record } from '#engine/record.ts'
import { outside_text, own_text } from '#engine/texts.ts'

const NAME_CHARS_MAX = 120
const DESCRIPTION_CHARS_MAX = 1_000
const METRIC_CHARS_MAX = 100
/** Thresholds beyond it have no six exact decimals. */
const THRESHOLD_MAX = 1_000_000_000
const DECIMALS_MAX = 6
const ANOMALY_THRESHOLDS = { least: 3, most: 8 }
const DECREASE_MAX = 100
const LIMIT_MAX = 200

const text = (max: number) =>
  outside_text()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters`)
    .refine((given) => !given.includes('\0'), 'must not contain a NUL character')

const platform = text(METRIC_CHARS_MAX).describe(
  'Platform key such as gx_ads, to count its figures only and to name metrics shortly.',
)

/** May be missing, and null clears it. The parameter and the field have the same description. */
const clearable = <Z extends z.ZodType>(field: Z) => field.nullable().describe(field.description ?? '')

export const rule_fields = {
  name: text(NAME_CHARS_MAX).describe('Name of the rule. Default: its metric and condition.'),
  description: clearable(text(DESCRIPTION_CHARS_MAX).describe('What to do when it fires.')),
  platform: clearable(platform),
  metric: text(METRIC_CHARS_MAX).describe(
    'source.metric of get_data_catalog, such as store.revenue, or the short name with platform, such as spend.',
  ),
  condition: z
    .enum(alert_conditions)
    .describe('above and below compare the value; *_percent its change; anomaly its own history of at least six weeks.')
    .default('above'),
  threshold: z
    .number('must be a finite number')
    .min(-THRESHOLD_MAX)
    .max(THRESHOLD_MAX)
    .refine(has_exact_decimals, `must have at most ${DECIMALS_MAX} decimals`)
    .describe('In the unit of the metric, in percent, or, for anomaly, robust deviations from 3 to 8; 4 is usual.'),
  comparison_period: clearable(
    z
      .enum(comparison_periods)
      .describe(
        'What the value is compared with: default same_weekday, the median of the last four. For above and below: the days that are summed; default one.',
      ),
  ),
  channels: clearable(
    z
      .array(z.enum(channels))
      .min(1, 'must name at least one channel, or be left out for all that are set')
      .refine((given) => new Set(given).size === given.length, 'must name each channel once')
      .describe('Where alerts go. Default: every channel that is set.'),
  ),
  enabled: z.boolean().default(true).describe('False: the rule is not evaluated.'),
}

function has_exact_decimals(given: number): boolean {
  const [, decimals = ''] = String(given).split('.')
  return !String(given).includes('e') && decimals.length <= DECIMALS_MAX
}

interface Terms {
  condition: string
  threshold: number
}

/** Refuses thresholds that the condition cannot have. */
export function check_terms({ condition, threshold }: Terms): void {
  const { least, most } = ANOMALY_THRESHOLDS
  if (condition === 'anomaly' && (threshold < least || threshold > most))
    refuse(`threshold of an anomaly must be from ${least} to ${most} robust deviations. 4 is usual.`)
  if (condition.endsWith('_percent') && threshold <= 0)
    refuse('threshold of a change must be more than 0 percent. The condition says the direction.')
  if (condition === 'decrease_percent' && threshold >= DECREASE_MAX)
    refuse('threshold of decrease_percent must be less than 100, because nothing falls by more.')
}

export const alert_rules = record({
  one: 'alert rule',
  many: 'alert_rules',
  table: 'alert_rules',
  id: 'rule_id',
  scopes: { read: ['notifications:read'], write: ['notifications:write'] },
  module: null,
  shown_by: 'list_alert_rules',
  keywords: {
    es: 'reglas de alerta alertas umbrales',
    en: 'alert rules alerts thresholds',
    pt: 'regras de alerta alertas limites',
  },
  fields: {
    ...rule_fields,
    unit: z.enum(['money', 'count', 'ratio', 'position']).describe('Unit of the metric.'),
    currency: own_text().nullable().describe('Of a threshold that is an amount.'),
  },
  shows: {
    state: z
      .enum(['ok', 'firing', 'flapping', 'no_data'])
      .describe('flapping: it opened four times in 14 days. no_data: the source is stale, failing or absent.'),
    no_data_reason: own_text().nullable().describe('Health of the source, when the state is no_data.'),
    evaluated_day: own_text().nullable().describe('Newest complete day that was evaluated.'),
    last_value: z.number().nullable().describe('Value of that day; null: not known.'),
  },
  check: check_terms,
  fill: (_, { caller }) => ({ created_by: caller.actor }),
  tools: {
    list_alert_rules: {
      does: 'list',
      about: 'Alert rules with their state, the last evaluated day and its value, newest first.',
      limit: 50,
      limit_max: LIMIT_MAX,
      filters: {
        platform: filter(z.enum(platform_keys).optional().describe('Only rules of this platform.'), (is, wanted) =>
          is('platform', '=', wanted),
        ),
        enabled_only: only_where('enabled', 'Only rules that are evaluated.'),
      },
    },
    delete_alert_rule: {
      does: 'delete',
      about: 'Deletes an alert rule with its alerts. update_alert_rule with enabled false only switches it off.',
    },
  },
})
