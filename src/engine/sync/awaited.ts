// A read that ends because the platform still builds a report. The cursor keeps the start of the read, so that later syncs ask for the
// same report, and everything else continues from there.
import { type Days, earlier } from '#engine/sync/cursor.ts'
import type { Reading } from '#engine/sync/reading.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'

/** A stream that has waited for longer is no longer well, although the platform has refused nothing. */
const OVERDUE_MS = 86_400_000

/** Where a sync stopped because the platform still built a report. The same sync continues there. */
export interface Stop {
  now?: Date
  /** True: the stream is read whether it is due or not. */
  is_due?: true
  /** Slices of the newest days that it has not read. */
  ahead?: Days[]
}

/** The reading as of the start of a read that still waits for a report. Without such a read: as of now. */
export function begun_of(reading: Reading): Reading {
  const { cursor, now } = reading
  const { awaited_at } = cursor
  // An instant in the future comes from a wrong clock.
  return awaited_at ? { ...reading, now: new Date(earlier(awaited_at, now.toISOString())) } : reading
}

/** Stores that a report is awaited, and since when. Returns the error of the reading with that instant. Other errors stay as they are. */
export async function leave_to_later(reading: Reading, error: unknown): Promise<unknown> {
  if (!(error instanceof VendorRefusal) || error.kind !== 'awaited') return error
  const { run, store, stored, discard, now } = reading
  const cursor = stored()
  const { awaited_at = now.toISOString() } = cursor
  discard()
  // Their rows were not stored, so a later sync reads them again.
  run.reports.read.clear()
  if (!cursor.awaited_at) await store({}, { ...cursor, awaited_at }, 0)
  const is_overdue = now.getTime() - Date.parse(awaited_at) > OVERDUE_MS
  const since = `${awaited_at.slice(0, 10)} ${awaited_at.slice(11, 16)} UTC`
  return new VendorRefusal(
    is_overdue ? 'overdue' : 'awaited',
    `${error.message} It has been awaited since ${since}.`,
    error.retry_after_s,
  )
}
