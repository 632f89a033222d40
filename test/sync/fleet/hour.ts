// A clock that several processes share. It starts at the real time and runs faster, so that an hour of syncs is seen in minutes.
import { type Clock, system_clock } from '#lib/clock.ts'

export interface Hour {
  /** Milliseconds. */
  began_at: number
  /** Simulated seconds in a real second. */
  speed: number
}

export const now_of = ({ began_at, speed }: Hour): number => began_at + (Date.now() - began_at) * speed

export const clock_of = (hour: Hour): Clock => ({
  now: () => new Date(now_of(hour)),
  sleep: (ms, signal) => system_clock.sleep(ms / hour.speed, signal),
})
