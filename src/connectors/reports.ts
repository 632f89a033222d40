// Reports that are ordered together, or read in parts.
import { days_between } from '#domain/windows.ts'
import type { Report } from '#engine/connector/report.ts'
import type { Api } from '#engine/connector.ts'
import { is_too_much, VendorRefusal } from '#engine/vendors/refusal.ts'
import { all_of, batches } from './records.ts'

/**
 * Reads a report of some objects at a time, `most` in a request, and half of them when the platform calls that too much. An object whose
 * own report is too much is an error.
 */
export async function* in_parts<Line>(
  ids: readonly string[],
  most: number,
  read: (ids: string[]) => AsyncIterable<Line[]>,
): AsyncIterable<Line[]> {
  for (const some of batches(ids, most)) {
    try {
      yield* read(some)
    } catch (error) {
      if (!is_too_much(error)) throw error
      if (some.length === 1) throw new VendorRefusal('refused', (error as Error).message)
      yield* in_parts(some, Math.ceil(some.length / 2), read)
    }
  }
}

interface Otherwise<Line> {
  /** Another way to read the same lines, when the platform calls the report too much. */
  read: () => AsyncIterable<Line[]> | Promise<AsyncIterable<Line[]>>
  /** The other way does not help, or the engine asks for fewer days. */
  is_refused?: boolean
  /** Of a report without any line: whether the platform has some all the same, so that they are read in the other way. */
  if_empty?: () => Promise<boolean>
}

/** The lines of a report, or those that are read in another way. */
export async function* or_otherwise<Line>(
  pages: AsyncIterable<Line[]>,
  { read, is_refused, if_empty }: Otherwise<Line>,
): AsyncIterable<Line[]> {
  let is_empty = true
  try {
    for await (const page of pages) {
      is_empty &&= page.length === 0
      yield page
    }
    if (!is_empty || !(await if_empty?.())) return
  } catch (error) {
    if (!is_too_much(error) || is_refused) throw error
  }
  yield* await read()
}

/** Records of one request when the whole list is too much, and the smallest number that is tried. */
const SOME_MAX = 1_000
const SOME_MIN = 10

/**
 * The records of a list. When the platform calls it too much, some are read at a time in the order of their ids, and half of them when that
 * is too much.
 */
export const or_in_order = <Item extends Record<string, unknown>>(
  id: string,
  read: (some?: { after: string; most: number }) => AsyncIterable<Item[]>,
): AsyncIterable<Item[]> => or_otherwise(read(), { read: () => in_order(id, read) })

async function* in_order<Item extends Record<string, unknown>>(
  id: string,
  read: (some: { after: string; most: number }) => AsyncIterable<Item[]>,
): AsyncIterable<Item[]> {
  let after = '0'
  for (let most = SOME_MAX; ; ) {
    const found = await all_of(read({ after, most })).catch((error) => {
      if (!is_too_much(error) || most <= SOME_MIN) throw error
      return undefined
    })
    yield found ?? []
    if (found && found.length < most) return
    if (found) after = String(found.at(-1)![id])
    else most = Math.ceil(most / 2)
  }
}

interface MissingDays<Line> extends Days {
  day_of: (line: Line) => string
  /** Days that have figures. Those of them that the report lacks are read in the other way. */
  delivered: () => Promise<readonly string[]>
  /** Asked when the report has no line at all: an error where the platform has none in any way. */
  if_none: () => Promise<void>
  /** Days from this one on alone are not read in the other way. */
  before: string
  read: (days: Days) => AsyncIterable<Line[]>
}

interface Days {
  from: string
  to: string
}

/** The lines of a report by day, and those of the days that it lacks, which are read in another way. */
export async function* with_missing_days<Line>(
  pages: AsyncIterable<Line[]>,
  { from, to, day_of, delivered, if_none, before, read }: MissingDays<Line>,
): AsyncIterable<Line[]> {
  const given = new Set<string>()
  for await (const page of pages) {
    for (const line of page) given.add(day_of(line))
    yield page
  }
  if (given.size === days_between(from, to)) return
  const missing = (await delivered()).filter((day) => !given.has(day)).sort()
  if (missing.length > 0 && given.size === 0) await if_none()
  const [first] = missing
  if (first === undefined || first >= before) return
  for await (const page of read({ from: first, to: missing.at(-1)! }))
    yield page.filter((line) => !given.has(day_of(line)))
}

/** Returns the report unchanged. Its types pass those of the answers on. */
export const built_report = <Ordered, Status>(declared: Report<Ordered, Status>) => declared

/** Orders reports together, and gives each when it is built, with what it was ordered for. Built reports come in the order of the orders. */
export async function* built_for<Of, Ordered, Status>(
  api: Pick<Api, 'built'>,
  ordered: readonly Of[],
  report_of: (one: Of) => Report<Ordered, Status>,
): AsyncIterable<{ of: Of; status: Status }> {
  let at = 0
  for await (const { status } of api.built(ordered.map(report_of))) yield { of: ordered[at++]!, status }
}
