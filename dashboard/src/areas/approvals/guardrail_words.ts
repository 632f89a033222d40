// A rule about changes in sentences.

import { type_name } from '../../components/change_words.ts'
import { amount_text } from '../../components/figure.ts'
import { t } from '../../lib/language.ts'
import type { Guardrail } from './rows.ts'

/** Whose proposals and which kind of change. */
export function rule_name({ agent_slug, action_type }: Pick<Guardrail, 'agent_slug' | 'action_type'>): string {
  const kind = action_type === null ? t('Every kind of change') : type_name(action_type)
  return agent_slug === null ? kind : t('{kind}, proposed by the AI agent {name}', { kind, name: agent_slug })
}

type Limit = { [Name in keyof Guardrail]: string | number extends Guardrail[Name] ? never : Name }[keyof Guardrail]

/** The sign stays on the line of its number. */
const percent = (value: string) => `${value}\u00a0%`

/** The limits of automatic approvals, which the rule has no use for when a person decides. */
const automatic: [Limit, (value: string) => string][] = [
  ['automatic_amount', (value) => t('A change of a day’s spend is at most {value}.', { value })],
  ['automatic_percent', (value) => t('A budget changes by at most {value}.', { value: percent(value) })],
  ['cooldown_hours', (value) => t('The same target rests for {value} hours after a change.', { value })],
  ['day_amount', (value) => t('All changes of a day are at most {value}.', { value })],
  ['day_count', (value) => t('At most {value} changes a day.', { value })],
]
const hard: [Limit, (value: string) => string][] = [
  ['budget_max', (value) => t('Nobody sets a daily budget above {value}.', { value })],
  ['raise_max_percent', (value) => t('Nobody raises a budget by more than {value}.', { value: percent(value) })],
  ['cut_max_percent', (value) => t('Nobody cuts a budget by more than {value}.', { value: percent(value) })],
]

export function limits_of(rule: Guardrail, reporting: string): string[] {
  const { currency } = rule
  const written = [...(rule.needs_approval ? [] : automatic), ...hard].flatMap(([name, sentence]) => {
    const value = rule[name]
    if (value === null) return []
    // Amounts are decimal text, all other limits are whole numbers.
    return sentence(typeof value === 'string' ? amount_text(value, currency, currency !== reporting) : String(value))
  })
  return written
}
