// Where the platform of WhatsApp sends what people write, and whether messages arrived. The body stays as it came, because its signature
// covers every byte.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Engine } from '#engine/engine.ts'
import { type InboundEnd, receive } from '#engine/notifications/inbound.ts'
import { type Failure, send_failure } from '#http/answers.ts'

const failures: Partial<Record<InboundEnd, Failure>> = {
  not_configured: { status: 404, outcome: 'not_found', error: 'This Tablero takes no messages at this address.' },
  forged: { status: 401, outcome: 'unauthorized', error: 'The signature of the body is missing or wrong.' },
  unreadable: { status: 400, outcome: 'error', error: 'The body does not have the form of webhooks of WhatsApp.' },
}

const PATH = '/hooks/messaging/whatsapp'
const CHALLENGE_CHARS_MAX = 200

export async function hooks(server: FastifyInstance, { engine }: { engine: Engine }): Promise<void> {
  // Meta asks once whether the address is ours, and expects its challenge back as plain text.
  server.get<{ Querystring: Record<string, string | undefined> }>(PATH, ({ query }, reply) => {
    const { 'hub.verify_token': token = '', 'hub.challenge': challenge = '' } = query
    const is_ours = engine.messaging !== undefined && same(token, engine.messaging.verify_token)
    if (!is_ours || challenge.length > CHALLENGE_CHARS_MAX) return send_failure(reply, failures.not_configured!)
    return reply.type('text/plain; charset=utf-8').send(challenge)
  })
  server.post(PATH, { logLevel: 'warn' }, async ({ headers, body }, reply) => {
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
    const end = await receive(
      { ...engine, pool: engine.pool.worker },
      raw,
      String(headers['x-hub-signature-256'] ?? ''),
    )
    const failure = failures[end]
    return failure ? send_failure(reply, failure) : reply.code(200).send({ ok: true })
  })
}

function same(given: string, own: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(own)]
  return one.length === other.length && timingSafeEqual(one, other)
}
