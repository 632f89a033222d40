// The work of a command when no server does it.
import type { Worker } from '#engine/queue/worker.ts'
import type { Log } from '#lib/log.ts'

/** How often the command looks whether the server that does its work still runs. */
const LOOK_MS = 5_000

interface Parts {
  is_worker_running: () => Promise<boolean>
  start: () => Promise<Worker>
  log: Log
  look_ms?: number
}

/**
 * Leaves the work to a running server. Works itself while there is none, also when the server stops meanwhile. A look that takes long is the
 * only one: two of them could start two workers, of which one would never be stopped.
 */
export async function spare_worker({ is_worker_running, start, log, look_ms = LOOK_MS }: Parts): Promise<Worker> {
  let own: Worker | undefined
  let looking: Promise<void> | undefined
  const look = async () => {
    if (!own && !(await is_worker_running())) own = await start()
  }
  await look()
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error) => log.warn({ err: error }, 'retrying'))
      .finally(() => {
        looking = undefined
      })
  }, look_ms)
  return {
    async stop() {
      clearInterval(timer)
      await looking
      await own?.stop()
    },
  }
}
