// The answers to a question beside each other: a row for each group, with a value of each metric. Nothing is summed here.
import type { OrgTools } from '../../api/call.ts'
import { days_of, is_day, starts_of } from '../../lib/days.ts'
import type { Dimension } from './question.ts'

export type Answer = OrgTools['query_data']['result']
export type Key = Record<string, string | number | boolean | null>

export interface AnswerRow {
  id: string
  key: Key
  /** By metric. Absent: the answer does not list this group. */
  values: Record<string, number | null>
}

/** Groups in the order of the first metric, then those that only others have. */
export function joined_rows(answers: readonly Answer[], by: readonly string[]): AnswerRow[] {
  const found = new Map<string, AnswerRow>()
  for (const { metric, rows } of answers)
    for (const row of rows) {
      const key: Key = Object.fromEntries(by.map((name) => [name, row[name] ?? null]))
      const id = JSON.stringify(Object.values(key))
      const joined = found.get(id) ?? { id, key, values: {} }
      joined.values[metric] = row.value as number | null
      found.set(id, joined)
    }
  return [...found.values()]
}

const OTHERS = '(others)'
const NOT_REPORTED = '(not reported at this level)'

/** A row of the engine's own, which stands for groups that the list does not have. */
export const is_rest = ({ key }: Pick<AnswerRow, 'key'>): boolean =>
  Object.values(key).some((value) => value === OTHERS || value === NOT_REPORTED)

export interface Line {
  /** The values of the other dimensions. */
  key: Key
  values: (number | null)[]
}

export interface Lines {
  days: string[]
  /** At most `LINES_MAX`, those with the largest single value. */
  lines: Line[]
  left_out: number
}

/** More lines are hard to tell apart. */
const LINES_MAX = 5

/** The values of a metric over time. A day, week or month without a row is a gap: nothing is known of it here. */
export function lines_of(
  rows: readonly AnswerRow[],
  { metric, window }: Answer,
  time: Dimension,
  others: readonly string[],
): Lines {
  const timed = rows.filter((row) => is_day(String(row.key[time.dimension])))
  const days = time.type === 'week' || time.type === 'month' ? starts_of(time.type, window) : days_of(window)
  const at = new Map(days.map((day, index) => [day, index]))
  const lines = new Map<string, Line>()
  for (const { key: whole, values } of timed) {
    const key: Key = Object.fromEntries(others.map((name) => [name, whole[name] ?? null]))
    const id = JSON.stringify(key)
    const line = lines.get(id) ?? { key, values: days.map(() => null) }
    const index = at.get(String(whole[time.dimension]))
    if (index !== undefined) line.values[index] = values[metric] ?? null
    lines.set(id, line)
  }
  const ranked = [...lines.values()].sort((a, b) => largest(b) - largest(a))
  return { days, lines: ranked.slice(0, LINES_MAX), left_out: Math.max(0, ranked.length - LINES_MAX) }
}

const largest = ({ values }: Line) => Math.max(...values.map((value) => value ?? Number.NEGATIVE_INFINITY))
