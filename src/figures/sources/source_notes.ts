// Notes of an answer about its sources: data that is missing, duplicated or can still change.
import { BEGINNING, latest_start } from '#domain/coverage.ts'
import type { Window } from '#domain/windows.ts'
import type { Period } from '#figures/period.ts'
import { changed_currencies, changed_zones } from '#figures/sources/changed_accounts.ts'
import { days_without_rows, name_of, silent_notes } from '#figures/sources/days_without_rows.ts'
import { overlap } from '#figures/sources/lost_accounts.ts'
import { is_duplicate, type Source, type SourceGroup, type Sources } from '#figures/sources/sources.ts'
import type { Denied } from '#figures/sources/stream_states.ts'
import { days_of } from '#figures/sources/summed_days.ts'
import { listed_by, type Message, message, unique } from '#messages/message.ts'

/** Number of notes about single sources in an answer. */
const PROBLEMS_SHOWN_MAX = 12

/** What windows lack. A platform of which nothing is connected any more is named whatever the window. */
export function lacking_notes(groups: readonly Sources[], windows: readonly Window[]): Message[] {
  const disconnected = groups.flatMap((group) => {
    const lacked = group.disconnected.filter(({ on }) => windows.some(({ from }) => on > from))
    const named = new Set([...group.live, ...lacked].map(({ platform }) => platform))
    return [...lacked, ...group.disconnected.filter(({ platform }) => !named.has(platform))]
  })
  const lost = groups.flatMap(({ live }) =>
    live.flatMap((source) =>
      (is_duplicate(source) ? [] : source.lost)
        .filter(({ lacking }) => windows.some((window) => overlap(lacking, window)))
        .map(({ name, reason, lacking: { from: date } }) =>
          message('source.account_lost', { source: name_of(source), account: name, date, reason }),
        ),
    ),
  )
  return shortened([...disconnected.map((of) => message('source.disconnected', { source: name_of(of) })), ...lost])
}

function problems_of(source: Source, { subject }: SourceGroup, window: Window, since: string): Message[] {
  if (source.reports_none) return [reports_none(source, subject)]
  return is_duplicate(source)
    ? [...shared(source), ...denied(source), ...not_permitted(source)]
    : [...shared(source), ...doubts_of(source, window, since)]
}

/** What the rows of a source lack since a day, and which of them can be wrong. */
const doubts_of = (source: Source, window: Window, since: string): Message[] => [
  ...lost(source),
  ...days_without_rows(source, { from: since, to: window.to }),
  ...former(source, since),
  ...changed_currencies(source, { from: since, to: window.to }),
  ...changed_zones(source, { from: since, to: window.to }),
  ...state_of(source, window),
  ...denied(source),
  ...beside(source),
  ...not_permitted(source),
]

/** An answer can have other figures of the same source. So the note names what the source lacks, where the group has a name for it. */
function reports_none({ totals_in: tool, ...of }: Source, subject: Message | undefined): Message {
  const source = name_of(of)
  if (tool) return message('source.no_days', { source, tool })
  return subject ? message('source.reports_none_of', { source, subject }) : message('source.reports_none', { source })
}

/** What is shown beside the figures, and cannot be read. */
const beside = (of: Source): Message[] =>
  of.refused_beside.map(({ what, account_id: account, reason }) =>
    message('source.beside_denied', { source: name_of(of), what, account, reason }),
  )

/** A note about the accounts of a connection that other connections count. */
function shared(of: Source): Message[] {
  const { platform, connection_id, counted_elsewhere } = of
  const others = [...counted_elsewhere.values()].filter((other) => other.connection_id !== connection_id)
  return [...Map.groupBy(others, ({ name }) => name)].map(([name, { length: count }]) => {
    const [source, other] = [name_of(of), name_of({ platform, name })]
    return is_duplicate(of)
      ? message('source.duplicate', { source, other })
      : message('source.shared', { count, source, other })
  })
}

/** Stored reasons are text in English. Other languages quote them. */
const lost = (of: Source): Message[] =>
  of.suspect === null ? [] : [message('source.lost', { source: name_of(of), reason: of.suspect })]

/** A part that the platform does not permit, and what a person does about missing permissions. */
function not_permitted(of: Source): Message[] {
  const [source, reason] = [name_of(of), of.part_denied]
  const part = reason === null ? [] : [message('source.part_not_permitted', { source, reason })]
  const is_refused = of.refused_beside.length > 0 || of.denied.some((one) => one.is_refused && !one.is_elsewhere)
  return [...part, ...(part.length > 0 || is_refused ? [message('source.permit', { source })] : [])]
}

/** Records that were read before a person changed the settings on which they depend. */
const former = (of: Source, since: string): Message[] =>
  of.former_before === null || of.former_before <= since
    ? []
    : [message('source.former_settings', { source: name_of(of), date: of.former_before })]

function state_of(of: Source, window: Window): Message[] {
  const { health, reason, covered } = of
  const source = name_of(of)
  if (covered.length === 0 && health === 'never_synced') return [message('source.unfinished', { source })]
  const silent = of.brings_rows ? [] : silent_notes(of)
  if (health === 'empty_sync' || health === 'suspect') return silent
  const is_read = covered.length > 0 && covered.every(({ until }) => until !== null && until >= window.to)
  if (health === 'ok' || is_read) return silent
  return [
    ...silent,
    health === 'error' && reason
      ? message('source.error_because', { source, reason })
      : message(`source.${health}`, { source }),
  ]
}

/** Accounts to which the platform gives no access. What was read of them before still counts. */
function denied(of: Source): Message[] {
  const source = name_of(of)
  const left_out = of.denied.filter((one) => one.is_left_out && !one.is_elsewhere)
  if (left_out.length === 0)
    return of.denied
      .filter((one) => !one.is_elsewhere)
      .slice(0, 1)
      .map(({ account_id: account, reason, is_part }) =>
        message(is_part ? 'source.part_denied' : 'source.denied_now', { source, account, reason }),
      )
  const [{ account_id: account, reason }] = left_out as [Denied]
  return [message('source.left_out', { source, account, reason, others: left_out.length - 1 })]
}

/** True if all records of the source were read once. */
export const is_read = ({ covered }: Pick<Source, 'covered'>) =>
  covered.length > 0 && covered.every(({ from }) => from !== null)

/** True if the platform gives no access to what is asked for. Without a refusal, it only was not read yet. */
export const is_denied = ({ is_left_out, denied }: Source) => is_left_out && denied.length > 0

/** The sources that have what is asked for, and give it. */
export const readable_of = ({ live }: Pick<Sources, 'live'>) =>
  live.filter((source) => !is_duplicate(source) && !source.reports_none && !is_denied(source))

/** True if all records of every source were read once. Without any source nobody was asked for them. */
export function has_read_all(sources: Pick<Sources, 'live'>): boolean {
  const readable = readable_of(sources)
  return readable.length > 0 && readable.every(is_read)
}

/** False if some source never brought a row, lacks older records, or gives no access to an account. Then nobody knows whether there is nothing. */
export const knows_none = (sources: Pick<Sources, 'live'>) =>
  readable_of(sources).every((of) => of.last_rows_on !== null && latest_start(of.covered) === BEGINNING) &&
  sources.live.every((source) => is_duplicate(source) || source.denied.every(({ is_elsewhere }) => is_elsewhere))

/** Sources that have not read all their records, for lists of things without a window. */
export function history_notes(groups: readonly Sources[]): Message[] {
  const counting = groups.flatMap(({ live }) => live.filter((of) => !is_duplicate(of) && !of.is_left_out))
  const notes = counting.flatMap((of) => {
    const source = name_of(of)
    // Another note says of a connection without any sync that it has no figures.
    if (!is_read(of)) return of.health === 'never_synced' ? [] : [message('source.being_read', { source })]
    const date = latest_start(of.covered)
    return date && date !== BEGINNING ? [message('source.records_since', { source, date })] : []
  })
  return shortened(notes)
}

/** Which sources do not reach over the whole window, and what follows from that for the figures. */
export function coverage_notes(groups: readonly Sources[], { current, previous, year_before }: Period): Message[] {
  const notes = groups.flatMap((sources) => {
    const known = sources.known(current)
    const limits =
      known.is === 'whole'
        ? []
        : shortened(
            sources.live.filter((source) => !is_duplicate(source)).flatMap((source) => limit_of(source, current)),
          )
    if (known.is === 'unknown') return limits
    const { previous: compared } = previous ? days_of({ current, previous }, known, sources) : { previous: undefined }
    const is_lacking = compared === null && sources.live.some(({ brings_rows }) => brings_rows)
    const earlier = previous && is_lacking ? earlier_limit(sources, previous) : []
    if (known.is === 'whole') return earlier
    const until = sums_until(sources, known.until, Boolean(compared))
    return [...limits, ...until, ...earlier]
  })
  const years = year_before ? year_notes(groups, year_before) : []
  return unique([...notes, ...shortened(groups.flatMap((group) => refund_notes(group, current))), ...years])
}

/** Sums end with the platform that ends first, also those of other platforms, so that they add up. */
function sums_until({ group: { label: group, is_asked_alone }, live }: Sources, date: string, is_compared: boolean) {
  const platforms = new Set(live.filter((source) => !is_duplicate(source)).map(({ platform }) => platform))
  const is_of_several = platforms.size > 1
  const alone = is_of_several ? 'group.all_sums_until' : 'group.sums_until'
  const compared = is_of_several ? 'group.all_sums_until_compared' : 'group.sums_until_compared'
  const until = message(is_compared ? compared : alone, { group, date })
  return is_of_several && is_asked_alone ? [until, message('group.asked_alone', { group })] : [until]
}

/** The first notes about single sources, and the number of the others. */
export function shortened(notes: readonly Message[], most = PROBLEMS_SHOWN_MAX): Message[] {
  const all = unique(notes)
  const more = all.length - most
  return more > 0 ? [...all.slice(0, most), message('more_notes', { count: more })] : all
}

/** One sentence about all groups that do not reach back over the same days a year before, and their days without rows. */
function year_notes(groups: readonly Sources[], window: Window): Message[] {
  const { from } = window
  const since = groups.flatMap((sources) => {
    const date = first_day_of(sources)
    return date && date > from ? [message('group.since', { group: sources.group.label, date })] : []
  })
  const counting = groups.flatMap(({ live }) => live.filter((source) => !is_duplicate(source)))
  return [
    ...(since.length > 0 ? [message('year_before.unknown', { groups: listed_by(', ', unique(since)) })] : []),
    ...shortened(counting.flatMap((source) => days_without_rows(source, window))),
  ]
}

/** Sources that lack refunds of orders before their first stored day. */
function refund_notes({ lacks_refunds }: Sources, window: Window): Message[] {
  return lacks_refunds(window).map(({ source, from }) =>
    message('source.refunds_since', { source: name_of(source), date: from }),
  )
}

const first_day_of = ({ live }: Sources) => latest_start(live.flatMap(({ covered }) => covered))

function earlier_limit(sources: Sources, previous: Window): Message[] {
  const date = first_day_of(sources)
  return date && date > previous.from ? [message('group.nothing_before', { group: sources.group.label, date })] : []
}

/** The first or the last day of a source that does not cover the window. */
function limit_of(of: Source, { from, to }: Window): Message[] {
  const [{ covered, health, is_left_out }, source] = [of, name_of(of)]
  if (is_left_out) return []
  if (covered.length === 0) return health === 'never_synced' ? [] : [message('source.being_read', { source })]
  const first = latest_start(covered)!
  const last = covered.map((of) => of.until ?? '').sort()[0]!
  // On the first day of a platform that gives the present only, 'since' would be a later day than 'until'.
  if (first > from && first > last) return [message('source.no_whole_day_since', { source, date: first })]
  return [
    ...(first > from ? [message('source.data_since', { source, date: first })] : []),
    ...(last === '' ? [message('source.no_whole_day', { source })] : []),
    ...(last !== '' && last < to ? [message('source.data_until', { source, date: last })] : []),
  ]
}

/** One sentence about figures that can still change, for all groups of an answer. Nothing is missing, so other notes come before it. */
export function unsettled_notes(groups: readonly Sources[], window: Window): Message[] {
  const until = new Map<string, string>()
  for (const { platform, settled_until } of groups.flatMap(({ live }) => live)) {
    if (settled_until === null || window.to <= settled_until) continue
    const known = until.get(platform)
    if (known === undefined || settled_until < known) until.set(platform, settled_until)
  }
  if (until.size === 0) return []
  const each = [...until].map(([platform, date]) => message('unsettled.platform', { platform, date }))
  return [message('unsettled', { platforms: listed_by(', ', each) })]
}

/** Notes about data that is missing or wrong, each once. `since`: the first day of all windows that are compared. */
export function source_notes(groups: readonly Sources[], window: Window, since = window.from): Message[] {
  const problems = groups.flatMap(({ group, live }) =>
    live.flatMap((source) => problems_of(source, group, window, since)),
  )
  return unique(shortened(problems))
}

/** What rows of sources lack, whatever days are asked for. `recent`: the days in which a loss is news. */
export function rows_notes(groups: readonly Sources[], recent: Window, most: number): Message[] {
  const lately = groups.map((of) => ({ ...of, disconnected: of.disconnected.filter(({ on }) => on > recent.from) }))
  const problems = groups.flatMap(({ live }) =>
    live
      .filter((source) => !is_duplicate(source) && !source.reports_none)
      .flatMap((source) => [
        ...doubts_of(source, recent, BEGINNING),
        ...(state_of(source, recent).length > 0 ? [] : being_read(source)),
      ]),
  )
  return shortened([...lacking_notes(lately, [recent]), ...problems], most)
}

/** Sources of which some account is not stored at all yet. */
const being_read = (of: Source): Message[] =>
  is_read(of) || of.is_left_out || of.health === 'never_synced'
    ? []
    : [message('source.being_read', { source: name_of(of) })]

/** Notes about kinds of platforms that are not connected. A group is skipped if it shares a platform with an already named group. */
export function absent_notes(groups: readonly Sources[]): Message[] {
  const absent = groups.filter(({ platforms, group }) => group.platforms.length > 0 && platforms.length === 0)
  const named = absent.filter(
    ({ group }, at) =>
      !absent.slice(0, at).some((other) => group.platforms.some((key) => other.group.platforms.includes(key))),
  )
  const is_all = named.length === 1 && absent.length === groups.length
  return named.map(({ group }) => message(is_all ? 'group.all_absent' : 'group.absent', { group: group.label }))
}
