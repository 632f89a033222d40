// The words of changes at platforms. What a page does not know keeps the engine's own word.
import { t } from '../../lib/language.ts'
import { type Words, word_in } from './known_words.ts'
import type { Action } from './rows.ts'

const statuses: Record<Action['status'], () => string> = {
  pending: () => t('Waiting'),
  approved: () => t('Being carried out'),
  executed: () => t('Carried out'),
  rejected: () => t('Rejected'),
  failed: () => t('Failed'),
  expired: () => t('Expired'),
}
export const status_name = (status: Action['status']): string => statuses[status]()

const phases: Words = {
  queued: () => t('It is about to be sent.'),
  sending: () => t('It is being sent.'),
  checking: () => t('Tablero reads whether the platform shows it. Nothing is sent twice.'),
  unknown: () => t('The platform cannot be read, so nobody knows yet whether it was carried out.'),
}
export const phase_text = (phase: string | null): string => (phase === null ? '' : word_in(phases, phase))

const causes: Words = {
  target_changed: () => t('It was changed since. Nothing was sent.'),
  already_so: () => t('It is so already. Nothing was sent.'),
  guardrail: () => t('A rule forbids it. Nothing was sent.'),
  approval_ended: () => t('Who approved or proposed it may not any more. Nothing was sent.'),
  digest: () => t('What is stored is not what was approved. Nothing was sent.'),
  disconnected: () => t('The platform is not connected any more.'),
  replaced: () => t('It was proposed again, and the newer proposal took its place.'),
  too_late: () => t('The time for sending was over. Nothing was sent.'),
  refused: () => t('The platform refused it.'),
  step_refused: () => t('The platform refused a part of it.'),
  part_refused: () => t('The platform refused a part of it.'),
  not_applied: () => t('The platform did not answer, and does not show it.'),
  read_back_differs: () => t('The platform shows other values than those approved.'),
}
export const cause_text = (cause: string): string => word_in(causes, cause)

const measures: Record<Action['impact'][number]['measure'], () => string> = {
  spend: () => t('Spend'),
  conversions: () => t('Claimed conversions'),
}
export const measure_name = (measure: Action['impact'][number]['measure']): string => measures[measure]()

const risks: Record<Action['risk'], () => string> = {
  low: () => t('Low risk'),
  medium: () => t('Medium risk'),
  high: () => t('High risk'),
}
export const risk_name = (risk: Action['risk']): string => risks[risk]()

/** Who proposed or decided, as far as the id says it. */
export function actor_name(actor: string | null | undefined, person: string | null = null): string {
  const [kind = '', id = ''] = (actor ?? '').split(':')
  if (kind === 'agent') return t('AI agent {name}', { name: id })
  if (kind === 'guardrail') return t('A rule')
  if (kind === 'platform') return t('The platform')
  if (kind === 'clock') return t('Nobody in time')
  if (kind === 'operator') return t('The operator')
  if (kind === 'key') return person === null ? t('A key') : t('A key of {name}', { name: person })
  if (kind === 'oauth') return person === null ? t('An app') : t('An app of {name}', { name: person })
  return person ?? (kind === 'user' ? t('A person') : t('Nobody'))
}
