// A lock between processes that the kernel lets go when its holder dies, however it dies. Node has no flock; SQLite brings one.
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const RETRY_MS = 50
const SQLITE_BUSY = 5

/** Runs `work` while no other process runs its own under the same file. Waits for its turn, at most `timeout_ms`. */
export async function with_file_lock<T>(file: string, timeout_ms: number, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    const deadline = performance.now() + timeout_ms
    while (!took(lock)) {
      if (performance.now() > deadline)
        throw new Error(`Another process holds ${file} for more than ${timeout_ms / 1000} s.`)
      await sleep(RETRY_MS)
    }
    return await work()
  } finally {
    lock.close()
  }
}

function took(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false
    throw error
  }
}
