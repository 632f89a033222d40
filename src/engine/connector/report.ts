import type { VendorRequest } from '#engine/connector/vendor_request.ts'
import type { VendorRefusal } from '#engine/vendors/refusal.ts'

/** A report that a platform builds in the background. */
export interface Report<Ordered, Status> {
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

/** `status`: the platform's last word, such as the address of a file. */
export interface Built<Status> {
  id: string
  status: Status
}
