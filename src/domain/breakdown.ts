// Explains the change of a figure by parts that add up to the change. For a ratio each part has a mix effect (its weight changed) and
// a rate effect (its own ratio changed). Computes with fractions of integers, so rounding happens only in the displayed figures.
import { divide, type Exact, ONE } from '#domain/exact.ts'

export interface Sides {
  current: Exact
  previous: Exact
}

/** A ratio, `over` divided by `under`, of both periods. */
export interface RatioPart {
  over: Sides
  under: Sides
}

export interface RatioEffect {
  mix: Exact
  rate: Exact
}

interface Fraction {
  n: bigint
  d: bigint
}

const fraction = (n: bigint, d = 1n): Fraction => ({ n, d })
const plus = (a: Fraction, b: Fraction) => fraction(a.n * b.d + b.n * a.d, a.d * b.d)
const minus = (a: Fraction, b: Fraction) => fraction(a.n * b.d - b.n * a.d, a.d * b.d)
const times = (a: Fraction, b: Fraction) => fraction(a.n * b.n, a.d * b.d)
const half = (a: Fraction) => fraction(a.n, a.d * 2n)
const to_exact = ({ n, d }: Fraction): Exact => divide(n * ONE, d)

const total = (values: Exact[]) => values.reduce((sum, value) => sum + value, 0n)

/**
 * Mix and rate effect of each part on the ratio of the sums. Null where the sum below the line is zero in either period. With weights
 * w and ratios r, a part's share of the change is w1·r1 − w0·r0. Its mix effect is Δw·(mean r − mean of the whole); the rest is its
 * rate effect. As Σ Δw = 0, all effects add up to the change of the whole.
 */
export function ratio_effects(parts: RatioPart[]): RatioEffect[] | null {
  const under = {
    current: total(parts.map((part) => part.under.current)),
    previous: total(parts.map((part) => part.under.previous)),
  }
  if (under.current === 0n || under.previous === 0n) return null
  const whole = half(
    plus(
      fraction(total(parts.map((part) => part.over.current)), under.current),
      fraction(total(parts.map((part) => part.over.previous)), under.previous),
    ),
  )
  return parts.map((part) => {
    const weight = minus(fraction(part.under.current, under.current), fraction(part.under.previous, under.previous))
    const share = minus(fraction(part.over.current, under.current), fraction(part.over.previous, under.previous))
    const mean = mean_ratio(part) ?? whole
    return {
      mix: to_exact(times(weight, minus(mean, whole))),
      rate: to_exact(minus(share, times(weight, mean))),
    }
  })
}

/** The mean of a part's ratios of both periods. With only one ratio, that ratio. */
function mean_ratio({ over, under }: RatioPart): Fraction | null {
  const then = under.previous === 0n ? null : fraction(over.previous, under.previous)
  const now = under.current === 0n ? null : fraction(over.current, under.current)
  return then && now ? half(plus(then, now)) : (then ?? now)
}

/** Whole units of 10^-digits, as displayed. */
export const shown_units = (value: Exact, digits: number): bigint => divide(value, ONE / 10n ** BigInt(digits))
