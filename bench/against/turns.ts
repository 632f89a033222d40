// Measures both sides one after the other in several rounds. Each side goes first equally often: before now, now before, …
import type { Line } from './comparison.ts'

export const names = ['before', 'now'] as const
export type Name = (typeof names)[number]
export type Both<T> = Record<Name, T>

/** Rounds that do not count, because V8 still compiles code and PostgreSQL reads its tables for the first time. */
const WARM_UP_TURNS = 1

export type Figure = Pick<Line, 'what' | 'unit'> & { value: number }
export type Measure = (name: Name) => Promise<Figure[]>

export async function in_turns(turns: number, measures: Measure[], signal: AbortSignal): Promise<Line[]> {
  const lines = new Map<string, Line>()
  for (let turn = -WARM_UP_TURNS; turn < turns; turn++) {
    for (const [n, measure] of measures.entries()) {
      const order = (turn + n) % 2 === 0 ? names : names.toReversed()
      for (const name of order) {
        signal.throwIfAborted()
        for (const { what, unit, value } of await measure(name)) {
          if (turn < 0) continue
          const line = lines.get(`${what} ${unit}`) ?? { what, unit, before: [], now: [] }
          lines.set(`${what} ${unit}`, line)
          line[name].push(value)
        }
      }
    }
    console.error(turn < 0 ? 'warmed up' : `round ${turn + 1} of ${turns}`)
  }
  return [...lines.values()]
}

export async function for_both<T>(make: (name: Name) => Promise<T>): Promise<Both<T>> {
  return { before: await make('before'), now: await make('now') }
}
