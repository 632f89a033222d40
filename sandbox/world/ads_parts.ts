// The figures of a campaign's day by country or by device. The parts add up to the whole: each measure is divided without a remainder.
import type { AdFact } from './types.ts'

/** Shares of the parts, by the vendor's own word. They add up to 1. */
export type Shares = Record<string, number>

/** Countries where people saw the ads of an account, by its currency. The empty name is an unknown place. */
export const countries: Record<string, Shares> = {
  MXN: { MX: 0.941, US: 0.034, CO: 0.011, ES: 0.003, '': 0.011 },
  USD: { US: 0.902, CA: 0.051, MX: 0.029, PR: 0.004, '': 0.014 },
  EUR: { ES: 0.913, PT: 0.042, FR: 0.021, DE: 0.012, '': 0.012 },
}

const MICRO = 1e6

/** Parts without any figure are left out. `smallest`: parts with fewer impressions are withheld. */
export function split(facts: AdFact[], shares: Shares, smallest = 0): [part: string, fact: AdFact][] {
  const [first] = facts
  if (!first) return []
  const names = Object.keys(first) as (keyof AdFact)[]
  const whole = Object.fromEntries(names.map((name) => [name, facts.reduce((sum, fact) => sum + fact[name], 0)]))
  let until = 0
  const parts = Object.entries(shares).map(([part, share]): [string, AdFact] => {
    const [from, to] = [until, until + share]
    until = to
    return [part, Object.fromEntries(names.map((name) => [name, between(whole[name]!, from, to)])) as unknown as AdFact]
  })
  return parts.filter(([, fact]) => fact.impressions >= smallest && names.some((name) => fact[name] > 0))
}

/** What an amount has between two shares. Conversions can have fractions, which are divided too. */
function between(amount: number, from: number, to: number): number {
  const unit = Number.isInteger(amount) ? 1 : MICRO
  const at = (share: number) => Math.round(amount * unit * Math.min(1, Number(share.toFixed(9))))
  return (at(to) - at(from)) / unit
}
