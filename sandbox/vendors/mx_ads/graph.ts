// What Meta's Graph API does in every answer: field lists, pages, errors (api_specs and the Marketing API's rate-limit page, read
// 2026-11).
import type { FastifyInstance } from 'fastify'
import type { Answer, Vendor } from '../../vendor.ts'

export const version = 'v26.0'
const host = 'https://graph.facebook.com'
const default_limit = 25
const limit_max = 500

export type Node = Record<string, unknown>

/** A request's parameters. Lists and maps are JSON in a string. */
export type Params = Record<string, string | undefined>

export class GraphError extends Error {
  readonly answer: Answer
  constructor(
    message: string,
    code: number,
    more: { status?: number; subcode?: number; type?: string; error_user_msg?: string } = {},
  ) {
    super(message)
    this.answer = graph_error(message, code, more)
  }
}

export function graph_error(
  message: string,
  code: number,
  {
    status = 400,
    subcode,
    type = 'OAuthException',
    ...more
  }: { status?: number; subcode?: number; type?: string; is_transient?: boolean; error_user_msg?: string } = {},
): Answer {
  const error_subcode = subcode === undefined ? {} : { error_subcode: subcode }
  return {
    status,
    body: { error: { message, type, code, ...error_subcode, ...more, fbtrace_id: 'AbCdEfGhIjKlMnOpQrStUvW' } },
  }
}

const ask_again = 2

/** The header in which Meta states the use of a business's limit, and the minutes until it can be used again. */
export const usage = (account_id: string, type: string, minutes = 0) =>
  JSON.stringify({
    [account_id]: [
      {
        type,
        call_count: minutes ? 100 : 4,
        total_cputime: 3,
        total_time: 5,
        estimated_time_to_regain_access: minutes,
        ...(type.startsWith('ads') && { ads_api_access_tier: 'standard_access' }),
      },
    ],
  })

/** What all products on the Graph API do alike. */
export const graph_rules = {
  // A token in the address takes precedence over one in the header, because links to the next page contain a token.
  credential: (request) =>
    (request.query as Params).access_token ??
    /^(?:Bearer|OAuth) (.+)$/.exec(request.headers.authorization ?? '')?.[1] ??
    null,
  refuse(state) {
    if (state === 'missing')
      return graph_error('An active access token must be used to query information about the current user.', 2500)
    if (state === 'expired')
      return graph_error('Error validating access token: Session has expired.', 190, { subcode: 463, status: 401 })
    if (state === 'revoked')
      return graph_error('Error validating access token: The user has not authorized application.', 190, {
        subcode: 458,
      })
    return graph_error('Invalid OAuth access token - Cannot parse access token', 190)
  },
  fail: (status) =>
    graph_error('An unexpected error has occurred. Please retry your request later.', ask_again, {
      status,
      is_transient: true,
    }),
  records: (body) => (Array.isArray((body as Node | null)?.data) ? ((body as Node).data as Node[]) : null),
} satisfies Pick<Vendor, 'credential' | 'refuse' | 'fail' | 'records'>

export function answer_as_graph(app: FastifyInstance) {
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof GraphError)) throw error
    return reply.code(error.answer.status).send(error.answer.body)
  })
  app.addHook('onSend', async (_request, reply) => void reply.header('facebook-api-version', version))
}

/** What Graph says of an object that was deleted, or that may not be read. */
export const no_object = (id: string) =>
  new GraphError(
    `Unsupported get request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    100,
    { subcode: 33, type: 'GraphMethodException' },
  )

export function list_param(params: Params, name: string): string[] | null {
  const text = params[name]
  if (text === undefined) return null
  try {
    const list = text.startsWith('[') ? JSON.parse(text) : text.split(',')
    if (Array.isArray(list)) return list.map(String)
  } catch {}
  throw new GraphError(`(#100) Param ${name} must be an array.`, 100)
}

/** 'id,name,creative{id,title}' as field names, each with the fields of the node below it. */
export function read_fields(text: string | undefined): Map<string, string | undefined> {
  const fields = new Map<string, string | undefined>()
  for (const [, name, below] of (text ?? '').matchAll(/([a-z_0-9]+)(?:\{([^}]*)\})?/g)) fields.set(name!, below)
  return fields
}

/** The requested fields and the id. A field without a value is left out, as in Graph. */
export function pick(node: Node, fields: Map<string, string | undefined>, type: string): Node {
  const picked: Node = {}
  for (const [name, below] of fields) {
    if (!(name in node))
      throw new GraphError(`(#100) Tried accessing nonexisting field (${name}) on node type (${type})`, 100)
    const value = node[name]
    if (value === null) continue
    picked[name] = typeof value === 'function' ? pick(value() as Node, read_fields(below ?? 'id'), type) : value
  }
  if ('id' in node) picked.id = node.id
  return picked
}

interface Paged {
  data: Node[]
  paging?: { cursors: { before: string; after?: string }; next?: string; previous?: string }
}

const cursor = (at: number) => Buffer.from(String(at)).toString('base64')

/** One page of a list. As at Meta, links contain every parameter, including the access token. */
export function page(all: Node[], path: string, params: Params): Paged {
  const limit = Math.min(Number(params.limit ?? default_limit), limit_max)
  if (!Number.isInteger(limit) || limit < 1) throw new GraphError('(#100) Param limit must be a positive integer', 100)
  const from = params.after ? Number(Buffer.from(params.after, 'base64').toString()) : 0
  if (!Number.isInteger(from)) throw new GraphError('(#100) Invalid cursors values', 100)
  const data = all.slice(from, from + limit)
  if (data.length === 0) return { data }
  const link = (at: number) => {
    const query = new URLSearchParams(
      Object.entries({ ...params, limit: String(limit), after: cursor(at) }) as [string, string][],
    )
    return `${host}${path}?${query}`
  }
  const end = from + data.length
  return {
    data,
    paging: {
      cursors: { before: cursor(from), after: cursor(end) },
      ...(end < all.length && { next: link(end) }),
    },
  }
}

/** Graph writes instants in the account's time zone: 2026-11-20T08:15:00-0600. */
export { local_time as graph_time } from '../../world/calendar.ts'
