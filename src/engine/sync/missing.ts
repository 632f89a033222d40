// Stored rows that a re-read does not bring. An empty answer can mean 'no permission' or 'not ready', so such a row stays and is noted
// as missing. It is deleted only when a later read or the platform's own total confirms the loss.

import type pg from 'pg'
import type { Table } from '#db/tables.ts'
import { today_in } from '#domain/windows.ts'
import type { DailyTotal } from '#engine/connector.ts'
import {
  equal,
  is_daily,
  is_money,
  measures,
  of_account,
  quoted,
  row_key,
  staged,
  summed,
  text,
  was_complete,
} from '#engine/sync/table_sql.ts'
import type { ConnectionPlace } from '#engine/vendors/secrets.ts'

/** Stored rows that one read lacks, in a table of the session. Memory would not hold those of a large account. */
const ABSENT = 'pg_temp.absent_rows'
export const create_absent_rows = `create temporary table if not exists absent_rows (row_key jsonb, date date)`

/** Time between the first read that lacks a row and the read that can confirm its loss. */
export const CONFIRM_AFTER_MS = 3_600_000

/** Records that the platform has and did not give, by a column of their rows. */
export interface Unread {
  column: string
  ids: readonly string[]
}

/** Stored rows of which a list is complete: those with one of these values of a column. */
export interface Swept {
  column: string
  values: readonly string[]
}

interface Read {
  account_id: string
  read_at: string
  /** First and last day of the read. Absent: the read covers the whole account. */
  from?: string
  to?: string
  /** Their stored rows are neither staged nor missing. */
  unread?: Unread
  /** Only these stored rows can be missing. Absent: all. */
  only?: Swept
  /** No further read of the days follows, so this one confirms a loss. Without a single row of a day, it confirms none either. */
  is_only_read?: boolean
  /** The platform did not give a part of what was read, so a missing row can belong to it. Then the read confirms no loss. */
  lacks_part?: boolean
  /** Where the platform can be asked for its own total, that alone confirms that a day is empty. */
  total?: DailyTotal
  /** What the platform's own total says of days without a row. It confirms no loss of days that it contains. */
  gaps?: readonly { from: string; to: string; is_lost?: boolean }[]
}

/** Rows of `missing_rows` of one table and account. The parameters are $1 to $3 of every statement here. */
const noted_rows = (table: Table, alias = 'm') =>
  `${alias}.org_id = $1 and ${alias}.connection_id = $2 and ${alias}.account_id = $3 and ${alias}.table_name = ${text(table.name)}`
const account_rows = (table: Table) => of_account(table, { org_id: '$1', connection_id: '$2', account_id: '$3' })

/**
 * Notes the stored rows that were not staged, and forgets those that are reported again. Returns whether `review` must decide about the
 * stream.
 */
export async function note_missing(
  client: pg.ClientBase,
  { org_id, connection_id }: ConnectionPlace,
  table: Table,
  { account_id, read_at, from, to, lacks_part = false, is_only_read = false, unread, only, total, gaps = [] }: Read,
): Promise<boolean> {
  const within = (row: string, first: number) =>
    from && to ? `and ${row}.date between $${first} and $${first + 1}` : ''
  // What is done on conflict has no parameters, whose types Citus would not tell a worker.
  const hour_ago = `${text(new Date(Date.parse(read_at) - CONFIRM_AFTER_MS).toISOString())}::timestamptz`
  // One further read without a single row of the day confirms no loss. An account without a single record never does.
  const can_be_empty = is_daily(table) && !total && !lacks_part
  const empty_since = can_be_empty
    ? `case when m.missing_since <= ${hour_ago} then least(m.empty_since, excluded.missed_at) end`
    : 'null'
  const lost = gaps.flatMap((of) => (of.is_lost ? `excluded.date between ${text(of.from)} and ${text(of.to)}` : []))
  const is_empty = can_be_empty
    ? `coalesce(m.empty_since <= ${hour_ago}, false) and not (${lost.join(' or ') || 'false'})`
    : 'false'
  const place = [org_id, connection_id, account_id]
  const days = from && to ? [from, to] : []
  const listed = [
    ...(unread ? [{ column: unread.column, compared: '<> all', values: unread.ids }] : []),
    ...(only ? [{ column: only.column, compared: '= any', values: only.values }] : []),
  ]
  const is_listed = listed.map(
    ({ column, compared }, n) => `and t."${column}" ${compared} ($${4 + days.length + n}::text[])`,
  )
  const is_sure = is_only_read && !lacks_part
  // Citus refuses a statement that writes rows of a worker and reads a table of the session, so the absent rows are collected first.
  const { rowCount: absent } = await client.query(
    `insert into ${ABSENT}
     with stored as materialized (
       select ${quoted(table.key, 't')} from public."${table.name}" t where ${account_rows(table)} ${within('t', 4)} ${is_listed.join(' ')})
     select ${row_key(table, 't')}, ${is_daily(table) ? 't.date' : 'null'} from stored t
     where not exists (select from ${staged(table)} s where ${equal(table.key, 's', 't')})`,
    [...place, ...days, ...listed.map(({ values }) => values)],
  )
  if (absent && total?.remainder) await keep_remainder(client, table, total.remainder)
  if (absent) {
    const is_beside = await beside(client, table)
    await client.query(
      `insert into missing_rows as m (org_id, connection_id, table_name, row_key, account_id, date, missing_since, missed_at, is_confirmed)
       select $1::uuid, $2::uuid, ${text(table.name)}, a.row_key, $3, a.date, $4::timestamptz, $4::timestamptz, ${is_sure} and ${is_beside('a')} from ${ABSENT} a
       on conflict (org_id, connection_id, table_name, row_key) do update set
         missing_since = least(m.missing_since, excluded.missing_since), missed_at = excluded.missed_at, empty_since = ${empty_since},
         is_confirmed = ${!lacks_part} and ((${is_sure} or m.missing_since <= ${hour_ago}) and ${is_beside('excluded')} or ${is_empty})`,
      [...place, read_at],
    )
  }
  const { rows } = await client.query<{ is_doubtful: boolean }>(
    `with back as (
       delete from missing_rows m
       where ${noted_rows(table)} ${within('m', 4)} and m.row_key not in (select a.row_key from ${ABSENT} a)
       returning 1)
     select exists (select 1 from back) or exists (
       select 1 from sync_cursors c where c.org_id = $1 and c.connection_id = $2 and c.account_id = $3
         and (c.suspect_reason is not null or exists (select 1 from unnest(c.empty_days) d (date) where true ${within('d', 4)}))) as is_doubtful`,
    [...place, ...days],
  )
  if (absent) await client.query(`delete from ${ABSENT}`)
  return absent !== 0 || rows[0]!.is_doubtful
}

/** Does not store the remainder of days with absent rows. */
async function keep_remainder(client: pg.ClientBase, table: Table, remainder: NonNullable<DailyTotal['remainder']>) {
  const columns = Object.entries(remainder)
  const is_it = columns.map(([column, value]) => `s."${column}" = ${text(value)}`).join(' and ')
  const is_other = columns.map(([column, value]) => `a.row_key ->> ${text(column)} <> ${text(value)}`).join(' or ')
  await client.query(
    `delete from ${staged(table)} s where ${is_it} and s.date in (select a.date from ${ABSENT} a where ${is_other})`,
  )
}

/** Whether something was staged beside an absent row, in SQL: a row of its day, or any row. */
async function beside(client: pg.ClientBase, table: Table): Promise<(alias: string) => string> {
  if (!is_daily(table)) {
    const { rows } = await client.query<{ is_any: boolean }>(`select exists (select 1 from ${staged(table)}) as is_any`)
    return () => String(rows[0]!.is_any)
  }
  const { rows } = await client.query<{ date: string }>(`select distinct date::text as date from ${staged(table)}`)
  const days = `${text(`{${rows.map(({ date }) => date)}}`)}::date[]`
  return (alias) => `${alias}.date = any (${days})`
}

/** A stream of an account. */
export interface StreamPlace extends ConnectionPlace {
  stream: string
  account_id: string
  time_zone: string
  currency?: string
}

/**
 * Sums of the days with missing rows, and what the platform's total says of each day: it fits the sum with these rows, or without them.
 * When it fits both, because the missing rows are smaller than its rounding, it confirms nothing. `is_newest`: no row is missing that the
 * platform still listed when it gave the total. The planner expects a single missing row, so it would compare joined rows in pairs.
 * Therefore `in` hashes the missing rows, and each sum looks up its total by the key.
 */
const checked_days = (table: Table) => `
  missing as (select m.row_key, m.date, m.missing_since, m.is_confirmed from missing_rows m where ${noted_rows(table)}),
  days as (select date, min(missing_since) as since, max(missing_since) as latest from missing group by date),
  rows_of_days as (
    select t.*, (t.date, ${row_key(table, 't')}) in (select m.date, m.row_key from missing m) as is_missing
    from public."${table.name}" t where ${account_rows(table)} and t.date = any (array(select date from days))),
  sums as materialized (
    select t.date, v.measure, v.place, sum(v.value) as total, coalesce(sum(v.value) filter (where not t.is_missing), 0) as present,
      bool_and(t.is_missing) as is_empty
    from rows_of_days t
    cross join lateral (values ${summed(table)
      .toSorted((one, other) => Number(is_money(other)) - Number(is_money(one)))
      .map((column, place) => `(${text(column)}, t."${column}"::numeric, ${place})`)
      .join(', ')}) v (measure, value, place)
    group by t.date, v.measure, v.place),
  checked as (
    select s.date, bool_and(abs(l.platform_total - s.present) <= l.tolerance) as fits_without, bool_and(l.verdict <> 'drift') as fits_with,
      bool_and(l.checked_at >= d.latest) as is_newest
    from sums s join days d on d.date = s.date cross join lateral (
      select l.platform_total, l.tolerance, l.verdict, l.checked_at from ledger l
      where l.org_id = $1 and l.connection_id = $2 and l.account_id = $3 and l.stream = $4 and l.date = s.date and l.measure = s.measure
      offset 0) l
    where l.verdict <> 'estimate' and l.checked_at >= d.since group by s.date)`

export interface Lost {
  date: string
  measure: string
  before: string
  after: string
}

/**
 * Days whose missing rows are all of its rows or over a tenth of a measure, the largest loss first. Of a day that is not over, which no
 * total decides, any loss counts. A day is not lost when the platform's total contains its missing rows.
 */
export async function read_lost_days(
  client: pg.ClientBase,
  { org_id, connection_id, account_id, stream, time_zone }: StreamPlace,
  table: Table,
  now: Date,
): Promise<Lost[]> {
  const { rows } = await client.query<Lost>(
    `with ${checked_days(table)}
     select s.date, s.measure, s.total::text as before, s.present::text as after from sums s
     where (s.is_empty or s.present * 10 < s.total * 9 or s.present < s.total and s.date >= $5)
       and s.date not in (select date from checked where fits_with and is_newest)
     order by s.is_empty desc, (s.total - s.present) / nullif(s.total, 0) desc nulls last, s.place, s.date desc`,
    [org_id, connection_id, account_id, stream, today_in(time_zone, now)],
  )
  return rows
}

export interface Deleted {
  rows: number
  restatements: number
  /** Days that have no row any more. */
  empty_days: string[]
}

/** The noted rows whose loss is confirmed: by the platform's total of their day, or else by a second read. */
const confirmed_rows = (table: Table) =>
  is_daily(table)
    ? `with ${checked_days(table)}
       select m.row_key::text as row_key, m.date::text as date from missing m
       where m.date in (select date from checked where fits_without and not fits_with)
         or m.is_confirmed and m.date not in (select date from checked where fits_with and not fits_without)`
    : `select m.row_key::text as row_key, m.date::text as date from missing_rows m where ${noted_rows(table)} and m.is_confirmed and $4::text is not null`

/**
 * Deletes missing rows whose loss is confirmed, and logs restatements of complete days. Each statement is about one table, because Citus
 * refuses one that writes to several. Usually no loss is confirmed, and the first is the only one.
 */
export async function delete_confirmed(
  client: pg.ClientBase,
  { org_id, connection_id, account_id, stream, time_zone }: StreamPlace,
  table: Table,
): Promise<Deleted> {
  const place = [org_id, connection_id, account_id]
  const { rows: confirmed } = await client.query<{ row_key: string; date: string | null }>(confirmed_rows(table), [
    ...place,
    stream,
  ])
  if (confirmed.length === 0) return { rows: 0, restatements: 0, empty_days: [] }
  const keys = confirmed.map(({ row_key }) => row_key)
  const days = [...new Set(confirmed.map(({ date }) => date))]
  const among = (of: string) => `${of} in (select unnest($4::jsonb[]))`
  const day = is_daily(table) ? 't.date' : 'null::date'
  const confirmed_missing = `${account_rows(table)} and ${among(row_key(table, 't'))}
    and ${is_daily(table) ? 't.date = any ($5::date[])' : '$5::date[] is not null'}`
  await client.query(`delete from missing_rows m where ${noted_rows(table)} and ${among('m.row_key')}`, [
    ...place,
    keys,
  ])
  const logged = is_daily(table)
    ? await client.query(
        `insert into metric_restatements (org_id, connection_id, table_name, row_key, date, metric, old_value)
         select $1::uuid, t.connection_id, ${text(table.name)}, ${row_key(table, 't', ['date'])}, t.date, v.metric, v.old_value
         from public."${table.name}" t cross join lateral (values ${measures(table)
           .map((column) => `(${text(column)}, t."${column}"::text)`)
           .join(', ')}) v (metric, old_value)
         where ${confirmed_missing} and v.old_value is not null and ${was_complete(table, 't', '$6')} returning 1`,
        [...place, keys, days, time_zone],
      )
    : { rowCount: 0 }
  const deleted = await client.query<{ date: string | null }>(
    `delete from public."${table.name}" t where ${confirmed_missing} returning ${day} as date`,
    [...place, keys, days],
  )
  const deleted_days = new Set(deleted.rows.flatMap(({ date }) => date ?? []))
  const left = await days_with_rows(client, table, place, [...deleted_days])
  const empty_days = [...deleted_days.difference(left)].sort()
  return { rows: deleted.rows.length, restatements: logged.rowCount ?? 0, empty_days }
}

async function days_with_rows(
  client: pg.ClientBase,
  table: Table,
  place: readonly string[],
  days: readonly string[],
): Promise<Set<string>> {
  if (days.length === 0) return new Set()
  const { rows } = await client.query<{ date: string }>(
    `select distinct t.date::text as date from public."${table.name}" t where ${account_rows(table)} and t.date = any ($4::date[])`,
    [...place, days],
  )
  return new Set(rows.map(({ date }) => date))
}
