// How many jobs of a process work at the same time. A job that only waits gives its place to another job.
import type { Clock } from '#lib/clock.ts'

export class Places {
  #free: number
  readonly #line: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
  }

  /** Runs `work` in a place. While `work` sleeps by the clock that it gets, another job has the place. */
  async run<T>(clock: Clock, work: (clock: Clock) => Promise<T>): Promise<T> {
    await this.#acquire()
    try {
      return await work({
        now: () => clock.now(),
        sleep: async (ms, signal) => {
          this.#release()
          try {
            await clock.sleep(ms, signal)
          } finally {
            await this.#acquire()
          }
        },
      })
    } finally {
      this.#release()
    }
  }

  async #acquire(): Promise<void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((acquired) => this.#line.push(acquired))
  }

  #release(): void {
    const next = this.#line.shift()
    if (next) next()
    else this.#free += 1
  }
}
