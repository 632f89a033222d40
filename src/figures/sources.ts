// The sources of figures and whether they can be trusted: connections, their health, and until which day they are read and settled.
// This module decides which connections count, and when a missing row is a real zero.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { BEGINNING, type Covered, type Known, known_days, latest_start } from '#domain/coverage.ts'
import { type Health, health_of } from '#domain/health.ts'
import { today_in, type Window } from '#domain/windows.ts'
import type { Connector } from '#engine/connector.ts'
import type { FigureContext } from '#engine/tool.ts'
import { type Elsewhere, marks_of, other_places } from '#figures/counted_once.ts'
import { counted_elsewhere } from '#figures/shared_accounts.ts'
import {
  covered_of,
  type Denied,
  denied_of,
  feeds,
  health_of_streams,
  is_never_read,
  read_at_of,
  type StreamState,
  stream_states,
} from '#figures/stream_states.ts'
import { type Message, message } from '#messages/message.ts'

/** The platforms and tables of one kind of figures. */
export interface SourceGroup {
  platforms: readonly string[]
  /** Tables that the answer reads. Only the streams that fill these tables decide until which day the answer is settled. */
  tables: readonly string[]
  /** The name of these platforms in sentences, such as 'No store is connected'. */
  label: Message | string
  /** Platforms whose orders can be refunded on a later day, if the figures contain refunds. */
  refunding?: readonly string[]
  /** Tables that only some facts need, with these facts. Without access to such a table they are unknown, and all others are known. */
  only_for?: Readonly<Record<string, readonly string[]>>
}

export interface Source {
  platform: string
  connection_id: string
  name: string
  health: Health
  /** Why the figures cannot be trusted, when a stream says more than the health. */
  reason: string | null
  /** Why stored rows may be incomplete or wrong, whatever else the health says. */
  suspect: string | null
  /** Days that had rows, and of which the platform no longer reports any. */
  empty_days: readonly string[]
  last_sync: string | null
  settled_until: string | null
  last_rows_at: string | null
  /** The days that are stored of each counted account, one entry for each different range. */
  covered: readonly Covered[]
  /** True if the platform has given no access to any account, so that nothing of the source is part of a figure. */
  is_left_out: boolean
  /** Present if the platform does not report such figures at all: the connector has no stream that fills the tables. */
  reports_none?: true
  /** Accounts that the platform does not let Tablero read, with reasons. */
  denied: readonly Denied[]
  /** Facts that are unknown, because the platform gives no access to what only they need. */
  unknown_facts: readonly string[]
  /** Accounts that syncs have started to read, each with the time at which the tables of the question were last read completely. */
  accounts: Record<string, string>
  /** Accounts of this connection whose rows do not count, each with the name of the connection whose rows count. */
  counted_elsewhere: ReadonlyMap<string, string>
}

export interface AccountOf {
  connection_id: string
  account_id: string
}

/** The connections whose rows count: active, and read at least in part. Each account counts once. */
export interface Counted {
  connection_ids: readonly string[]
  /** Accounts of these connections that another of these connections counts. */
  without: readonly AccountOf[]
  /** Sales that count in another place. */
  elsewhere: readonly Elsewhere[]
}

/** A platform that was disconnected. Its rows are left out. */
interface Disconnected {
  platform: string
  /** Calendar day in the organization's time zone. */
  on: string
}

/** The sources of one group, and what follows from them for its figures. */
export interface Sources {
  group: SourceGroup
  /** null: the rows do not belong to connections, so all rows count. */
  counted: Counted | null
  /** Connected marketplaces from which the stores of these sources can import orders. */
  marketplaces: readonly string[]
  live: Source[]
  disconnected: Disconnected[]
  /** Platforms that the organization has or had a connection to, whether the connection counts or not. */
  platforms: string[]
  /** What is known of a window, of all platforms or of one. */
  known(window: Window, platform?: string): Known
  /** True if something that belongs to the figures of a window is left out: a disconnected platform, or an account without access. */
  lacks(window: Window): boolean
  /** Facts that some source cannot read, of all platforms or of one. */
  unknown_facts(platform?: string): readonly string[]
  /** True if the platforms no longer report any row of a day of the window that they reported before. */
  has_emptied(window: Window): boolean
  /** Sources whose older orders are not stored, each with the first stored day. Refunds of older orders are missing on later days. */
  lacks_refunds(window: Window): { source: Source; from: string }[]
  /** True if the absence of rows in known days means that nothing happened. */
  zero_is_real(platform?: string): boolean
}

/** The sources of several groups, in the order of the groups, read by one statement. Groups without platforms have no connections. */
export async function read_sources(context: FigureContext, groups: readonly SourceGroup[]): Promise<Sources[]> {
  const asked = groups.flatMap((group) => [group, ...marks_of(group).map((mark) => mark.group)])
  const rows = asked.some(({ platforms }) => platforms.length > 0) ? await read_connections(context, asked) : []
  return groups.map((group) => {
    const sources = sources_from(context, rows, group)
    const { elsewhere, marketplaces } = other_places(group, context, (place) =>
      counting_of(sources_from(context, rows, place).live),
    )
    return sources.counted ? { ...sources, counted: { ...sources.counted, elsewhere }, marketplaces } : sources
  })
}

type ConnectionRow = Awaited<ReturnType<typeof read_connections>>[number]

function read_connections({ db, connectors }: FigureContext, groups: readonly SourceGroup[]) {
  const platforms = groups.flatMap((group) => group.platforms)
  const tables = groups.flatMap((group) => group.tables)
  return db
    .selectFrom('connections as c')
    .select(['c.connection_id', 'c.platform', 'c.name', 'c.status', 'c.needs_reconnection', 'c.created_at'])
    .select(['c.last_sync_at', 'c.last_rows_at', 'c.last_error_at', 'c.revoked_at'])
    .select(stream_states(connectors, tables).as('states'))
    .select(
      sql<number>`(select count(*)::int from ${of_org('connection_accounts')}
        where connection_id = c.connection_id and state = 'read')`.as('account_count'),
    )
    .where('c.platform', 'in', platforms)
    .orderBy('c.platform')
    .orderBy('c.connection_id')
    .execute()
}

function sources_from(context: FigureContext, all: ConnectionRow[], group: SourceGroup): Sources {
  const { now, org, today } = context
  const is_connected = group.platforms.length > 0
  const rows = all.filter(({ platform }) => group.platforms.includes(platform))
  const active = rows.filter(({ status }) => status === 'active')
  const live = active.map((row) => source_of(context, row, group))
  const synced = live.filter(({ last_sync, covered }) => last_sync || covered.length > 0)
  for (const [source, others] of counted_elsewhere(synced)) {
    if (others.size === 0) continue
    source.counted_elsewhere = new Map([...others].map(([account, { name }]) => [account, name]))
    const row = active.find(({ connection_id }) => connection_id === source.connection_id)!
    const { covered, is_left_out } = source_of(context, row, group, new Set(others.keys()))
    Object.assign(source, { covered, is_left_out })
  }
  const counting = live.filter((source) => !is_duplicate(source))
  const disconnected = rows.flatMap(({ platform, revoked_at }) =>
    live.some((source) => source.platform === platform)
      ? []
      : { platform, on: today_in(org.time_zone, revoked_at ? new Date(revoked_at) : now) },
  )
  return {
    group,
    counted: is_connected ? counted_of(synced.filter((source) => !is_duplicate(source))) : null,
    marketplaces: [],
    live,
    disconnected,
    platforms: [...new Set(rows.map(({ platform }) => platform))],
    known(window, platform) {
      if (!is_connected) return { is: 'whole' }
      const of = counting.filter(
        (source) => !source.is_left_out && (platform === undefined || platform === source.platform),
      )
      return known_days(
        of.flatMap(({ covered }) => (covered.length > 0 ? covered : NOT_COVERED)),
        window,
        today,
      )
    },
    lacks: ({ from }) =>
      disconnected.some(({ on }) => on > from) ||
      counting.some(({ denied }) => denied.some(({ is_left_out }) => is_left_out)),
    unknown_facts: (platform) =>
      counting
        .filter((source) => platform === undefined || platform === source.platform)
        .flatMap((source) => source.unknown_facts),
    has_emptied: ({ from, to }) => counting.some((source) => source.empty_days.some((day) => day >= from && day <= to)),
    lacks_refunds: (window) =>
      counting.flatMap((source) => {
        const from = latest_start(source.covered)
        const is_after = from !== undefined && /^\d/.test(from) && window.to >= from
        return is_after && group.refunding?.includes(source.platform) ? [{ source, from }] : []
      }),
    zero_is_real: (platform) =>
      !is_connected ||
      live.some((source) => (platform === undefined || platform === source.platform) && brings_rows(source)),
  }
}

/** Connections whose days decide what is known. */
const counting_of = (live: readonly Source[]) => live.filter((source) => !is_duplicate(source) && !source.is_left_out)

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
    without: sources.flatMap(({ connection_id, counted_elsewhere }) =>
      [...counted_elsewhere.keys()].map((account_id) => ({ connection_id, account_id })),
    ),
    elsewhere: [],
  }
}

function source_of(
  context: FigureContext,
  row: ConnectionRow,
  { tables, only_for = {} }: SourceGroup,
  without: ReadonlySet<string> = new Set(),
): Source {
  const { connectors, now } = context
  const connector = connectors[row.platform]
  const states = (row.states ?? [])
    .filter(({ stream }) => feeds(connector?.streams[stream]?.into, tables))
    .map((state) => ({ ...state, accounts: state.accounts.filter((account) => !without.has(account)) }))
    .filter(({ accounts }) => accounts.length > 0)
  const tables_of = ({ stream }: StreamState) =>
    (connector?.streams[stream]?.into ?? []).filter((table) => tables.includes(table))
  const is_part = (state: StreamState) =>
    tables_of(state).length > 0 && tables_of(state).every((table) => only_for[table] !== undefined)
  const expected = expected_streams(connector, tables, states)
  const { health, reason, suspect } = health_of_streams(health_of(row, now, connector?.empty_after_days), states)
  return {
    platform: row.platform,
    connection_id: row.connection_id,
    name: row.name,
    health,
    reason,
    suspect,
    empty_days: [...new Set(states.flatMap(({ empty_days }) => empty_days))].sort(),
    last_sync: row.last_sync_at,
    settled_until: least(states.map(({ settled_until }) => settled_until)),
    last_rows_at: row.last_rows_at,
    ...covered_of(context, states, expected, row.account_count - without.size),
    ...(connector && expected.length === 0 && { reports_none: true as const }),
    denied: denied_of(states, is_part),
    unknown_facts: states
      .filter((state) => is_part(state) && is_never_read(state))
      .flatMap((state) => tables_of(state).flatMap((table) => only_for[table] ?? [])),
    accounts: read_at_of(states),
    counted_elsewhere: new Map(),
  }
}

/** Streams that fill these tables. A connector that this process does not know has the streams that were read. */
function expected_streams(
  connector: Connector | undefined,
  tables: readonly string[],
  states: StreamState[],
): string[] {
  const declared = Object.entries(connector?.streams ?? {}).filter(([, { into }]) => feeds(into, tables))
  return connector ? declared.map(([name]) => name) : [...new Set(states.map(({ stream }) => stream))]
}

export function least(values: (string | null)[]): string | null {
  return values.filter((value) => value !== null).sort()[0] ?? null
}

/** False if a connection that syncs has brought no rows for days: then no rows can mean no access. */
const brings_rows = ({ health, last_rows_at }: Source) => last_rows_at !== null && health !== 'empty_sync'
