// A first read without a single row of an account that has records which usually have figures, such as running campaigns. An empty answer can
// mean that a permission is missing, or that the platform is not ready. So its days count as read after further such reads, or without
// such records.

import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '#db/pool.ts'
import { account_column, connection_column } from '#db/tables.ts'
import type { Expected } from '#engine/connector.ts'
import { type Cursor, type Days, no_rest } from '#engine/sync/cursor.ts'
import { CONFIRM_AFTER_MS } from '#engine/sync/missing.ts'
import type { Run } from '#engine/sync/reading.ts'

/** First reads without a row, each an hour or more after the one before, after which the platform has none. */
const READS_MIN = 3
/** A record that began later can be without figures. So can one that ended before the last days. */
const BEGUN_DAYS = 3
const ENDED_DAYS = 30

const reason_of = ({ what }: Expected) =>
  `The platform lists ${what} of this account and gave no figure of any day. The days are read again before they count as empty.`

const unlisted_reason = ({ what }: Expected) =>
  `The platform gave no figure of any day, and did not list ${what} of this account. The days are read again before they count as empty.`

/** What a slice says about a history of which no row has come. `came`: the slice has rows. */
export function proof_after(before: Cursor, came: boolean, now: Date): Cursor['unproven'] {
  if (came) return undefined
  const { unproven, read_from } = before
  // Only the first slice begins a read of the history.
  if (read_from !== undefined) return unproven
  const { reads = 0, at } = unproven ?? {}
  const waited_ms = at === undefined ? CONFIRM_AFTER_MS : now.getTime() - Date.parse(at)
  // An instant in the future comes from a wrong clock.
  const is_counted = waited_ms >= CONFIRM_AFTER_MS || waited_ms < 0
  return is_counted ? { reads: reads + 1, at: now.toISOString() } : unproven
}

/** The first rows of an account without any make its older days doubtful, so they are read again. */
export function older_days_in_doubt({ unproven }: Cursor, came: boolean, { read_from }: Cursor, { from }: Days) {
  if (!came || !unproven || read_from === undefined || read_from >= from) return {}
  return { outdated: { from: read_from, before: from } }
}

/**
 * Takes back what first reads without a row stored, where the account has such records. Call this when every stream was read. `is_cut`: the
 * sync ended before that, or got no answer about a stream, so that the records of some accounts may not be listed.
 */
export async function doubt_first_reads(run: Run, is_cut = false): Promise<void> {
  const { expects } = run.connector
  if (!expects) return
  await run.session.transaction(async (db) => {
    const unproven = await read_unproven(db, run)
    if (unproven.length === 0) return
    const [listed, doubted] = [await read_listed(db, run, expects), await read_doubted(run, expects)]
    for (const one of unproven) {
      if (doubted.has(one.account_id)) await take_back(db, run, one, reason_of(expects))
      else if (listed.has(one.account_id)) await store(db, run, one, { cursor: { ...one.cursor, unproven: undefined } })
      else if (is_cut) await take_back(db, run, one, unlisted_reason(expects))
    }
  })
}

interface Unproven {
  stream: string
  account_id: string
  cursor: Cursor
}

async function read_unproven(db: Database, { options }: Run): Promise<Unproven[]> {
  const rows = await db
    .selectFrom('sync_cursors')
    .select(['stream', 'account_id', 'cursor'])
    .where('connection_id', '=', options.connection_id)
    .where('state', 'in', ['ok', 'suspect'])
    .where(sql<boolean>`cursor->>'read_from' is not null and (cursor->'unproven'->>'reads')::int < ${READS_MIN}`)
    .execute()
  return rows.map((row) => ({ ...row, cursor: row.cursor as Cursor }))
}

/** Accounts whose records were listed. */
async function read_listed(db: Database, { connector, options }: Run, { of }: Expected): Promise<Set<string>> {
  const lists = Object.entries(connector.streams).flatMap(([name, { into }]) => (into.includes(of) ? name : []))
  const rows = await db
    .selectFrom('sync_cursors')
    .select('account_id')
    .where('connection_id', '=', options.connection_id)
    .where('stream', 'in', lists)
    .where(sql<boolean>`cursor->>'finished_at' is not null`)
    .execute()
  return new Set(rows.map(({ account_id }) => account_id))
}

/** Accounts with such records and without a single row of figures. */
async function read_doubted({ session, options, parts, tables }: Run, expected: Expected): Promise<Set<string>> {
  const client: pg.ClientBase = session.client
  const { states, above_zero, begins, ends, of, rows } = expected
  const [listed, figures] = [tables.get(of)!, tables.get(rows)!]
  const column = (name: string) => `t."${name}"`
  const conditions = [
    ...(states ? ['t.status = any ($3)'] : []),
    ...(above_zero ? [`greatest(${above_zero.map(column).join(', ')}) > 0`] : []),
    ...(begins ? [`coalesce(${begins.map(column).join(', ')}, '-infinity')::date <= $4::date - ${BEGUN_DAYS}`] : []),
    ...(ends ? [`coalesce(${column(ends)}::date >= $4::date - ${ENDED_DAYS}, true)`] : []),
  ]
  const found = await client.query<{ account_id: string }>(
    `with listed as (
       select distinct ${column(account_column(listed)!)} as account_id from public."${of}" t
       where t.org_id = $1 and t."${connection_column(listed)}" = $2 and ${conditions.join(' and ') || 'true'}),
     read as (
       select distinct ${column(account_column(figures)!)} as account_id from public."${rows}" t
       where t.org_id = $1 and t."${connection_column(figures)}" = $2)
     select account_id from listed where account_id not in (select account_id from read) and ($3::text[], $4::date) is not null`,
    [options.org_id, options.connection_id, states ?? [], parts.clock.now().toISOString().slice(0, 10)],
  )
  return new Set(found.rows.map(({ account_id }) => account_id))
}

/** Without stored days, the next sync begins with the newest ones, and reads the whole history when rows come. */
function take_back(db: Database, run: Run, one: Unproven, reason: string): Promise<void> {
  const unread = { read_from: undefined, read_to: undefined, whole_until: undefined, settled_until: undefined }
  const cursor = { ...one.cursor, ...unread, ...no_rest, lacks: { reason, is_suspect: true } as const }
  const state = { state: 'suspect', reason, suspect_reason: reason }
  const covered = { covered_from: null, covered_until: null, read_until: null, covered_at: null }
  return store(db, run, one, { cursor, ...state, ...covered, state_since: run.parts.clock.now().toISOString() })
}

async function store(
  db: Database,
  { options }: Run,
  { stream, account_id }: Unproven,
  { cursor, ...more }: { cursor: Cursor } & Record<string, unknown>,
): Promise<void> {
  await db
    .updateTable('sync_cursors')
    .set({ cursor: JSON.stringify(cursor), ...more })
    .where('connection_id', '=', options.connection_id)
    .where('stream', '=', stream)
    .where('account_id', '=', account_id)
    .execute()
}
