import { setTimeout as sleep } from 'node:timers/promises'

/** A busy machine needs much longer than an idle one. */
const WAIT_MS = 30_000
const POLL_MS = 20

/** Waits until the check is true. False: it was not within this time. */
export async function until(is_so: () => boolean | Promise<boolean>, within_ms = WAIT_MS): Promise<boolean> {
  const end = performance.now() + within_ms
  for (;;) {
    if (await is_so()) return true
    if (performance.now() > end) return false
    await sleep(POLL_MS)
  }
}
