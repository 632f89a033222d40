// Whether a stream of an account is suspect: a read lost rows that nothing has confirmed yet, or the stored rows differ from the
// platform's own total.
import type pg from 'pg'
import type { Database } from '#db/pool.ts'
import type { Table } from '#db/tables.ts'
import { decimal } from '#domain/money.ts'
import { today_in } from '#domain/windows.ts'
import { conflict_sentence } from '#engine/sync/conflicts.ts'
import type { Cursor } from '#engine/sync/cursor.ts'
import { hole_sentence } from '#engine/sync/holes.ts'
import { lack_sentence } from '#engine/sync/lacking.ts'
import { type Deleted, delete_confirmed, type Lost, read_lost_days, type StreamPlace } from '#engine/sync/missing.ts'
import { is_daily, is_money, of_account } from '#engine/sync/table_sql.ts'

/** The organization's open transaction. */
export interface Transacting {
  db: Database
  client: pg.ClientBase
}

/**
 * Deletes rows whose loss is confirmed, and stores whether the stream is suspect. Call this in the transaction of a merge. `has_total`: the
 * platform's own total confirms that a day is empty. Otherwise answers name the day.
 */
export async function review(
  at: Transacting,
  place: StreamPlace,
  tables: readonly Table[],
  read_at: string,
  has_total = false,
): Promise<Omit<Deleted, 'empty_days'>> {
  const deleted: Deleted = { rows: 0, restatements: 0, empty_days: [] }
  for (const table of tables) {
    const { rows, restatements, empty_days } = await delete_confirmed(at.client, place, table)
    deleted.rows += rows
    deleted.restatements += restatements
    deleted.empty_days.push(...empty_days)
  }
  if (!has_total) await store_empty_days(at, place, tables.filter(is_daily), deleted.empty_days)
  await store_state(at, place, tables, read_at)
  return deleted
}

/** Adds days to the stored empty days, and forgets those that have rows again. */
async function store_empty_days(
  { client }: Transacting,
  { org_id, connection_id, account_id, stream }: StreamPlace,
  tables: readonly Table[],
  found: readonly string[],
): Promise<void> {
  const has_rows = tables.map(
    (table) => `exists (select from public."${table.name}" t
      where ${of_account(table, { org_id: '$1', connection_id: '$2', account_id: '$3' })} and t.date = d.date)`,
  )
  await client.query(
    `update sync_cursors set empty_days = array(
       select distinct d.date from unnest(empty_days || $5::date[]) d (date)
       where not (${has_rows.join(' or ') || 'false'}) order by d.date)
     where org_id = $1 and connection_id = $2 and account_id = $3 and stream = $4 and (empty_days <> '{}' or $5::date[] <> '{}')`,
    [org_id, connection_id, account_id, stream, found],
  )
}

export async function store_state(
  { db, client }: Transacting,
  place: StreamPlace,
  tables: readonly Table[],
  read_at: string,
): Promise<void> {
  const lost: Lost[] = []
  for (const table of tables.filter(is_daily))
    lost.push(...(await read_lost_days(client, place, table, new Date(read_at))))
  const drifts = lost.length > 0 ? [] : await read_drifts(db, place)
  const found =
    (lost.length > 0 && lost_sentence(lost, place)) || (drifts.length > 0 && drift_sentence(drifts, place)) || undefined
  const lack = await lack_sentence(client, place, tables)
  const cursor = await read_cursor(db, place)
  const today = today_in(place.time_zone, new Date(read_at))
  const reason =
    [lack, hole_sentence(cursor, today), conflict_sentence(cursor, today), found].filter(Boolean).join(' ') || null
  const cursors = db
    .updateTable('sync_cursors')
    .where('connection_id', '=', place.connection_id)
    .where('stream', '=', place.stream)
    .where('account_id', '=', place.account_id)
  if (reason === null)
    await cursors
      .set({ state: 'ok', reason, suspect_reason: reason, state_since: read_at })
      .where('suspect_reason', 'is not', null)
      .execute()
  else
    await cursors
      .set(({ eb, ref }) => ({
        state: 'suspect',
        reason,
        suspect_reason: reason,
        state_since: eb.case().when('state', '=', 'suspect').then(ref('state_since')).else(eb.val(read_at)).end(),
      }))
      .execute()
}

async function read_cursor(db: Database, { connection_id, stream, account_id }: StreamPlace): Promise<Cursor> {
  const row = await db
    .selectFrom('sync_cursors')
    .select('cursor')
    .where('connection_id', '=', connection_id)
    .where('stream', '=', stream)
    .where('account_id', '=', account_id)
    .executeTakeFirst()
  return (row?.cursor ?? {}) as Cursor
}

function read_drifts(db: Database, { connection_id, stream, account_id }: StreamPlace) {
  return db
    .selectFrom('ledger')
    .select(['date', 'measure', 'platform_total', 'stored_sum'])
    .where('connection_id', '=', connection_id)
    .where('stream', '=', stream)
    .where('account_id', '=', account_id)
    .where('verdict', '=', 'drift')
    .orderBy('date', 'desc')
    .orderBy('measure', 'desc')
    .execute()
}

function lost_sentence(lost: readonly Lost[], { currency }: StreamPlace): string {
  const { date, measure, before, after } = lost[0]!
  const [was, is] = [shown(measure, before, currency), shown(measure, after, currency)]
  return `The last read did not bring all rows of ${date}: ${label(measure)} ${was} before, ${is} in this read.${others(lost)} The stored rows stay until the loss is confirmed.`
}

type Drift = Awaited<ReturnType<typeof read_drifts>>[number]

function drift_sentence(drifts: readonly Drift[], { currency }: StreamPlace): string {
  const { date, measure, platform_total, stored_sum } = drifts[0]!
  const [theirs, ours] = [shown(measure, platform_total, currency), shown(measure, stored_sum, currency)]
  return `The platform's own total of ${date} differs from the stored rows: ${label(measure)} ${theirs} at the platform, ${ours} stored.${others(drifts)}`
}

function others(days: readonly { date: string }[]): string {
  const count = new Set(days.map(({ date }) => date)).size - 1
  if (count === 0) return ''
  return count === 1 ? ' One more day is affected.' : ` ${count} more days are affected.`
}

const label = (measure: string) => measure.replace(/_micros$/, '').replaceAll('_', ' ')

/** An exact figure for people: without needless decimals, with the currency of an amount. */
export function shown(measure: string, value: string, currency = ''): string {
  if (is_money(measure)) return `${decimal(BigInt(value))} ${currency}`.trim()
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value
}
