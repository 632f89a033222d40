// The clock of a test with several processes: a file with the present instant. It moves as the test's own process gets its processor. So a
// busy machine makes time slower for all, and no process looks frozen only because the machine is busy.
import { openSync, readSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#lib/clock.ts'

const TICK_MS = 10
const POLL_MS = 5

export interface SharedClock extends Clock {
  ms(): number
}

export function read_clock(path: string): SharedClock {
  const file = openSync(path, 'r')
  const text = Buffer.alloc(8)
  const ms = () => {
    readSync(file, text, 0, 8, 0)
    return text.readDoubleLE()
  }
  return {
    ms,
    now: () => new Date(ms()),
    async sleep(wait_ms, signal) {
      const until = ms() + wait_ms
      while (ms() < until) await sleep(POLL_MS, undefined, { signal })
    },
  }
}

/** Time is `speed` times as fast. */
export function start_clock(
  path: string,
  { start, speed, on_tick }: { start: number; speed: number; on_tick: (now: number) => void },
) {
  const file = openSync(path, 'w')
  const text = Buffer.alloc(8)
  let now = start
  const write = () => {
    text.writeDoubleLE(now)
    writeSync(file, text, 0, 8, 0)
    on_tick(now)
  }
  write()
  const timer = setInterval(() => {
    now += TICK_MS * speed
    write()
  }, TICK_MS)
  const stop = () => {
    clearInterval(timer)
    // Nobody sleeps any longer.
    text.writeDoubleLE(Number.MAX_SAFE_INTEGER)
    writeSync(file, text, 0, 8, 0)
  }
  return { clock: read_clock(path), stop }
}
