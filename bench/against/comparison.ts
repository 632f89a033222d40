// The arithmetic of a comparison. Each side was measured in several rounds, with alternating order.
import { median } from '../measured.ts'

/** Minimum number of rounds. With 5 rounds, the ranges of two equal sides do not overlap by chance in one line of 126. */
export const TURNS_MIN = 5

/** A figure with one value for each round. Values of `now` and `before` at the same index were measured one after the other. */
export interface Line {
  what: string
  unit: 'calls/s' | 'rows/s' | 'ms'
  before: number[]
  now: number[]
}

export interface Spread {
  median: number
  min: number
  max: number
}

export type Verdict = 'faster' | 'slower' | 'same'

export interface Compared extends Omit<Line, 'before' | 'now'> {
  before: Spread
  now: Spread
  /** The difference between `now` and `before` in percent, for each round, because other work in a round slows both sides. */
  change_percent: Spread
  verdict: Verdict
}

export function spread_of(values: number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) }
}

export function compare({ what, unit, ...turns }: Line): Compared {
  if (turns.now.length !== turns.before.length || turns.now.length < TURNS_MIN)
    throw new RangeError(`${what}: ${turns.before.length} and ${turns.now.length} rounds are no comparison`)
  const [before, now] = [spread_of(turns.before), spread_of(turns.now)]
  const change_percent = spread_of(turns.now.map((value, turn) => (value / turns.before[turn]! - 1) * 100))
  return { what, unit, before, now, change_percent, verdict: verdict_of(unit, before, now) }
}

/** A difference counts only if all rounds of one side are faster than all rounds of the other side. */
function verdict_of(unit: Line['unit'], before: Spread, now: Spread): Verdict {
  if (now.min <= before.max && before.min <= now.max) return 'same'
  const is_more = now.min > before.max
  return is_more === (unit !== 'ms') ? 'faster' : 'slower'
}

const figure = (value: number) => (value < 100 ? value.toPrecision(3) : Math.round(value).toLocaleString('en'))
const signed = (percent: number) => `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`
const range = ({ min, max }: Spread, shown: (value: number) => string) => `${shown(min)} … ${shown(max)}`

export const columns = ['What', 'Unit', 'Before', 'its rounds', 'Now', 'its rounds', 'Change', 'by round', 'Now is']

export function row_of({ what, unit, before, now, change_percent, verdict }: Compared): string[] {
  const sides = [before, now].flatMap((side) => [figure(side.median), range(side, figure)])
  return [what, unit, ...sides, signed(change_percent.median), range(change_percent, signed), verdict]
}
