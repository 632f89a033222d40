// The limits that vendors publish, counted for all of them in one way, and what exceeded them. They use the clock of limits, so that a
// test can move the clock instead of waiting.
import type { Instant } from './world/types.ts'

export type Limit = {
  /** Which of the vendor's limits, in words. Violations name it. */
  key: string
  /** Who shares it: the app, a credential, or a credential and an account. */
  of: string
  /** Requests that fit, or points where requests cost differently. */
  most: number
  /** Points of this request. Default: 1. */
  costs?: number
  /** After an excess, the vendor refuses everything for so long. */
  closed_ms?: number
} & (
  | {
      /** The time in which they fit. With `is_aligned`: from one multiple of it since 1970 to the next, such as days in UTC. */
      window_ms: number
      is_aligned?: true
    }
  /** A bucket of points, which fills again by this number each second. */
  | { per_second: number }
  /** Requests at the same time. */
  | { at_once: true }
)

export interface Allowance {
  limit: Limit
  is_allowed: boolean
  /** Points that are left after this request. */
  left: number
  /** Milliseconds until the request would be allowed. If it is: until the first of the counted points returns. */
  wait_ms: number
}

export interface Violation {
  platform: string
  key: string
  count: number
}

/** What is used of one limit, oldest first. A bucket and requests at the same time need only the sum. */
interface Used {
  limit: Limit
  sum: number
  taken: { at: Instant; points: number }[]
  /** The first of `taken` that still counts. */
  first: number
  at: Instant
  closed_until: Instant
}

const compact_from = 1_000

export function create_limits(now: () => Instant) {
  const all = new Map<string, Used>()
  const violations = new Map<string, Violation>()
  let newest = Number.NEGATIVE_INFINITY

  function used_of(platform: string, limit: Limit): Used {
    // The control API can set the clock back. Later requests then never happened.
    if (now() < newest) all.clear()
    newest = now()
    const id = `${platform} ${limit.key} ${limit.of}`
    const used = all.get(id) ?? { limit, sum: 0, taken: [], first: 0, at: now(), closed_until: 0 }
    all.set(id, used)
    used.limit = limit
    pass_time(used, now())
    return used
  }

  function exceeded(platform: string, key: string): void {
    const id = `${platform} ${key}`
    const count = (violations.get(id)?.count ?? 0) + 1
    violations.set(id, { platform, key, count })
  }

  return {
    /** Counts a request against all these limits. If one has no place for it, none counts it, and each such limit is violated. */
    take(platform: string, limits: readonly Limit[]): Allowance[] {
      const asked = limits.map((limit) => ({ limit, used: used_of(platform, limit), wait_ms: 0 }))
      for (const one of asked) one.wait_ms = wait_of(one.used, now())
      const is_allowed = asked.every(({ wait_ms }) => wait_ms === 0)
      return asked.map(({ limit, used, wait_ms }) => {
        if (is_allowed) spend(used, limit.costs ?? 1, now())
        if (wait_ms > 0) {
          exceeded(platform, limit.key)
          if (limit.closed_ms && used.closed_until <= now()) used.closed_until = now() + limit.closed_ms
        }
        const until_ms = Math.max(used.closed_until - now(), wait_ms || first_back_ms(used, now()))
        return { limit, is_allowed: wait_ms === 0, left: limit.most - used.sum, wait_ms: until_ms }
      })
    },
    /** Points return that the request did not need, or the request ended. Gives the points that are left. */
    give_back(platform: string, limit: Limit, points: number): number {
      const used = used_of(platform, limit)
      used.sum = Math.max(0, used.sum - points)
      return limit.most - used.sum
    },
    left: (platform: string, limit: Limit): number => limit.most - used_of(platform, limit).sum,
    /** Limits of a platform against which requests were counted. */
    counted: (platform: string): Limit[] =>
      [...all].filter(([id]) => id.startsWith(`${platform} `)).map(([, { limit }]) => limit),
    /** Every limit is unused, as after a long pause. */
    forget: () => all.clear(),
    violations: (): Violation[] => [...violations.values()],
    clear_violations: () => violations.clear(),
  }
}

export type Limits = ReturnType<typeof create_limits>

const leaves_at = (limit: Limit, at: Instant): Instant => {
  if (!('window_ms' in limit)) return at
  return limit.window_ms + (limit.is_aligned ? at - (at % limit.window_ms) : at)
}

function pass_time(used: Used, now: Instant): void {
  const { limit, taken } = used
  if ('per_second' in limit) used.sum = Math.max(0, used.sum - ((now - used.at) / 1_000) * limit.per_second)
  used.at = now
  if (!('window_ms' in limit)) return
  while (used.first < taken.length && leaves_at(limit, taken[used.first]!.at) <= now)
    used.sum -= taken[used.first++]!.points
  if (used.first < compact_from) return
  used.taken = taken.slice(used.first)
  used.first = 0
}

function spend(used: Used, points: number, at: Instant): void {
  used.sum += points
  if ('window_ms' in used.limit && points > 0) used.taken.push({ at, points })
}

/** Milliseconds until the request fits. 0: it fits. */
function wait_of(used: Used, now: Instant): number {
  const { limit, closed_until, taken, first } = used
  if (closed_until > now) return closed_until - now
  let over = used.sum + (limit.costs ?? 1) - limit.most
  if (over <= 0) return 0
  if ('per_second' in limit) return Math.ceil((over / limit.per_second) * 1_000)
  if ('at_once' in limit) return 1
  for (const { at, points } of taken.slice(first)) {
    over -= points
    if (over <= 0) return leaves_at(limit, at) - now
  }
  // A request that costs more than the whole limit never fits.
  return limit.window_ms
}

function first_back_ms({ limit, sum, taken, first, at }: Used, now: Instant): number {
  if ('per_second' in limit) return Math.ceil((sum / limit.per_second) * 1_000)
  return leaves_at(limit, taken[first]?.at ?? at) - now
}
