// A lock between processes. The kernel releases it when the process that holds it ends, however it ends. Node has no flock; SQLite
// has one.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_MS = 50
const SQLITE_BUSY = 5

/** Runs `work` while no other process runs its own under the same file. Waits for the lock at most `timeout_ms`. */
export async function with_file_lock<T>(file: string, timeout_ms: number, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    const deadline = performance.now() + timeout_ms
    while (!try_lock(lock)) {
      if (performance.now() > deadline)
        throw new Error(`Another process has held the lock ${file} for more than ${timeout_ms / 1000} s.`)
      await sleep(RETRY_MS)
    }
    return await work()
  } finally {
    lock.close()
  }
}

function try_lock(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false
    throw error
  }
}
