import type { Budgets, Limit } from '#engine/vendors/governor.ts'

/** What a clock that ran ahead has counted. */
const CLOCKS_DIFFER_MS = 300_000

/** Budgets of one process, counted by the instant of each request. */
export function memory_budgets(): Budgets & { clear(): void } {
  const sent = new Map<string, number[]>()
  const paused = new Map<string, { at: number; until: number }>()
  const wait_of = (limits: readonly Limit[], now_ms: number) => {
    const latest = now_ms + CLOCKS_DIFFER_MS
    const waits = limits.map(({ budget, window_ms, most }) => {
      const nth = sent
        .get(`${budget} ${window_ms}`)
        ?.filter((at) => at <= latest)
        .at(-most)
      const { at, until } = paused.get(budget) ?? { at: 0, until: 0 }
      return Math.max(
        at <= latest ? until - now_ms : 0,
        nth === undefined ? 0 : Math.min(nth, now_ms) + window_ms - now_ms,
      )
    })
    return Math.max(0, ...waits)
  }
  return {
    clear() {
      sent.clear()
      paused.clear()
    },
    wait: async (limits, now_ms) => wait_of(limits, now_ms),
    // Without an `await` between them, no other request is counted between the look and the count.
    async take(limits, now_ms) {
      const wait = wait_of(limits, now_ms)
      if (wait > 0) return wait
      for (const { budget, window_ms } of limits) {
        const id = `${budget} ${window_ms}`
        sent.set(id, [...(sent.get(id) ?? []), now_ms])
      }
      return 0
    },
    async pause(budgets, at, until) {
      for (const budget of budgets) paused.set(budget, { at, until })
    },
  }
}
