// The words of a trust mark: a short one beside the figure, and the lines that explain it.
import type { Health } from '../../../src/domain/health.ts'
import { t } from './language.ts'
import { date_text, time_text } from './moments.ts'
import { platform_name } from './platforms.ts'
import type { Reason, SourceOfAnswer, Trust } from './trust.ts'

/** Sources that a tooltip names. The list of the page's freshness has all. */
const SOURCES_SHOWN_MAX = 4

/** What a reader must know first. Empty: the figure is settled. */
export function mark_text(trust: Trust): string {
  if (trust.is === 'moving')
    return trust.until === undefined
      ? t('final only until {day}', { day: date_text(trust.final_until) })
      : t('can change until {day}', { day: date_text(trust.until) })
  if (trust.is === 'incomplete') return incomplete_text(trust)
  return trust.is === 'none' ? reason_text(trust.reason) : ''
}

function incomplete_text({ source, since }: Extract<Trust, { is: 'incomplete' }>): string {
  if (source === undefined) return t('incomplete')
  const name = platform_name(source.platform)
  return since === undefined
    ? t('incomplete: {name}', { name })
    : t('without {name} since {day}', { name, day: date_text(since) })
}

function reason_text(reason: Reason): string {
  if (reason.is === 'not_connected') return t('No platform with this figure is connected.')
  if (reason.is === 'no_division') return no_division_text(reason)
  if (reason.is === 'starts_later')
    return t('{name} has data since {day}.', {
      name: platform_name(reason.source.platform),
      day: date_text(reason.from),
    })
  if (reason.is === 'not_read')
    return `${platform_name(reason.source.platform)}: ${health_text(reason.source.health).toLowerCase()}`
  return reason.notes[0] ?? t('Not known for these days.')
}

function no_division_text({ unless }: Extract<Reason, { is: 'no_division' }>): string {
  if (unless === undefined) return t('There is nothing to divide by.')
  return unless.length === 0
    ? t('There is nothing to divide by, or a part is not known.')
    : t('There is nothing to divide by, or a part is not known:')
}

/** The lines of the tooltip, after the whole figure. */
export function trust_lines(trust: Trust, time_zone: string): string[] {
  const lines = [mark_text(trust)].filter((line) => line !== '')
  if (trust.is === 'moving') lines.push(t('Final up to {day}.', { day: date_text(trust.final_until) }))
  if (trust.is === 'incomplete') lines.push(...trust.notes)
  if (trust.is === 'none' && trust.reason.is === 'no_division') lines.push(...(trust.reason.unless ?? []))
  if (trust.sources.length > 0) lines.push(t('From {sources}', { sources: source_names(trust.sources) }))
  if (trust.as_of !== null) lines.push(t('Read until {time}', { time: time_text(trust.as_of, time_zone) }))
  return lines
}

function source_names(sources: readonly SourceOfAnswer[]): string {
  const names = [...new Set(sources.map(({ platform }) => platform_name(platform)))]
  const shown = names.slice(0, SOURCES_SHOWN_MAX).join(', ')
  const more = names.length - SOURCES_SHOWN_MAX
  return more > 0 ? t('{names} and {count} more', { names: shown, count: more }) : shown
}

export const health_text = (health: Health): string =>
  ({
    ok: t('Healthy'),
    suspect: t('Some days may be wrong'),
    empty_sync: t('Nothing new for days'),
    stale: t('Not read for a day'),
    error: t('The last read failed'),
    needs_reconnection: t('Connect it again'),
    never_synced: t('Not read yet'),
  })[health]
