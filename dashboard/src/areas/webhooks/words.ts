// Events and states in words.
import type { Level } from '../../components/level_badge.tsx'
import { t } from '../../lib/language.ts'
import type { Attempt, EventType, Webhook } from './rows.ts'

/** Every type to which a webhook can subscribe. */
export const event_names = (): Record<EventType, string> => ({
  'order.created': t('A shop or marketplace has a new order.'),
  'alert.fired': t('A metric breached an alert rule.'),
  'alert.resolved': t('An alert ended, or corrected figures withdrew it.'),
  'action.pending': t('A change waits for a decision.'),
  'action.approved': t('A change was approved.'),
  'action.rejected': t('A change was rejected.'),
  'action.executed': t('The platform shows a change.'),
  'action.failed': t('A change was not carried out, or not as approved.'),
  'action.unknown': t('Nobody knows whether a change was carried out.'),
  'action.expired': t('A change ended without a decision.'),
  'recommendation.created': t('A rule found something to improve.'),
  'connection.needs_reconnection': t('A platform must be connected again.'),
  'sync.finished': t('A sync has ended.'),
})

export const is_event = (name: string): name is EventType => Object.hasOwn(event_names(), name)

/** A webhook without a name is known by its address. */
export const name_of = ({ name, url }: Pick<Webhook, 'name' | 'url'>): string => name ?? url

export function state_of({ is_active, off_reason, failures }: Webhook): { level: Level; text: string } {
  if (!is_active && off_reason === null) return { level: 'quiet', text: t('Off') }
  if (!is_active) return { level: 'bad', text: t('Switched off') }
  return failures > 0 ? { level: 'warning', text: t('Failing') } : { level: 'good', text: t('On') }
}

/** What a person should know beside the state. Empty: nothing. */
export function state_about({ is_active, off_reason, failures }: Webhook): string {
  if (off_reason === 'gone')
    return t('The address answered that it was deleted. Correct it, then switch the webhook on.')
  if (off_reason === 'failing')
    return t('Nothing was delivered for five days. Correct the address, then switch the webhook on.')
  if (!is_active) return t('Nothing is sent, and what waited is not sent later.')
  return failures > 0
    ? t(
        '{count, plural, one {# attempt failed since the last success.} other {# attempts failed since the last success.}}',
        {
          count: failures,
        },
      )
    : ''
}

export const attempt_state = ({ status, status_code }: Pick<Attempt, 'status' | 'status_code'>) => ({
  level: (status === 'delivered' ? 'good' : 'bad') as Level,
  text: `${status === 'delivered' ? t('Delivered') : t('Failed')}${status_code === null ? '' : ` · ${status_code}`}`,
})
