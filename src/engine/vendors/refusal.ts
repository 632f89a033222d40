// A refusal of a vendor, as an error with a sentence without secrets.

/**
 * The vendor refused a request. `kind` decides what ends: the sync (revoked, throttled, unavailable), or only the reading of this
 * stream of this account (denied, too_much, refused). A limit of an account ends the reading of this account. awaited: the platform still
 * builds a report, so this reading ends without a fault. overdue: it has been awaited for so long that it is one.
 */
export class VendorRefusal extends Error {
  override name = 'VendorRefusal'
  readonly kind: 'revoked' | 'throttled' | 'unavailable' | 'denied' | 'too_much' | 'refused' | 'awaited' | 'overdue'
  readonly retry_after_s: number | undefined
  /** Throttled: the limit belongs to one account, so the others can be read. */
  readonly is_of_account: boolean

  constructor(kind: VendorRefusal['kind'], message: string, retry_after_s?: number, is_of_account = false) {
    super(message)
    this.kind = kind
    this.retry_after_s = retry_after_s
    this.is_of_account = is_of_account
  }
}

/** What a later attempt can get from the same platform with the same credential. */
export const is_passing = ({ kind }: VendorRefusal) =>
  kind === 'throttled' || kind === 'unavailable' || kind === 'awaited'

export const is_too_much = (error: unknown) => error instanceof VendorRefusal && error.kind === 'too_much'
