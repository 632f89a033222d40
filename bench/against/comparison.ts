// The arithmetic of a comparison: each side was measured several times, in alternating turns.
import { median } from '../measured.ts'

/** With fewer, ranges of two equal sides lie apart too often: with 5, by chance, for one line in 126. */
export const TURNS_MIN = 5

/** A figure of one side, turn by turn; `now` and `before` of the same place were measured one after the other. */
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
  /** By how many percent `now` differs from `before`, turn by turn: what else the machine did then slowed both. */
  change_percent: Spread
  verdict: Verdict
}

export function spread_of(values: number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) }
}

export function compare({ what, unit, ...turns }: Line): Compared {
  if (turns.now.length !== turns.before.length || turns.now.length < TURNS_MIN)
    throw new RangeError(`${what}: ${turns.before.length} and ${turns.now.length} turns are no comparison`)
  const [before, now] = [spread_of(turns.before), spread_of(turns.now)]
  const change_percent = spread_of(turns.now.map((value, turn) => (value / turns.before[turn]! - 1) * 100))
  return { what, unit, before, now, change_percent, verdict: verdict_of(unit, before, now) }
}

/** A difference counts only where every turn of one side lies beyond every turn of the other. */
function verdict_of(unit: Line['unit'], before: Spread, now: Spread): Verdict {
  if (now.min <= before.max && before.min <= now.max) return 'same'
  const is_more = now.min > before.max
  return is_more === (unit !== 'ms') ? 'faster' : 'slower'
}

const figure = (value: number) => (value < 100 ? value.toPrecision(3) : Math.round(value).toLocaleString('en'))
const signed = (percent: number) => `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`
const range = ({ min, max }: Spread, shown: (value: number) => string) => `${shown(min)} … ${shown(max)}`

export const columns = ['What', 'Unit', 'Before', 'its turns', 'Now', 'its turns', 'Change', 'turn by turn', 'Now is']

export function row_of({ what, unit, before, now, change_percent, verdict }: Compared): string[] {
  const sides = [before, now].flatMap((side) => [figure(side.median), range(side, figure)])
  return [what, unit, ...sides, signed(change_percent.median), range(change_percent, signed), verdict]
}
