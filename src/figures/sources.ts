// The sources of figures and whether they can be trusted: connections, their health, and until which day they are read and settled.
// This module decides which connections count, and when a missing row is a real zero.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { type Health, health_of } from '#domain/health.ts'
import { today_in, type Window } from '#domain/windows.ts'
import type { Context } from '#engine/tool.ts'
import { counted_elsewhere } from '#figures/shared_accounts.ts'

/** The platforms and tables of one kind of figures. */
export interface SourceGroup {
  platforms: readonly string[]
  /** Tables that the answer reads. Only the streams that fill these tables decide until which day the answer is settled. */
  tables: readonly string[]
  /** The name of these platforms in sentences, such as 'No store is connected'. */
  label: string
}

export interface Source {
  platform: string
  connection_id: string
  name: string
  health: Health
  last_sync: string | null
  settled_until: string | null
  last_rows_at: string | null
  /** The last day that a sync has read, in the organization's time zone. null: no sync has read any day. */
  read_until: string | null
  /** Accounts that syncs have started to read, each with the time at which the tables of the question were last read completely. */
  accounts: Record<string, string>
  /** Accounts of this connection whose rows do not count, each with the name of the connection whose rows count. */
  counted_elsewhere: ReadonlyMap<string, string>
}

export interface AccountOf {
  connection_id: string
  account_id: string
}

/** The connections whose rows count: active and completely read at least once. Each account counts once. */
export interface Counted {
  connection_ids: readonly string[]
  /** Accounts of these connections that another of these connections counts. */
  without: readonly AccountOf[]
}

/** Earlier than any sync. */
const NEVER = new Date(0).toISOString()

/** The sources of one group, and what follows from them for its figures. */
export interface Sources {
  group: SourceGroup
  /** null: the rows do not belong to connections, so all rows count. */
  counted: Counted | null
  live: Source[]
  /** Disconnected platforms. */
  disconnected: string[]
  /** Platforms that the organization has or had a connection to, whether the connection counts or not. */
  platforms: string[]
  /** True if the absence of rows means that nothing happened, false if it means that nothing is known. */
  zero_is_real(window: Window, platform?: string): boolean
}

/** The sources of several groups, in the order of the groups, read by one statement. Groups without platforms have no connections. */
export async function read_sources(context: Context, groups: readonly SourceGroup[]): Promise<Sources[]> {
  const platforms = groups.flatMap((group) => group.platforms)
  const rows = platforms.length > 0 ? await read_connections(context, platforms) : []
  return groups.map((group) => sources_from(context, rows, group))
}

/** The time at which a stream of an account was last read completely, if ever. */
interface Reading {
  stream: string
  account_id: string
  finished_at: string | null
}

type ConnectionRow = Awaited<ReturnType<typeof read_connections>>[number]

function read_connections({ db }: Context, platforms: readonly string[]) {
  return db
    .selectFrom('connections as c')
    .select(['c.connection_id', 'c.platform', 'c.name', 'c.status', 'c.needs_reconnection', 'c.created_at'])
    .select(['c.last_sync_at', 'c.last_rows_at', 'c.last_error_at'])
    .select(
      sql<Record<string, string> | null>`(
        select jsonb_object_agg(s.stream, s.settled)
        from (select stream, min(cursor->>'settled_until') as settled
              from ${of_org('sync_cursors')} where connection_id = c.connection_id and cursor ? 'settled_until' group by stream) s)`.as(
        'settled_by_stream',
      ),
    )
    .select(
      // A platform with only one connection has no shared accounts.
      sql<Reading[] | null>`case when count(*) over (partition by c.platform) > 1 then (
        select jsonb_agg(jsonb_build_object('stream', stream, 'account_id', account_id, 'finished_at', cursor->>'finished_at'))
        from ${of_org('sync_cursors')} where connection_id = c.connection_id and account_id <> '') end`.as('readings'),
    )
    .where('c.platform', 'in', platforms as string[])
    .orderBy('c.platform')
    .orderBy('c.connection_id')
    .execute()
}

function sources_from(context: Context, all: ConnectionRow[], group: SourceGroup): Sources {
  const is_connected = group.platforms.length > 0
  const rows = all.filter(({ platform }) => group.platforms.includes(platform))
  const live = rows.filter(({ status }) => status === 'active').map((row) => source_of(context, row, group.tables))
  const synced = live.filter(({ last_sync }) => last_sync)
  for (const [source, others] of counted_elsewhere(synced))
    source.counted_elsewhere = new Map([...others].map(([account, { name }]) => [account, name]))
  return {
    group,
    counted: is_connected ? counted_of(synced.filter((source) => !is_duplicate(source))) : null,
    live,
    disconnected: rows.flatMap(({ platform }) => (live.some((source) => source.platform === platform) ? [] : platform)),
    platforms: [...new Set(rows.map(({ platform }) => platform))],
    zero_is_real: (window, platform) =>
      !is_connected ||
      live.some((source) => (platform === undefined || platform === source.platform) && knows(source, window)),
  }
}

/** True if other connections count all accounts of this connection. */
export const is_duplicate = ({ accounts, counted_elsewhere }: Source) =>
  counted_elsewhere.size > 0 && counted_elsewhere.size === Object.keys(accounts).length

function counted_of(sources: Source[]): Counted {
  return {
    connection_ids: sources.map(({ connection_id }) => connection_id),
    without: sources.flatMap(({ connection_id, counted_elsewhere }) =>
      [...counted_elsewhere.keys()].map((account_id) => ({ connection_id, account_id })),
    ),
  }
}

function source_of({ connectors, now, org }: Context, row: ConnectionRow, tables: readonly string[]): Source {
  const connector = connectors[row.platform]
  const settled = Object.entries(row.settled_by_stream ?? {})
    .filter(([stream]) => feeds(connector?.streams[stream]?.into, tables))
    .map(([, date]) => date)
  return {
    platform: row.platform,
    connection_id: row.connection_id,
    name: row.name,
    health: health_of(row, now, connector?.empty_after_days),
    last_sync: row.last_sync_at,
    settled_until: least(settled),
    last_rows_at: row.last_rows_at,
    accounts: read_at_of((row.readings ?? []).filter(({ stream }) => feeds(connector?.streams[stream]?.into, tables))),
    counted_elsewhere: new Map(),
    read_until: row.last_sync_at && today_in(org.time_zone, new Date(row.last_sync_at)),
  }
}

/** The time at which all of these streams had last read each account. */
function read_at_of(readings: Reading[]): Record<string, string> {
  const read_at: Record<string, string> = {}
  for (const { account_id, finished_at } of readings)
    read_at[account_id] = least([read_at[account_id] ?? null, finished_at ?? NEVER]) ?? NEVER
  return read_at
}

/** An unknown stream counts too. A settled figure that looks unsettled is better than the opposite. */
function feeds(into: readonly string[] | undefined, tables: readonly string[]): boolean {
  return into === undefined || into.some((table) => tables.includes(table))
}

export function least(values: (string | null)[]): string | null {
  return values.filter((value) => value !== null).sort()[0] ?? null
}

/** True if the connection would have stored rows of these days, if the platform had any. */
function knows({ health, read_until, last_rows_at }: Source, window: Window): boolean {
  if (!read_until || !last_rows_at || health === 'empty_sync' || health === 'never_synced') return false
  return health === 'ok' || read_until > window.to
}
