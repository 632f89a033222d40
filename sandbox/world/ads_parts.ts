// The figures of a campaign's day by country or by device. The parts add up to the whole: each measure is divided without a remainder.
import type { AdFact } from './types.ts'

/** Shares of the parts, by the vendor's own word. They add up to 1. */
export type Shares = Record<string, number>

/** Countries where people saw the ads of an account, by its currency. The empty name is an unknown place. */
export const countries: Record<string, Shares> = {
  MXN: { MX: 0.941, US: 0.034, CO: 0.011, ES: 0.003, '': 0.011 },
  USD: { US: 0.902, CA: 0.051, MX: 0.029, PR: 0.004, '': 0.014 },
  EUR: { ES: 0.913, PT: 0.042, FR: 0.021, DE: 0.012, '': 0.012 },
  CLP: { CL: 0.957, AR: 0.018, PE: 0.012, '': 0.013 },
}

/** Currencies whose amounts the platforms show in whole units. */
const whole: readonly string[] = ['CLP', 'JPY', 'KRW', 'PYG', 'VND']

/** An amount of one row as a platform shows it: rounded to the last digit of the currency. */
export const amount_in = (currency: string, cents: number): string =>
  whole.includes(currency) ? String(Math.round(cents / 100)) : (cents / 100).toFixed(2)

const MICRO = 1e6

/** Parts without any figure are left out. `smallest`: parts with fewer impressions are withheld. */
export function split(facts: AdFact[], shares: Shares, smallest = 0): [part: string, fact: AdFact][] {
  const [first] = facts
  if (!first) return []
  const names = Object.keys(first) as (keyof AdFact)[]
  const whole = { ...first }
  for (const fact of facts.slice(1)) for (const name of names) whole[name] += fact[name]
  return bounds_of(shares)
    .map(({ part, from, to }): [string, AdFact] => {
      const fact = { ...whole }
      for (const name of names) fact[name] = between(whole[name], from, to)
      return [part, fact]
    })
    .filter(([, fact]) => fact.impressions >= smallest && names.some((name) => fact[name] > 0))
}

interface Bounds {
  part: string
  from: number
  to: number
}
const known_bounds = new WeakMap<Shares, Bounds[]>()

/** Where each part begins and ends between 0 and 1. */
function bounds_of(shares: Shares): Bounds[] {
  const known = known_bounds.get(shares)
  if (known) return known
  let from = 0
  let sum = 0
  const bounds = Object.entries(shares).map(([part, share]) => {
    sum += share
    const to = Math.min(1, Number(sum.toFixed(9)))
    const bound = { part, from, to }
    from = to
    return bound
  })
  known_bounds.set(shares, bounds)
  return bounds
}

/** What an amount has between two shares. Conversions can have fractions, which are divided too. */
function between(amount: number, from: number, to: number): number {
  const unit = Number.isInteger(amount) ? 1 : MICRO
  return (Math.round(amount * unit * to) - Math.round(amount * unit * from)) / unit
}
