// How a call can end, and what each end is called on both doors. The one table; nothing else maps outcomes.

export const outcomes = {
  ok: { status: 200 },
  error: { status: 400 },
  unauthorized: { status: 401 },
  cost_cap: { status: 402 },
  denied_scope: { status: 403 },
  denied_org: { status: 403 },
  not_found: { status: 404 },
  conflict: { status: 409 },
  too_large: { status: 413 },
  rate_limited: { status: 429 },
  /** Whoever asked has gone; only the record sees this. */
  cancelled: { status: 499 },
  fault: { status: 500 },
  overloaded: { status: 503 },
} as const satisfies Record<string, { status: number }>

export type Outcome = keyof typeof outcomes

/** A sentence may repeat what the caller sent; longer than this it would help nobody. */
const SENTENCE_CHARS_MAX = 4_000

/** An end that the caller is told about in a sentence. Everything else that is thrown is a fault of ours, and logged; 'fault' is one that was. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly outcome: Exclude<Outcome, 'ok'>
  /** Seconds after which the same call can succeed, where waiting helps. */
  readonly retry_after_s: number | undefined

  constructor(outcome: Exclude<Outcome, 'ok'>, message: string, retry_after_s?: number) {
    super(message.length > SENTENCE_CHARS_MAX ? `${message.slice(0, SENTENCE_CHARS_MAX)}…` : message)
    this.outcome = outcome
    this.retry_after_s = retry_after_s
  }
}

/** For tools: something in the call that the caller can mend. The text reaches the caller, so it says how. */
export function refuse(message: string): never {
  throw new Refusal('error', message)
}
