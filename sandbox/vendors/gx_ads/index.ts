// Google Ads API v25 on googleads.googleapis.com: accessible customers, search and searchStream (v25 protos, read 2026-11).
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Limit } from '../../limits.ts'
import type { Answer, Box, Vendor } from '../../vendor.ts'
import { QueryError, type Row, read_query } from './gaql.ts'
import { closed, entities, manager, odd_clients } from './resources.ts'
import { in_order, search } from './search.ts'
import { type MutateBody, MutateError, made_rows, mutate, mutate_all, with_edits } from './writes.ts'

const version = 'v25'
/** Pages of search have this fixed size. A request for another size is an error. */
const page_rows = 10_000
const batch_rows = 1_000
/** A developer token with standard access. */
export const standard_token = 'sandbox-developer-standard'
const request_id = 'Xq9sandbox0lumbre0QpTz'

const words: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

/** google.rpc.Status with the API's own failure inside. */
function failure(
  status: number,
  message: string,
  error_code?: Record<string, string>,
  more: Record<string, unknown> = {},
): Answer {
  const details = error_code && [
    {
      '@type': `type.googleapis.com/google.ads.googleads.${version}.errors.GoogleAdsFailure`,
      errors: [{ errorCode: error_code, message, ...more }],
      requestId: request_id,
    },
  ]
  return {
    status,
    body: {
      error: {
        code: status,
        message: details ? 'Request contains an invalid argument.' : message,
        status: words[status],
        ...(details && { details }),
      },
    },
  }
}

export const gx_ads: Vendor = {
  platform: 'gx_ads',
  hosts: ['googleads.googleapis.com'],
  credential: (request) => /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null,
  refuse: () =>
    failure(
      401,
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    ),
  limits: operations_a_day,
  throttle: (seconds, key) =>
    failure(
      429,
      'Too many requests. Retry later.',
      { quotaError: 'RESOURCE_EXHAUSTED' },
      { details: { quotaErrorDetails: { ...scope_of(key), retryDelay: `${seconds}s` } } },
    ),
  fail: (status) =>
    failure(status, status === 503 ? 'The service is currently unavailable.' : 'Internal error encountered.'),
  deny: () => no_permission,
  refuse_write: () =>
    failure(400, 'The campaign cannot be changed now.', { contextError: 'OPERATION_NOT_PERMITTED_FOR_CONTEXT' }),
  // A list of ads that takes Google too long. A request cannot name the size of a page, but the number of ads.
  too_much({ body }, { records_max = 0 }) {
    const { query = '' } = (body ?? {}) as SearchBody
    const most = Number(/ LIMIT (\d+)$/.exec(query)?.[1] ?? page_rows)
    if (!/ FROM ad_group_ad\b/.test(query) || /\bsegments\./.test(query) || most <= records_max) return null
    return failure(504, 'The deadline expired before the request could complete.', {
      internalError: 'DEADLINE_EXCEEDED',
    })
  },
  own: {
    // A user's list keeps customers that are closed, and a manager's list customers that were never set up.
    odd_accounts(body) {
      if (Array.isArray(body.resourceNames)) body.resourceNames.push(`customers/${closed.id}`)
      const rows = (body.results ?? []) as Row[]
      if (rows[0]?.customerClient) rows.push(...odd_clients)
    },
  },
  records(body) {
    const page = Array.isArray(body) ? body[0] : body
    return ((page as { results?: unknown[] } | null)?.results as unknown[] | undefined) ?? null
  },
  arrange(request, records) {
    const { query } = (request.body ?? {}) as SearchBody
    if (query) records.splice(0, records.length, ...in_order(records as Row[], read_query(query)))
  },

  routes(app, box) {
    app.addHook('preHandler', async (request, reply) => {
      const refused = refused_headers(request)
      if (refused) return reply.code(refused.status).send(refused.body)
    })
    app.get(`/${version}/customers::listAccessibleCustomers`, () => ({ resourceNames: [`customers/${manager.id}`] }))
    app.post(`/${version}/customers/:id/googleAds::search`, (request, reply) => answer(request, reply, box, one_page))
    for (const service of ['campaigns', 'campaignBudgets', 'googleAds'])
      app.post(`/${version}/customers/:id/${service}::mutate`, (request, reply) => write(request, reply, box, service))
    app.post(`/${version}/customers/:id/googleAds::searchStream`, (request, reply) =>
      answer(request, reply, box, batches),
    )
  },
}

/** Whose quota is used up: of one customer, or of the developer token (QuotaErrorDetails, v25 protos, read 2026-11). */
const scope_of = (key: string | undefined) =>
  key === 'customer'
    ? { rateScope: 'ACCOUNT', rateName: 'Number of requests of a customer' }
    : { rateScope: 'DEVELOPER', rateName: 'Number of operations for basic access' }

/**
 * With basic access, a developer token has 15,000 operations in any 24 hours. A query is one, with all its pages, and a change one for
 * each object (docs/api-policy/rate-sheet and access-levels, read 2026-11). The sandbox's other token has standard access, without limit.
 */
function operations_a_day({ headers, body }: FastifyRequest): Limit[] {
  const token = String(headers['developer-token'] ?? '')
  if (token === standard_token) return []
  const { operations, mutateOperations, pageToken } = (body ?? {}) as MutateBody & SearchBody
  const costs = pageToken ? 0 : (operations ?? mutateOperations ?? [null]).length
  return [{ key: 'operations a day', of: token, most: 15_000, costs, window_ms: 86_400_000 }]
}

const no_permission = failure(
  403,
  "User doesn't have permission to access customer. Note: If you're accessing a client customer, the manager's customer id must be set in the 'login-customer-id' header.",
  { authorizationError: 'USER_PERMISSION_DENIED' },
)
/** What Google says of a user whose access role is READ_ONLY (AuthorizationErrorEnum and AccessRoleEnum, v25, read 2026-11). */
const no_action = failure(
  403,
  'The user does not have permission to perform this action (e.g., ADD, UPDATE, REMOVE) on the resource or call a method.',
  { authorizationError: 'ACTION_NOT_PERMITTED' },
)
const not_enabled = failure(
  403,
  "The customer account can't be accessed because it is not yet enabled or has been deactivated.",
  { authorizationError: 'CUSTOMER_NOT_ENABLED' },
)

function refused_headers(request: FastifyRequest): Answer | null {
  if (request.headers['developer-token']) return null
  return failure(401, 'The developer token was missing.', { authenticationError: 'DEVELOPER_TOKEN_INVALID' })
}

function write(request: FastifyRequest, reply: FastifyReply, { world }: Box, service: string) {
  const { id } = request.params as { id: string }
  const account = world.ads.gx.accounts.find((one) => one.id === id)
  if (!account || request.headers['login-customer-id'] !== manager.id) return give(reply, no_permission)
  if (!world.ads.gx.access.may_write) return give(reply, no_action)
  const body = (request.body ?? {}) as MutateBody
  const rows = (resource: string) => [
    ...entities(world, account)[resource]!().map(({ row }) => with_edits(world, row, 'vendor')),
    ...made_rows(world, account, 'made', 'vendor'),
  ]
  try {
    return service === 'googleAds'
      ? mutate_all(world, account, body, rows)
      : mutate(world, account, service, body, rows)
  } catch (error) {
    if (!(error instanceof MutateError)) throw error
    const { kind, code, message, path } = error
    return give(reply, failure(400, message, { [kind]: code }, { location: { fieldPathElements: path } }))
  }
}

interface SearchBody {
  query?: string
  pageToken?: string
  pageSize?: number
}

type Shape = (rows: Row[], field_mask: string, body: SearchBody) => unknown

function answer(request: FastifyRequest, reply: FastifyReply, { world }: Box, shape: Shape) {
  const { id } = request.params as { id: string }
  const body = (request.body ?? {}) as SearchBody
  const account = id === manager.id ? manager : world.ads.gx.accounts.find((one) => one.id === id)
  // Customers below a manager are accessible only through the manager.
  const entered = id === manager.id || request.headers['login-customer-id'] === manager.id
  if (id === closed.id) return give(reply, not_enabled)
  if (!account || !entered) return give(reply, no_permission)
  if (body.pageSize !== undefined)
    return give(
      reply,
      failure(400, 'Setting the page size is not supported.', { requestError: 'PAGE_SIZE_NOT_SUPPORTED' }),
    )
  try {
    const { rows, field_mask } = search(world, account, read_query(body.query ?? ''))
    return shape(rows, field_mask, body)
  } catch (error) {
    if (!(error instanceof QueryError)) throw error
    return give(reply, failure(400, error.message, { [error.kind]: error.code }))
  }
}

const give = (reply: FastifyReply, { status, body }: Answer) => reply.code(status).send(body)

/** An empty answer has no `results`, because proto3's JSON leaves out empty lists. */
const one_page: Shape = (rows, field_mask, { pageToken }) => {
  const from = pageToken ? Number(Buffer.from(pageToken, 'base64url').toString()) : 0
  const results = rows.slice(from, from + page_rows)
  const end = from + results.length
  return {
    ...(results.length && { results }),
    ...(end < rows.length && { nextPageToken: Buffer.from(String(end)).toString('base64url') }),
    fieldMask: field_mask,
  }
}

const batches: Shape = (rows, field_mask) => {
  const parts: unknown[] = []
  for (let from = 0; from < rows.length; from += batch_rows)
    parts.push({ results: rows.slice(from, from + batch_rows), fieldMask: field_mask, requestId: request_id })
  return parts.length ? parts : [{ fieldMask: field_mask, requestId: request_id }]
}
