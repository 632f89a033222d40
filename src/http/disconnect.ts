// Callers that leave before they are answered.
import type { FastifyReply } from 'fastify'

/** Aborted when the connection closes before the whole answer has gone out: nobody waits for the work any more. */
export function disconnect_signal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => raw.writableFinished || controller.abort())
  return controller.signal
}
