// All outcomes of a call, with their HTTP status. REST and MCP both use this table. No other code maps outcomes.
import { visible_text } from '#lib/text.ts'

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
  /** The caller disconnected. Only the record of the call shows this outcome. */
  cancelled: { status: 499 },
  fault: { status: 500 },
  overloaded: { status: 503 },
} as const satisfies Record<string, { status: number }>

export type Outcome = keyof typeof outcomes

/** Most characters of an error sentence, because a sentence can repeat what the caller sent. */
const SENTENCE_CHARS_MAX = 4_000

/**
 * An error that the caller can fix; the sentence says how. Everything else that is thrown is logged as an internal error. 'fault' is
 * the outcome of such an internal error.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly outcome: Exclude<Outcome, 'ok'>
  /** Seconds after which the same call can succeed. Undefined when waiting does not help. */
  readonly retry_after_s: number | undefined
  /** Scopes that a new token needs so that the same call can succeed. Undefined when no token helps. */
  wanted_scopes?: readonly string[]

  constructor(outcome: Exclude<Outcome, 'ok'>, message: string, retry_after_s?: number) {
    // A sentence may repeat what a caller or another machine sent. PostgreSQL stores no NUL character.
    const is_long = message.length > SENTENCE_CHARS_MAX
    super(visible_text(is_long ? `${message.slice(0, SENTENCE_CHARS_MAX)}…` : message))
    this.outcome = outcome
    this.retry_after_s = retry_after_s
  }
}

/** The sentence of an internal error. */
export const fault_sentence = (request_id: string) =>
  `Something went wrong on our side. It has been logged as request ${request_id}.`

/** For tools: refuses a call that the caller can fix. The message reaches the caller, so it says how. */
export function refuse(message: string): never {
  throw new Refusal('error', message)
}
