// How a connector signs requests, and classifies the answers of its platform.

/** What an unsuccessful answer means. The engine waits, refreshes the token, retries or ends the sync accordingly. */
export type Verdict =
  /** `of`: whose limit it is, when the answer says so. Only those who share a limit of this kind wait. */
  | { kind: 'throttled'; wait_s?: number; of?: 'app' | 'user' | 'account' }
  | { kind: 'expired' }
  | { kind: 'revoked'; reason: string }
  | { kind: 'transient'; reason: string }
  /** The credential is valid, but not for this account, or not for this stream of it. All others are read. */
  | { kind: 'denied'; reason: string }
  /** The answer would be too large. The engine asks for smaller pages, then for fewer days. */
  | { kind: 'too_much'; reason: string }
  | { kind: 'refused'; reason: string }

export interface VendorAnswer {
  status: number
  headers: Record<string, string | undefined>
  /** Parsed JSON, or null when the body is not JSON. */
  body: unknown
}

/** A request that is about to be sent, for vendors whose signature covers it. */
export interface SignedRequest {
  method: string
  /** The address with its query. */
  url: string
  at: Date
}
