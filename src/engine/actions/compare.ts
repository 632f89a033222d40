// Compares what an action shows with what the platform shows. It reads nothing.
import type { ActionValue, Difference, Found, RefusedPart } from '#engine/action.ts'

/** done: all values are those after. not_done: nothing was made, or all values are those before. */
export type Settled = 'done' | 'not_done' | 'other'

/** The differences that a step writes. Those without a step belong to the first one. */
export const differences_of = (differences: readonly Difference[], step: string, first: string): Difference[] =>
  differences.filter((one) => (one.step ?? first) === step)

/** The differences that an accepted request still makes. */
export const without_refused = (differences: readonly Difference[], parts: readonly RefusedPart[]): Difference[] => {
  const names = parts.flatMap(({ fields }) => fields)
  return differences.filter(({ field }) => !names.some((name) => field === name || field.startsWith(`${name}.`)))
}

/** Fields that the platform does not show are not compared. Without any field, the existence of the thing decides. */
export function settle(differences: readonly Difference[], found: Found | undefined): Settled {
  if (!found) return 'not_done'
  const shown = differences.filter(({ field }) => Object.hasOwn(found.values, field))
  if (shown.every(({ field, after }) => same(found.values[field], after))) return 'done'
  const was_there = shown.every(({ before }) => before !== null)
  return was_there && shown.every(({ field, before }) => same(found.values[field], before)) ? 'not_done' : 'other'
}

/** The fields whose value before is not the approved one any more. */
export function changed_since(approved: readonly Difference[], now: readonly Difference[]): string[] {
  const fresh = new Map(now.map((one) => [one.field, one]))
  const names = new Set([...approved, ...now].map(({ field }) => field))
  const stored = new Map(approved.map((one) => [one.field, one]))
  return [...names].filter((field) => {
    const [was, is] = [stored.get(field), fresh.get(field)]
    return !was || !is || was.before !== is.before || was.after !== is.after || was.currency !== is.currency
  })
}

const DECIMAL = /^-?\d+(\.\d+)?$/

/** '35.50' and '35.5' are the same amount. */
function same(found: ActionValue | undefined, wanted: ActionValue): boolean {
  if (found === wanted) return true
  if (typeof found !== 'string' || typeof wanted !== 'string' || !DECIMAL.test(found) || !DECIMAL.test(wanted))
    return false
  return plain(found) === plain(wanted)
}

const plain = (decimal: string) => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)
