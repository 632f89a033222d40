// Releases connections that nobody uses: half-sent requests, answers that a client does not read, and clients that disappeared.
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** How long a socket may be silent with an answer that the client does not read. Waiting for a long call is not limited here. */
const SILENT_SOCKET_MS = 60_000
/** Time to read the last answer of a connection that the server closes. */
const LAST_ANSWER_MS = 2_000

/** Closes silent sockets whose client does not read. A socket without a request has Node's own time limits. */
export function release_silent_sockets(server: Server, silent_ms = SILENT_SOCKET_MS): void {
  // With a listener of 'timeout', Node leaves the decision to the listener.
  server.setTimeout(silent_ms, (socket) => {
    if (socket.writableLength > 0) socket.destroy()
  })
}

/** Sends the last answer and closes both directions. A socket that is only ended would stay until the client closes its own half. */
export function end_socket(socket: Socket, answer: string): void {
  socket.end(answer, () => socket.destroy())
  socket.setTimeout(LAST_ANSWER_MS, () => socket.destroy())
}
