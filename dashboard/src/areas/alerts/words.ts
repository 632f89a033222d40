// Conditions, states and channels in words.
import type { Health } from '../../../../src/domain/health.ts'
import { figure_text } from '../../components/figure.ts'
import type { Level } from '../../components/level_badge.tsx'
import { kind_of } from '../../components/metric_words.ts'
import { t } from '../../lib/language.ts'
import { platform_name } from '../../lib/platforms.ts'
import { health_text } from '../../lib/trust_words.ts'
import type { Channel, ComparisonPeriod, Condition, Rule } from './rows.ts'

const PERCENT = 100

export const condition_names = (): Record<Condition, string> => ({
  above: t('is above a value'),
  below: t('is below a value'),
  increase_percent: t('rises by more than'),
  decrease_percent: t('falls by more than'),
  change_percent: t('changes by more than'),
  anomaly: t('breaks with its own history'),
})

/** 'Below $12,000.00', 'Falls by more than 20 %' */
export function condition_text({ condition, threshold, metric, unit, currency }: Rule): string {
  const is_percent = condition.endsWith('_percent')
  const value = is_percent
    ? figure_text(threshold / PERCENT, { kind: 'share', is_exact: true })
    : figure_text(threshold, {
        kind: condition === 'anomaly' ? 'ratio' : kind_of({ metric, unit }),
        currency: currency ?? undefined,
        is_exact: true,
      })
  return {
    above: () => t('Above {value}', { value }),
    below: () => t('Below {value}', { value }),
    increase_percent: () => t('Rises by more than {value}', { value }),
    decrease_percent: () => t('Falls by more than {value}', { value }),
    change_percent: () => t('Changes by more than {value}', { value }),
    anomaly: () => t('Breaks with its history by more than {value} deviations', { value }),
  }[condition]()
}

const is_level = (condition: Condition) => condition === 'above' || condition === 'below'

/** Without a choice, the tool takes the first one. Empty: the condition has none. */
export function periods_of(condition: Condition): [ComparisonPeriod, string][] {
  if (condition === 'anomaly') return []
  if (is_level(condition))
    return [
      ['previous_day', t('Each day')],
      ['previous_7_days', t('The last 7 days together')],
      ['previous_30_days', t('The last 30 days together')],
    ]
  return [
    ['same_weekday', t('The same weekday of the last four weeks')],
    ['previous_day', t('The day before')],
    ['previous_7_days', t('The mean of the 7 days before')],
    ['previous_30_days', t('The mean of the 30 days before')],
  ]
}

export const period_label = (condition: Condition): string => (is_level(condition) ? t('Window') : t('Compared with'))

export function period_text({ condition, comparison_period }: Pick<Rule, 'condition' | 'comparison_period'>): string {
  const periods = periods_of(condition)
  return (periods.find(([period]) => period === comparison_period) ?? periods[0])?.[1] ?? ''
}

export const channel_names = (): Record<Channel, string> => ({
  dashboard: t('Dashboard'),
  chat: t('Chat'),
  messaging: t('WhatsApp'),
  email: t('Email'),
})

export const channels_text = ({ channels }: Pick<Rule, 'channels'>): string => {
  const names = channel_names()
  return channels?.map((channel) => names[channel]).join(', ') ?? t('All that are set')
}

/** 'store.revenue · Shopify' */
export const metric_text = ({ metric, platform }: Pick<Rule, 'metric' | 'platform'>): string =>
  platform === null ? metric : `${metric} · ${platform_name(platform)}`

/** No day was evaluated yet: the rule is new, or its terms are. */
export const is_pending = ({ enabled, state, evaluated_day }: Rule): boolean =>
  enabled && state === 'ok' && evaluated_day === null

export function state_of(rule: Rule): { level: Level; text: string } {
  if (!rule.enabled) return { level: 'quiet', text: t('Off') }
  if (is_pending(rule)) return { level: 'quiet', text: t('Waiting for a day') }
  return {
    ok: { level: 'good' as const, text: t('Normal') },
    firing: { level: 'bad' as const, text: t('Alert') },
    flapping: { level: 'warning' as const, text: t('Opens too often') },
    no_data: { level: 'warning' as const, text: t('No data') },
  }[rule.state]
}

/** What the state means. Empty: its name says it. */
export function state_about(rule: Rule): string {
  if (!rule.enabled) return t('The rule is not evaluated.')
  if (is_pending(rule)) return t('The newest complete day is evaluated next.')
  if (rule.state === 'flapping') return t('Four alerts opened within 14 days, so one message a day says how it is.')
  return rule.state === 'no_data' ? no_data_text(rule.no_data_reason) : ''
}

function no_data_text(reason: string | null): string {
  if (reason === 'absent') return t('No platform with this figure is connected.')
  if (reason === 'currency') return t('The reporting currency was changed. Set the threshold again.')
  return reason === null ? '' : health_text(reason as Health)
}
