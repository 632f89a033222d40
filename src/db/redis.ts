// Redis or Valkey, which counts calls for several processes. It stores only data that may be lost.
import { createClient } from '@redis/client'
import type { Log } from '#lib/log.ts'

const CONNECT_TIMEOUT_MS = 2_000
/** A command that takes longer has failed. Then PostgreSQL counts. */
const COMMAND_TIMEOUT_MS = 500
const RECONNECT_MS = 1_000

export interface Redis {
  /** Runs a Lua script whose reply consists of numbers. */
  run(script: string, key: string, args: readonly string[]): Promise<number[]>
  close(): Promise<void>
}

export async function open_redis(url: string, log: Log): Promise<Redis> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: COMMAND_TIMEOUT_MS },
    socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: () => RECONNECT_MS },
  })
  let is_reported = false
  client.on('error', (error) => {
    if (!is_reported) log.warn({ err: error }, 'Redis does not answer; PostgreSQL counts calls until it does')
    is_reported = true
  })
  client.on('ready', () => {
    is_reported = false
  })
  // An unreachable Redis does not prevent the start. The client reconnects in the background.
  await Promise.race([
    client.connect().catch(() => {}),
    new Promise((resolve) => setTimeout(resolve, CONNECT_TIMEOUT_MS).unref()),
  ])
  return {
    async run(script, key, args) {
      return (await client.eval(script, { keys: [key], arguments: [...args] })) as number[]
    },
    async close() {
      client.destroy()
    },
  }
}
