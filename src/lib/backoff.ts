/** Milliseconds before attempt `attempt` (from 1). Doubles up to a limit; half is random, so that callers do not retry together. */
export function backoff_ms(attempt: number, { first_ms = 500, max_ms = 60_000, random = Math.random } = {}): number {
  const full = Math.min(max_ms, first_ms * 2 ** (attempt - 1))
  return Math.round(full / 2 + (random() * full) / 2)
}
