import type { Log } from '#lib/log.ts'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type Signal = (typeof SIGNALS)[number]

/**
 * One Ctrl-C arrives twice in a process that npm runs: the terminal sends SIGINT to every process of the group, and npm forwards its own.
 * A person needs longer to press it again.
 */
const SAME_PRESS_MS = 1000

/**
 * Calls `first` at the first signal, and `again` when a person sends another one. A closed terminal sends SIGHUP, which its shell may repeat,
 * so SIGHUP never means that a person is impatient.
 */
export function on_signals(first: (signal: Signal) => void, again: (signal: Signal) => void): void {
  let began: number | undefined
  const receive = (signal: Signal) => {
    if (began === undefined) {
      began = performance.now()
      first(signal)
    } else if (signal !== 'SIGHUP' && performance.now() - began > SAME_PRESS_MS) again(signal)
  }
  for (const signal of SIGNALS) process.on(signal, receive)
}

/**
 * The first signal stops the process after its current work. A signal that a person sends later, or the end of `seconds`, ends the process
 * with status 1, because work was interrupted.
 */
export function stop_on_signals(stop: () => Promise<void>, seconds: number, log: Log): void {
  const interrupt = () => process.exit(1)
  on_signals((signal) => {
    log.info({ signal }, 'stopping')
    const late = setTimeout(() => {
      log.error(`the current work did not end within ${seconds} s`)
      interrupt()
    }, seconds * 1000)
    late.unref()
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'stopping failed')
        interrupt()
      },
    )
  }, interrupt)
  // SIGHUP means that the terminal was closed. Writing to it fails, which must not end the process before it has stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
