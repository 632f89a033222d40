// The endpoint of people: /api/auth. It passes requests of our own pages to the accounts, and nothing that a client could invent about itself.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Accounts } from '#accounts/accounts.ts'
import { AddressLimit } from '#accounts/address_limit.ts'
import { AUTH_PATH } from '#accounts/settings.ts'
import type { Engine } from '#engine/engine.ts'
import { Refusal } from '#engine/outcomes.ts'
import { failure_of, send_failure } from '#http/answers.ts'
import { read_body } from '#http/body.ts'
import { is_of_our_page } from '#http/caller.ts'

interface Options {
  engine: Engine
  accounts: Accounts
}

/** Passwords and names are short. */
const BODY_MAX_BYTES = 16 * 1024

export async function account_routes(server: FastifyInstance, { engine, accounts }: Options): Promise<void> {
  const limit = new AddressLimit()

  server.get(`${AUTH_PATH}/options`, async () => accounts.options())

  server.route({
    method: ['GET', 'POST'],
    url: `${AUTH_PATH}/*`,
    bodyLimit: BODY_MAX_BYTES,
    async handler(request, reply) {
      try {
        if (request.method === 'POST') limit.count(request.ip)
        const answer = await accounts.answer(asked(engine, request))
        if (answer) return await send(reply, answer)
        return send_failure(reply, { status: 404, outcome: 'not_found', error: 'There is nothing at this address.' })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return send_failure(reply, failure_of(error))
      }
    },
  })
}

function asked({ base_url }: Engine, request: FastifyRequest) {
  const { method, url, headers, ip } = request
  const is_ours = method === 'POST' ? is_of_our_page(base_url, headers) : !is_part_of_page(headers)
  if (headers.authorization !== undefined || !is_ours)
    throw new Refusal('denied_org', 'Only the pages of this Tablero may do this.')
  const { value, fault } = method === 'POST' ? read_body(request.body, headers['content-type']) : {}
  if (fault !== undefined) throw new Refusal('error', fault)
  const target = url.slice(AUTH_PATH.length)
  return {
    method,
    target,
    headers: headers as Record<string, string | undefined>,
    body: method === 'POST' ? ((value ?? {}) as Record<string, unknown>) : undefined,
    address: ip,
  }
}

/** An image, a frame or a script of another site asks for it. A link in an email is opened as a page of its own. */
const is_part_of_page = ({ 'sec-fetch-site': site, 'sec-fetch-dest': dest }: FastifyRequest['headers']): boolean =>
  site !== undefined && site !== 'same-origin' && dest !== 'document'

/** Answers hold no token of a session: it is in the cookie alone, which no script can read. */
async function send(reply: FastifyReply, answer: Response) {
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie)
  const location = answer.headers.get('location')
  if (location !== null && answer.status >= 300 && answer.status < 400) return reply.redirect(location, answer.status)
  const text = await answer.text()
  const body = text === '' ? null : JSON.parse(text)
  reply.code(answer.status)
  if (!answer.ok)
    return { ok: false, outcome: 'error', error: body?.message ?? 'This did not work.', code: body?.code ?? null }
  return reply.send(without_token(body))
}

function without_token(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(without_token)
  if (typeof body !== 'object' || body === null) return body
  const { token: _, session, ...rest } = body as Record<string, unknown>
  if (typeof session !== 'object' || session === null) return session === undefined ? rest : { ...rest, session }
  const { token: __, ...kept } = session as Record<string, unknown>
  return { ...rest, session: kept }
}
