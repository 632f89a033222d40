// Notes of an answer about its sources: data that is missing, duplicated or can still change.
import type { Window } from '#domain/windows.ts'
import type { Period } from '#figures/period.ts'
import { is_duplicate, type Source, type Sources } from '#figures/sources.ts'
import type { Denied } from '#figures/stream_states.ts'

/** Number of notes about single sources in an answer. */
const PROBLEMS_SHOWN_MAX = 12

function disconnected_notes(of: Sources['disconnected']): string[] {
  return [...new Set(of.map(({ platform }) => platform))].map(
    (platform) => `${platform} is disconnected, so its figures are left out; reconnect it to see them.`,
  )
}

function problems_of(source: Source, window: Window): string[] {
  return is_duplicate(source)
    ? shared(source)
    : [...shared(source), ...lost(source), ...emptied(source, window), ...state_of(source, window), ...denied(source)]
}

/** A note about the accounts of a connection that other connections count. */
function shared(source: Source): string[] {
  const { platform, counted_elsewhere } = source
  const by = Map.groupBy(counted_elsewhere.values(), (name) => name)
  return [...by].map(([name, { length: count }]) => {
    const other = `${platform} (${name})`
    if (is_duplicate(source))
      return `${platform} (${source.name}) covers accounts that ${other} covers too, so they are counted once; disconnect one of them.`
    const accounts = count === 1 ? 'One account' : `${count} accounts`
    return `${accounts} of ${platform} (${source.name}) ${count === 1 ? 'is' : 'are'} covered by ${other} too and counted there.`
  })
}

const lost = ({ platform, name, suspect }: Source): string[] =>
  suspect === null ? [] : [`${platform} (${name}) may have lost rows: ${suspect}`]

/** Days that lost all their rows, and whose loss later reads confirmed. */
function emptied({ platform, name, empty_days }: Source, { from, to }: Window): string[] {
  const days = empty_days.filter((day) => day >= from && day <= to)
  const last = days.at(-1)
  if (last === undefined) return []
  const others = days.length === 1 ? '' : ` and of ${days.length - 1} earlier ${days.length === 2 ? 'day' : 'days'}`
  return [
    `${platform} (${name}) no longer reports the rows of ${last}${others} that it reported before, so they count as zero.`,
  ]
}

function state_of(source: Source, window: Window): string[] {
  const { platform, name, health, reason, covered, last_rows_at } = source
  const who = `${platform} (${name})`
  if (covered.length === 0 && health === 'never_synced')
    return [`${who} has not been synced to the end yet, so it has no figures.`]
  if (health === 'empty_sync')
    return [
      `${who} syncs without errors but has brought no rows ${last_rows_at ? `since ${last_rows_at.slice(0, 10)}` : 'yet'}; a zero of it is missing data.`,
    ]
  if (health === 'suspect') return []
  const is_read = covered.length > 0 && covered.every(({ until }) => until !== null && until >= window.to)
  if (health === 'ok' || is_read) return []
  const why = {
    stale: 'has not been synced lately.',
    error: `fails to sync${reason ? `: ${reason}` : '.'}`,
    needs_reconnection: 'must be reconnected.',
    never_synced: 'was never synced.',
  }[health]
  return [`${who} ${why}`]
}

/** Accounts to which the platform gives no access. What was read of them before still counts. */
function denied({ platform, name, denied }: Source): string[] {
  const left_out = denied.filter(({ is_left_out }) => is_left_out)
  const who = `${platform} (${name}) cannot read account`
  if (left_out.length === 0)
    return denied.slice(0, 1).map(({ account_id, reason }) => `${who} ${account_id} any more: ${reason}`)
  const [{ account_id, reason }] = left_out as [Denied]
  const others =
    left_out.length > 1
      ? ` ${left_out.length - 1} more accounts are left out too; list_connections_detail names them.`
      : ''
  return [`${who} ${account_id}, so it is left out: ${reason}${others}`]
}

const BEGINNING = '-infinity'

/** Sources that have not read all their records, for lists of things without a window. */
export function history_notes(groups: readonly Sources[]): string[] {
  return groups.flatMap(({ live }) =>
    live.flatMap(({ platform, name, covered }) => {
      const first = covered
        .map((of) => of.from ?? '')
        .sort()
        .at(-1)
      return first && first !== BEGINNING
        ? [
            `${platform} (${name}) has records since ${first}; older ones are not stored yet, or the platform does not give them.`,
          ]
        : []
    }),
  )
}

/** Which sources do not reach over the whole window, and what follows from that for the figures. */
export function coverage_notes(groups: readonly Sources[], { current, previous, year_before }: Period): string[] {
  const notes = groups.flatMap((group) => {
    const known = group.known(current)
    const limits =
      known.is === 'whole'
        ? []
        : group.live.filter((source) => !is_duplicate(source)).flatMap((source) => limit_of(source, current))
    const of = group.group.label
    if (known.is === 'begun')
      return [
        ...limits,
        `Figures of the ${of} are sums up to ${known.until}${previous ? ', compared with equally many days' : ''}.`,
      ]
    if (known.is === 'unknown') return limits
    return previous && group.live.length > 0 && group.known(previous).is !== 'whole' && group.zero_is_real()
      ? earlier_limit(group, previous)
      : []
  })
  const years = year_before ? year_notes(groups, year_before) : []
  return [...new Set([...notes, ...groups.flatMap((group) => refund_notes(group, current)), ...years])].slice(
    0,
    PROBLEMS_SHOWN_MAX,
  )
}

/** One sentence about all groups that do not reach back over the same days a year before. */
function year_notes(groups: readonly Sources[], { from }: Window): string[] {
  const since = groups.flatMap((group) => {
    const first = first_day_of(group)
    return first && first > from ? [`the ${group.group.label} has data since ${first}`] : []
  })
  return since.length > 0 ? [`Figures of the year before are not known: ${[...new Set(since)].join(', ')}.`] : []
}

/** Sources that lack refunds of orders before their first stored day. */
function refund_notes({ lacks_refunds }: Sources, window: Window): string[] {
  return lacks_refunds(window).map(
    ({ source: { platform, name }, from }) =>
      `${platform} (${name}) has orders since ${from}; refunds of earlier orders are left out.`,
  )
}

/** The first day that all sources cover. */
const first_day_of = ({ live }: Sources) =>
  live
    .flatMap(({ covered }) => covered.map((of) => of.from ?? ''))
    .sort()
    .at(-1)

function earlier_limit(sources: Sources, previous: Window): string[] {
  const from = first_day_of(sources)
  return from && from > previous.from
    ? [`The ${sources.group.label} has data since ${from}, so there is nothing to compare with before that day.`]
    : []
}

/** The first or the last day of a source that does not cover the window. */
function limit_of({ platform, name, covered, health, is_left_out }: Source, { from, to }: Window): string[] {
  const who = `${platform} (${name})`
  if (is_left_out) return []
  if (covered.length === 0)
    return health === 'never_synced' ? [] : [`${who} is still being read, so its figures are not known yet.`]
  const first = covered
    .map((of) => of.from ?? '')
    .sort()
    .at(-1)!
  const last = covered.map((of) => of.until ?? '').sort()[0]!
  return [
    ...(first > from ? [`${who} has data since ${first}; figures of earlier days are not known.`] : []),
    ...(last < to ? [`${who} has data until ${last || 'no whole day yet'}.`] : []),
  ]
}

/** One sentence about figures that can still change, for all groups of an answer. */
function unsettled(groups: readonly Sources[], window: Window): string[] {
  const until = new Map<string, string>()
  for (const { platform, settled_until } of groups.flatMap(({ live }) => live)) {
    if (settled_until === null || window.to <= settled_until) continue
    const known = until.get(platform)
    if (known === undefined || settled_until < known) until.set(platform, settled_until)
  }
  if (until.size === 0) return []
  const each = [...until].map(([platform, date]) => `${platform} after ${date}`)
  return [`Recent days can still change, because platforms restate them: ${each.join(', ')}.`]
}

/** Notes about data that is missing or can still change, each once. */
export function source_notes(groups: readonly Sources[], window: Window): string[] {
  const problems = [...new Set(groups.flatMap(({ live }) => live.flatMap((source) => problems_of(source, window))))]
  const more = problems.length - PROBLEMS_SHOWN_MAX
  return [
    ...new Set([
      ...groups.flatMap(({ disconnected }) => disconnected_notes(disconnected)),
      ...problems.slice(0, PROBLEMS_SHOWN_MAX),
      ...(more > 0 ? [`${more} more such notes about other connections are left out; list_connections has them.`] : []),
      ...unsettled(groups, window),
    ]),
  ]
}

/** Notes about kinds of platforms that are not connected. A group is skipped if it shares a platform with an already named group. */
export function absent_notes(groups: readonly Sources[]): string[] {
  const absent = groups.filter(({ platforms, group }) => group.platforms.length > 0 && platforms.length === 0)
  const named = absent.filter(
    ({ group }, at) =>
      !absent.slice(0, at).some((other) => group.platforms.some((key) => other.group.platforms.includes(key))),
  )
  const is_all = named.length === 1 && absent.length === groups.length
  const so = is_all ? 'so nothing is known; connect it under settings, connections.' : 'so its figures are not known.'
  return named.map(({ group }) => `No ${group.label} is connected, ${so}`)
}
