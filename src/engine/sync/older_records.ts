// Reads records by their time of creation: older ones for the first time, and stored ones again after a changed setting.
import { add_days, start_of, today_in } from '#domain/windows.ts'
import type { ChangeStream, WarehouseTable } from '#engine/connector.ts'
import { type Cursor, earlier, later, no_rest, rest_of, slice_behind } from '#engine/sync/cursor.ts'
import { first_day_of } from '#engine/sync/history.ts'
import type { Reading } from '#engine/sync/reading.ts'
import { with_settings } from '#engine/sync/row_settings.ts'

export type OfChanges = ChangeStream<never, WarehouseTable>
export type OfCreation = OfChanges & Required<Pick<OfChanges, 'read_created'>>

/** Days of records. `from`: null: everything before. */
interface Slice {
  from: string | null
  to: string
}

/** Reads the slice before the stored records, or else one to read again. Returns whether more are left. */
export async function read_older_records(
  reading: Reading,
  stream: OfCreation,
  progress: () => number,
): Promise<boolean> {
  const { account, now, run } = reading
  const today = today_in(account.time_zone, now)
  const cursor = with_settings(reading.cursor, stream, run.settings, today)
  if (!cursor.read_from) return false
  const first = first_day_of(stream.since, account, today)
  const oldest = first === undefined ? { from: null, to: cursor.read_from } : slice_behind(stream.since, cursor, first)
  const slice = cursor.is_all ? undefined : oldest
  if (!slice) return read_outdated({ ...reading, cursor }, stream, first, progress)
  const { history_left, outdated } = await read_created(reading, stream, slice, { cursor, progress: progress() })
  return history_left === true || outdated !== undefined
}

/** Reads the newest slice of the records that other settings read. Returns whether more are left. */
async function read_outdated(
  reading: Reading,
  stream: OfCreation,
  first: string | undefined,
  progress: () => number,
): Promise<boolean> {
  const { cursor, store } = reading
  const { outdated } = cursor
  if (!outdated) return false
  const slice = outdated_records(stream, outdated, first)
  if (slice) await stage_records(reading, stream, slice)
  const after = slice && outdated_after(outdated, slice, first)
  await store({ replaces: stream.replaces }, { ...cursor, outdated: after, awaited_at: undefined }, progress())
  return after !== undefined
}

type Outdated = NonNullable<Cursor['outdated']>

/** The newest slice to read again. What the platform no longer gives stays as it is stored. */
export function outdated_records(
  { since }: Pick<OfChanges, 'since'>,
  { from, before, and_older }: Outdated,
  first = '',
): Slice | undefined {
  const slice = slice_behind(since, { read_from: before }, later(first, from))
  return slice ?? (and_older ? { from: null, to: from } : undefined)
}

export function outdated_after(outdated: Outdated, { from }: Slice, first = ''): Outdated | undefined {
  if (from === null) return undefined
  return from > later(first, outdated.from) || outdated.and_older ? { ...outdated, before: from } : undefined
}

/** Stages the records of some days. A day more on both sides covers the days in every time zone. */
async function stage_records({ account, now, source, add }: Reading, stream: OfCreation, { from, to }: Slice) {
  const start = (day: string) => start_of(day, account.time_zone)
  const range = { from: from && start(add_days(from, -1)), before: earlier(start(add_days(to, 2)), now.toISOString()) }
  for await (const page of stream.read_created({ ...source, ...range })) await add(page)
}

/** Reads the records of the days before the stored ones. */
export async function read_created(
  reading: Reading,
  stream: OfCreation,
  slice: Slice,
  { cursor, progress }: { cursor: Cursor; progress: number },
): Promise<Cursor> {
  const { account, now, store } = reading
  await stage_records(reading, stream, slice)
  const first = first_day_of(stream.since, account, today_in(account.time_zone, now))
  const is_all = slice.from === null || undefined
  const read_from = slice.from ?? cursor.read_from!
  const rest = is_all || (first !== undefined && read_from <= first) ? no_rest : rest_of(cursor, now, read_from, first)
  const after: Cursor = { ...cursor, ...rest, read_from, ...(is_all && { is_all }), awaited_at: undefined }
  await store({ replaces: stream.replaces }, after, progress)
  return after
}
