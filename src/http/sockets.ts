// Releases connections that nobody uses: half-sent requests, answers that a client does not read, clients that disappeared, and those that
// were answered and send nothing more.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long a socket may be silent with an answer that the client does not read. Waiting for a long call is not limited here. */
const SILENT_SOCKET_MS = 60_000
/** Time to read the last answer of a connection that the server closes. */
const LAST_ANSWER_MS = 2_000

/**
 * Closes silent sockets whose client does not read, and those without a request that waits for its answer. The time of both is Node's: that of
 * the server, or that of a connection that is kept for the next request.
 */
export function release_silent_sockets(server: Server, silent_ms = SILENT_SOCKET_MS): void {
  const unanswered = new WeakMap<Socket, number>()
  server.on('request', ({ socket }, response) => {
    const count = (more: 1 | -1) => unanswered.set(socket, (unanswered.get(socket) ?? 0) + more)
    count(1)
    response.once('close', () => count(-1))
  })
  // With a listener of 'timeout', Node leaves every decision to the listener, also about connections that are kept.
  server.setTimeout(silent_ms, (socket) => {
    if (socket.writableLength > 0 || !unanswered.get(socket)) socket.destroy()
  })
}

/** Sends the last answer and closes both directions. A socket that is only ended would stay until the client closes its own half. */
export function end_socket(socket: Socket, answer: string): void {
  socket.end(answer, () => socket.destroy())
  socket.setTimeout(LAST_ANSWER_MS, () => socket.destroy())
}
