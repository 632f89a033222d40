// Reports that a platform builds in the background, and reports that are read in parts.
import type { Api, VendorRequest } from '#engine/connector.ts'
import { is_too_much, VendorRefusal } from '#engine/vendors/refusal.ts'
import { batches } from './ads.ts'

interface Report<Ordered, Status> {
  /** The platform's title, for the sentence of a refusal. */
  platform: string
  order: VendorRequest<Ordered>
  id_of: (ordered: Ordered) => string
  /** The id of the same report that is in progress, from the platform's refusal to build it twice. */
  running?: (refusal: VendorRefusal) => string | undefined
  status: (id: string) => VendorRequest<Status>
  is_built: (status: Status) => boolean
  /** Why the report will never be built. */
  failure: (status: Status) => string | undefined
  /** Seconds between two requests for the status, and until the report counts as refused. */
  every_s: number
  for_s: number
}

/** Orders a report and returns its id when it is built. */
export async function built_report<Ordered, Status>(api: Api, report: Report<Ordered, Status>): Promise<string> {
  const id = await ordered(api, report)
  await finished(api, report, id)
  return id
}

/** Orders reports together, and then waits for each of them. Returns the platform's last word about each, such as the address of a file. */
export async function* built_reports<Ordered, Status>(
  api: Api,
  reports: readonly Report<Ordered, Status>[],
): AsyncIterable<Status> {
  const ids: string[] = []
  for (const report of reports) ids.push(await ordered(api, report))
  for (const [at, report] of reports.entries()) yield await finished(api, report, ids[at]!)
}

async function ordered<Ordered, Status>(api: Api, { order, id_of, running }: Report<Ordered, Status>): Promise<string> {
  try {
    return id_of(await api.call(order))
  } catch (error) {
    const same = error instanceof VendorRefusal ? running?.(error) : undefined
    if (same === undefined) throw error
    return same
  }
}

async function finished<Ordered, Status>(
  api: Api,
  { platform, status, is_built, failure, every_s, for_s }: Report<Ordered, Status>,
  id: string,
): Promise<Status> {
  const is_done = (at: Status) => is_built(at) || failure(at) !== undefined
  const last = await api.wait_until({ ...status(id), is_done, every_s, for_s })
  const reason = failure(last)
  if (reason !== undefined) throw new VendorRefusal('refused', `${platform} could not build a report: ${reason}.`)
  return last
}

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
