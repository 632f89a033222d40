// An error of a call, with what a page needs to say what to do: the sentence of the engine, the request id, the time to wait.

/** The engine's outcomes, and 'offline' when no answer came. */
export type Outcome =
  | 'error'
  | 'unauthorized'
  | 'cost_cap'
  | 'denied_scope'
  | 'denied_org'
  | 'not_found'
  | 'conflict'
  | 'too_large'
  | 'rate_limited'
  | 'fault'
  | 'overloaded'
  | 'offline'

interface Details {
  outcome: Outcome
  request_id?: string | undefined
  /** When waiting helps: seconds after which the same call can succeed. */
  retry_after_s?: number | undefined
  /** Better-auth's own name of the error, from which a page chooses its words. */
  code?: string | undefined
}

export class Failure extends Error {
  override name = 'Failure'
  readonly outcome: Outcome
  readonly request_id: string | undefined
  readonly retry_after_s: number | undefined
  readonly code: string | undefined

  constructor(sentence: string, { outcome, request_id, retry_after_s, code }: Details) {
    super(sentence)
    this.outcome = outcome
    this.request_id = request_id
    this.retry_after_s = retry_after_s
    this.code = code
  }
}

/** Waiting can help, so a page tries again by itself. */
export const is_passing = (error: unknown): error is Failure =>
  error instanceof Failure && ['rate_limited', 'overloaded', 'offline'].includes(error.outcome)
