// What a window lacks besides the rest of today. A window with today is partial in any case, so only this says whether more is missing.
import { add_days, type Window } from '#domain/windows.ts'
import { LACKED } from '#figures/period.ts'
import { is_duplicate, type Sources } from '#figures/sources/sources.ts'

/** The platforms whose part of the figures of the window is not whole, and refunds of orders that are not stored. */
export function lacked_by(groups: readonly Sources[], window: Window, today: string): string[] {
  const [to = window.to] = [window.to, add_days(today, -1)].sort()
  const days = { ...window, to }
  const connected = groups.filter(({ live }) => live.length > 0)
  const platforms = new Set(connected.flatMap((of) => lacking_platforms(of, days)))
  const refunds = connected.some((of) => of.lacks_refunds(days).length > 0) ? [LACKED.refunds] : []
  return [...[...platforms].sort(), ...refunds]
}

/** `days` can be empty, when the window is today alone. Its accounts can still be left out. */
function lacking_platforms(of: Sources, days: Window): string[] {
  if (is_whole(of, days)) return []
  const platforms = [...new Set([...of.live, ...of.disconnected].map(({ platform }) => platform))]
  const lacking = platforms.filter((platform) => !is_whole(of, days, platform))
  return lacking.length > 0 ? lacking : platforms
}

function is_whole(of: Sources, days: Window, platform?: string): boolean {
  const is_asked = platform === undefined || of.live.some((source) => source.platform === platform && has_days(source))
  const is_stored = days.to < days.from || !is_asked || of.known(days, platform).is === 'whole'
  return is_stored && !of.lacks(days, platform) && !of.has_emptied(days, platform)
}

/** What other connections count, or what the platform does not give, has no days of its own. */
const has_days = (source: Sources['live'][number]) => !is_duplicate(source) && !source.is_left_out
