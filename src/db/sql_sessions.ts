// Sessions in which SQL of callers runs. Where PostgreSQL runs on this machine for Tablero alone, the operating system bounds the memory
// of each such server process. So no statement can take the memory of the machine.
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { with_connection } from '#db/connection.ts'

/** Private memory of one server process, which PostgreSQL's shared buffers do not count to. A statement that needs more fails with 53200. */
export const SESSION_BYTES_MAX = 512 * 1024 ** 2
const LIMIT_TIMEOUT_MS = 5_000

const run = promisify(execFile)

/** Bounds the memory of the session's server process, which must be a process of this machine. */
export async function bound_memory(client: pg.ClientBase): Promise<void> {
  const { processID } = client as unknown as { processID: number }
  // The user of a process may lower its limits. Root in a container often may not, but may become that user.
  const { uid, gid } = await stat(`/proc/${processID}`)
  const as_owner = process.getuid?.() === 0 ? { uid, gid } : {}
  const limits = [`--pid=${processID}`, `--data=${SESSION_BYTES_MAX}`]
  await run('prlimit', limits, { ...as_owner, cwd: '/', timeout: LIMIT_TIMEOUT_MS })
}

/** Whether `bound_memory` works for this server, tried with a session that ends. Linux only; util-linux contains the program. */
export async function can_bound_memory(url: string): Promise<boolean> {
  return with_connection(url, 'tablero limits', (session) =>
    bound_memory(session).then(
      () => true,
      () => false,
    ),
  )
}

/** Opens the next session in the background, because every statement of a caller ends its session. */
export function open_spare(pool: pg.Pool): void {
  if (pool.idleCount > 0 || pool.waitingCount > 0 || pool.totalCount >= pool.options.max) return
  pool.connect().then(
    (client) => client.release(),
    () => {}, // the next statement opens a session itself, and reports the error
  )
}
