// A server without disk space or memory. The same work succeeds when there is space again, so everything waits for it.
import { is_remote } from '#lib/remote_errors.ts'

/** SQLSTATE (PostgreSQL, appendix A). An I/O error is most often a disk without space, too. */
const NO_DISK = /^(53100|58030)$/
const NO_MEMORY = '53200'
/** Of the system, for a file of this process. */
const NO_DISK_HERE = 'ENOSPC'

const WITH_SPACE = 'Tablero continues by itself when there is space again.'

/** A disk of this machine that is named in the sentence. */
export class NamedDiskFull extends Error {}

/** What the server lacks, as a sentence. Undefined for every other error. */
export function exhaustion_of(error: unknown): string | undefined {
  if (!(error instanceof Error) || is_remote(error)) return undefined
  if (error instanceof NamedDiskFull) return error.message
  const { code = '' } = error as NodeJS.ErrnoException
  if (NO_DISK.test(code)) return `The database server has no disk space left, or cannot use its disk. ${WITH_SPACE}`
  if (code === NO_DISK_HERE) return `This machine has no disk space left. ${WITH_SPACE}`
  if (code === NO_MEMORY)
    return 'The database server has no memory left. Tablero continues by itself when there is memory again.'
  return exhaustion_of(error.cause)
}

/** A single statement can take all memory. A full disk fails everything that writes. */
export function is_disk_full(error: unknown): boolean {
  if (!(error instanceof Error) || is_remote(error)) return false
  const { code = '' } = error as NodeJS.ErrnoException
  return error instanceof NamedDiskFull || NO_DISK.test(code) || code === NO_DISK_HERE || is_disk_full(error.cause)
}
