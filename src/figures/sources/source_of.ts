// One source of figures: a connection with what its streams have read, and which of its accounts count.

import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import type { Hole } from '#domain/coverage.ts'
import { type Health, health_of, is_silent } from '#domain/health.ts'
import { day_in } from '#domain/windows.ts'
import type { Connector, Stream } from '#engine/connector.ts'
import type { FigureContext } from '#engine/tool.ts'
import { is_unchosen, type LostAccount } from '#figures/sources/lost_accounts.ts'
import {
  type ChangedCurrency,
  type ChangedZone,
  type CoveredAccounts,
  covered_of,
  type Denied,
  denied_of,
  feeds,
  health_of_streams,
  is_never_read,
  left_out_of,
  lost_of,
  part_days_of,
  read_at_of,
  type StreamState,
  skipped_accounts,
  stream_states,
} from '#figures/sources/stream_states.ts'
import type { Message } from '#messages/message.ts'

/** The platforms and tables of one kind of figures. */
export interface SourceGroup {
  platforms: readonly string[]
  /** Tables that the answer reads. Only the streams that fill these tables decide until which day the answer is settled. */
  tables: readonly string[]
  /** The name of these platforms in sentences, such as 'No store is connected'. */
  label: Message | string
  /** What the rows are, such as abandoned carts, where answers also have other figures of the same platforms. */
  subject?: Message
  /** Platforms whose orders can be refunded on a later day, if the figures contain refunds. */
  refunding?: readonly string[]
  /** True: tools answer for a single one of the platforms too, with the days that this one knows. */
  is_asked_alone?: true
  /** Tables that only some facts need, with these facts. Without access to such a table they are unknown, and all others are known. */
  only_for?: Readonly<Record<string, readonly string[]>>
  /** Tables of what is shown too, as far as it was read, with its name. Only a refusal of their other streams matters. */
  beside?: Readonly<Record<string, Message>>
  /** The columns that are asked for. Absent: all of the tables. */
  columns?: readonly string[]
  /** True: platforms give these rows for the present only, so the row of a day says that it is known, also before a day without a read. */
  is_known_by_rows?: true
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
  /** What the platform does not permit of the figures. The rest is in no doubt. */
  part_denied: string | null
  /** Days that had rows, and of which the platform no longer reports any. */
  empty_days: readonly string[]
  /** Days without a row beside days with many. */
  holes: readonly Pick<Hole, 'date' | 'is_answer'>[]
  /** Days of which fewer is stored than the platform's own total has, or than the day had when it was over. */
  short_days: readonly string[]
  last_sync: string | null
  settled_until: string | null
  /** Records before this day count by former settings of the connection, until they are read again. */
  former_before: string | null
  /** Accounts whose currency changed, each with the day. */
  changed_currencies: readonly ChangedCurrency[]
  /** Accounts whose time zone changed, each with the day. */
  changed_zones: readonly ChangedZone[]
  /** Zones in which the platform counts the days of the accounts. */
  day_zones: readonly string[]
  /** The last day in the organization's time zone on which it brought rows. */
  last_rows_on: string | null
  /** The instant of these rows. */
  last_rows_at: string | null
  /** True if its syncs have brought rows lately, so that the absence of a row means that nothing happened. */
  brings_rows: boolean
  /** The days that are stored of each counted account, one entry for each different range. */
  covered: readonly CoveredAccounts[]
  /** Accounts that were read and are not read any more. */
  lost: readonly LostAccount[]
  /** True if the platform has given no access to any account, so that nothing of the source is part of a figure. */
  is_left_out: boolean
  /** Present if the platform does not report such figures at all: the connector has no stream that fills the tables. */
  reports_none?: true
  /** The tool with totals of such figures, where a platform reports these, and none by day. */
  totals_in?: string
  /** Accounts that the platform does not let Tablero read, with reasons. */
  denied: readonly Denied[]
  /** What a platform gives no access to of the tables that are shown beside the others. */
  refused_beside: readonly RefusedBeside[]
  /** Facts that are unknown, because the platform gives no access to what only they need. */
  unknown_facts: readonly string[]
  /** Accounts that syncs have started to read, each with the time at which the tables of the question were last read completely. */
  accounts: Record<string, string>
  /** Accounts of this connection whose rows do not count, each with the connection whose rows count. */
  counted_elsewhere: ReadonlyMap<string, Pick<Source, 'connection_id' | 'name'>>
  /** Accounts that were read before a person chose others. None of their rows counts. */
  unchosen: readonly string[]
}

interface RefusedBeside {
  what: Message
  account_id: string
  reason: string
}

export type ConnectionRow = Awaited<ReturnType<typeof read_connections>>[number]

export interface Connections {
  rows: ConnectionRow[]
  /** Accounts that had figures shortly before they ended. */
  active: ReadonlySet<string>
}

export const ended_accounts = ({ connection_id, status, states }: ConnectionRow) =>
  (status === 'active' ? (states ?? []) : []).flatMap(({ ended, accounts }) =>
    ended ? accounts.map((account_id) => ({ connection_id, account_id, ended })) : [],
  )

export function read_connections({ db, connectors }: FigureContext, groups: readonly SourceGroup[]) {
  const platforms = groups.flatMap((group) => group.platforms)
  const tables = groups.flatMap((group) => [...group.tables, ...Object.keys(group.beside ?? {})])
  return db
    .selectFrom('connections as c')
    .select(['c.connection_id', 'c.platform', 'c.name', 'c.status', 'c.needs_reconnection', 'c.created_at'])
    .select(['c.last_sync_at', 'c.last_rows_at', 'c.last_error_at', 'c.revoked_at'])
    .select(stream_states(connectors, tables).as('states'))
    .select(skipped_accounts.as('skipped'))
    .select(
      sql<boolean>`exists (select from ${of_org('connection_accounts')} where connection_id = c.connection_id)`.as(
        'has_accounts',
      ),
    )
    .select(
      // One of each account that is read.
      sql<string[] | null>`(select array_agg(time_zone) from ${of_org('connection_accounts')}
        where connection_id = c.connection_id and state = 'read')`.as('day_zones'),
    )
    .where('c.platform', 'in', platforms)
    .orderBy('c.platform')
    .orderBy('c.connection_id')
    .execute()
}

export function source_of(
  context: FigureContext,
  row: ConnectionRow,
  { tables, columns, only_for = {}, beside = {} }: SourceGroup,
  { active, without = new Set() }: { active: Connections['active']; without?: ReadonlySet<string> },
): Source {
  const { connectors, now } = context
  const connector = connectors[row.platform]
  const counts = ({ stream }: StreamState) => fills(connector?.streams[stream], tables, columns)
  const all = (row.states ?? []).filter(counts)
  const [unchosen, chosen] = [all.filter(is_of_unchosen), all.filter((state) => !is_of_unchosen(state))]
  const states = chosen.map((state) => of_accounts(state, without)).filter(({ accounts }) => accounts.length > 0)
  const read_elsewhere = chosen
    .filter(({ ended }) => !ended)
    .flatMap(({ accounts }) => accounts.filter((account) => without.has(account)))
  const day_zones = row.day_zones ?? []
  const account_count = day_zones.length - new Set(read_elsewhere).size
  const changed_currencies = states.flatMap((state) => state.changed_currencies ?? [])
  const part_days = changed_currencies.flatMap(part_days_of)
  const lost = lost_of(context, row.connection_id, states, active)
  const tables_of = ({ stream }: StreamState) =>
    (connector?.streams[stream]?.into ?? []).filter((table) => tables.includes(table))
  const is_part = (state: StreamState) =>
    tables_of(state).length > 0 && tables_of(state).every((table) => only_for[table] !== undefined)
  const expected = expected_streams(connector, { tables, columns }, states)
  const is_without_streams = connector !== undefined && expected.length === 0
  const skipped = row.skipped ?? []
  const is_only = day_zones.length === 0 && states.length === 0
  const left_out = is_without_streams ? [] : left_out_of(skipped, all, { connector, is_only })
  const read = health_of_streams(health_of(row, now, connector?.empty_after_days), states)
  return {
    platform: row.platform,
    connection_id: row.connection_id,
    name: row.name,
    ...read,
    empty_days: [...new Set(states.flatMap(({ empty_days }) => empty_days))].sort(),
    holes: states.flatMap(({ holes }) => holes ?? []),
    short_days: [...new Set([...states.flatMap(({ short_days }) => short_days), ...part_days])].sort(),
    last_sync: row.last_sync_at,
    // Figures of a refused account can change again when it is read again.
    settled_until: least(
      states.filter(({ ended }) => ended?.state !== 'gone').map(({ settled_until }) => settled_until),
    ),
    former_before: greatest(states.filter(({ ended }) => ended === null).map(({ former_before }) => former_before)),
    changed_currencies,
    changed_zones: states.flatMap((state) => state.changed_zones ?? []),
    day_zones: [...new Set(day_zones)].sort(),
    last_rows_on: row.last_rows_at && day_in(context.org.time_zone, row.last_rows_at),
    last_rows_at: row.last_rows_at,
    brings_rows: row.last_rows_at !== null && !is_silent(row, now, connector?.empty_after_days),
    ...covered_of(context, states, expected, { account_count, lost, is_listed: skipped.length > 0 }),
    lost,
    ...(is_without_streams && { reports_none: true as const, ...totals_in(connector, tables) }),
    denied: [...denied_of(states, is_part), ...left_out],
    refused_beside: connector
      ? refused_in(
          beside,
          connector,
          (row.states ?? []).filter((state) => !counts(state)),
        )
      : [],
    unknown_facts: states
      .filter((state) => is_part(state) && is_never_read(state))
      .flatMap((state) => tables_of(state).flatMap((table) => only_for[table] ?? [])),
    accounts: read_at_of(states),
    counted_elsewhere: new Map(),
    unchosen: [...new Set(unchosen.flatMap(({ accounts }) => accounts))],
  }
}

/** What the platform refuses of tables that are shown beside the figures. */
const refused_in = (beside: Readonly<Record<string, Message>>, { streams }: Connector, states: StreamState[]) =>
  Object.entries(beside).flatMap(([table, what]): RefusedBeside[] => {
    const of_table = states.filter(({ stream }) => feeds(streams[stream]?.into, [table]))
    return denied_of(of_table, () => true).map(({ account_id, reason }) => ({ what, account_id, reason }))
  })

/** True for streams on which figures of the tables depend, or of these columns of them. A stream that is not known is one. */
function fills(stream: Stream | undefined, tables: readonly string[], columns: readonly string[] = []) {
  const states_none = columns.length > 0 && columns.every((column) => stream?.without?.includes(column))
  return !stream?.adds_only && !states_none && feeds(stream?.into, tables)
}

/** Tables by day, each with the table and the tool of the same figures in total. */
const TOTALS_OF: Readonly<Record<string, { table: string; tool: string }>> = {
  email_campaign_daily: { table: 'email_campaigns', tool: 'revisar_email' },
}

function totals_in({ streams }: Connector, tables: readonly string[]): Pick<Source, 'totals_in'> {
  const of = tables.flatMap((name) => TOTALS_OF[name] ?? [])
  const has = Object.values(streams).flatMap(({ into }) => of.filter(({ table }) => feeds(into, [table])))
  return has[0] ? { totals_in: has[0].tool } : {}
}

const is_of_unchosen = ({ ended }: StreamState) => ended !== null && is_unchosen(ended)

/** A state without some of its accounts. */
function of_accounts(state: StreamState, without: ReadonlySet<string>): StreamState {
  const kept = [...state.accounts.keys()].filter((at) => !without.has(state.accounts[at]!))
  const names = state.names && kept.map((at) => state.names![at]!)
  return { ...state, names, accounts: kept.map((at) => state.accounts[at]!) }
}

/** Streams that fill these tables. A connector that this process does not know has the streams that were read. */
function expected_streams(
  connector: Connector | undefined,
  { tables, columns }: Pick<SourceGroup, 'tables' | 'columns'>,
  states: StreamState[],
): string[] {
  const declared = Object.entries(connector?.streams ?? {}).filter(([, stream]) => fills(stream, tables, columns))
  return connector ? declared.map(([name]) => name) : [...new Set(states.map(({ stream }) => stream))]
}

const greatest = (values: (string | null)[]): string | null =>
  values
    .filter((value) => value !== null)
    .sort()
    .at(-1) ?? null

export function least(values: (string | null)[]): string | null {
  return values.filter((value) => value !== null).sort()[0] ?? null
}
