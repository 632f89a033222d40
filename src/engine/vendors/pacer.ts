// Keeps requests to a vendor below its published limits. The clock is a parameter, so that a simulation takes no real time.
import type { Pace } from '#engine/connector.ts'
import type { Clock } from '#lib/clock.ts'

const windows_ms = { per_second: 1_000, per_minute: 60_000, per_15_minutes: 900_000, per_day: 86_400_000 } as const

export class Pacer {
  readonly #clock: Clock
  /** The times of the recent requests of each key and window, oldest first. */
  readonly #sent = new Map<string, number[]>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Waits until every pace allows the request, and counts the request. */
  async throttle(paces: readonly Pace[], signal: AbortSignal): Promise<void> {
    for (;;) {
      const now = this.#clock.now().getTime()
      const wait = Math.max(
        0,
        ...this.#limits(paces).map(([id, max, window]) => this.#free_at(id, max, window, now) - now),
      )
      if (wait === 0) break
      await this.#clock.sleep(wait, signal)
    }
    const now = this.#clock.now().getTime()
    for (const [id, max] of this.#limits(paces)) {
      const sent = this.#sent.get(id) ?? []
      sent.push(now)
      if (sent.length > max) sent.shift()
      this.#sent.set(id, sent)
    }
  }

  #free_at(id: string, max: number, window: number, now: number): number {
    const sent = this.#sent.get(id)
    const oldest = sent?.[sent.length - max]
    // When the clock was set back, the wait must still be at most one window.
    return oldest === undefined ? now : Math.min(oldest, now) + window
  }

  #limits(paces: readonly Pace[]): [id: string, max: number, window: number][] {
    return paces.flatMap((pace) =>
      Object.entries(windows_ms).flatMap(([window, ms]): [string, number, number][] => {
        const max = pace[window as keyof typeof windows_ms]
        return max === undefined ? [] : [[`${pace.key ?? ''}/${window}`, max, ms]]
      }),
    )
  }
}
