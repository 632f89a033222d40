import type { Log } from '#lib/log.ts'

/**
 * The first signal stops the process after its current work. A second signal, or the end of `seconds`, ends the process with status
 * 1, because work was interrupted.
 */
export function stop_on_signals(stop: () => Promise<void>, seconds: number, log: Log): void {
  let is_stopping = false
  const leave = (signal: string) => {
    if (is_stopping) process.exit(1)
    is_stopping = true
    log.info({ signal }, 'stopping')
    const late = setTimeout(() => {
      log.error(`the current work did not end within ${seconds} s`)
      process.exit(1)
    }, seconds * 1000)
    late.unref()
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave)
  // SIGHUP means that the terminal was closed. Writing to it fails, which must not end the process before it has stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
