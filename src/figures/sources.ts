// Where figures come from and whether to believe them: connections, their health, how far they are read and settled.
// Decides which connections count and when a missing row is a real zero.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { type Health, health_of } from '#domain/health.ts'
import { today_in, type Window } from '#domain/windows.ts'
import type { Context } from '#engine/tool.ts'
import { counted_elsewhere } from '#figures/shared_accounts.ts'

/** Where figures of one kind come from. */
export interface SourceGroup {
  platforms: readonly string[]
  /** Tables the answer reads; only the streams that fill them say how far it is settled. */
  tables: readonly string[]
  /** What is to be connected for it, in words. */
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
  /** Last day, in the organization's zone, that a sync has read; null when none has. */
  read_until: string | null
  /** Accounts that syncs have begun to read, each with the instant at which what is asked about was last read to its end. */
  accounts: Record<string, string>
  /** Accounts of it whose rows do not count, each with the name of the connection whose rows do. */
  counted_elsewhere: ReadonlyMap<string, string>
}

export interface AccountOf {
  connection_id: string
  account_id: string
}

/** Whose rows count: those of active connections that were read to the end at least once, each account once. */
export interface Counted {
  connection_ids: readonly string[]
  /** Accounts of these connections that another of them counts. */
  without: readonly AccountOf[]
}

/** Before any reading. */
const NEVER = new Date(0).toISOString()

/** The sources of one group, and what they say about its figures. */
export interface Sources {
  group: SourceGroup
  /** null: the rows are not tied to connections, all count. */
  counted: Counted | null
  live: Source[]
  /** Platforms that are disconnected. */
  disconnected: string[]
  /** Platforms the organization has or had a connection of, whether it counts or not. */
  platforms: string[]
  /** True when no row means nothing happened, false when it means nothing is known. */
  zero_is_real(window: Window, platform?: string): boolean
}

/** The sources of several groups, in their order, read at once. Groups without platforms are not fed by connections. */
export async function read_sources(context: Context, groups: readonly SourceGroup[]): Promise<Sources[]> {
  const platforms = groups.flatMap((group) => group.platforms)
  const rows = platforms.length > 0 ? await read_connections(context, platforms) : []
  return groups.map((group) => sources_from(context, rows, group))
}

/** When a stream of an account was last read to its end, if it ever was. */
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
      // Where a platform has one connection, nothing is shared.
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

/** Whether others count all that it brings. */
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

/** When each account was last read by all of these. */
function read_at_of(readings: Reading[]): Record<string, string> {
  const read_at: Record<string, string> = {}
  for (const { account_id, finished_at } of readings)
    read_at[account_id] = least([read_at[account_id] ?? null, finished_at ?? NEVER]) ?? NEVER
  return read_at
}

/** An unknown stream counts: better to call a figure unsettled than to promise too much. */
function feeds(into: readonly string[] | undefined, tables: readonly string[]): boolean {
  return into === undefined || into.some((table) => tables.includes(table))
}

export function least(values: (string | null)[]): string | null {
  return values.filter((value) => value !== null).sort()[0] ?? null
}

/** Whether the connection would have brought rows of these days if there were any. */
function knows({ health, read_until, last_rows_at }: Source, window: Window): boolean {
  if (!read_until || !last_rows_at || health === 'empty_sync' || health === 'never_synced') return false
  return health === 'ok' || read_until > window.to
}
