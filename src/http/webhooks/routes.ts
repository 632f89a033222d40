// Where platforms announce changes: an address of each connection, and one address of each app. The body stays as it came, because its
// signature covers every byte.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Engine } from '#engine/engine.ts'
import { Receiver, type Reception } from '#engine/webhooks/receive.ts'
import { type Failure, send_failure } from '#http/answers.ts'

interface Address {
  Params: { platform: string; key?: string }
}

const failures: Partial<Record<Reception, Failure>> = {
  unknown_address: { status: 404, outcome: 'not_found', error: 'No connection receives webhooks at this address.' },
  forged: { status: 401, outcome: 'unauthorized', error: 'The signature of the body is missing or wrong.' },
  unreadable: { status: 400, outcome: 'error', error: "The body does not have the form of this platform's webhooks." },
}

export async function webhooks(server: FastifyInstance, { engine }: { engine: Engine }): Promise<void> {
  const receiver = new Receiver(engine, (reception) => {
    for (const observe of engine.webhook_observers) observe(reception)
  })
  server.addHook('onClose', () => receiver.end())
  const receive = async ({ params, headers, body }: FastifyRequest<Address>, reply: FastifyReply) => {
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    const reception = await receiver.receive({ ...params, headers: headers as Record<string, string>, raw })
    const failure = failures[reception]
    return failure ? send_failure(reply, failure) : reply.code(200).send({ ok: true })
  }
  // Deliveries are as frequent as sales, so only those that end with an error are logged one by one.
  const quiet = { logLevel: 'warn' } as const
  server.post<Address>('/webhooks/:platform', quiet, receive)
  server.post<Address>('/webhooks/:platform/:key', quiet, receive)
}
