import type { Log } from '#lib/log.ts'

/** The first signal asks; a second one, or the end of `seconds`, ends it. Work in hand that was cut off is not a success. */
export function stop_on_signals(stop: () => Promise<void>, seconds: number, log: Log): void {
  let asked = false
  const leave = (signal: string) => {
    if (asked) process.exit(1)
    asked = true
    log.info({ signal }, 'stopping')
    const late = setTimeout(() => {
      log.error(`the work in hand did not end within ${seconds} s`)
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
  process.on('SIGINT', leave)
  process.on('SIGTERM', leave)
}
