// The states of the streams that feed figures: which days of each account are stored, and what could not be read.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import type { Covered, Hole } from '#domain/coverage.ts'
import type { Health } from '#domain/health.ts'
import { add_days, today_in } from '#domain/windows.ts'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import type { Connector } from '#engine/connector.ts'
import type { FigureContext } from '#engine/tool.ts'
import { account_key, days_lacking, type Ended, FOREVER, type LostAccount } from '#figures/sources/lost_accounts.ts'

/** The accounts of a stream that are read equally far, together. */
export interface StreamState {
  stream: string
  state: 'ok' | 'denied' | 'failed' | 'suspect'
  reason: string | null
  /** Why stored rows may be incomplete or wrong, whatever the state. */
  suspect_reason: string | null
  /** What the platform does not permit of it, if nothing else is suspect. */
  part_denied: string | null
  /** Days of which the platform no longer reports any row. */
  empty_days: string[]
  /** Days without a row beside days with many. null: none. */
  holes: Pick<Hole, 'date' | 'is_answer'>[] | null
  /** Days of which fewer is stored than the platform's own total has. */
  short_days: string[]
  covered_from: string | null
  covered_until: string | null
  read_until: string | null
  /** The accounts are not read any more, so nothing will be added to their figures. null: they are read. */
  ended: Ended | null
  /** Names of accounts that are not read any more. */
  names: string[] | null
  covered_at: string | null
  /** The first day of the accounts, if the platform states it for all of them. */
  created_on: string | null
  settled_until: string | null
  /** Records before this day were read with former settings, and will be read again. */
  former_before: string | null
  finished_at: string | null
  /** Accounts whose currency changed. null: none. */
  changed_currencies: ChangedCurrency[] | null
  /** Accounts whose time zone changed. null: none. */
  changed_zones: ChangedZone[] | null
  accounts: string[]
}

/** An account whose currency changed on a day. Its days before keep the amounts that were read. */
export interface ChangedCurrency {
  account_id: string
  from: string
  to: string
  on: string
  /** The first day before it that was only read in part. */
  part_from?: string
  /** Days before it were first read after the change. */
  first_read_before?: string
}

/** Days that nobody reads again after a change of currency, and that were not over when they were read. */
export function part_days_of({ on, part_from = on }: ChangedCurrency): string[] {
  const days: string[] = []
  for (let day = part_from; day < on; day = add_days(day, 1)) days.push(day)
  return days
}

/** An account whose time zone changed on a day. Since the other day, platforms can answer in the new zone. */
export interface ChangedZone {
  account_id: string
  from: string
  to: string
  since: string
  on: string
  /** Days before it were first read in the new zone. */
  first_read_before?: string
}

/** Earlier than any sync. */
const NEVER = new Date(0).toISOString()

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

/** True if a stream `s` is suspect only because the platform does not permit a part of it, of which nothing was ever stored. */
export const is_part_denied = sql<boolean>`coalesce(
  s.cursor->'lacks'->>'is_denied' = 'true' and s.suspect_reason = s.cursor->'lacks'->>'reason'
  and not exists (select from ${of_org('missing_rows', 'w')} where w.connection_id = s.connection_id and w.account_id = s.account_id), false)`

/** Only a suspect stream has such days, so those of other streams are not looked up. */
const short_days = sql`case when s.suspect_reason is null then '{}' else array(
  select distinct l.date from ${of_org('ledger', 'l')}
  where l.connection_id = s.connection_id and l.stream = s.stream and l.account_id = s.account_id
    and l.verdict = 'drift' and l.stored_sum < l.platform_total order by l.date) end`

/** A JSON list of the states of a connection `c`, without streams that fill none of the tables, and without accounts that were never read. */
export const stream_states = (
  connectors: Record<string, Connector>,
  tables: readonly string[],
): RawBuilder<StreamState[] | null> => sql`(
  select jsonb_agg(s) from (
    select s.stream, s.state, s.reason, s.suspect_reason, case when ${is_part_denied} then s.suspect_reason end as part_denied, s.empty_days, ${short_days} as short_days, s.cursor->'holes' as holes,
      s.covered_from, s.covered_until, s.read_until,
      case when a.state <> 'read' then jsonb_build_object('state', a.state, 'reason', a.reason, 'since', a.state_since) end as ended,
      array_agg(a.name order by s.account_id) filter (where a.state <> 'read') as names, min(s.covered_at) as covered_at,
      case when bool_and(a.created_on is not null) then min(a.created_on) end as created_on,
      max(s.cursor->'outdated'->>'before') filter (where s.cursor->>'read_to' is null) as former_before,
      min(s.cursor->>'settled_until') as settled_until, min(s.cursor->>'finished_at') as finished_at,
      jsonb_agg(s.cursor->'changed_currency' || jsonb_build_object('account_id', s.account_id, 'to', s.cursor->>'currency'))
        filter (where s.cursor ? 'changed_currency') as changed_currencies,
      jsonb_agg(s.cursor->'changed_zone' || jsonb_build_object('account_id', s.account_id, 'to', s.cursor->>'time_zone'))
        filter (where s.cursor ? 'changed_zone') as changed_zones,
      array_agg(s.account_id order by s.account_id) as accounts
    from ${of_org('sync_cursors', 's')}
    left join ${of_org('connection_accounts', 'a')} on a.connection_id = s.connection_id and a.account_id = s.account_id
    where s.connection_id = c.connection_id and c.platform || '/' || s.stream <> all(${other_streams(connectors, tables)}::text[])
      and (coalesce(a.state, 'read') = 'read' or s.covered_from is not null)
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 order by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) s)`

/** The covered days of accounts, and the days that lack them because they are not read any more. */
export interface CoveredAccounts extends Covered {
  /** The instant to which everything is read, of what is read by time of change. */
  read_at?: string
  lacking?: LostAccount['lacking']
}

/** The days that these streams cover, and whether the platform has given no access to anything of them. */
export function covered_of(
  context: Pick<FigureContext, 'org' | 'today'>,
  states: StreamState[],
  expected: string[],
  { account_count, lost, is_listed }: { account_count: number; lost: readonly LostAccount[]; is_listed: boolean },
): { covered: CoveredAccounts[]; is_left_out: boolean } {
  const counting = states.filter((state) => !is_never_read(state))
  const is_begun = expected.every((stream) => {
    const of = states.filter((state) => state.stream === stream)
    const read = of.filter(({ ended }) => ended === null)
    return of.length > 0 && read.reduce((count, { accounts }) => count + accounts.length, 0) >= account_count
  })
  // An account that was not read yet makes the whole source unknown. Where every listed account is skipped, none will be read.
  if (!is_begun && !(is_listed && account_count === 0)) return { covered: [], is_left_out: false }
  const covered = counting.flatMap((state): CoveredAccounts[] => {
    const { covered_from: from, read_until, covered_at, created_on, ended, accounts } = state
    const until = stored_until(context, state)
    if (ended)
      return accounts.map((account) => {
        const { lacking } = lost.find(({ account_id }) => account_id === account)!
        return { from, until: until && FOREVER, read_until: FOREVER, created_on, lacking, ...open_holes(state) }
      })
    if (!covered_at) return [{ from, until, read_until, created_on, ...open_holes(state) }]
    const read_on = today_in(context.org.time_zone, new Date(covered_at))
    return [{ from, until, read_until: [read_on, context.today].sort()[0]!, created_on, read_at: covered_at }]
  })
  return { covered, is_left_out: counting.length === 0 }
}

/** Holes that no read of a week has confirmed. */
function open_holes({ holes }: StreamState): Pick<Covered, 'holes'> {
  const open = (holes ?? []).filter(({ is_answer }) => !is_answer).map(({ date }) => date)
  return open.length > 0 ? { holes: open } : {}
}

/** The last whole stored day. What is read by time of change has the days of the organization. */
const stored_until = ({ org }: Pick<FigureContext, 'org'>, { covered_at, covered_until }: StreamState) =>
  covered_at ? add_days(today_in(org.time_zone, new Date(covered_at)), -1) : covered_until

/** The accounts of these streams that are not read any more. An account lacks the days that any of its streams lacks. */
export function lost_of(
  context: Pick<FigureContext, 'org'>,
  connection_id: string,
  states: StreamState[],
  active: ReadonlySet<string>,
): LostAccount[] {
  const { time_zone } = context.org
  const lost = new Map<string, LostAccount>()
  for (const state of states)
    for (const [at, account_id] of state.accounts.entries()) {
      const { ended, names } = state
      if (!ended) continue
      const is_active = active.has(account_key({ connection_id, account_id }))
      const lacking = days_lacking(ended, { stored_until: stored_until(context, state), is_active, time_zone })
      const known = lost.get(account_id)
      if (!known || lacking.from < known.lacking.from)
        lost.set(account_id, { account_id, name: names?.[at] ?? account_id, reason: ended.reason ?? '', lacking })
    }
  return [...lost.values()]
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
  /** The platform answered that a permission is missing. */
  is_refused?: true
  /** Another connection reads the account, so that nothing is missing. */
  is_elsewhere?: true
}

/** An account that the platform lists and Tablero does not read, such as one without a currency. */
export type Skipped = Pick<Denied, 'account_id' | 'reason'>

/** A JSON list of the skipped accounts of a connection `c`, without those that nobody chose. */
export const skipped_accounts = sql<Skipped[] | null>`(
  select jsonb_agg(jsonb_build_object('account_id', a.account_id, 'reason', coalesce(a.reason, '')) order by a.account_id)
  from ${of_org('connection_accounts', 'a')}
  where a.connection_id = c.connection_id and a.state = 'skipped' and a.reason is distinct from ${NOT_CHOSEN})`

/** True for the reason of an account that never has figures. */
export const is_without_figures = (connector: Connector | undefined, reason: string): boolean =>
  connector?.accounts.without_figures?.some((end) => reason.endsWith(end)) ?? false

/**
 * The skipped accounts of which these streams have read nothing. Those that never have figures are named only where the connection has
 * no other account, because then it brings nothing at all.
 */
export function left_out_of(skipped: Skipped[], states: StreamState[], { connector, is_only }: LeftOutOf): Denied[] {
  const unread = skipped.filter(({ account_id }) => !states.some(({ accounts }) => accounts.includes(account_id)))
  const lacking = unread.filter(({ reason }) => !is_without_figures(connector, reason))
  const named = is_only && lacking.length === 0 ? unread : lacking
  return named.map((one) => ({ ...one, is_left_out: true, is_part: false }))
}

interface LeftOutOf {
  connector: Connector | undefined
  /** True if no account of the connection is read. */
  is_only: boolean
}

/** `is_part`: the stream feeds only tables that some facts need. */
export function denied_of(states: StreamState[], is_part: (state: StreamState) => boolean): Denied[] {
  const denied = states
    .filter(({ state, ended }) => state === 'denied' && ended === null)
    .flatMap((state) =>
      state.accounts.map((account_id) => ({
        account_id,
        reason: state.reason ?? '',
        is_left_out: is_never_read(state) && !is_part(state),
        is_part: is_never_read(state) && is_part(state),
        is_refused: true as const,
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

/**
 * A stream that lost rows is suspect, as long as a further read can find them. An error of a connection concerns only the streams that failed.
 */
export function health_of_streams(
  health: Health,
  states: StreamState[],
): { health: Health; reason: string | null; suspect: string | null; part_denied: string | null } {
  const read = states.filter(({ ended }) => ended?.state !== 'gone')
  const suspect = read.find((of) => of.suspect_reason !== null && of.part_denied === null)?.suspect_reason ?? null
  const part_denied = read.find((of) => of.part_denied !== null)?.part_denied ?? null
  const reason = suspect ?? part_denied
  if (reason && (health === 'ok' || health === 'error')) return { health: 'suspect', reason, suspect, part_denied }
  const failed = states.find(({ state }) => state === 'failed')
  return { health, reason: health === 'error' ? (failed?.reason ?? null) : null, suspect, part_denied }
}
