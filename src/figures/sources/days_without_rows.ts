// Notes about days of which a platform gives no row, although it gave some before, or gives many of the days beside them.
import type { Hole } from '#domain/coverage.ts'
import type { Window } from '#domain/windows.ts'
import type { Source } from '#figures/sources/source_of.ts'
import { type Message, message } from '#messages/message.ts'

export const name_of = ({ platform, name }: Pick<Source, 'platform' | 'name'>) => `${platform} (${name})`

/** The last of the days, and the number of the others. */
function named(
  key: 'source.emptied' | 'source.hole' | 'source.hole_confirmed',
  of: Source,
  all: readonly string[],
  { from, to }: Pick<Window, 'from' | 'to'>,
): Message[] {
  const days = [...new Set(all.filter((day) => day >= from && day <= to))].sort()
  const date = days.at(-1)
  return date === undefined ? [] : [message(key, { source: name_of(of), date, earlier: days.length - 1 })]
}

/**
 * Days that lost all their rows, and whose loss later reads confirmed. Days without a row beside days with many: those that are not known
 * yet, and those that later reads confirmed.
 */
export function days_without_rows(of: Source, days: Pick<Window, 'from' | 'to'>): Message[] {
  const dates = (is_wanted: (hole: Pick<Hole, 'is_answer'>) => boolean) =>
    of.holes.filter(is_wanted).map(({ date }) => date)
  return [
    ...named('source.emptied', of, of.empty_days, days),
    ...named(
      'source.hole',
      of,
      dates(({ is_answer }) => !is_answer),
      days,
    ),
    ...named(
      'source.hole_confirmed',
      of,
      dates(({ is_answer }) => is_answer === true),
      days,
    ),
  ]
}

/** Syncs that bring no rows. Another note names a connection without any sync. */
export function silent_notes(of: Source): Message[] {
  const { health, last_rows_on: date } = of
  const source = name_of(of)
  if (health === 'empty_sync')
    return [date ? message('source.empty_since', { source, date }) : message('source.empty', { source })]
  if (health === 'never_synced') return []
  return [date ? message('source.no_rows_since', { source, date }) : message('source.no_rows', { source })]
}
