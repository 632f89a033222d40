// Notices clients that disconnect before they have their answer.
import type { FastifyReply } from 'fastify'

/** Aborts when the connection closes before the whole answer is sent, because no client waits for the work any more. */
export function disconnect_signal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => raw.writableFinished || controller.abort())
  return controller.signal
}
