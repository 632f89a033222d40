// The states of the streams that feed figures: which days of each account are stored, and what could not be read.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import type { Covered } from '#domain/coverage.ts'
import type { Health } from '#domain/health.ts'
import { add_days, today_in } from '#domain/windows.ts'
import type { Connector } from '#engine/connector.ts'
import type { FigureContext } from '#engine/tool.ts'

/** The accounts of a stream that are read equally far, together. */
export interface StreamState {
  stream: string
  state: 'ok' | 'denied' | 'failed' | 'suspect'
  reason: string | null
  /** Why stored rows may be incomplete or wrong, whatever the state. */
  suspect_reason: string | null
  /** Days of which the platform no longer reports any row. */
  empty_days: string[]
  covered_from: string | null
  covered_until: string | null
  read_until: string | null
  /** The account is no longer listed, so nothing will be added to its figures. */
  is_gone: boolean
  covered_at: string | null
  /** The first day of the accounts, if the platform states it for all of them. */
  created_on: string | null
  settled_until: string | null
  finished_at: string | null
  accounts: string[]
}

/** Earlier than any sync. */
const NEVER = new Date(0).toISOString()
/** Later than any day that a caller can ask for. */
const FOREVER = '9999-12-31'

/** Lists of `other_streams`, by tables. Their number is bounded by the tools. */
const lists = new WeakMap<Record<string, Connector>, Map<string, string>>()

/** Streams that fill none of the tables, as an array of PostgreSQL. A stream that is not known is read too. */
function other_streams(connectors: Record<string, Connector>, tables: readonly string[]): string {
  const of_connectors = lists.get(connectors) ?? new Map<string, string>()
  lists.set(connectors, of_connectors)
  const key = tables.join()
  let list = of_connectors.get(key)
  if (list === undefined) {
    const others = Object.entries(connectors).flatMap(([platform, { streams }]) =>
      Object.entries(streams).flatMap(([name, { into }]) => (feeds(into, tables) ? [] : `"${platform}/${name}"`)),
    )
    list = `{${others}}`
    of_connectors.set(key, list)
  }
  return list
}

/** An unknown stream counts too. A settled figure that looks unsettled is better than the opposite. */
export function feeds(into: readonly string[] | undefined, tables: readonly string[]): boolean {
  return into === undefined || into.some((table) => tables.includes(table))
}

/** A JSON list of the states of a connection `c`, without streams that fill none of the tables. */
export const stream_states = (
  connectors: Record<string, Connector>,
  tables: readonly string[],
): RawBuilder<StreamState[] | null> => sql`(
  select jsonb_agg(s) from (
    select s.stream, s.state, s.reason, s.suspect_reason, s.empty_days, s.covered_from, s.covered_until, s.read_until,
      coalesce(a.state = 'gone', false) as is_gone, min(s.covered_at) as covered_at,
      case when bool_and(a.created_on is not null) then min(a.created_on) end as created_on,
      min(s.cursor->>'settled_until') as settled_until, min(s.cursor->>'finished_at') as finished_at,
      array_agg(s.account_id order by s.account_id) as accounts
    from ${of_org('sync_cursors', 's')}
    left join ${of_org('connection_accounts', 'a')} on a.connection_id = s.connection_id and a.account_id = s.account_id
    where s.connection_id = c.connection_id and c.status = 'active'
      and c.platform || '/' || s.stream <> all(${other_streams(connectors, tables)}::text[]) and coalesce(a.state <> 'skipped', true)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9 order by 1, 2, 3, 4, 5, 6, 7, 8) s)`

/** The days that these streams cover, and whether the platform has given no access to anything of them. */
export function covered_of(
  { org, today }: Pick<FigureContext, 'org' | 'today'>,
  states: StreamState[],
  expected: string[],
  account_count: number,
): { covered: Covered[]; is_left_out: boolean } {
  const counting = states.filter((state) => !is_never_read(state))
  const is_begun = expected.every((stream) => {
    const of = states.filter((state) => state.stream === stream && !state.is_gone)
    return of.length > 0 && of.reduce((count, { accounts }) => count + accounts.length, 0) >= account_count
  })
  // An account that was not read yet makes the whole source unknown.
  if (!is_begun) return { covered: [], is_left_out: false }
  const covered = counting.map(({ covered_from: from, covered_until, read_until, covered_at, created_on, is_gone }) => {
    if (is_gone) return { from, until: covered_until && FOREVER, read_until: FOREVER, created_on }
    if (!covered_at) return { from, until: covered_until, read_until, created_on }
    // Read by time of change: the days are those of the organization.
    const read_on = today_in(org.time_zone, new Date(covered_at))
    return { from, until: add_days(read_on, -1), read_until: read_on < today ? read_on : today, created_on }
  })
  return { covered, is_left_out: counting.length === 0 }
}

/** An account without access, of which nothing was ever read. */
export const is_never_read = ({ state, covered_from }: StreamState) => state === 'denied' && covered_from === null

export interface Denied {
  account_id: string
  reason: string
  /** Nothing was read before, so the account is not part of any figure. */
  is_left_out: boolean
  /** Only some facts of the account are unknown. */
  is_part: boolean
}

/** `is_part`: the stream feeds only tables that some facts need. */
export function denied_of(states: StreamState[], is_part: (state: StreamState) => boolean): Denied[] {
  const denied = states
    .filter(({ state }) => state === 'denied')
    .flatMap((state) =>
      state.accounts.map((account_id) => ({
        account_id,
        reason: state.reason ?? '',
        is_left_out: is_never_read(state) && !is_part(state),
        is_part: is_never_read(state) && is_part(state),
      })),
    )
  return [...new Map(denied.map((one) => [one.account_id, one])).values()]
}

/** The time at which all of these streams had last read each account. */
export function read_at_of(states: StreamState[]): Record<string, string> {
  const read_at: Record<string, string> = {}
  for (const { accounts, finished_at } of states)
    for (const account of accounts) {
      if (account === '') continue
      const at = finished_at ?? NEVER
      if (read_at[account] === undefined || at < read_at[account]) read_at[account] = at
    }
  return read_at
}

/** A stream that lost rows is suspect. An error of a connection concerns only the streams that failed. */
export function health_of_streams(
  health: Health,
  states: StreamState[],
): { health: Health; reason: string | null; suspect: string | null } {
  const suspect = states.find(({ suspect_reason }) => suspect_reason !== null)?.suspect_reason ?? null
  if (suspect && (health === 'ok' || health === 'error')) return { health: 'suspect', reason: suspect, suspect }
  const failed = states.find(({ state }) => state === 'failed')
  return { health, reason: health === 'error' ? (failed?.reason ?? null) : null, suspect }
}
