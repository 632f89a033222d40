// Reads one stream of one account: days, changes or a snapshot. The newest data come first, so that recent figures are soon complete.
import { add_days, start_of, today_in } from '#domain/windows.ts'
import type { Lack } from '#engine/connector.ts'
import { since_change_of_currency, with_currency } from '#engine/sync/account_currency.ts'
import { with_zone } from '#engine/sync/account_zone.ts'
import { begun_of, leave_to_later, type Stop } from '#engine/sync/awaited.ts'
import { compare_counts_daily, is_countable } from '#engine/sync/counts.ts'
import {
  after_slice,
  type Cursor,
  complete_at,
  type Days,
  earlier,
  fresh_days,
  halves,
  is_behind,
  is_due,
  later,
  no_rest,
  outdated_slice,
  recent_start,
  rest_of,
  settled_on,
  slice_behind,
  slices_ahead,
  valid_part,
} from '#engine/sync/cursor.ts'
import { with_empty_days } from '#engine/sync/empty_slices.ts'
import { ask_about_gaps } from '#engine/sync/gap_totals.ts'
import { first_day_of, has_gap, narrowed, since_change, since_of } from '#engine/sync/history.ts'
import { holes_to_read, since_lost_holes } from '#engine/sync/holes.ts'
import { one_lack } from '#engine/sync/lacking.ts'
import { days_to_read_again, place_of, try_totals } from '#engine/sync/ledger.ts'
import { type OfChanges, type OfCreation, read_created, read_older_records } from '#engine/sync/older_records.ts'
import { type OfDays, type Plan, plan_of } from '#engine/sync/plan.ts'
import { type AccountStream, open_reading, type Reading, type Run, type Share } from '#engine/sync/reading.ts'
import { recheck } from '#engine/sync/recheck.ts'
import { with_settings } from '#engine/sync/row_settings.ts'
import { read_snapshot } from '#engine/sync/snapshot.ts'
import { as_refusal } from '#engine/sync/unexpected.ts'
import { older_days_in_doubt, proof_after } from '#engine/sync/unproven.ts'
import { is_too_much, VendorRefusal } from '#engine/vendors/refusal.ts'

/** Changed records that are merged in one transaction. */
const MERGE_RECORDS = 1_000

const reads_by_creation = (stream: OfChanges): stream is OfCreation => stream.read_created !== undefined

/** Reads what is new, and the recent days that are not stored yet, from `stop` on. Returns false when the stream is not due. */
export async function read_stream(run: Run, place: AccountStream, share: Share, stop: Stop): Promise<boolean> {
  const { stream } = place
  const is_second = stop.now !== undefined
  stop.now ??= run.parts.clock.now()
  const reading = await open_reading(run, place, share, stop.now)
  if (!run.options.all_streams && !is_second && !stop.is_due && !is_due(stream, reading.cursor, reading.now))
    return false
  try {
    if ('window' in stream) await read_days(reading, stream, stop)
    else if (!('since' in stream)) await read_snapshot(reading, stream)
    else if (reads_by_creation(stream)) await read_by_creation(reading, stream, is_second)
    else await read_changes(reading, stream)
  } catch (error) {
    throw as_refusal(run, place.name, await leave_to_later(reading, error))
  }
  return true
}

/** Reads one older slice of the history. Returns whether older days are left. */
export async function read_older(run: Run, place: AccountStream): Promise<boolean> {
  const { stream } = place
  const reading = await open_reading(run, place, { done: 0, share: 1 })
  // A limit of the platform that ends this attempt is part of the speed.
  if (reading.cursor.history) await reading.store({}, reading.cursor, not_finished())
  try {
    if ('window' in stream) return await read_older_days(reading, stream)
    return 'since' in stream && reads_by_creation(stream) && (await read_older_records(reading, stream, not_finished))
  } catch (error) {
    throw as_refusal(run, place.name, error)
  }
}

/** Reads the history from a day on again, newest first, whether it is stored or not. `on_slice` gets the first day of each slice. */
export async function read_again(
  run: Run,
  place: AccountStream,
  from: string,
  on_slice: (from: string) => void,
): Promise<void> {
  const { stream, account } = place
  const reading = await open_reading(run, place, { done: 0, share: 1 })
  const today = today_in(account.time_zone, reading.now)
  if ('window' in stream) {
    const kept_days = await stream.window.kept?.days(reading.source)
    const plan = plan_of(reading, stream, kept_days)
    const first = later(from, plan.start)
    let cursor: Cursor = { ...valid_part(stream.window, reading.cursor, today), kept_days }
    let at: Cursor = { read_from: add_days(today, 1) }
    for (let slice = slice_behind(stream.window, at, first); slice; slice = slice_behind(stream.window, at, first)) {
      cursor = await read_slice(reading, stream, slice, { plan, cursor, progress: not_finished })
      at = { read_from: slice.from }
      on_slice(slice.from)
    }
  } else if ('since' in stream) {
    const cursor = with_settings(reading.cursor, stream, run.settings, today)
    await read_since(reading, stream, start_of(from, account.time_zone), cursor)
    on_slice(from)
  }
}

// ---- days --------------------------------------------------------------------------------------------------------------

/** The valid part of the cursor, with the present currency and zone of the account. */
function of_account({ cursor, account }: Reading, { window }: OfDays, { today }: Plan): Cursor {
  const of_currency = with_currency(valid_part(window, cursor, today), account, today)
  // Records with an instant are not counted by days of the account.
  return window.of_instants ? of_currency : with_zone(of_currency, account, { ...window, today })
}

async function read_days(reading: Reading, stream: OfDays, stop: Stop): Promise<void> {
  const plan = plan_of(reading, stream)
  const valid = of_account(reading, stream, plan)
  let cursor = since_lost_holes(valid, add_days(plan.today, -stream.window.history_days))
  const is_whole = reading.run.options.all_streams || cursor.restated_on !== plan.today
  const overlap_days = is_whole ? stream.window.overlap_days : fresh_days(stream.window)
  const all = slices_ahead({ ...stream.window, overlap_days }, cursor, plan.start, plan.today)
  const planned = since_change_of_currency(all, cursor)
  const { run, name, account, now } = reading
  // A read that lacks a part decides nothing about missing rows.
  const beside = { planned: planned[0], holes: holes_to_read(cursor, now) }
  const again = () => (cursor.lacks ? [] : days_to_read_again(run, place_of(run, name, account), stream, beside, now))
  const ahead = stop.ahead ?? [...planned, ...since_change_of_currency(await again(), cursor)]
  const behind = (from: Cursor) => slice_behind(stream.window, from, plan.recent)
  const slices = ahead.length
  const progress = (after: Cursor) => (ahead.length > 0 || behind(after) ? 1 - (ahead.length + 1) / (slices + 1) : 1)
  for (;;) {
    stop.ahead = [...ahead]
    const slice = ahead.shift() ?? behind(cursor)
    if (!slice) return
    if (ahead.length === 0) cursor = { ...cursor, restated_on: plan.today }
    cursor = await read_slice(reading, stream, slice, { plan, cursor, progress })
  }
}

async function read_older_days(reading: Reading, stream: OfDays): Promise<boolean> {
  const { store } = reading
  const kept_days = await stream.window.kept?.days(reading.source)
  const plan = plan_of(reading, stream, kept_days)
  const cursor: Cursor = { ...valid_part(stream.window, reading.cursor, plan.today), kept_days }
  // Stored days from before a change of the currency stay as they were read.
  const stored_from = later(plan.start, cursor.changed_currency?.on ?? '')
  const slice = slice_behind(stream.window, cursor, plan.start) ?? outdated_slice(stream.window, cursor, stored_from)
  // Without stored days there is nothing to continue. The next sync begins.
  if (!slice) {
    if (has_older(cursor)) await store({}, { ...cursor, ...no_rest, outdated: undefined }, 0.5)
    return false
  }
  return has_older(await read_slice(reading, stream, slice, { plan, cursor, progress: not_finished }))
}

const has_older = ({ history_left, outdated }: Cursor) => history_left === true || outdated !== undefined

/** A platform that is down takes too long for any number of days, so a slice is not divided more often than this. */
const SLOW_MAX = 3
const is_slow = (error: unknown) => error instanceof VendorRefusal && error.is_slow

interface SliceState {
  plan: Plan
  cursor: Cursor
  /** How often the slice was divided because it took the platform too long. */
  slow?: number
  /** The share of the stream that is read with the cursor after the slice. 1: finished. */
  progress: (after: Cursor) => number
}

const not_finished = () => 0.5

/** Days before today are less urgent than today. */
function source_of({ run, account: { account_id }, source }: Reading, { to }: Days, { today }: Plan) {
  const is_restated = run.priority === 'today' && to < today
  return is_restated ? { ...source, api: run.api_for({ account_id, priority: 'restatement' }) } : source
}

/** Reads a slice, in halves when the platform calls it too much. The half that touches the stored days comes first. */
async function read_slice(reading: Reading, stream: OfDays, slice: Days, state: SliceState): Promise<Cursor> {
  const { run, name, account, add, store, delivered, now, stage } = reading
  const { plan, progress, cursor: before } = state
  const lacking: Lack[] = []
  const source = { ...source_of(reading, slice, plan), ...slice, lacks: (lack: Lack) => void lacking.push(lack) }
  try {
    for await (const page of stream.read(source)) await add(page)
  } catch (error) {
    const slow = (state.slow ?? 0) + (is_slow(error) ? 1 : 0)
    const parts = is_too_much(error) || (is_slow(error) && slow <= SLOW_MAX) ? halves(slice) : undefined
    if (!parts) throw error
    reading.discard()
    const [newer, older] = parts
    const [first, second] = is_behind(before, slice) ? [newer, older] : [older, newer]
    const cursor = await read_slice(reading, stream, first, { ...state, slow, progress: not_finished })
    return read_slice(reading, stream, second, { ...state, slow, cursor })
  }
  const complete = complete_at(stream.window, account.time_zone, now)
  const after = after_slice(stream.window, before, slice, { today: plan.today, complete, delivered: delivered(), now })
  const lacks = one_lack(lacking)
  const came = stage.records > 0
  const cursor = {
    ...(stream.window.holes ? with_empty_days(before, after, slice, came) : after),
    ...(run.connector.expects && { unproven: proof_after(before, came, now) }),
    ...older_days_in_doubt(before, came, after, slice),
    ...(slice_behind(stream.window, after, plan.start) ? rest_of(before, now, after.read_from, plan.start) : no_rest),
    awaited_at: undefined,
    lacks,
  }
  const is_compared = stream.total !== undefined && !lacks
  const ledger = is_compared ? await try_totals(run, { name, stream, account, days: slice, now }) : undefined
  const { today_once: is_only_read } = stream.window
  const gaps = await ask_about_gaps(reading, stream, { slice, cursor: after, source })
  const days = { ...slice, account_id: account.account_id, lacks_part: lacks !== undefined, is_only_read, gaps }
  await store({ days }, cursor, progress(cursor), ledger)
  return cursor
}

// ---- changes -----------------------------------------------------------------------------------------------------------

async function read_changes(reading: Reading, stream: OfChanges): Promise<void> {
  const { since, cursor } = since_of(narrowed(stream.since, reading.account), reading.cursor, reading.now)
  await read_since(reading, stream, since, { ...cursor, awaited_at: undefined })
}

/** Reads all changes since an instant, oldest first, and then covers everything up to the start of this read. */
async function read_since(reading: Reading, stream: OfChanges, since: string | null, cursor: Cursor): Promise<Cursor> {
  const { add, store, stage, now, source } = reading
  const { replaces } = stream
  const began = now.toISOString()
  let newest = cursor.changed_at ?? ''
  let in_order = !stream.since.is_unordered
  let last = ''
  const reached = () => (newest ? { ...cursor, changed_at: newest } : reading.cursor)
  for await (const page of stream.read({ ...source, since })) {
    await add(page)
    for (const item of page) {
      const changed_at = new Date(stream.since.changed_at(item)).toISOString()
      in_order &&= changed_at >= last
      last = changed_at
      // A change can become visible late, so the cursor never passes the instant at which the read started.
      newest = later(newest, earlier(changed_at, began))
    }
    // When pages come out of order, a later page can hold older changes. Then the cursor moves only at the end.
    if (stage.records >= (stream.since.merge_records ?? MERGE_RECORDS))
      await store({ replaces }, in_order ? reached() : reading.cursor, 0.5)
  }
  const rechecked = await recheck(reading, stream)
  const read = { ...(newest ? { ...cursor, changed_at: newest } : cursor), ...finished(reading, stream), rechecked }
  await store({ replaces }, read, 1)
  return read
}

/** What a complete read of all changes up to its start says about them. */
function finished({ account, now }: Reading, { since: { settled_after } }: OfChanges) {
  const settled_until = settled_after && settled_on(today_in(account.time_zone, now), settled_after.days)
  return { read_at: now.toISOString(), settled_until }
}

/** A first sync reads the newest records. Later syncs read changes, and the recent records that an interrupted first sync left. */
async function read_by_creation(reading: Reading, stream: OfCreation, is_second: boolean): Promise<void> {
  const begun = begun_of(reading)
  const at = begun.now.toISOString()
  const today = today_in(begun.account.time_zone, begun.now)
  let cursor = with_settings(reading.cursor, stream, reading.run.settings, today)
  const since = since_change(stream.since, cursor, begun.now)
  const first = first_day_of(stream.since, begun.account, today)
  const is_joined = !has_gap(cursor, first === undefined ? null : start_of(first, begun.account.time_zone))
  if (since && is_joined && cursor.read_from && cursor.read_from <= today) {
    if (!is_second) cursor = await read_since(reading, stream, since, cursor)
    cursor = await sweep(begun, stream, cursor)
  } else {
    const rechecked = await recheck({ ...reading, cursor: {} }, stream)
    const { read_with, known_states } = cursor
    cursor = { changed_at: at, read_with, known_states, ...finished(begun, stream), rechecked, swept_at: at }
  }
  const recent = recent_start(first ?? '', today, stream.since.recent_days)
  const next = () => slice_behind(stream.since, { read_from: cursor.read_from ?? add_days(today, 1) }, recent)
  for (let slice = next(); slice; slice = next())
    cursor = await read_created(begun, stream, slice, { cursor, progress: slice.from <= recent ? 1 : 0.5 })
  if (is_countable(stream)) await compare_counts_daily(reading, stream, cursor)
}

/** Reads records of the last days again, as often as the stream declares. */
async function sweep(reading: Reading, stream: OfCreation, cursor: Cursor): Promise<Cursor> {
  const { account, now, source, add, store } = reading
  const declared = stream.since.sweep
  if (!declared || !is_due(declared, { finished_at: cursor.swept_at }, now)) return cursor
  const from = start_of(add_days(today_in(account.time_zone, now), -declared.days), account.time_zone)
  for await (const page of stream.read_created({ ...source, from, before: now.toISOString() })) await add(page)
  const after = { ...cursor, swept_at: now.toISOString(), awaited_at: undefined }
  await store({ replaces: stream.replaces }, after, 1)
  return after
}
