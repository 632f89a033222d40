// Reads every due stream of every account. A refusal of one stream of one account ends only its own reading, unless it concerns all.
import { sql } from 'kysely'
import { is_unreachable } from '#db/unreachable.ts'
import type { Account } from '#engine/connector.ts'
import { accounts_of } from '#engine/sync/accounts.ts'
import type { Stop } from '#engine/sync/awaited.ts'
import type { AccountStream, Run, Share } from '#engine/sync/reading.ts'
import { SyncCancelled } from '#engine/sync/runs.ts'
import { save_problem } from '#engine/sync/stored_cursor.ts'
import { read_stream } from '#engine/sync/stream.ts'
import { unanswered_places } from '#engine/sync/unanswered.ts'
import { doubt_first_reads } from '#engine/sync/unproven.ts'
import { logged_error, VendorRefusal } from '#engine/vendors/refusal.ts'
import { cut_text } from '#lib/text.ts'
import { in_span } from '#lib/trace.ts'

export const REASON_CHARS_MAX = 500

/** How the readings of a sync have ended so far. */
interface Ends {
  /** Places that are read, and places in all. */
  done: number
  places: number
  /** The errors that a person sees, by precedence: of a stream, of reports that are awaited, of streams without access. */
  first?: unknown
  awaited?: VendorRefusal
  denied?: unknown
  /** Accounts whose limit is used up. The rest of the sync leaves them out. */
  limited: Map<string, VendorRefusal>
  unanswered: ReturnType<typeof unanswered_places>
  /** Places that were due and are read. */
  read: number
  /** Places that were not due. */
  idle: AccountStream[]
}

interface Waiting {
  place: AccountStream
  stop: Stop
  error: VendorRefusal
}

/** Returns the error that ended the sync, else the first one that ended a stream, else undefined. Most errors end one stream only. */
export async function read_everything(run: Run): Promise<unknown> {
  try {
    const accounts = await accounts_of(run)
    const ends = await read_places(run, accounts).catch(async (error) => {
      // What was read before counts until the next sync, which can be hours later.
      if (error instanceof VendorRefusal) await doubt_first_reads(run, true)
      throw error
    })
    await doubt_first_reads(run, !ends.unanswered.is_whole())
    // Accounts without access do not end a sync that has read others.
    const error = soonest(ends.limited.values()) ?? ends.first ?? ends.awaited
    // Looking for a stream that is read can find one that is not answered.
    return error ?? ((await has_lost_access(run, ends)) ? ends.denied : ends.first)
  } catch (error) {
    run.options.signal.throwIfAborted()
    if (error instanceof SyncCancelled) throw error
    return error
  }
}

/** The first pass waits for no report, so that the platform builds all of them while the second pass waits for one. */
async function read_places(run: Run, accounts: readonly Account[]): Promise<Ends> {
  const streams = Object.entries(run.connector.streams)
  const places = streams.flatMap(([name, stream]) =>
    accounts.map((account) => ({ place: { name, stream, account }, stop: {} })),
  )
  const unanswered = unanswered_places(run.connector)
  const ends: Ends = { done: 0, places: places.length, read: 0, idle: [], limited: new Map(), unanswered }
  const { wait_ms } = run.reports
  run.reports.wait_ms = 0
  const waiting = await read_each(run, places, ends)
  run.reports.wait_ms = wait_ms
  const left = await read_each(run, waiting, ends)
  for (const { place, error } of left) await store_problem(run, place, error)
  ends.first ??= left.find(({ error }) => error.kind === 'overdue')?.error
  ends.awaited = soonest(left.map(({ error }) => error))
  return ends
}

/** When everything that was due is denied, streams that were not due decide, until one of them is read. */
async function has_lost_access(run: Run, ends: Ends): Promise<boolean> {
  if (ends.read > 0 || !ends.denied) return false
  if (await was_read_since(run)) return false
  for (const place of ends.idle) {
    const waiting = await read_each(run, [{ place, stop: { is_due: true } }], ends)
    if (ends.read > 0 || waiting.length > 0 || !ends.unanswered.is_whole()) return false
  }
  return true
}

/** Whether the connection has read something after the platform last denied a stream that it had not denied before. */
async function was_read_since({ session, options }: Run): Promise<boolean> {
  const { is_later } = await session.transaction((db) =>
    db
      .selectFrom('sync_cursors')
      .select(
        sql<
          boolean | null
        >`max((cursor->>'finished_at')::timestamptz) > max(state_since) filter (where state = 'denied')`.as('is_later'),
      )
      .where('connection_id', '=', options.connection_id)
      .executeTakeFirstOrThrow(),
  )
  return is_later === true
}

const wait_of = ({ retry_after_s = 0 }: VendorRefusal) => retry_after_s

const soonest = (refusals: Iterable<VendorRefusal>) => [...refusals].sort((a, b) => wait_of(a) - wait_of(b))[0]

/** Refusals after which the connection gives nothing now. */
const ends_all: readonly (VendorRefusal['kind'] | undefined)[] = ['revoked', 'throttled', 'unavailable']

/** Returns the places that wait for a report. Throws an error that ends the sync. */
async function read_each(run: Run, places: readonly Omit<Waiting, 'error'>[], ends: Ends): Promise<Waiting[]> {
  const waiting: Waiting[] = []
  for (const { place, stop } of places) {
    if (ends.limited.has(place.account.account_id) || ends.unanswered.leaves_out(place)) continue
    const share: Share = { done: ends.done / ends.places, share: 1 / ends.places }
    try {
      if (await in_span(`read ${place.name}`, {}, () => read_stream(run, place, share, stop))) {
        ends.read += 1
        ends.unanswered.answered()
      } else ends.idle.push(place)
    } catch (error) {
      run.options.signal.throwIfAborted()
      if (error instanceof SyncCancelled) throw error
      const { kind } = error instanceof VendorRefusal ? error : { kind: undefined }
      if (kind === 'awaited' || kind === 'overdue') {
        waiting.push({ place, stop, error: error as VendorRefusal })
        continue
      }
      if (error instanceof VendorRefusal) await store_problem(run, place, error)
      if (kind === 'throttled' && (error as VendorRefusal).is_of_account) {
        ends.limited.set(place.account.account_id, error as VendorRefusal)
        continue
      }
      const is_of_place = ends.unanswered.is_of_place(error, place)
      if (ends_all.includes(kind) && !is_of_place) throw error
      if (is_unreachable(error)) throw error
      if (kind === 'denied') ends.denied ??= error
      else ends.first ??= error
      log_failure(run, place, error)
    }
    ends.done += 1
  }
  return waiting
}

const log_failure = ({ parts, options: { connection_id } }: Run, { name }: AccountStream, error: unknown) =>
  parts.log.warn({ ...logged_error(error), connection_id, stream: name }, 'a stream could not be read')

/** Stores a refusal as the state of this stream of this account. */
async function store_problem(run: Run, place: AccountStream, { kind, message }: VendorRefusal): Promise<void> {
  if (kind === 'revoked') return
  const state = kind === 'awaited' ? 'ok' : kind === 'denied' ? 'denied' : 'failed'
  await save_problem(run, place, { state, reason: cut_text(message, REASON_CHARS_MAX) })
}
