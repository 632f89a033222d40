// A refusal of a vendor, as an error with a sentence without secrets.
import { redact } from '#lib/redact.ts'
import { cut_text, storable_text } from '#lib/text.ts'

/** A sentence of ours with a vendor's own words. They can be long, and a connector can pass them on as they are. */
const SENTENCE_CHARS_MAX = 500
/** A longer message is truncated before its secrets are searched, which could take long. */
const SENTENCE_READ_CHARS_MAX = 20_000

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
  /** Unavailable: the platform did not answer this request, and others may be answered. */
  is_of_request = false
  /** The request took the platform too long each time, so that a smaller one may be answered. */
  is_slow = false

  constructor(kind: VendorRefusal['kind'], message: string, retry_after_s?: number, is_of_account = false) {
    super(cut_text(storable_text(redact(message.slice(0, SENTENCE_READ_CHARS_MAX))), SENTENCE_CHARS_MAX))
    this.kind = kind
    this.retry_after_s = retry_after_s
    this.is_of_account = is_of_account
  }
}

/** The platform did not answer a request, however often it was sent. */
export const not_answered = (message: string, is_slow = false): VendorRefusal =>
  Object.assign(new VendorRefusal('unavailable', message), { is_of_request: true, is_slow })

/** What a later attempt can get from the same platform with the same credential. */
export const is_passing = ({ kind }: VendorRefusal) =>
  kind === 'throttled' || kind === 'unavailable' || kind === 'awaited'

type Kind = VendorRefusal['kind']

export const is_refusal = (error: unknown, ...kinds: Kind[]): error is VendorRefusal =>
  error instanceof VendorRefusal && kinds.includes(error.kind)

/** For `catch` of a request: what a refusal of one of these kinds stands for. Any other error is thrown again. */
export const when_refused =
  <Other>(kinds: Kind | readonly Kind[], other: (refusal: VendorRefusal) => Other) =>
  (error: unknown): Other => {
    if (!is_refusal(error, ...[kinds].flat())) throw error
    return other(error)
  }

export const is_too_much = (error: unknown) => is_refusal(error, 'too_much')

/** Fields of a log line. A refusal is its sentence: its stack says nothing more. Any other error is logged with its stack. */
export const logged_error = (error: unknown) =>
  error instanceof VendorRefusal ? { refusal: error.kind, reason: error.message } : { err: error }
