// A start while PostgreSQL itself is starting, recovering or being restarted waits for it instead of failing.
import { setTimeout as sleep } from 'node:timers/promises'
import { is_unreachable } from './unreachable.ts'

/** A supervisor that sees no progress for longer should see a failure. */
const WAIT_FOR_MS = 120_000
const TRY_AGAIN_MS = 500

/** Does `work` again while it fails because the database is away. `tell` hears of each failure and clears up after it. */
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
      if (!is_unreachable(error) || performance.now() > deadline) throw error
      await on_failure(error)
      await sleep(TRY_AGAIN_MS)
    }
  }
}
