// Where figures come from and whether to believe them: connections, their health, how far they are read and settled.
// Decides which connections count and when a missing row is a real zero.
import { sql } from 'kysely'
import { type Health, health_of, unhealthy_first } from '#domain/health.ts'
import { today_in, type Window } from '#domain/windows.ts'
import type { Context } from '#engine/tool.ts'
import { counted_elsewhere } from '#figures/shared_accounts.ts'

export interface SourceOnWire {
  platform: string
  connection_id: string
  name: string
  health: Health
  last_sync: string | null
  settled_until: string | null
}

interface Source extends SourceOnWire {
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

/** Sources an answer names; of more, those in trouble first. */
const SOURCES_SHOWN_MAX = 12
/** Before any reading. */
const NEVER = new Date(0).toISOString()
/** Sentences about single sources in an answer. */
const PROBLEMS_SHOWN_MAX = 12

/** What stands behind the notes. */
interface Live {
  live: Source[]
  /** Platforms that are disconnected. */
  disconnected: string[]
}

export interface Sources extends Live {
  counted: Counted
  /** Platforms the organization has or had a connection of, whether it counts or not. */
  platforms: string[]
  /** True when no row means nothing happened, false when it means nothing is known. */
  zero_is_real(window: Window, platform?: string): boolean
  on_wire: SourcesOnWire
  /** Sentences on what is missing or may still change. */
  notes(window: Window): string[]
}

export interface SourcesOnWire {
  sources: SourceOnWire[]
  /** Sources that are not named, by health; absent when all are. */
  more_sources?: Partial<Record<Health, number>>
  as_of: string | null
  settled_until: string | null
}

export interface Wanted {
  platforms: readonly string[]
  /** Tables the answer reads; only the streams that fill them say how far it is settled. */
  tables: readonly string[]
}

export async function sources_of(context: Context, wanted: Wanted): Promise<Sources> {
  return sources_from(context, await read_connections(context, wanted.platforms), wanted)
}

/** The sources of several groups of figures, read at once. */
export async function sources_by<Group extends string>(
  context: Context,
  groups: Record<Group, Wanted>,
): Promise<Record<Group, Sources>> {
  const entries = Object.entries<Wanted>(groups)
  const rows = await read_connections(
    context,
    entries.flatMap(([, { platforms }]) => platforms),
  )
  return Object.fromEntries(entries.map(([group, wanted]) => [group, sources_from(context, rows, wanted)])) as Record<
    Group,
    Sources
  >
}

/** What an answer made of several groups says about where it comes from. */
export function merge_sources(groups: Sources[]): SourcesOnWire {
  return sources_on_wire(groups.flatMap(({ live }) => live))
}

/** An agency's client may have hundreds of connections: as many are named as help, the others are counted. */
function sources_on_wire(live: Source[]): SourcesOnWire {
  const all = [...new Map(live.map((source) => [source.connection_id, source])).values()]
  const { shown, left_out } = unhealthy_first(all, SOURCES_SHOWN_MAX)
  return {
    sources: shown.map(on_wire),
    ...(left_out ? { more_sources: left_out } : {}),
    as_of: least(live.map(({ last_sync }) => last_sync)),
    settled_until: least(live.map(({ settled_until }) => settled_until)),
  }
}

const on_wire = ({ platform, connection_id, name, health, last_sync, settled_until }: Source): SourceOnWire => ({
  platform,
  connection_id,
  name,
  health,
  last_sync,
  settled_until,
})

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
              from sync_cursors where connection_id = c.connection_id and cursor ? 'settled_until' group by stream) s)`.as(
        'settled_by_stream',
      ),
    )
    .select(
      // Where a platform has one connection, nothing is shared.
      sql<Reading[] | null>`case when count(*) over (partition by c.platform) > 1 then (
        select jsonb_agg(jsonb_build_object('stream', stream, 'account_id', account_id, 'finished_at', cursor->>'finished_at'))
        from sync_cursors where connection_id = c.connection_id and account_id <> '') end`.as('readings'),
    )
    .where('c.platform', 'in', platforms as string[])
    .orderBy('c.platform')
    .orderBy('c.connection_id')
    .execute()
}

function sources_from(context: Context, all: ConnectionRow[], wanted: Wanted): Sources {
  const rows = all.filter(({ platform }) => wanted.platforms.includes(platform))
  const live = rows.filter(({ status }) => status === 'active').map((row) => source_of(context, row, wanted.tables))
  const synced = live.filter(({ last_sync }) => last_sync)
  for (const [source, others] of counted_elsewhere(synced))
    source.counted_elsewhere = new Map([...others].map(([account, { name }]) => [account, name]))
  const disconnected = rows.flatMap(({ platform }) =>
    live.some((source) => source.platform === platform) ? [] : platform,
  )
  return {
    counted: counted_of(synced.filter((source) => !is_duplicate(source))),
    platforms: [...new Set(rows.map(({ platform }) => platform))],
    zero_is_real: (window, platform) =>
      live.some((source) => (platform === undefined || platform === source.platform) && knows(source, window)),
    on_wire: sources_on_wire(live),
    live,
    disconnected,
    notes: (window) => source_notes([{ live, disconnected }], window),
  }
}

/** Whether others count all that it brings. */
const is_duplicate = ({ accounts, counted_elsewhere }: Source) =>
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

function least(values: (string | null)[]): string | null {
  return values.filter((value) => value !== null).sort()[0] ?? null
}

/** Whether the connection would have brought rows of these days if there were any. */
function knows({ health, read_until, last_rows_at }: Source, window: Window): boolean {
  if (!read_until || !last_rows_at || health === 'empty_sync' || health === 'never_synced') return false
  return health === 'ok' || read_until > window.to
}

function disconnected_notes(platforms: string[]): string[] {
  return [...new Set(platforms)].map(
    (platform) => `${platform} is disconnected, so its figures are left out; reconnect it to see them.`,
  )
}

function problems_of(source: Source, window: Window): string[] {
  return is_duplicate(source) ? shared(source) : [...shared(source), ...state_of(source, window)]
}

/** What of it other connections bring too. */
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

function state_of({ platform, name, health, read_until, last_rows_at }: Source, window: Window): string[] {
  const who = `${platform} (${name})`
  if (!read_until) return [`${who} has not been synced to the end yet, so it has no figures.`]
  if (health === 'empty_sync')
    return [
      `${who} syncs without errors but has brought no rows ${last_rows_at ? `since ${last_rows_at.slice(0, 10)}` : 'yet'}; a zero of it is missing data.`,
    ]
  if (health === 'ok' || read_until > window.to) return []
  const why = {
    stale: 'has not been synced lately',
    error: 'fails to sync',
    needs_reconnection: 'must be reconnected',
    never_synced: 'was never synced',
  }[health]
  return [`${who} ${why}; its figures are complete only before ${read_until}.`]
}

/** One sentence for all groups of an answer, whatever they are read from. */
function unsettled(groups: Live[], window: Window): string[] {
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

/** Sentences on what is missing or may still change, each once. */
export function source_notes(groups: Live[], window: Window): string[] {
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
