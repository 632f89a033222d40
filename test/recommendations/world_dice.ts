// Random draws that are the same in every run of a seed.

export type Dice = ReturnType<typeof dice_of>

export function dice_of(seed: number) {
  let state = seed >>> 0
  /** From 0 up to 1 (mulberry32). */
  function uniform(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  /** `variation`: standard deviation as a part of the mean. */
  function log_normal(mean: number, variation: number): number {
    const spread = Math.log(1 + variation ** 2)
    return mean * Math.exp(Math.sqrt(spread) * normal() - spread / 2)
  }
  function poisson(mean: number): number {
    if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal()))
    let count = 0
    for (let product = uniform(); product > Math.exp(-mean); product *= uniform()) count++
    return count
  }
  return {
    uniform,
    log_normal,
    poisson,
    between: (least: number, most: number) => least + (most - least) * uniform(),
  }
}

/** How much of an average day each weekday has, Sunday first. */
const SEASON = [0.8, 1.1, 1.05, 1.05, 1.05, 1.1, 0.85]

export const season_of = (date: string): number => SEASON[new Date(`${date}T00:00:00Z`).getUTCDay()]!

/** Micros of an amount, in whole cents. */
export const micros = (amount: number): bigint => BigInt(Math.max(0, Math.round(amount * 100))) * 10_000n

export const whole = (count: number): bigint => BigInt(Math.max(0, Math.round(count)))
