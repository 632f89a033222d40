// What PostgreSQL, its driver and the network say when the database cannot be reached for now: nothing in the program is wrong,
// and the same work may well succeed a little later.

// SQLSTATE (PostgreSQL, appendix A): shut down by an operator, by a crash, not ready yet, idle for too long; full; failures of the
// connection. Then the network's: a host that is being replaced has no address and no name for a while.
const TRANSIENT_CODES =
  /^(57P0[1235]|53300|08...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/
/** The driver gives these no code. */
const CONNECTION_LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** Whether the error, or what caused it, says so. A wrong password or name does not pass. */
export function is_unreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  const no_socket = code === 'ENOENT' && syscall === 'connect' // PostgreSQL takes its socket's file with it
  return no_socket || TRANSIENT_CODES.test(code) || CONNECTION_LOST.test(error.message) || is_unreachable(error.cause)
}
