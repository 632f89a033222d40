// Recognizes errors of PostgreSQL, its driver and the network that mean that the database is temporarily unreachable, or out of disk or
// memory. The same work can succeed later.
import pg from 'pg'
import { exhaustion_of } from '#db/exhausted.ts'
import { is_remote } from '#lib/remote_errors.ts'

// SQLSTATE (PostgreSQL, appendix A): stopped by an operator or a crash, starting, idle for too long, too many connections, connection
// failures. Then codes of the network: a host that is being replaced has no address and no name for a while.
const TRANSIENT_CODES =
  /^(57P0[1235]|53300|08...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/
/**
 * Errors of the driver without a code, and of a coordinator of Citus that had a connection to a worker, in the words of libpq too. The last
 * one is a commit whose worker was lost in the middle: it has happened or not, like one whose answer was lost (Citus 13, seen 2026-11).
 */
const CONNECTION_LOST = new RegExp(
  `^(${[
    'Connection terminated',
    'failure on connection marked as essential',
    'SSL SYSCALL error',
    'server closed the connection unexpectedly',
    'could not (?:receive|send) data',
    'no connection to the server',
    'Query read timeout',
    'Client (?:has encountered a connection error|was closed and is not queryable)',
    'timeout exceeded when trying to connect',
    'timeout expired$',
    'could not commit transaction for shard \\d+ on at least one active node',
  ].join('|')})`,
)

/** Whether the error or its cause is transient. A wrong password or database name is not. */
export function is_unreachable(error: unknown): boolean {
  if (!(error instanceof Error) || is_remote(error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const no_socket = code === 'ENOENT' && syscall === 'connect' // PostgreSQL deletes its socket file when it stops
  if (exhaustion_of(error)) return true
  return no_socket || TRANSIENT_CODES.test(code) || CONNECTION_LOST.test(error.message) || is_unreachable(error.cause)
}

/** SQLSTATE of a connection that failed, which only a coordinator of Citus answers: a worker does not. */
const OF_A_WORKER = /^08/

/** Whether the database answers, and a part of it does not. Work on organizations of other workers can continue. */
export const is_part_unreachable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (OF_A_WORKER.test(error.code ?? '') || CONNECTION_LOST.test(error.message))
