// Counts requests against a vendor's limits, by the clock of limits, so that a test can move the clock instead of waiting.
import type { Tokens } from './tokens.ts'
import type { Instant, World } from './world/types.ts'

export interface Limit {
  /** Requests with the same key share the limit. */
  key: string
  most: number
  window_ms: number
}

/** The instant from which the next request is allowed, and what is left until then. */
export interface Allowance {
  is_allowed: boolean
  left: number
  reset_at: Instant
}

export function create_limits({ limits_now }: World, tokens: Tokens) {
  let sent = new Map<string, Instant[]>()
  let resets = tokens.resets()
  return ({ key, most, window_ms }: Limit): Allowance => {
    if (tokens.resets() !== resets) sent = new Map()
    resets = tokens.resets()
    const now = limits_now()
    // The control API can set the clock back. Later requests then never happened.
    const within = (sent.get(key) ?? []).filter((at) => at <= now && now - at < window_ms)
    const is_allowed = within.length < most
    if (is_allowed) within.push(now)
    sent.set(key, within)
    return { is_allowed, left: most - within.length, reset_at: (within[0] ?? now) + window_ms }
  }
}
