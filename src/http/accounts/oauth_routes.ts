// OAuth for apps: its metadata, and its endpoints below /api/auth/oauth2.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AddressLimit } from '#accounts/address_limit.ts'
import type { OAuth } from '#accounts/oauth_endpoints.ts'
import { ISSUER_METADATA, RESOURCE_METADATA, RESOURCE_PATH } from '#accounts/oauth_metadata.ts'
import { AUTH_PATH } from '#accounts/settings.ts'
import type { Engine } from '#engine/engine.ts'
import { Refusal } from '#engine/outcomes.ts'
import { failure_of, send_failure } from '#http/answers.ts'
import { read_body } from '#http/body.ts'
import { is_of_our_page } from '#http/caller.ts'

interface Options {
  engine: Engine
  oauth: OAuth
}

const BODY_MAX_BYTES = 16 * 1024
const METADATA_CACHE = 'public, max-age=60'
/** Requests of one address in a minute. Registrations are stored, and many people of a hosted app renew their tokens from one address. */
const REGISTRATIONS_MAX = 5
const TOKENS_MAX = 600
const REQUESTS_MAX = 60

const PATH = `${AUTH_PATH}/oauth2`
const bodyLimit = BODY_MAX_BYTES

export async function oauth_routes(server: FastifyInstance, { engine, oauth }: Options): Promise<void> {
  const limits = {
    register: new AddressLimit(REGISTRATIONS_MAX),
    token: new AddressLimit(TOKENS_MAX),
    person: new AddressLimit(REQUESTS_MAX),
  }

  const documents = {
    [ISSUER_METADATA]: oauth.issuer,
    [ISSUER_METADATA + AUTH_PATH]: oauth.issuer,
    [AUTH_PATH + ISSUER_METADATA]: oauth.issuer,
    [RESOURCE_METADATA]: oauth.resource,
    [RESOURCE_METADATA + RESOURCE_PATH]: oauth.resource,
  }
  for (const [url, document] of Object.entries(documents))
    server.get(url, async (_request, reply) => {
      if (oauth.challenge() === undefined) return send_failure(reply, NO_OAUTH)
      return reply.headers({ 'cache-control': METADATA_CACHE, 'access-control-allow-origin': '*' }).send(document())
    })

  server.get(`${PATH}/authorize`, (request, reply) =>
    answered(oauth, reply, async () => {
      limits.person.count(request.ip)
      return oauth.authorize(new URL(request.url, engine.base_url).searchParams, of_browser(request))
    }),
  )

  /** Pages of ours alone send these requests. */
  function of_page(request: FastifyRequest): Record<string, unknown> {
    limits.person.count(request.ip)
    if (request.headers.authorization !== undefined || !is_of_our_page(engine.base_url, request.headers))
      throw new Refusal('denied_org', 'Only the pages of this Tablero may do this.')
    return json_of(request)
  }
  server.post(`${PATH}/app`, { bodyLimit }, (request, reply) =>
    answered(oauth, reply, async () => {
      const app = await oauth.app(of_page(request))
      if (!app) throw new Refusal('not_found', 'There is no such app.')
      return Response.json(app)
    }),
  )
  server.post(`${PATH}/consent`, { bodyLimit }, (request, reply) =>
    answered(oauth, reply, async () => {
      const body = of_page(request)
      return oauth.consent(body, { ...of_browser(request), origin: request.headers.origin })
    }),
  )

  server.post(`${PATH}/register`, { bodyLimit }, (request, reply) =>
    answered(oauth, reply, async () => {
      limits.register.count(request.ip)
      return oauth.register(json_of(request), { address: request.ip })
    }),
  )

  for (const path of ['/oauth2/token', '/oauth2/revoke'] as const)
    server.post(AUTH_PATH + path, { bodyLimit }, (request, reply) =>
      answered(oauth, reply, async () => {
        limits.token.count(request.ip)
        const form = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
        return oauth.send_form(path, form, { authorization: request.headers.authorization, address: request.ip })
      }),
    )
}

const NO_OAUTH = {
  status: 404,
  outcome: 'not_found',
  error: 'Apps can sign in only where Tablero has an address with https.',
}

const of_browser = ({ headers, ip }: FastifyRequest) => ({ cookie: headers.cookie, address: ip })

function json_of({ body, headers }: FastifyRequest): Record<string, unknown> {
  const { value, fault } = read_body(body, headers['content-type'])
  if (fault !== undefined) throw new Refusal('error', fault)
  return (value ?? {}) as Record<string, unknown>
}

/** Sends the answer as it is: its form is that of the standard, and apps read it. */
async function answered(oauth: OAuth, reply: FastifyReply, ask: () => Promise<Response>) {
  if (oauth.challenge() === undefined) return send_failure(reply, NO_OAUTH)
  try {
    const answer = await ask()
    for (const [name, value] of answer.headers) if (SENT.includes(name)) reply.header(name, value)
    return reply.code(answer.status).send(await answer.text())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return send_failure(reply, failure_of(error))
  }
}

/** Headers of the library that reach the client. Cookies of a session are set by the other endpoints alone. */
const SENT = ['content-type', 'location', 'www-authenticate', 'pragma']
