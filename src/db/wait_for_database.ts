// A start of Tablero waits for a PostgreSQL that is starting, recovering or restarting, instead of failing.
import { setTimeout as sleep } from 'node:timers/promises'
import { exhaustion_of } from './exhausted.ts'
import { is_unreachable } from './unreachable.ts'

/** After this time the start fails, so that a supervisor sees a failure. */
export const WAIT_FOR_MS = 120_000
const TRY_AGAIN_MS = 500

/** Repeats `work` while the database is unreachable. `on_failure` receives each error and cleans up. */
export async function wait_for_database<T>(
  work: () => Promise<T>,
  on_failure: (error: unknown) => Promise<void>,
  { wait_for_ms = WAIT_FOR_MS } = {},
): Promise<T> {
  const deadline = performance.now() + wait_for_ms
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const lacking = exhaustion_of(error)
      if (lacking) throw new Error(lacking, { cause: error })
      if (!is_unreachable(error) || performance.now() > deadline) throw error
      await on_failure(error)
      await sleep(TRY_AGAIN_MS)
    }
  }
}
