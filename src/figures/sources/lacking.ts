// What a window lacks besides the rest of today. A window with today is partial in any case, so only this says whether more is missing.
import { add_days, type Window } from '#domain/windows.ts'
import { LACKED } from '#figures/period.ts'
import { is_duplicate, type Sources } from '#figures/sources/sources.ts'

/** What is missing of a window. `is_nothing`: no source that the answer asks was ever connected, so none of its days is known. */
export interface Lacked {
  lacks: string[]
  is_nothing: boolean
}

/** The platforms whose part of the figures of the window is not whole, and refunds of orders that are not stored. */
export function lacked_by(groups: readonly Sources[], window: Window, today: string): Lacked {
  const asked = groups.filter(({ group }) => group.platforms.length > 0)
  // A platform that was disconnected is part of a group of which nothing is connected any more.
  const connected = asked.filter(({ live, disconnected }) => live.length + disconnected.length > 0)
  const spans = spans_of(window, today)
  const platforms = new Set(connected.flatMap((of) => lacking_platforms(of, spans)))
  const refunds = connected.some((of) => of.lacks_refunds(spans.days).length > 0) ? [LACKED.refunds] : []
  return {
    lacks: [...[...platforms].sort(), ...refunds],
    is_nothing: asked.length === groups.length && asked.length > 0 && asked.every((of) => of.platforms.length === 0),
  }
}

interface Spans {
  /** All days that are asked for. */
  window: Window
  /** The days before today, which can be none. */
  days: Window
  /** Nothing but the rest of today is missing of a source that has all of these days, or all of those. */
  enough: readonly Window[]
}

/** Of today alone, yesterday is enough. What began today has today. */
function spans_of(window: Window, today: string): Spans {
  const [to = window.to] = [window.to, add_days(today, -1)].sort()
  const days = { ...window, to }
  return { window, days, enough: to < window.from ? [{ ...days, from: to }, window] : [days] }
}

function lacking_platforms(of: Sources, spans: Spans): string[] {
  if (is_whole(of, spans)) return []
  const platforms = [...new Set([...of.live, ...of.disconnected].map(({ platform }) => platform))]
  const lacking = platforms.filter((platform) => !is_whole(of, spans, platform))
  return lacking.length > 0 ? lacking : platforms
}

function is_whole(of: Sources, { window, days, enough }: Spans, platform?: string): boolean {
  const is_asked = platform === undefined || of.live.some((source) => source.platform === platform && has_days(source))
  const is_stored = !is_asked || enough.some((span) => of.known(span, platform).is === 'whole')
  const is_unknown = of.unknown_states.some(
    (one) => (platform ?? one.platform) === one.platform && one.date >= window.from && one.date <= window.to,
  )
  const is_lacking = of.lacks(days, platform) || of.lacks_rows(days, platform) || of.has_only_totals(platform)
  return is_stored && !is_unknown && !is_lacking && !of.is_silent(window, platform)
}

/** What other connections count, or what the platform does not give, has no days of its own. */
const has_days = (source: Sources['live'][number]) => !is_duplicate(source) && !source.is_left_out
