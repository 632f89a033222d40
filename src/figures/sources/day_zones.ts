// The note about platforms that count their days in another time zone than the organization, where such days are divided by sales.
import { add_days, start_of, type Window } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { name_of } from '#figures/sources/days_without_rows.ts'
import { readable_of, shortened } from '#figures/sources/source_notes.ts'
import type { Source, Sources } from '#figures/sources/sources.ts'
import { listed_by, type Message, message } from '#messages/message.ts'

/** The least share of a window's hours that must lie outside the window in the other zone. */
const SHARE_MIN = 0.01

/** The present zones, and those in which an account counted days of the window before its zone changed. */
const zones_of = ({ day_zones, changed_zones }: Source, { from }: Window) => [
  ...new Set([...day_zones, ...changed_zones.filter(({ on }) => from < on).map((changed) => changed.from)]),
]

/** One note about all of them. `groups`: their days are divided by sales, which have the organization's days. */
export function day_zone_notes({ org }: FigureContext, groups: readonly Sources[], window: Window): Message[] {
  const { time_zone } = org
  // A zone can change its clock within the window, so both ends count.
  const ends_ms = (zone: string) =>
    [window.from, add_days(window.to, 1)].map((day) => Date.parse(start_of(day, zone))) as [number, number]
  const own = ends_ms(time_zone)
  const least_ms = SHARE_MIN * (own[1] - own[0])
  const differs = (zone: string) => ends_ms(zone).some((ms, at) => Math.abs(ms - own[at]!) >= least_ms)
  const each = groups.flatMap(readable_of).flatMap((source) =>
    zones_of(source, window)
      .filter(differs)
      .map((zone) => message('source.day_zone', { source: name_of(source), zone })),
  )
  if (each.length === 0) return []
  return [message('source.other_days', { sources: listed_by(', ', shortened(each)), own: time_zone })]
}
