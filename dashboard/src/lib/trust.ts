// How far to trust a figure of an answer, from what the answer states about its sources. The marks of the figures follow from it.
import type { Health } from '../../../src/domain/health.ts'
import type { PlatformKind } from '../../../src/domain/platforms.ts'
import { add_days, count_days, today_in } from './days.ts'
import { kind_of } from './platforms.ts'

export interface SourceOfAnswer {
  platform: string
  connection_id: string
  name: string
  health: Health
  last_sync?: string | null
  settled_until?: string | null
  covered_from?: string | null
  covered_until?: string | null
}

/** What every answer with figures states. */
export interface Provenance {
  window?: { from: string; to: string; is_partial: boolean; lacks?: readonly string[]; time_zone: string }
  sources: readonly SourceOfAnswer[]
  more_sources?: Record<string, number | undefined>
  covered_parts?: readonly { of: string; from: string; to: string; figures: Record<string, number | null> }[]
  as_of: string | null
  settled_until: string | null
  covered_from?: string | null
  covered_until?: string | null
  rates?: readonly { currency: string; source: string; filled_days: number }[]
  notes: readonly string[]
}

/** Why a figure is not known. */
export type Reason =
  | { is: 'not_connected' }
  | { is: 'not_read'; source: SourceOfAnswer }
  | { is: 'starts_later'; source: SourceOfAnswer; from: string }
  /** `unless`: a part may be unknown instead. What the notes say of it, where they are about this figure. */
  | { is: 'no_division'; unless?: readonly string[] }
  | { is: 'notes'; notes: readonly string[] }

interface Known {
  sources: readonly SourceOfAnswer[]
  as_of: string | null
}

export type Trust = Known &
  (
    | { is: 'settled' }
    /** `final_until`: the last day that no longer changes. `until`: the day on which the last day of the window becomes final. */
    | { is: 'moving'; final_until: string; until: string | undefined }
    | { is: 'incomplete'; source: SourceOfAnswer | undefined; since: string | undefined; notes: readonly string[] }
    | { is: 'none'; reason: Reason }
  )

interface Of {
  /** The kinds of platforms that the figure comes from. Undefined: all of the answer. */
  kinds?: readonly PlatformKind[]
  /** The only platform of the figure, as of a row of a table. */
  platform?: string
  /** A ratio that is null may only lack a denominator. */
  is_ratio?: boolean
  /** A figure of a row. Its ratio lacks nothing when another row or account is left out. */
  is_of_row?: boolean
  /** A figure without money lacks nothing when a rate is missing. */
  is_count?: boolean
  /** Only such a figure lacks something when refunds of older orders are missing. */
  has_refunds?: boolean
  /** Default: the clock of the browser. */
  now?: Date
}

export function trust_of(value: number | null, answer: Provenance, of: Of = {}): Trust {
  const sources = answer.sources.filter(({ platform }) => is_part(platform, of))
  const known = { sources, as_of: oldest_sync(sources, answer) }
  const lacked = lacked_of(answer, of)
  const { is_ratio = false, is_of_row = false, now = new Date() } = of
  if (value === null)
    return {
      ...known,
      is: 'none',
      reason: reason_of(sources, answer, {
        is_divided: is_ratio && (is_of_row || lacked.length === 0),
        ...(answer.notes.length > 0 && { unless: is_of_row ? [] : answer.notes }),
      }),
    }
  const lacking = lacking_of(sources, answer, { lacked, now })
  if (lacking) return { ...known, is: 'incomplete', ...lacking }
  const final_until = least(sources.map((source) => stated(source, answer, 'settled_until')))
  if (answer.window && final_until !== undefined && final_until < answer.window.to)
    return { ...known, is: 'moving', final_until, until: final_on(answer.window, final_until, known.as_of) }
  return { ...known, is: 'settled' }
}

/** A figure of several parts, each with its own sources, is as good as the worst of them. */
export function trust_of_parts(
  value: number | null,
  parts: readonly Provenance[],
  of: Omit<Of, 'kinds' | 'platform'> = {},
): Trust {
  const each = parts.map((part) => trust_of(value, part, of))
  const sources = each.flatMap((trust) => trust.sources)
  const worst = each.toSorted((a, b) => rank_of(a) - rank_of(b) || (changes_until(a) < changes_until(b) ? 1 : -1))[0]!
  return { ...worst, sources, as_of: least(each.map(({ as_of }) => as_of)) ?? null }
}

/** The lowest is the worst. A reason that names a source says more than that there is nothing to divide by. */
function rank_of(trust: Trust): number {
  if (trust.is === 'none')
    return ['not_connected', 'not_read', 'starts_later', 'notes', 'no_division'].indexOf(trust.reason.is)
  return { incomplete: 5, moving: 6, settled: 7 }[trust.is]
}

/** Of two parts that still change, the later one counts. An unknown end is the latest. */
const changes_until = (trust: Trust): string => (trust.is === 'moving' ? (trust.until ?? 'never') : '')

function is_part(of: string, { kinds, platform }: Pick<Of, 'kinds' | 'platform'>): boolean {
  const kind = kind_of(of)
  return (
    (platform === undefined || platform === of) && (kinds === undefined || (kind !== undefined && kinds.includes(kind)))
  )
}

/** A source leaves out what it shares with all others, which the answer states once. */
export function stated(
  source: SourceOfAnswer,
  answer: Provenance,
  field: 'settled_until' | 'covered_from' | 'covered_until',
): string | null | undefined {
  return source[field] === undefined ? answer[field] : source[field]
}

export const synced_at = (source: SourceOfAnswer, { as_of }: Pick<Provenance, 'as_of'>): string | null =>
  source.last_sync === undefined ? as_of : source.last_sync

const least = (values: (string | null | undefined)[]): string | undefined =>
  values.filter((value) => value != null).sort()[0]

const oldest_sync = (sources: readonly SourceOfAnswer[], answer: Provenance) =>
  least(sources.map((source) => synced_at(source, answer))) ?? null

/** What a figure lacks besides the rest of today. Undefined: nothing. The notes say what, where it is more than the days of a source. */
function lacking_of(
  sources: readonly SourceOfAnswer[],
  answer: Provenance,
  { lacked, now }: { lacked: readonly string[]; now: Date },
): Omit<Extract<Trust, { is: 'incomplete' }>, 'is' | keyof Known> | undefined {
  const unread = sources.find(
    (source) => source.health in UNREAD || (lacked.includes(source.platform) && lacks_days(source, answer, now)),
  )
  if (unread) return { source: unread, since: lacking_since(unread, answer), notes: [] }
  const is_unnamed_unread = Object.keys(answer.more_sources ?? {}).some((health) => health in UNREAD)
  if (lacked.length === 0 && !is_unnamed_unread) return undefined
  return { source: sources.find(({ platform }) => lacked.includes(platform)), since: undefined, notes: answer.notes }
}

/** With this health, stored days can be wrong or missing, whatever the answer says of its days. */
const UNREAD: Partial<Record<Health, true>> = { suspect: true, never_synced: true }

/** What else than platforms an answer can lack. A row of a list has one account, so a missing rate of another one does not concern it. */
const lacked_beside: Record<string, (of: Of) => boolean> = {
  exchange_rates: ({ is_count, is_of_row, platform }) => !is_count && (!is_of_row || platform !== undefined),
  refunds: ({ has_refunds = false, is_of_row }) => has_refunds && !is_of_row,
}

const lacked_of = ({ window }: Provenance, of: Of): readonly string[] =>
  (window?.lacks ?? []).filter((name) => lacked_beside[name]?.(of) ?? is_part(name, of))

/** A window that ends today needs whole days up to yesterday only. */
function lacks_days(source: SourceOfAnswer, answer: Provenance, now: Date): boolean {
  const { window } = answer
  if (!window) return false
  const until = stated(source, answer, 'covered_until')
  const from = stated(source, answer, 'covered_from')
  const yesterday = add_days(today_in(window.time_zone, now), -1)
  const [last_needed = window.to] = [window.to, yesterday].sort()
  return (until != null && until < last_needed) || (from != null && from > window.from) || until === null
}

/** The first day that the source lacks. Undefined: not known. */
function lacking_since(source: SourceOfAnswer, answer: Provenance): string | undefined {
  const until = stated(source, answer, 'covered_until')
  return until == null ? undefined : add_days(until, 1)
}

/** Of a ratio that lacks something, the notes say what. */
interface Divided {
  /** A ratio of which the answer is not known to lack a part. */
  is_divided: boolean
  /** What the notes say, because a part can be unknown although no day is missing. Of a row nothing: they are about the whole answer. */
  unless?: readonly string[]
}

function reason_of(
  sources: readonly SourceOfAnswer[],
  answer: Provenance,
  { is_divided, ...may_lack }: Divided,
): Reason {
  if (sources.length === 0) return { is: 'not_connected' }
  const broken = sources.find(({ health }) => health !== 'ok' && health !== 'empty_sync')
  if (broken) return { is: 'not_read', source: broken }
  const { window } = answer
  const late = sources.find((source) => {
    const from = stated(source, answer, 'covered_from')
    return window && from != null && from > window.from
  })
  if (late) return { is: 'starts_later', source: late, from: stated(late, answer, 'covered_from')! }
  if (!is_divided) return { is: 'notes', notes: answer.notes }
  return { is: 'no_division', ...may_lack }
}

/** Each day stays open for as long as the newest final day has been: the difference between the last sync and that day. */
function final_on(
  { to, time_zone }: { to: string; time_zone: string },
  final_until: string,
  as_of: string | null,
): string | undefined {
  if (as_of === null) return undefined
  const open_days = count_days({ from: final_until, to: today_in(time_zone, new Date(as_of)) }) - 1
  return open_days > 0 ? add_days(to, open_days) : undefined
}
