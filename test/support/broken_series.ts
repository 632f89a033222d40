// Series of daily figures with known breaks, for the test of the detector. They were fixed before its formula.
export type Kind = 'amount' | 'count'

export interface Series {
  kind: Kind
  values: number[]
  /** Breaks by day: the distance, in deviations of the noise, from what the day would have had. */
  breaks: Map<number, number>
}

export const DAYS = 160
/** Breaks are among the last days. The days before are history. */
export const SCORED_DAYS = 76
const BREAKS = 3
const BREAK_DEVIATIONS = { from: 5, to: 9 }
/** Days between two breaks, so that each is a break of its own. */
const APART_DAYS = 8

/** Random numbers in [0, 1) from a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = (seed * 0x9e3779b9) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

const T_DEGREES = 5

/** Student's t with five degrees of freedom, with variance 1. */
export function heavy_tailed(random: () => number): number {
  let squares = 0
  for (let at = 0; at < T_DEGREES; at++) squares += normal(random) ** 2
  return (normal(random) / Math.sqrt(squares / T_DEGREES)) * Math.sqrt((T_DEGREES - 2) / T_DEGREES)
}

export function poisson(random: () => number, mean: number): number {
  // Above this mean, the normal approximation is within a hundredth of a deviation.
  if (mean > 500) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)))
  const limit = Math.exp(-mean)
  let count = -1
  for (let product = 1; product > limit; count++) product *= random()
  return count
}

/** A metric with weekly season, trend, autocorrelated noise with heavy tails, and breaks of single days. */
export function make_series(seed: number, kind: Kind, { breaks: count = BREAKS } = {}): Series {
  const random = seeded(seed)
  const between = (low: number, high: number) => low + (high - low) * random()
  const level = kind === 'amount' ? Math.exp(between(Math.log(50), Math.log(50_000))) : between(3, 60)
  const weekdays = Array.from({ length: 7 }, () => 0.25 * normal(random))
  const trend = between(-0.5, 0.5) / DAYS
  const deviation = between(0.05, 0.2)
  const correlation = between(0, 0.4)
  const breaks = new Map<number, number>()
  while (breaks.size < count) {
    const day = DAYS - SCORED_DAYS + Math.floor(random() * SCORED_DAYS)
    const sign = random() < 0.5 ? -1 : 1
    const size = between(BREAK_DEVIATIONS.from, BREAK_DEVIATIONS.to)
    if ([...breaks.keys()].every((other) => Math.abs(other - day) >= APART_DAYS)) breaks.set(day, sign * size)
  }
  let noise = deviation * heavy_tailed(random)
  const values: number[] = []
  for (let day = 0; day < DAYS; day++) {
    const broken = breaks.get(day) ?? 0
    const season = Math.log(level) + trend * day + weekdays[day % 7]!
    noise = correlation * noise + Math.sqrt(1 - correlation ** 2) * deviation * heavy_tailed(random)
    if (kind === 'amount') {
      values.push(Math.round(100 * Math.exp(season + noise + broken * deviation)) / 100)
      continue
    }
    const mean = Math.exp(season + noise)
    const moved = broken * Math.sqrt(mean + (deviation * mean) ** 2)
    // A count cannot fall below zero, so a fall that would is a rise.
    if (mean + moved < 0) breaks.set(day, Math.abs(broken))
    values.push(poisson(random, Math.max(0, mean + (mean + moved < 0 ? -moved : moved))))
  }
  return { kind, values, breaks }
}
