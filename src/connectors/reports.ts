// Reports that a platform builds in the background.
import type { Api, VendorRequest } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'

interface Report<Ordered, Status> {
  /** The platform's title, for the sentence of a refusal. */
  platform: string
  order: VendorRequest<Ordered>
  id_of: (ordered: Ordered) => string
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
  const { platform, order, id_of, status, is_built, failure, every_s, for_s } = report
  const id = id_of(await api.call(order))
  const is_done = (at: Status) => is_built(at) || failure(at) !== undefined
  const reason = failure(await api.wait_until({ ...status(id), is_done, every_s, for_s }))
  if (reason !== undefined) throw new VendorRefusal('refused', `${platform} could not build a report: ${reason}.`)
  return id
}
