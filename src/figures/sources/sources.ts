// The sources of figures and whether they can be trusted: connections, their health, and until which day they are read and settled.
// This module decides which connections count, and when a missing row is a real zero.
import { BEGINNING, type Covered, type Known, known_days, latest_start } from '#domain/coverage.ts'
import type { Health } from '#domain/health.ts'
import { today_in, type Window } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { type Elsewhere, marks_of, other_places } from '#figures/sources/counted_once.ts'
import { active_before, are_alike, is_unchosen, overlap, with_lost } from '#figures/sources/lost_accounts.ts'
import { counted_elsewhere, type Wider } from '#figures/sources/shared_accounts.ts'
import {
  type ConnectionRow,
  type Connections,
  ended_accounts,
  read_connections,
  type Source,
  type SourceGroup,
  source_of,
} from '#figures/sources/source_of.ts'
import type { CoveredAccounts, Denied } from '#figures/sources/stream_states.ts'
import { message } from '#messages/message.ts'

export type { Source, SourceGroup } from '#figures/sources/source_of.ts'

export interface AccountOf {
  connection_id: string
  account_id: string
}

/** The connections whose rows count: active, and read at least in part. Each account counts once. */
export interface Counted {
  connection_ids: readonly string[]
  /** Accounts of these connections that another of these connections counts, or that a person no longer chooses. */
  without: readonly AccountOf[]
  /** Sales that count in another place. */
  elsewhere: readonly Elsewhere[]
}

/** A connection that was disconnected, with an account that no other connection reads. Its rows are left out. */
interface Disconnected {
  platform: string
  name: string
  /** Calendar day in the organization's time zone. */
  on: string
}

/** Records of a day in a state that Tablero does not know. No figure counts them. */
export interface UnknownState {
  source: Source
  platform: string
  of: 'order' | 'broadcast'
  /** Calendar day in the organization's time zone. */
  date: string
  /** The platform's word. */
  word: string
  currency: string | null
  count: number
  /** null: not known. */
  micros: string | null
  /** The setting of the connection that can say what the word means. */
  setting: string | null
}

/** The sources of one group, and what follows from them for its figures. */
export interface Sources {
  group: SourceGroup
  /** null: the rows do not belong to connections, so all rows count. */
  counted: Counted | null
  /** Those of the windows of the answer. Empty until somebody asks for them. */
  unknown_states: readonly UnknownState[]
  /** Connected marketplaces from which the stores of these sources can import orders. */
  marketplaces: readonly string[]
  live: Source[]
  disconnected: Disconnected[]
  /** Platforms that the organization has or had a connection to, whether the connection counts or not. */
  platforms: string[]
  /** What is known of a window, of all platforms or of one. */
  known(window: Window, platform?: string): Known
  /**
   * True if something that belongs to the figures of a window, of all platforms or of one, is left out. It is a disconnected account, one
   * that is not read, or a part that the platform does not permit.
   */
  lacks(window: Pick<Window, 'from' | 'to'>, platform?: string): boolean
  /** False if one of these windows lacks an account that is not read any more, or is disconnected, and the other one not as much. */
  are_alike(one: Window, other: Window, platform?: string): boolean
  /** True if some platform has such figures in total and reports none by day. */
  has_only_totals(platform?: string): boolean
  /** Facts that some source cannot read, of all platforms or of one. */
  unknown_facts(platform?: string): readonly string[]
  /** True if rows of a day of the window are missing: the platforms no longer report any, or their own total of the day has more. */
  lacks_rows(window: Pick<Window, 'from' | 'to'>, platform?: string): boolean
  /** Sources whose older orders are not stored, each with the first stored day. Refunds of older orders are missing on later days. */
  lacks_refunds(window: Window): { source: Source; from: string }[]
  /** True if a source brings no rows, and did not for days of the window either. Then nobody knows whether these days have any. */
  is_silent(window: Pick<Window, 'from' | 'to'>, platform?: string): boolean
  /** Accounts that a total of the day needs, of all platforms or of one: they are read, or were until a later day. */
  account_count(day: string, platform?: string): number
  /** True if the absence of rows in known days means that nothing happened: every source brings rows, and no account is left out. */
  zero_is_real(platform?: string): boolean
}

/** The sources of several groups, in the order of the groups, read by one statement. Groups without platforms have no connections. */
export async function read_sources(context: FigureContext, groups: readonly SourceGroup[]): Promise<Sources[]> {
  const asked = groups.flatMap((group) => [group, ...marks_of(group).map((mark) => mark.group)])
  const rows = asked.some(({ platforms }) => platforms.length > 0) ? await read_connections(context, asked) : []
  const active = await active_before(context, rows.flatMap(ended_accounts))
  return groups.map((group) => {
    const of = (place: SourceGroup) => sources_from(context, { rows, active }, place)
    const sources = of(group)
    const { elsewhere, marketplaces } = other_places(group, context, (place) => counting_of(of(place).live))
    return sources.counted ? { ...sources, counted: { ...sources.counted, elsewhere }, marketplaces } : sources
  })
}

const wider_of =
  ({ connectors }: FigureContext): Wider =>
  (platform, account_id) =>
    connectors[platform]?.accounts.wider?.(account_id) ?? []

const is_synced = ({ last_sync, covered }: Source) => last_sync !== null || covered.length > 0

/** The active connections. Each account counts at one of them. */
function live_of(context: FigureContext, { rows, active }: Connections, group: SourceGroup): Source[] {
  const connected = rows.filter(({ status }) => status === 'active')
  const live = connected.map((row) => source_of(context, row, group, { active }))
  const synced = live.filter(is_synced)
  for (const [source, others] of counted_elsewhere(synced, wider_of(context))) {
    if (others.size === 0) continue
    source.counted_elsewhere = new Map([...others].map(([account, { connection }]) => [account, connection]))
    const row = connected.find(({ connection_id }) => connection_id === source.connection_id)!
    const { covered, is_left_out, lost } = source_of(context, row, group, { active, without: new Set(others.keys()) })
    const refused_beside = source.refused_beside.filter(({ account_id }) => !others.has(account_id))
    const parted = source.lost.filter(({ account_id }) => others.get(account_id)?.is_part)
    const left_out = parted.map(({ account_id, reason }) => ({ account_id, reason, is_left_out: true, is_part: false }))
    Object.assign(source, { covered, is_left_out, lost, refused_beside, denied: [...source.denied, ...left_out] })
  }
  for (const source of live) {
    source.denied = source.denied.map((one) => elsewhere(one, source, synced))
    source.health = with_left_out(with_lost(source.health, source.lost, context.today), source.denied)
  }
  return live
}

function sources_from(context: FigureContext, { rows: all, active }: Connections, group: SourceGroup): Sources {
  const is_connected = group.platforms.length > 0
  const rows = all.filter(({ platform }) => group.platforms.includes(platform))
  const wider = wider_of(context)
  const live = live_of(context, { rows, active }, group)
  const counting = live.filter((source) => !is_duplicate(source))
  const disconnected = disconnected_of(context, { rows, live, wider })
  return {
    group,
    counted: is_connected ? counted_of(counting.filter(is_synced)) : null,
    unknown_states: [],
    marketplaces: [],
    live,
    disconnected,
    platforms: [...new Set(rows.map(({ platform }) => platform))],
    known(window, platform) {
      if (!is_connected) return { is: 'whole' }
      const of = counting.filter(is_of(platform)).filter((source) => !source.is_left_out)
      return known_days(
        of
          .flatMap(({ covered }) => (covered.length > 0 ? covered.filter(reaches(window)) : NOT_COVERED))
          .map((days) => (group.is_known_by_rows && days.from !== null ? { ...days, from: BEGINNING } : days)),
        window,
        context.today,
      )
    },
    lacks: (window, platform) =>
      disconnected.filter(is_of(platform)).some(({ on }) => on > window.from) ||
      live.filter(is_of(platform)).some((of) => lacks_account(of) || lacks_part(of)) ||
      counting.filter(is_of(platform)).some(({ lost }) => lost.some(({ lacking }) => overlap(lacking, window))),
    are_alike: (one, other, platform) =>
      are_alike(disconnected.filter(is_of(platform)), one, other) &&
      counting.filter(is_of(platform)).every(({ lost }) => are_alike(lost, one, other)),
    has_only_totals: (platform) => live.filter(is_of(platform)).some(({ totals_in }) => totals_in !== undefined),
    unknown_facts: (platform) => counting.filter(is_of(platform)).flatMap((source) => source.unknown_facts),
    lacks_rows: ({ from, to }, platform) =>
      counting
        .filter(is_of(platform))
        .some((of) => [...of.empty_days, ...of.short_days].some((day) => day >= from && day <= to)),
    lacks_refunds: (window) =>
      counting.flatMap((source) => {
        const from = latest_start(source.covered)
        const is_after = from !== undefined && /^\d/.test(from) && window.to >= from
        return is_after && group.refunding?.includes(source.platform) ? [{ source, from }] : []
      }),
    is_silent: ({ to }, platform) =>
      counting
        .filter(is_of(platform))
        .filter((of) => !of.is_left_out && of.last_sync !== null && !of.brings_rows)
        .some(({ last_rows_on }) => last_rows_on === null || last_rows_on <= to),
    account_count: (day, platform) =>
      counting.filter(is_of(platform)).reduce((sum, { accounts, counted_elsewhere, lost }) => {
        const is_read = (account: string) =>
          !counted_elsewhere.has(account) && !lost.some((of) => of.account_id === account && of.lacking.from <= day)
        return sum + Object.keys(accounts).filter(is_read).length
      }, 0),
    zero_is_real(platform) {
      if (!is_connected) return true
      const of = counting.filter((source) => is_of(platform)(source) && !source.is_left_out)
      const is_left_out = live
        .filter(is_of(platform))
        .some((source) => lacks_account(source) || source.totals_in || lacks_part(source))
      return of.length > 0 && !is_left_out && of.every(({ brings_rows }) => brings_rows)
    },
  }
}

const is_of = (platform: string | undefined) => (one: { platform: string }) =>
  platform === undefined || platform === one.platform

/** Accounts that a connection leaves out, and another one reads. */
function elsewhere(one: Denied, of: Source, all: readonly Source[]): Denied {
  const is_read = ({ platform, connection_id, accounts, denied }: Source) =>
    platform === of.platform &&
    connection_id !== of.connection_id &&
    one.account_id in accounts &&
    !denied.some(({ account_id }) => account_id === one.account_id)
  return one.is_left_out && all.some(is_read) ? { ...one, is_elsewhere: true } : one
}

/** A connection that cannot read an account is not healthy: a zero of it may be missing data. */
const with_left_out = (health: Health, denied: readonly Denied[]): Health =>
  health === 'ok' && denied.some((one) => !one.is_part && !one.is_elsewhere) ? 'suspect' : health

const lacks_account = ({ denied }: Pick<Source, 'denied'>) => denied.some((one) => one.is_left_out && !one.is_elsewhere)

const lacks_part = ({ part_denied, refused_beside }: Source) => part_denied !== null || refused_beside.length > 0

/** Connections whose days decide what is known. */
const counting_of = (live: readonly Source[]) => live.filter((source) => !is_duplicate(source) && !source.is_left_out)

/** False for accounts that a window lacks from its first day on: nothing of them is part of its figures. */
const reaches =
  ({ from }: Window) =>
  ({ lacking }: CoveredAccounts) =>
    !lacking || from < lacking.from || from > lacking.to

/** A sign-in that the platform refused from the beginning, such as one with a typo. It had no account, so nothing is missing without it. */
const was_never_accepted = ({ needs_reconnection, has_accounts, last_sync_at }: ConnectionRow) =>
  needs_reconnection && !has_accounts && last_sync_at === null

/** Connections that were disconnected. Where live connections of the platform have all of their accounts, these count. */
function disconnected_of(
  { now, org }: FigureContext,
  { rows, live, wider }: { rows: ConnectionRow[]; live: Source[]; wider: Wider },
): Disconnected[] {
  return rows.flatMap((row) => {
    const { platform, name, status, revoked_at, states } = row
    if (status === 'active' || was_never_accepted(row)) return []
    const accounts = (states ?? [])
      .filter(({ ended }) => !ended || !is_unchosen(ended))
      .flatMap((state) => state.accounts.filter((account) => account !== ''))
    const others = live.filter((source) => source.platform === platform)
    const is_live = (account: string) =>
      [account, ...wider(platform, account)].some((id) => others.some((source) => id in source.accounts))
    // Nobody knows the accounts of a connection that was never read.
    if (accounts.length > 0 && accounts.every(is_live)) return []
    return { platform, name, on: today_in(org.time_zone, revoked_at ? new Date(revoked_at) : now) }
  })
}

const NOT_COVERED: Covered = { from: null, until: null, read_until: null, created_on: null }

/** True if other connections count all accounts of this connection. */
export const is_duplicate = ({ accounts, counted_elsewhere }: Source) =>
  counted_elsewhere.size > 0 && counted_elsewhere.size === Object.keys(accounts).length

/** True if everything that there ever was is stored, of all sources or of those of some platforms. */
export function has_beginning({ live }: Sources, platforms?: readonly string[]): boolean {
  const of = live.filter((one) => !is_duplicate(one) && (platforms?.includes(one.platform) ?? true))
  return (
    of.length > 0 && of.every(({ covered }) => covered.length > 0 && covered.every(({ from }) => from === BEGINNING))
  )
}

/** Says why figures of new and returning customers are not known. */
export const NO_BEGINNING = message('customers.no_beginning')

/** Sums in which the facts are null that some source cannot read. */
export function known_facts<Sums extends object>(sums: Sums | null, sources: Sources, platform?: string): Sums | null {
  const unknown = sources.unknown_facts(platform)
  if (sums === null || unknown.length === 0) return sums
  return { ...sums, ...Object.fromEntries(unknown.flatMap((name) => (name in sums ? [[name, null]] : []))) }
}

function counted_of(sources: Source[]): Counted {
  return {
    connection_ids: sources.map(({ connection_id }) => connection_id),
    without: sources.flatMap(({ connection_id, counted_elsewhere, unchosen }) =>
      [...counted_elsewhere.keys(), ...unchosen].map((account_id) => ({ connection_id, account_id })),
    ),
    elsewhere: [],
  }
}
