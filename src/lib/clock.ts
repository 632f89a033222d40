// The only reader of the time and the only sleeper, so that a simulation can stand in for both.
import { setTimeout as sleep } from 'node:timers/promises'

export interface Clock {
  now(): Date
  /** Rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const system_clock: Clock = {
  now: () => new Date(),
  async sleep(ms, signal) {
    await sleep(ms, undefined, { signal })
  },
}
