// A server without disk space or memory. The same work succeeds when there is space again, so everything waits for it.
import { is_remote } from '#lib/remote_errors.ts'

/** SQLSTATE (PostgreSQL, appendix A). An I/O error is most often a disk without space, too. */
const NO_DISK = /^(53100|58030)$/
const NO_MEMORY = '53200'

/** What the server lacks, as a sentence. Undefined for every other error. */
export function exhaustion_of(error: unknown): string | undefined {
  if (!(error instanceof Error) || is_remote(error)) return undefined
  const { code = '' } = error as NodeJS.ErrnoException
  if (NO_DISK.test(code))
    return 'The database server has no disk space left, or cannot use its disk. Tablero continues by itself when there is space again.'
  if (code === NO_MEMORY)
    return 'The database server has no memory left. Tablero continues by itself when there is memory again.'
  return exhaustion_of(error.cause)
}
