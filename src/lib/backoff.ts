/** Milliseconds before try number `attempt` (from 1): doubles up to a cap, half of it random so that callers spread out. */
export function backoff_ms(attempt: number, { first_ms = 500, max_ms = 60_000, random = Math.random } = {}): number {
  const full = Math.min(max_ms, first_ms * 2 ** (attempt - 1))
  return Math.round(full / 2 + (random() * full) / 2)
}
