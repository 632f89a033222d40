// A start while PostgreSQL itself is starting, recovering or being restarted waits for it instead of failing.
import { setTimeout as sleep } from 'node:timers/promises'

/** A supervisor that sees no progress for longer should see a failure. */
const PATIENCE_MS = 120_000
const TRY_AGAIN_MS = 500

// SQLSTATE: shut down by an operator, by a crash, not yet ready; connection failures; and what the network says.
const PASSING = /^(57P0[123]|08...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/
/** The driver gives these no code. */
const CUT_OFF = /^(Connection terminated|timeout exceeded when trying to connect)/

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
      if (!is_passing(error) || performance.now() > deadline) throw error
      await tell(error)
      await sleep(TRY_AGAIN_MS)
    }
  }
}

/** The error or what caused it says that the database is away; a wrong password or name does not pass. */
function is_passing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '' } = error as NodeJS.ErrnoException
  return PASSING.test(code) || CUT_OFF.test(error.message) || is_passing(error.cause)
}
