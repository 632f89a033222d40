// Redis or Valkey, which counts calls for several processes. It stores only data that may be lost.
import { createClient } from '@redis/client'
import type { Log } from '#lib/log.ts'
import { Late, within } from '#lib/within.ts'

const CONNECT_TIMEOUT_MS = 2_000
/** A command that takes longer has failed. Then PostgreSQL counts. */
const COMMAND_TIMEOUT_MS = 500
const RECONNECT_MS = 1_000
/** A connection that brings nothing for this time is closed and replaced. A ping keeps one without calls. */
const SILENCE_MS = 5_000
const PING_MS = 2_000

export interface Redis {
  /** Runs a Lua script whose reply consists of numbers. */
  run(script: string, key: string, args: readonly string[]): Promise<number[]>
  close(): Promise<void>
}

export async function open_redis(url: string, log: Log): Promise<Redis> {
  let is_reported = false
  let is_closed = false
  const report = (error: unknown) => {
    if (!is_reported && !is_closed)
      log.warn({ err: error }, 'Redis does not answer; PostgreSQL counts calls until it does')
    is_reported = true
  }
  const open = () => {
    const client = client_of(url)
    client.on('error', report)
    client.on('ready', () => {
      is_reported = false
    })
    return { client, opened: client.connect().catch(() => {}) }
  }
  let current = open()
  // An unreachable Redis does not prevent the start. The client reconnects in the background.
  await within(CONNECT_TIMEOUT_MS, current.opened).catch(() => {})

  /** The driver would wait for the lost reply, and so would every later command of the connection. */
  const replace = (silent: typeof current, error: Late) => {
    if (silent !== current || is_closed) return
    report(error)
    silent.client.destroy()
    current = open()
  }
  return {
    async run(script, key, args) {
      const used = current
      const reply = used.client.eval(script, { keys: [key], arguments: [...args] })
      try {
        return (await within(COMMAND_TIMEOUT_MS, reply)) as number[]
      } catch (error) {
        if (error instanceof Late) replace(used, error)
        throw error
      }
    },
    async close() {
      is_closed = true
      current.client.destroy()
    },
  }
}

/** The driver's own limit of a command ends when it has sent the command. */
const client_of = (url: string) =>
  createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_TIMEOUT_MS },
    pingInterval: PING_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: () => RECONNECT_MS,
    },
  })
