// Days without a row beside days with many. A platform can lose days of an answer, so such days are holes: figures do not know them, and
// they are read again. They count as zero, which answers name, when the platform's own total has nothing of them, or reads of a week.

import type { OrgSession } from '#db/org_session.ts'
import type { Table } from '#db/tables.ts'
import type { Hole } from '#domain/coverage.ts'
import { add_days } from '#domain/windows.ts'
import type { Stream } from '#engine/connector.ts'
import { type Cursor, type Days, recent_start } from '#engine/sync/cursor.ts'
import { days_of, type Gap, gaps_between, read_empty_days, stored_days } from '#engine/sync/gaps.ts'
import type { StreamPlace } from '#engine/sync/missing.ts'
import { DAY_MS } from '#lib/durations.ts'

/** More days in a row without rows can be a time without visits. They are holes only if the platform's own total says so. */
const SHORT_DAYS_MAX = 3
/** A hole is read daily for this time, and then weekly, because a platform can fill it weeks later. */
const READ_DAILY_FOR_MS = 7 * DAY_MS
const READ_WEEKLY_FOR_DAYS = 91
const WEEK_MS = 7 * DAY_MS

export interface Searched {
  run: { session: Pick<OrgSession, 'client'> }
  place: StreamPlace
  stream: Stream
  /** The first table of the stream. */
  table: Table
  now: Date
}

/** The days that a read covers, and what the platform's own total says of those without a row. */
interface Read extends Days {
  gaps?: readonly Gap[]
}

/**
 * The holes after the rows of these days were stored. `cursor`: with the holes before. Call this in the transaction of the merge. Days
 * beside the stored ones can be holes now.
 */
export async function holes_after(
  { run, place, stream, table, now }: Searched,
  read: Read,
  { holes: known = [], read_from, whole_until }: Cursor,
): Promise<Cursor['holes']> {
  const declared = 'window' in stream ? stream.window.holes : undefined
  if (!declared || read_from === undefined || whole_until === undefined) return undefined
  const { client } = run.session
  const days = await stored_days(client, place, table, declared, read)
  const found = gaps_between(days, read, { from: read_from, to: whole_until })
  const empty = found.length > 0 ? await read_empty_days(client, place) : new Set()
  const here = found.flatMap((gap) =>
    days_of(gap)
      .filter((date) => !empty.has(date))
      .flatMap((date) => hole_of(date, { gap, read, known: known.find((one) => one.date === date), now }) ?? []),
  )
  // Whether days beyond the nearest rows are holes has not changed.
  const before = days.find(({ date }) => date < read.from)?.date ?? ''
  const after = days.findLast(({ date }) => date > read.to)?.date ?? '9999-12-31'
  const others = known.filter(({ date }) => date >= read_from && (date < before || date > after))
  const all = [...others, ...here].sort((one, other) => (one.date < other.date ? -1 : 1))
  return all.length > 0 ? all : undefined
}

interface Found {
  gap: Gap
  read: Read
  known: Hole | undefined
  now: Date
}

/** The hole of a day of a gap. Undefined: the day is a zero. */
function hole_of(date: string, { gap, read, known: stored, now }: Found): Hole | undefined {
  const at = now.toISOString()
  // An instant in the future comes from a wrong clock.
  const known = stored && stored.since <= at ? stored : undefined
  if (known && (date < read.from || date > read.to || !is_due(known, now))) return known
  const asked = read.gaps?.find(({ from, to }) => date >= from && date <= to)
  const hole = { date, since: known?.since ?? at, read_at: at }
  if (asked?.is_lost) return hole
  const is_refused = asked !== undefined && asked.is_lost === undefined
  const is_short = days_of(gap).length <= SHORT_DAYS_MAX
  if (!gap.is_end && (is_short || is_refused)) {
    const is_answer = known?.is_answer || now.getTime() - Date.parse(hole.since) >= READ_DAILY_FOR_MS
    return { ...hole, ...(is_answer && { is_answer }) }
  }
  if (!asked || is_refused) return known
  // Nobody fills days of long ago, and after the last visits a time without any has no end.
  const is_filled_late = !gap.is_end && date >= add_days(at.slice(0, 10), -READ_WEEKLY_FOR_DAYS)
  return is_filled_late ? { ...hole, is_answer: true } : undefined
}

const age_ms = ({ since }: Hole, at: string) => Date.parse(at) - Date.parse(since)

/** Whether a hole must be read, and its own total asked for, again. */
function is_due(hole: Hole, now: Date): boolean {
  const read_ms = age_ms(hole, hole.read_at)
  if (read_ms > READ_WEEKLY_FOR_DAYS * DAY_MS) return false
  const every_ms = read_ms < READ_DAILY_FOR_MS ? DAY_MS : WEEK_MS
  return Math.abs(now.getTime() - Date.parse(hole.read_at)) >= every_ms
}

/** Whether a day is a hole that need not be asked for again yet. */
export function is_settled_for_now({ holes = [] }: Cursor, day: string, now: Date): boolean {
  const hole = holes.find(({ date }) => date === day)
  return hole !== undefined && hole.since <= now.toISOString() && !is_due(hole, now)
}

const is_open = ({ is_answer }: Hole) => !is_answer

/** Holes that must be read again. */
export const holes_to_read = ({ holes = [] }: Cursor, now: Date): string[] =>
  holes.filter((hole) => is_due(hole, now)).map(({ date }) => date)

/** The cursor without open holes that the platform keeps no longer. Nothing can fill them, so the stored days begin after them. */
export function since_lost_holes(cursor: Cursor, kept_from: string): Cursor {
  const { holes = [], read_from = '' } = cursor
  const lost = holes.filter(is_open).findLast(({ date }) => date < kept_from && date >= read_from)
  return lost ? { ...cursor, read_from: add_days(lost.date, 1) } : cursor
}

/** What a stream says of its open holes of recent days. Older ones concern figures with their days alone. Undefined: it has none. */
export function hole_sentence({ holes = [] }: Cursor, today: string): string | undefined {
  const first = recent_start('', today)
  const open = holes.filter((hole) => is_open(hole) && hole.date >= first).map(({ date }) => date)
  const [date] = open.slice(-1)
  if (date === undefined) return undefined
  const others = open.length === 1 ? '' : ` So it is with ${open.length - 1} more.`
  return `The platform gave no row of ${date} beside days with many.${others} Such a day is read again daily for a week. It counts as zero only if the platform has nothing of it.`
}
