// Answers that a vendor builds once and gives page by page. They hold until the world's figures change.
import { counted_at } from './calendar.ts'
import type { Changes, Remember } from './types.ts'

/** Answers that are kept at the same time: more than a sync asks for, so that the next sync finds them built. */
const kept_max = 100

export function create_memory(now: () => number, changes: Changes): Remember {
  const kept = new Map<string, unknown>()
  let state = ''
  return <T>(key: string, make: () => T): T => {
    const current = `${counted_at(now())} ${changes.version}`
    if (current !== state) kept.clear()
    state = current
    if (kept.has(key)) return kept.get(key) as T
    const made = make()
    kept.set(key, made)
    if (kept.size > kept_max) kept.delete(kept.keys().next().value!)
    return made
  }
}
