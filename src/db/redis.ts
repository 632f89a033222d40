// Redis or Valkey, where many processes share the counting of calls. Nothing is kept there that may not be lost.
import { createClient } from '@redis/client'
import type { Log } from '#lib/log.ts'

const CONNECT_TIMEOUT_MS = 2_000
/** A command that waits longer than this has failed; PostgreSQL counts instead. */
const COMMAND_TIMEOUT_MS = 500
const RECONNECT_MS = 1_000

export interface Redis {
  /** Runs a Lua script; its whole reply is numbers. */
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
  // A Redis that is away at the start is no reason not to start; it is tried again in the background.
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
