// The time that all statements of a transaction have together. PostgreSQL limits each statement alone, and an answer can have dozens.

/** A transaction that is younger sends no limit of its own, because nearly all of them end sooner. */
const YOUNG_MS = 1_000

export class TimeLeft {
  readonly #ends_at: number
  readonly #young_until: number

  constructor(total_ms: number) {
    this.#young_until = performance.now() + YOUNG_MS
    this.#ends_at = performance.now() + total_ms
  }

  /** Limits the next statement of the transaction to the time that is left. Undefined: the limit of each statement is enough. */
  limit_of_next(): string | undefined {
    const now = performance.now()
    return now < this.#young_until
      ? undefined
      : `set local statement_timeout = ${Math.max(1, Math.ceil(this.#ends_at - now))}`
  }
}
