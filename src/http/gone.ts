// Callers that leave before they are answered.
import type { FastifyReply } from 'fastify'

/** Aborted when the connection closes before the whole answer has gone out: nobody waits for the work any more. */
export function signal_of({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => raw.writableFinished || gone.abort())
  return gone.signal
}
