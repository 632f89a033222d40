// What LinkedIn's Marketing API does in every answer: versions, Rest.li queries, pages, errors and the token endpoint. Source:
// learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts and .../marketing/versioning (read 2026-11; codes of tokens unverified).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { client, type TokenState } from '../tokens.ts'
import type { Answer, Box } from '../vendor.ts'

export const token_path = '/oauth/v2/accessToken'
const access_seconds = 5_184_000
const refresh_seconds = 31_536_000
/** Versions of the last twelve months. */
const oldest_version = '202512'
/** A longer address is refused. */
const address_max = 4_096

export const refusal = (status: number, code: string, message: string, serviceErrorCode?: number): Answer => ({
  status,
  body: { status, ...(serviceErrorCode && { serviceErrorCode }), code, message },
})

export class Refused extends Error {
  readonly answer: Answer
  constructor(...parts: Parameters<typeof refusal>) {
    super(parts[2])
    this.answer = refusal(...parts)
  }
}

/** A text as LinkedIn keeps it: marks for tags, and a backslash before its other characters ("little text format", 2026-05). */
export const little_text = (text: string): string =>
  text
    .split(/(#[\p{L}\p{N}]+)/u)
    .map((part, at) => (at % 2 ? `{hashtag|\\#|${part.slice(1)}}` : part.replace(/[\\|{}@[\]()<>#*_~]/g, '\\$&')))
    .join('')

export const invalid = (message: string) => new Refused(400, 'ILLEGAL_ARGUMENT', message)

/** A limit above this is a quota of the day. */
const SHORT_S = 3_600

/** No header says how long to wait. A quota ends at 00:00 UTC. Limits that protect the servers end by themselves. */
export const throttle = (seconds: number): Answer =>
  refusal(
    429,
    'TOO_MANY_REQUESTS',
    seconds < SHORT_S ? 'Too many requests.' : 'Resource level throttle limit for calls to this resource is reached.',
    101,
  )

const token_errors = {
  missing: [65_604, 'EMPTY_ACCESS_TOKEN', 'Empty oauth2 access token'],
  unknown: [65_600, 'INVALID_ACCESS_TOKEN', 'Invalid access token'],
  expired: [65_602, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired'],
  revoked: [65_601, 'REVOKED_ACCESS_TOKEN', 'The token used in the request has been revoked by the user'],
} as const
export const refuse_token = (state: Exclude<TokenState, 'ok'>): Answer => {
  const [service_code, code, message] = token_errors[state]
  return refusal(401, code, message, service_code)
}

export type Restli = string | Restli[] | { [name: string]: Restli }

/** Reads a value of Rest.li 2.0: List(a,b), (name:value) or a text. */
function read_restli(text: string): Restli {
  let at = 0
  const expect = (mark: string) => {
    if (text[at] !== mark) throw invalid(`Invalid query parameters passed to request: '${text}'.`)
    at += 1
  }
  const name = () => {
    const from = at
    while (at < text.length && !'(),:'.includes(text[at]!)) at += 1
    return decodeURIComponent(text.slice(from, at))
  }
  const until_end = (read: () => void) => {
    expect('(')
    while (text[at] !== ')') {
      read()
      if (text[at] !== ')') expect(',')
    }
    at += 1
  }
  const value = (): Restli => {
    if (text.startsWith('List(', at)) {
      const list: Restli[] = []
      at += 'List'.length
      until_end(() => list.push(value()))
      return list
    }
    if (text[at] !== '(') return name()
    const record: Record<string, Restli> = {}
    until_end(() => {
      const field = name()
      expect(':')
      record[field] = value()
    })
    return record
  }
  const found = value()
  if (at < text.length) throw invalid(`Invalid query parameters passed to request: '${text}'.`)
  return found
}

/** The parameters of a request, by name, as they were sent. */
export function parameters_of(request: FastifyRequest): Record<string, string> {
  const [, query = ''] = request.raw.url!.split('?')
  return Object.fromEntries(query.split('&').map((part) => part.split('=', 2) as [string, string]))
}

export const restli_of = (request: FastifyRequest, name: string): Restli | undefined => {
  const text = parameters_of(request)[name]
  return text === undefined ? undefined : read_restli(text)
}

/** The answer of a request for several ids. One that does not exist is among the errors. */
export function results_of<Node>(ids: string[], find: (id: string) => Node | undefined | false) {
  const found = ids.flatMap((id): [string, Node][] => {
    const node = find(id)
    return node ? [[id, node]] : []
  })
  const missing = ids.filter((id) => !find(id))
  return {
    results: Object.fromEntries(found),
    statuses: Object.fromEntries(found.map(([id]) => [id, 200])),
    errors: Object.fromEntries(missing.map((id) => [id, { status: 404, message: 'Could not find entity' }])),
  }
}

/** One page of a list with cursors. */
export function page_of(all: unknown[], request: FastifyRequest, size_max: number, size_default = 100) {
  const { pageSize = String(size_default), pageToken } = parameters_of(request)
  const size = Number(pageSize)
  if (!Number.isInteger(size) || size < 1 || size > size_max)
    throw invalid(`Specified pageSize is larger than ${size_max}`)
  const from = pageToken ? Number(Buffer.from(decodeURIComponent(pageToken), 'base64').toString()) : 0
  if (!Number.isInteger(from)) throw invalid('Invalid pageToken')
  const next = from + size
  const nextPageToken = next < all.length ? Buffer.from(String(next)).toString('base64') : undefined
  return { elements: all.slice(from, next), metadata: nextPageToken ? { nextPageToken } : {} }
}

/** The rules of every request. */
export function linkedin_rules(app: FastifyInstance) {
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refused)) throw error
    return reply.code(error.answer.status).send(error.answer.body)
  })
  app.addHook('preHandler', async (request) => {
    if (!request.url.includes('/rest/')) return
    const version = String(request.headers['linkedin-version'] ?? '')
    if (!/^\d{6}$/.test(version)) throw new Refused(400, 'VERSION_MISSING', 'A version must be present.')
    if (version < oldest_version)
      throw new Refused(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`)
    if (request.headers['x-restli-protocol-version'] !== '2.0.0')
      throw invalid('Syntax exception in path variables. X-RestLi-Protocol-Version is not 2.0.0.')
    if (request.url.length > address_max) throw new Refused(414, 'URI_TOO_LONG', 'Request-URI Too Long')
  })
}

const scopes: Record<string, string> = {
  net_c: 'r_organization_social,rw_organization_admin',
  net_c_ads: 'r_ads,r_ads_reporting,r_organization_social',
}

/** The token endpoint of www.linkedin.com, of all platforms of LinkedIn. The refresh token contains the platform. */
export function linkedin_tokens(app: FastifyInstance, { tokens, consents, world }: Box) {
  /** When refresh tokens end, by platform. A use does not move it. */
  const ends = new Map<string, number>()
  const left_s = (platform: string) => {
    const end = ends.get(platform) ?? world.now() + refresh_seconds * 1000
    ends.set(platform, end)
    return Math.floor((end - world.now()) / 1000)
  }
  app.post<{ Body: Record<string, string> | null }>(token_path, (request, reply) => {
    const { grant_type, client_id, client_secret, refresh_token = '' } = request.body ?? {}
    const deny = (status: number, error: string, error_description: string) =>
      reply.code(status).send({ error, error_description })
    if (client_id !== client.id || client_secret !== client.secret)
      return deny(401, 'invalid_client', 'Client authentication failed')
    if (grant_type === 'authorization_code') {
      const granted = consents.exchange(undefined, request.body ?? {}, access_seconds)
      if (typeof granted === 'string')
        return deny(400, granted, 'Unable to retrieve access token: authorization code expired')
      const { person: _, scopes, ...grant } = granted
      const platform = /^sandbox-refresh-([a-z_]+)/.exec(grant.refresh_token)?.[1] ?? ''
      ends.delete(platform)
      return { ...grant, refresh_token_expires_in: left_s(platform), scope: scopes.join(',') }
    }
    if (grant_type !== 'refresh_token') return deny(400, 'invalid_request', 'A required parameter is missing')
    const grant = tokens.refresh(refresh_token, access_seconds)
    if (typeof grant === 'string')
      return deny(
        400,
        'invalid_grant',
        'The provided authorization grant or refresh token is invalid, expired or revoked',
      )
    const platform = /^sandbox-refresh-([a-z_]+)/.exec(refresh_token)?.[1] ?? ''
    return { ...grant, refresh_token_expires_in: left_s(platform), scope: scopes[platform] ?? '' }
  })
}
