import type { Budgets } from '#engine/vendors/governor.ts'

/** Budgets of one process, counted by the instant of each request. */
export function memory_budgets(): Budgets {
  const sent = new Map<string, number[]>()
  const paused = new Map<string, number>()
  return {
    async take(limits, now_ms) {
      const waits = limits.map(({ budget, window_ms, most }) => {
        const nth = sent.get(`${budget} ${window_ms}`)?.at(-most)
        return Math.max((paused.get(budget) ?? 0) - now_ms, nth === undefined ? 0 : nth + window_ms - now_ms)
      })
      const wait = Math.max(0, ...waits)
      if (wait > 0) return wait
      for (const { budget, window_ms } of limits) {
        const id = `${budget} ${window_ms}`
        sent.set(id, [...(sent.get(id) ?? []), now_ms])
      }
      return 0
    },
    async pause(budgets, until_ms) {
      for (const budget of budgets) paused.set(budget, until_ms)
    },
  }
}
