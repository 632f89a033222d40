// Alert rules: their fields, their list and their end. Tools of their own make and change them, because both need the figures.

import { sql } from 'kysely'
import { z } from 'zod'
import { alert_conditions, comparison_periods, has_period } from '#domain/alert_conditions.ts'
import { platform_keys } from '#domain/platforms.ts'
import { channels } from '#engine/notifications/notify.ts'
import { refuse } from '#engine/outcomes.ts'
import { filter, only_where, record, type Where } from '#engine/record.ts'
import { own_sentence } from '#engine/sentence.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { has_no_repeats } from '#lib/lists.ts'
import { channel_warnings } from './rule_channels.ts'

export const NAME_CHARS_MAX = 120
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

const METRIC = 'As in get_data_catalog; with platform, its short name.'
const about = {
  description: 'What to do then.',
  platform: 'Counts its figures only.',
  comparison_period: 'Default same_weekday.',
  channels: 'Default: all set.',
} as const

const clearable = {
  description: text(DESCRIPTION_CHARS_MAX),
  platform: text(METRIC_CHARS_MAX),
  comparison_period: z.enum(comparison_periods),
  channels: z
    .array(z.enum(channels))
    .min(1, 'must name at least one channel, or be left out for all that are set')
    .refine(has_no_repeats, 'must name each channel once'),
}

/** Of a new rule: fields that may be missing. Of a rule, null stands for a missing one, and clears it. */
export const optional_fields = {
  description: clearable.description.optional().describe(about.description),
  platform: clearable.platform.optional().describe(about.platform),
  comparison_period: clearable.comparison_period.optional().describe(about.comparison_period),
  channels: clearable.channels.optional().describe(about.channels),
}

export const rule_fields = {
  name: text(NAME_CHARS_MAX).describe('Default: metric, threshold.'),
  description: clearable.description.nullable().describe(about.description),
  platform: clearable.platform.nullable().describe(about.platform),
  metric: text(METRIC_CHARS_MAX).describe(METRIC),
  condition: z.enum(alert_conditions).describe('Direction.').default('above'),
  threshold: z
    .number('must be a finite number')
    .refine((given) => Math.abs(given) <= THRESHOLD_MAX, `must be at most ${THRESHOLD_MAX}`)
    .refine(has_exact_decimals, `must have at most ${DECIMALS_MAX} decimals`)
    .describe('Value, percent, or deviations (anomaly: 3-8).'),
  comparison_period: clearable.comparison_period.nullable().describe(about.comparison_period),
  channels: clearable.channels.nullable().describe(about.channels),
  enabled: z.boolean().default(true).describe('False: the rule is not evaluated.'),
}

function has_exact_decimals(given: number): boolean {
  const [, decimals = ''] = String(given).split('.')
  return !String(given).includes('e') && decimals.length <= DECIMALS_MAX
}

interface Terms {
  condition: string
  threshold: number
  comparison_period: string | null
}

/** Refuses a threshold or a period that the condition cannot have. */
export function check_terms({ condition, threshold, comparison_period }: Terms): void {
  const { least, most } = ANOMALY_THRESHOLDS
  if (condition === 'anomaly' && (threshold < least || threshold > most))
    refuse(`threshold of an anomaly must be from ${least} to ${most} robust deviations. 4 is usual.`)
  if (comparison_period !== null && !has_period(condition))
    refuse('An anomaly is compared with its own history. Leave comparison_period out.')
  if (condition.endsWith('_percent') && threshold <= 0)
    refuse('threshold of a change must be more than 0 percent. The condition says the direction.')
  if (condition === 'decrease_percent' && threshold >= DECREASE_MAX)
    refuse('threshold of decrease_percent must be less than 100, because nothing falls by more.')
}

/** Rules of the platform, and those whose metric counts it among others. */
const watches = (is: Where, platform: string) =>
  is.or([
    is('platform', '=', platform),
    sql<boolean>`alert_rules.platform is null and exists (select from metric_sources s
      where s.source = split_part(alert_rules.metric, '.', 1) and ${platform} = any (s.platforms))`,
  ])

const state_fields = {
  state: z
    .enum(['ok', 'firing', 'flapping', 'no_data'])
    .describe('flapping: it opened four times in 14 days. no_data: the source is stale, failing or absent.'),
  no_data_reason: own_text().nullable().describe('Health of the source, when the state is no_data.'),
  evaluated_day: own_text().nullable().describe('Newest complete day that was evaluated.'),
  last_value: z.number().nullable().describe('Value of that day; null: not known.'),
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
  shows: state_fields,
  check: check_terms,
  fill: (_, { caller }) => ({ created_by: caller.actor }),
  tools: {
    list_alert_rules: {
      does: 'list',
      about: 'Alert rules with their state, the last evaluated day and its value, newest first.',
      limit: 50,
      limit_max: LIMIT_MAX,
      // All that a person sees and changes. Fifty rules with the times of their changes exceed a default answer.
      short: {
        fields: ['rule_id', ...Object.keys(rule_fields), 'unit', 'currency', ...Object.keys(state_fields), 'warnings'],
      },
      filters: {
        platform: filter(z.enum(platform_keys).optional().describe('Only rules that watch this platform.'), watches),
        enabled_only: only_where('enabled', 'Only rules that are evaluated.'),
      },
      adds_to_rows: {
        fields: {
          warnings: z
            .array(own_sentence())
            .describe('Channels of the rule that are not on, so it alerts nobody there.'),
        },
        async of(context) {
          const warnings_of = await channel_warnings(context)
          return (rule) => ({ warnings: warnings_of(rule) })
        },
      },
    },
    delete_alert_rule: {
      does: 'delete',
      about: 'Deletes an alert rule with its alerts. update_alert_rule with enabled false only switches it off.',
    },
  },
})
