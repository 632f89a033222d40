// A refusal of a vendor, as an error with a sentence without secrets.

/**
 * The vendor refused a request. `kind` decides what ends: the sync (revoked, throttled, unavailable), or only the reading of this
 * stream of this account (denied, too_much, refused). awaited: the platform still builds a report, so this reading ends without a fault.
 * overdue: it has been awaited for so long that it is one.
 */
export class VendorRefusal extends Error {
  override name = 'VendorRefusal'
  readonly kind: 'revoked' | 'throttled' | 'unavailable' | 'denied' | 'too_much' | 'refused' | 'awaited' | 'overdue'
  readonly retry_after_s: number | undefined

  constructor(kind: VendorRefusal['kind'], message: string, retry_after_s?: number) {
    super(message)
    this.kind = kind
    this.retry_after_s = retry_after_s
  }
}

export const is_too_much = (error: unknown) => error instanceof VendorRefusal && error.kind === 'too_much'
