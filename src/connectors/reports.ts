// Reports that are ordered together, or read in parts.
import type { Api } from '#engine/connector.ts'
import type { Report } from '#engine/report.ts'
import { is_too_much, VendorRefusal } from '#engine/vendors/refusal.ts'
import { batches } from './records.ts'

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

export interface Otherwise<Line> {
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
