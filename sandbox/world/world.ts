// Puts the parts of the business together. Everything hangs on (seed, now): nothing is kept on disk.
import { add_days, day_of, time_zone } from './calendar.ts'
import { create_changes } from './changes.ts'
import type { Changes, World } from './types.ts'

const history_days = 400

export interface WorldOptions {
  seed: number
  now(): number
  /** A folder with Olist's CSV files for the shop vendor to show instead of the simulated shop. */
  orders?: string
}

export type LiveWorld = World & { changes: Changes & { clear(): void } }

export async function create_world({ seed, now }: WorldOptions): Promise<LiveWorld> {
  const changes = create_changes()
  const first_day = add_days(day_of(now()), -history_days)
  return { seed, now, time_zone, today: () => day_of(now()), first_day, changes } as LiveWorld
}
