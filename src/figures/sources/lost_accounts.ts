// Accounts that were read and are not read any more. What was read of them still counts. This file alone decides which days lack them.
import { type RawBuilder, sql } from 'kysely'
import type { OrgTable } from '#db/org_tables.ts'
import { of_org } from '#db/organization.ts'
import { BEGINNING } from '#domain/coverage.ts'
import type { Health } from '#domain/health.ts'
import { add_days, today_in } from '#domain/windows.ts'
import { COUNTED_THERE, NOT_CHOSEN, NOT_LISTED } from '#engine/account_choice.ts'
import type { FigureContext } from '#engine/tool.ts'

/** Days before the end of an account in which it must have been active, and days after it that then lack the account. */
const ACTIVE_DAYS = 30
/** Rows `d` that show that an account was active: spend, sales, visits, or somebody who saw something. `at`: the day or the instant of the row. */
const activities = [
  { table: 'campaign_daily', account: 'account_id', at: 'date', is_active: sql`d.spend_micros > 0` },
  { table: 'store_orders', connection: 'store_connection_id', at: 'ordered_at' },
  { table: 'marketplace_orders', account: 'account_id', at: 'ordered_at' },
  { table: 'web_daily', account: 'property_id', at: 'date', is_active: sql`d.sessions > 0` },
  { table: 'seo_daily', account: 'site_url', at: 'date', is_active: sql`d.impressions > 0` },
  { table: 'social_daily', account: 'social_account_id', at: 'date', is_active: sql`d.impressions > 0` },
  { table: 'feed_daily', account: 'account_id', at: 'date', is_active: sql`d.impressions > 0` },
] as const satisfies Activity[]

interface Activity {
  table: OrgTable
  /** Default: connection_id. */
  connection?: string
  /** Absent: the connection has one account. */
  account?: string
  at: 'date' | 'ordered_at'
  is_active?: RawBuilder<unknown>
}
/** Later than any day that a caller can ask for. */
export const FOREVER = '9999-12-31'

interface Days {
  from: string
  to: string
}

/** An account that is not read any more, as `connection_accounts` has it. */
export interface Ended {
  state: 'skipped' | 'gone'
  reason: string | null
  since: string
}

export interface LostAccount {
  account_id: string
  name: string
  reason: string
  /** Figures of these days lack the account. */
  lacking: Days
}

/** True if a person chose other accounts, or another account contains this one. None of its rows counts. */
export const is_unchosen = ({ reason }: Pick<Ended, 'reason'>) =>
  reason === NOT_CHOSEN || reason?.endsWith(COUNTED_THERE) === true

/** The same for rows of `connection_accounts`. */
export const is_unchosen_row = (alias: string) =>
  sql<boolean>`coalesce(${sql.ref(`${alias}.reason`)} = ${NOT_CHOSEN} or ${sql.ref(`${alias}.reason`)} like ${`%${COUNTED_THERE}`}, false)`

/** The condition for rows of accounts that are chosen, or that were not listed yet. */
export const is_chosen = (connection: string, account: string) => sql<boolean>`not exists (
    select from ${of_org('connection_accounts', 'u')} where u.connection_id = ${sql.ref(connection)}
      and u.account_id = ${sql.ref(account)} and ${is_unchosen_row('u')})`

/** True if the platform only lists it no longer, and did not say that it is closed. */
const is_unlisted = ({ state, reason }: Ended) => state === 'gone' && reason === NOT_LISTED

/**
 * The days that lack an account. `stored_until`: the last whole stored day. A refused account continues without Tablero. A closed one has
 * nothing more. One that is not listed counts as closed, unless it was active shortly before: then somebody may have lost the access.
 */
export function days_lacking(
  ended: Ended,
  { stored_until, is_active, time_zone }: { stored_until: string | null; is_active: boolean; time_zone: string },
): Days {
  const on = today_in(time_zone, new Date(ended.since))
  const from = stored_until === null ? on : add_days(stored_until, 1)
  const last = is_unlisted(ended) && is_active ? add_days(on, ACTIVE_DAYS) : on
  return { from, to: ended.state === 'skipped' ? FOREVER : [last, from].sort()[1]! }
}

/** How much of the days a window lacks. */
const lacked_of = (window: Days, lacking: Days) => {
  if (!overlap(lacking, window)) return 'none'
  return lacking.from <= window.from && lacking.to >= window.to ? 'all' : 'part'
}

/** An account that is not read any more, or the day on which its connection was disconnected: its rows before leave the figures. */
type Lost = Pick<LostAccount, 'lacking'> | { on: string }

/** True if both windows have all days of these accounts, or both lack all of them. Otherwise a change between them is one of what was read. */
export const are_alike = (lost: readonly Lost[], one: Days, other: Days): boolean =>
  lost.every((of) => {
    const lacking = 'on' in of ? { from: BEGINNING, to: add_days(of.on, -1) } : of.lacking
    const lacked = lacked_of(one, lacking)
    return lacked !== 'part' && lacked === lacked_of(other, lacking)
  })

export const overlap = (one: Days, other: Days) => one.from <= other.to && other.from <= one.to

/** A connection that lacks an account now is not healthy: a zero of it may be missing data. */
export const with_lost = (health: Health, lost: readonly LostAccount[] | undefined, today: string): Health =>
  health === 'ok' && lost?.some(({ lacking }) => overlap(lacking, { from: today, to: today })) ? 'suspect' : health

interface EndedAccount {
  connection_id: string
  account_id: string
  ended: Ended
}
export const account_key = ({ connection_id, account_id }: Omit<EndedAccount, 'ended'>) =>
  `${connection_id}/${account_id}`

const before = sql`u.since - ${sql.lit(`${ACTIVE_DAYS} days`)}::interval`
const since = { date: sql`(${before})::date`, ordered_at: before }

/** Of accounts that are not listed any more: those that were active in the days before. No statement if there are none. */
export async function active_before(
  { db }: Pick<FigureContext, 'db'>,
  accounts: EndedAccount[],
): Promise<ReadonlySet<string>> {
  const unlisted = accounts.filter(({ ended }) => is_unlisted(ended))
  if (unlisted.length === 0) return new Set()
  const columns = [
    sql`${unlisted.map(({ connection_id }) => connection_id)}::uuid[]`,
    sql`${unlisted.map(({ account_id }) => account_id)}::text[]`,
    sql`${unlisted.map(({ ended }) => ended.since)}::timestamptz[]`,
  ]
  const rows_of = ({ table, connection = 'connection_id', account, at, is_active }: Activity) => sql`
    exists (select from ${of_org(table, 'd')} where ${sql.ref(`d.${connection}`)} = u.connection_id
      and ${account ? sql`${sql.ref(`d.${account}`)} = u.account_id` : sql`true`}
      and ${sql.ref(`d.${at}`)} >= ${since[at]} and ${is_active ?? sql`true`})`
  const { rows } = await sql<Omit<EndedAccount, 'ended'>>`
    select distinct u.connection_id, u.account_id from unnest(${sql.join(columns)}) u(connection_id, account_id, since)
    where ${sql.join(activities.map(rows_of), sql` or `)}`.execute(db)
  return new Set(rows.map(account_key))
}

interface EndedRow {
  connection_id: string
  account_id: string
  name: string
  ended: Ended
  stored_until: string | null
}

/** The accounts of each connection that were read and are not read any more, as of all of their streams. */
export async function lost_accounts(
  context: Pick<FigureContext, 'db' | 'org'>,
): Promise<ReadonlyMap<string, LostAccount[]>> {
  const { time_zone } = context.org
  const { rows } = await sql<EndedRow>`
    select a.connection_id, a.account_id, a.name, jsonb_build_object('state', a.state, 'reason', a.reason, 'since', a.state_since) as ended,
      min(coalesce(s.covered_until, (s.covered_at at time zone ${time_zone})::date - 1)) as stored_until
    from ${of_org('connection_accounts', 'a')}
    join ${of_org('sync_cursors', 's')} on s.connection_id = a.connection_id and s.account_id = a.account_id
    where a.state <> 'read' and not ${is_unchosen_row('a')} and s.covered_from is not null
    group by 1, 2, 3, 4 order by 1, 2`.execute(context.db)
  const active = await active_before(context, rows)
  const lost = rows.map(({ connection_id, account_id, name, ended, stored_until }) => {
    const is_active = active.has(account_key({ connection_id, account_id }))
    const lacking = days_lacking(ended, { stored_until, is_active, time_zone })
    return { connection_id, account_id, name, reason: ended.reason ?? '', lacking }
  })
  return Map.groupBy(lost, ({ connection_id }) => connection_id)
}
