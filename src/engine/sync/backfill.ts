// Reads the older history of a connection, slice by slice, newest first. It steps aside for syncs and
// announcements, so new data never wait for old data.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import type { Account } from '#engine/connector.ts'
import { accounts_of } from '#engine/sync/accounts.ts'
import { changes_wait } from '#engine/sync/announced_changes.ts'
import { type Connected, with_run } from '#engine/sync/connected.ts'
import { in_each_place, type RefusedPlace } from '#engine/sync/places.ts'
import type { AccountStream, Run, SyncParts } from '#engine/sync/reading.ts'
import { OPEN } from '#engine/sync/runs.ts'
import { save_problem } from '#engine/sync/stored_cursor.ts'
import { read_again, read_older } from '#engine/sync/stream.ts'
import { unanswered_places } from '#engine/sync/unanswered.ts'
import { is_refusal, VendorRefusal } from '#engine/vendors/refusal.ts'

/** Slices that one job reads. The next job continues, so that other connections do not wait. */
const SLICES_MAX = 40

/** Slices that a job reads before it steps aside for announcements. So a shop that announces all the time gets its history too. */
const ANNOUNCED_SLICES = 1

/** Anybody can send hints, so a job reads for so long before it steps aside for them, too. */
const HINTS_WAIT_MS = 60_000

/** Seconds after which a due sync that no worker runs waits for a place. */
const WAITED_S = 2

/**
 * done: the history is complete as far as the platform gives it. busy: a sync of the connection runs or waits. announced: changes of the
 * connection wait for its lock. crowded: syncs of other connections wait, because all workers work.
 */
export type BackfillEnd = 'done' | 'more' | 'busy' | 'announced' | 'crowded'

/** Whether some stream of the connection has older days to read, for the first time or again. */
export async function has_history_left(db: Database, connection_id: string): Promise<boolean> {
  const found = await db
    .selectFrom('sync_cursors')
    .select('stream')
    .where('connection_id', '=', connection_id)
    .where('state', '<>', 'denied')
    .where(sql<boolean>`(cursor->>'history_left' = 'true' or cursor->'outdated' is not null)`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Reads older days that are not stored yet, and then those that an older version of the reading stored. */
export const run_backfill = async (parts: SyncParts, options: Connected): Promise<BackfillEnd> =>
  (await with_run(parts, options, 'backfill', read_slices)) ?? 'done'

export interface ReadAgain extends Connected {
  /** First day, YYYY-MM-DD. A stream whose platform keeps less is read from its own first day. */
  from: string
  on_slice: (read: { stream: string; account: string; from: string }) => void
  on_refused: (refused: RefusedPlace) => void
}

/**
 * Reads the history from a day on again, for an operator who does not trust what is stored. 'unreadable': the connection must be connected
 * again, or was removed.
 */
export async function run_read_again(parts: SyncParts, options: ReadAgain): Promise<'done' | 'busy' | 'unreadable'> {
  const { from, on_slice, on_refused } = options
  const end = await with_run(parts, options, 'backfill', async (run) => {
    const places = places_of(run, await accounts_of(run))
    for (const { name, account } of places.filter(is_read_once))
      on_refused({ stream: name, account: account.name, reason: READ_ONCE })
    const read = (place: AccountStream) =>
      read_again(run, place, from, (first) =>
        on_slice({ stream: place.name, account: place.account.name, from: first }),
      )
    await in_each_place(
      places.filter((place) => !is_read_once(place)),
      read,
      on_refused,
    )
    return 'done' as const
  })
  return end ?? 'unreadable'
}

const is_read_once = ({ stream }: AccountStream) => 'window' in stream && stream.window.today_once === true
const READ_ONCE =
  'the platform gives only the last hours, so a second read of a day would store other hours. Its stored days stay as they are.'

const places_of = ({ connector }: Run, accounts: Account[]): AccountStream[] =>
  Object.entries(connector.streams).flatMap(([name, stream]) => accounts.map((account) => ({ name, stream, account })))

/** Reads one slice of each stream of each account in turn, so that all figures reach back about equally far. */
async function read_slices(run: Run): Promise<BackfillEnd> {
  const accounts = await accounts_of(run)
  const limited = new Map<string, VendorRefusal>()
  const unanswered = unanswered_places(run.connector)
  let left = places_of(run, accounts)
  let read = 0
  const { clock } = run.parts
  const began_ms = clock.now().getTime()
  const with_hints = () => clock.now().getTime() - began_ms >= HINTS_WAIT_MS
  for (let slices = 0; left.length > 0; ) {
    const still: AccountStream[] = []
    for (const place of left) {
      if (slices >= SLICES_MAX) return 'more'
      // Both with the connection that the run has: during first loads, a second one may not be free in time.
      const reason = await run.session.transaction(async (db) => {
        if (await a_sync_waits(db, run)) return 'busy'
        if (
          read >= ANNOUNCED_SLICES &&
          (await changes_wait(db, run.options.connection_id, { with_hints: with_hints() }))
        )
          return 'announced'
        return (await syncs_wait(db)) && 'crowded'
      })
      if (reason) return reason
      if (limited.has(place.account.account_id) || unanswered.leaves_out(place)) continue
      slices += 1
      try {
        if (!(await read_one(run, place, unanswered))) continue
        still.push(place)
        read += 1
        unanswered.answered()
      } catch (error) {
        if (!(error instanceof VendorRefusal) || !error.is_of_account) throw error
        limited.set(place.account.account_id, error)
      }
    }
    left = still
  }
  // The job is postponed for these accounts only after the others were read.
  for (const error of limited.values()) throw error
  return 'done'
}

/** Refusals that concern one stream of one account. */
const of_stream = ['denied', 'refused', 'too_much'] as const

/** Returns whether the stream has older days left. A refusal ends the history of this stream until a later job. */
async function read_one(
  run: Run,
  place: AccountStream,
  unanswered: ReturnType<typeof unanswered_places>,
): Promise<boolean> {
  try {
    return await read_older(run, place)
  } catch (error) {
    run.options.signal.throwIfAborted()
    const is_of_place = unanswered.is_of_place(error, place) || is_refusal(error, ...of_stream)
    if (!is_of_place) throw error
    await save_problem(run, place, { state: error.kind === 'denied' ? 'denied' : 'failed', reason: error.message })
    return false
  }
}

async function a_sync_waits(db: Database, { options }: Run): Promise<boolean> {
  const waiting = await db
    .selectFrom('sync_runs')
    .select('run_id')
    .where('connection_id', '=', options.connection_id)
    .where('state', 'in', OPEN)
    .executeTakeFirst()
  return waiting !== undefined
}

async function syncs_wait(db: Database): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from graphile_worker.jobs where task_identifier = 'sync_connection' and locked_at is null
       and attempts < max_attempts and run_at < now() - make_interval(secs => ${WAITED_S})) as waits`.execute(db)
  return rows[0]!.waits
}
