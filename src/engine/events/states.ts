// What pages are sent about connections: how far syncs are, the health, and that something else has changed. Texts and errors are not
// part of an event. A page that needs them calls the tool, which answers in the language of its caller.
import { sql } from 'kysely'
import { in_system } from '#db/org.ts'
import { type ConnectionState, type Health, health_of } from '#domain/health.ts'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import type { Connector } from '#engine/connector.ts'
import type { SuspectConnections, SuspectParts } from '#engine/events/suspect_connections.ts'

export interface ConnectionEvent {
  org_id: string
  connection_id: string
  platform: string
  sync_state: 'idle' | 'queued' | 'running'
  /** Share of the running sync that is done, 0 to 1. Null: none runs. */
  progress: number | null
  /** The stream that is read now. */
  stream: string | null
  /** Rows that the running sync has brought. */
  rows: number | null
  /** In the first sync of a connection: the first day that is stored of the stream. The newest days come first. */
  stored_from: string | null
  health: Health
  /** Differs when anything else of the connection has changed. */
  version: string
}

interface Row extends ConnectionState {
  org_id: string
  connection_id: string
  platform: string
  version: string
  /** Differs with the suspect streams and with the accounts that have ended. Null: there are none. */
  doubt: string | null
  state: 'queued' | 'running' | null
  progress: number | null
  stream: string | null
  rows: bigint | null
  stored_from: string | null
}

export interface StateParts extends SuspectParts {
  connectors: Record<string, Connector>
}

/** The active connections of the organizations, by organization. One statement reads all of them, and one more those that are suspect. */
export async function read_states(
  { pool, clock, connectors }: StateParts,
  suspect: SuspectConnections,
  org_ids: readonly string[],
): Promise<Map<string, ConnectionEvent[]>> {
  const { rows } = await in_system(pool, (db) => states_query(org_ids).execute(db))
  const doubtful = Map.groupBy(
    rows.filter((row) => row.doubt !== null),
    ({ org_id }) => org_id,
  )
  const doubts = new Map(
    [...doubtful].map(([org_id, of]) => [org_id, of.map((row) => `${row.connection_id}/${row.doubt}`).join()]),
  )
  const unhealthy = await suspect.of(doubts)
  const now = clock.now()
  const found = new Map<string, ConnectionEvent[]>(org_ids.map((org_id) => [org_id, []]))
  for (const row of rows) {
    const of_syncs = health_of(row, now, connectors[row.platform]?.empty_after_days)
    const health = of_syncs === 'ok' ? (unhealthy.get(row.connection_id) ?? of_syncs) : of_syncs
    found.get(row.org_id)?.push(event_of(row, health))
  }
  return found
}

const states_query = (org_ids: readonly string[]) => sql<Row>`
  select c.org_id, c.connection_id, c.platform, c.needs_reconnection, c.created_at, c.last_sync_at, c.last_rows_at, c.last_error_at,
    md5(concat_ws('|', c.name, c.last_sync_at, c.last_rows_at, c.last_error_at, c.limited_until, c.granted_scopes, c.access_ends_at)) as version,
    r.state, r.progress, r.stream, r.rows, f.stored_from,
    nullif(concat_ws('/', e.ended, u.streams), '') as doubt
  from connections c
  left join sync_runs r on r.org_id = c.org_id and r.connection_id = c.connection_id and r.state in ('queued', 'running')
  left join lateral (
    select nullif(max(k.covered_from), '-infinity')::text as stored_from from sync_cursors k
    where k.org_id = c.org_id and k.connection_id = c.connection_id and k.stream = r.stream and c.last_sync_at is null) f on true
  left join lateral (
    select md5(string_agg(concat_ws(' ', a.account_id, a.state, a.reason, a.state_since), '|' order by a.account_id)) as ended
    from connection_accounts a
    where a.org_id = c.org_id and a.connection_id = c.connection_id and a.state <> 'read' and a.reason is distinct from ${NOT_CHOSEN}
      and (a.state = 'skipped' or exists (select from sync_cursors k where k.org_id = a.org_id and k.connection_id = a.connection_id
        and k.account_id = a.account_id and k.covered_from is not null))) e on true
  left join lateral (
    select md5(string_agg(concat_ws(' ', k.stream, k.account_id, k.state, a.reason), '|' order by k.stream, k.account_id)) as streams
    from sync_cursors k left join connection_accounts a on a.org_id = k.org_id and a.connection_id = k.connection_id and a.account_id = k.account_id
    where k.org_id = c.org_id and k.connection_id = c.connection_id and (k.suspect_reason is not null or k.state = 'denied')) u on true
  where c.org_id = any(${org_ids}::uuid[]) and c.status = 'active'
  order by c.org_id, c.platform, c.connection_id`

function event_of(row: Row, health: Health): ConnectionEvent {
  const { org_id, connection_id, platform, state, stream, version } = row
  const is_running = state === 'running'
  return {
    org_id,
    connection_id,
    platform,
    sync_state: state ?? 'idle',
    progress: is_running ? Math.round((row.progress ?? 0) * 100) / 100 : null,
    stream: is_running ? stream : null,
    rows: is_running ? Number(row.rows ?? 0n) : null,
    stored_from: is_running ? row.stored_from : null,
    health,
    version,
  }
}
