// Random values that are the same on every run. Each value depends on the seed and the keys only, never on the order of calls. So one
// day's figures can be computed without the days before it.

export interface Chance {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from low to high, both included. */
  whole(low: number, high: number): number
  between(low: number, high: number): number
  yes(probability: number): boolean
  pick<T>(items: readonly T[]): T
  /** An index, chosen in proportion to its weight. */
  weighted(weights: readonly number[]): number
  /** Around 1, within about +-2.5 times the spread; never below 0.05. */
  wobble(spread: number): number
  /** The number of rare events when `mean` are expected. */
  count(mean: number): number
}

function hash(seed: number, keys: readonly (string | number)[]): number {
  let state = (seed ^ 0x9e3779b9) >>> 0
  for (const key of keys) {
    const text = String(key)
    for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193) >>> 0
    state = Math.imul(state ^ 0x7c, 0x85ebca6b) >>> 0
  }
  return state
}

export function chance(seed: number, ...keys: (string | number)[]): Chance {
  let state = hash(seed, keys)
  // mulberry32: small, fast, and sufficient for a simulated shop.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const wobble = (spread: number) => Math.max(0.05, 1 + (next() + next() + next() - 1.5) * 1.65 * spread)
  return {
    next,
    wobble,
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    between: (low, high) => low + next() * (high - low),
    yes: (probability) => next() < probability,
    pick: (items) => items[Math.floor(next() * items.length)]!,
    weighted(weights) {
      let left = next() * weights.reduce((sum, weight) => sum + weight, 0)
      const found = weights.findIndex((weight) => {
        left -= weight
        return left < 0
      })
      return found < 0 ? weights.length - 1 : found
    },
    count(mean) {
      if (mean > 30) return Math.max(0, Math.round(mean + (wobble(1) - 1) * 2 * Math.sqrt(mean)))
      const limit = Math.exp(-mean)
      let happened = 0
      for (let product = next(); product > limit; product *= next()) happened += 1
      return happened
    },
  }
}
