// A start while PostgreSQL itself is starting, recovering or being restarted waits for it instead of failing.
import { setTimeout as sleep } from 'node:timers/promises'
import { is_away } from './unreachable.ts'

/** A supervisor that sees no progress for longer should see a failure. */
const PATIENCE_MS = 120_000
const TRY_AGAIN_MS = 500

/** Does `work` again while it fails because the database is away. `tell` hears of each failure and clears up after it. */
export async function patiently<T>(
  work: () => Promise<T>,
  tell: (error: unknown) => Promise<void>,
  { patience_ms = PATIENCE_MS } = {},
): Promise<T> {
  const deadline = performance.now() + patience_ms
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!is_away(error) || performance.now() > deadline) throw error
      await tell(error)
      await sleep(TRY_AGAIN_MS)
    }
  }
}
