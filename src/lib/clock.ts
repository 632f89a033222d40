// The only source of time and the only sleep function, so that a simulation can replace both.
import { setTimeout as sleep } from 'node:timers/promises'

export interface Clock {
  now(): Date
  /** Rejects with the signal's reason when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const system_clock: Clock = {
  now: () => new Date(),
  async sleep(ms, signal) {
    await sleep(ms, undefined, { signal })
  },
}
