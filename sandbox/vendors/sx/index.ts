// Shopify's Admin API: real GraphQL over the store, with cost, bucket and errors in the vendor's words.
import { createHmac } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type DocumentNode, execute, GraphQLError, parse, validate } from 'graphql'
import { consent_page } from '../../consent/page.ts'
import { client } from '../../tokens.ts'
import type { Box, Vendor } from '../../vendor.ts'
import { answers } from './answers.ts'
import { bucket_max, cost_of, query_max, restore_rate } from './cost.ts'
import { schema } from './schema.ts'
import { webhook_answers } from './webhooks.ts'

const version = '2026-07'
const docs = 'https://shopify.dev/api/usage/rate-limits'

interface Call {
  query?: string
  variables?: Record<string, unknown> | null
  operationName?: string | null
}

interface TokenForm {
  code?: string
  refresh_token?: string
  grant_type?: string
  client_id?: string
  client_secret?: string
}

interface Lists {
  data?: Record<string, { nodes?: unknown[] } | null> | null
}

/** Tokens of the client-credentials grant live for a day (86,399 seconds). */
const token_seconds = 86_399
const token_path = '/admin/oauth/access_token'

/** A permission to write contains that to read, which is then not named. */
const named = (scopes: readonly string[]) =>
  scopes.filter((one) => !scopes.includes(one.replace(/^read_/, 'write_')) || !one.startsWith('read_'))

const throttled = (requested: number, status: unknown) => ({
  errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED', documentation: docs } }],
  extensions: { cost: { requestedQueryCost: requested, actualQueryCost: null, throttleStatus: status } },
})

const status_of = (left: number) => ({
  maximumAvailable: bucket_max,
  currentlyAvailable: Math.floor(left),
  restoreRate: restore_rate,
})

const roots = ({ world, webhooks, tokens }: Box) => ({
  ...answers(world),
  ...webhook_answers(webhooks, world),
  /** The app loses the shop: no token of it works until somebody installs it again. */
  appUninstall() {
    tokens.revoke('sx')
    return { app: null, userErrors: [] }
  },
})

/** The document, or its errors in the vendor's words. */
function read(query: string | undefined): DocumentNode | { errors: unknown[] } {
  if (!query) return { errors: [{ message: 'query param is required', extensions: { code: 'BAD_REQUEST' } }] }
  try {
    const document = parse(query)
    const faults = validate(schema, document)
    return faults.length ? { errors: faults.map((fault) => fault.toJSON()) } : document
  } catch (fault) {
    return { errors: [fault instanceof GraphQLError ? fault.toJSON() : { message: String(fault) }] }
  }
}

export const sx: Vendor = {
  platform: 'sx',
  hosts: ['*.myshopify.com'],
  open: (path) => path === token_path || path === '/admin/oauth/authorize',
  credential: (request) => (request.headers['x-shopify-access-token'] as string | undefined) ?? null,
  refuse: () => ({
    status: 401,
    body: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
  }),
  // A throttled call gets status 200. The state of the bucket tells how long to wait.
  throttle: (seconds) => ({
    status: 200,
    body: throttled(100 + seconds * restore_rate, status_of(100)),
  }),
  refuse_write: ({ body }) => {
    const root = /\{\s*(\w+)\(/.exec((body as Call).query ?? '')?.[1] ?? 'productUpdate'
    const userErrors = [{ field: ['title'], message: 'Title is not accepted' }]
    return { status: 200, body: { data: { [root]: { userErrors } } } }
  },
  fail: (status) => ({ status, body: { errors: 'Internal Server Error' } }),
  records: (body) =>
    Object.values((body as Lists).data ?? {}).find((value) => Array.isArray(value?.nodes))?.nodes ?? null,

  routes(app, box) {
    const { world, tokens, consents, limits } = box

    consent_page(app, box, '/admin/oauth/authorize', {
      vendor: 'Shopify',
      platform: 'sx',
      separator: ',',
      forgets_return: true,
      needs: ['client_id', 'scope'],
      returns: (_query, { code = '', state = '' }, { params }) => {
        const shop = `${(params as { label: string }).label}.myshopify.com`
        const signed = { code, shop, state, timestamp: String(Math.floor(world.now() / 1000)) }
        const text = Object.entries(signed)
          .map((pair) => pair.join('='))
          .sort()
          .join('&')
        return { ...signed, hmac: createHmac('sha256', client.secret).update(text).digest('hex') }
      },
    })
    app.post<{ Body: TokenForm | null }>(token_path, (request, reply) => {
      const form = request.body ?? {}
      const deny = (error: string, error_description: string) => reply.code(400).send({ error, error_description })
      if (form.client_id !== client.id || form.client_secret !== client.secret)
        return deny('invalid_client', 'Could not find a Shopify API application with this client_id.')
      const of_person = (
        grant: { access_token: string; refresh_token: string; expires_in: number },
        scope: string,
      ) => ({
        ...grant,
        scope,
        refresh_token_expires_in: 7_776_000,
      })
      if (form.code !== undefined) {
        const granted = consents.exchange('sx', form as Record<string, unknown>)
        if (typeof granted === 'string')
          return deny('invalid_request', 'The authorization code was not found or was already used')
        const { person: _, scopes, ...grant } = granted
        return of_person(grant, named(scopes).join(','))
      }
      if (form.grant_type === 'refresh_token') {
        const grant = tokens.refresh(form.refresh_token ?? '')
        if (typeof grant === 'string') return deny('invalid_request', 'This request requires an active refresh_token')
        return of_person(grant, named([...world.store.access.scopes]).join(','))
      }
      if (form.grant_type !== 'client_credentials') return deny('unsupported_grant_type', 'Unknown grant type.')
      const { access_token, expires_in } = tokens.issue('sx', token_seconds)
      if (tokens.check('sx', access_token) !== 'ok')
        return deny('app_not_installed', 'The application is not installed on this shop.')
      return { access_token, scope: named([...world.store.access.scopes]).join(','), expires_in }
    })

    async function answer({ query, variables, operationName }: Call, reply: FastifyReply, of: string) {
      reply.header('x-shopify-api-version', version)
      const document = read(query)
      if ('errors' in document) return document
      const values = variables ?? {}
      const requested = cost_of(schema, document, values)
      if (requested > query_max) {
        const message = `Query cost is ${requested}, which exceeds the single query max cost limit (${query_max}).`
        const extensions = { code: 'MAX_COST_EXCEEDED', cost: requested, maxCost: query_max, documentation: docs }
        return { errors: [{ message, extensions }] }
      }
      // Only the route knows what a query costs, and how much of it the answer took.
      const bucket = { key: 'cost of queries', of, most: bucket_max, per_second: restore_rate, costs: requested }
      const [allowance] = limits.take('sx', [bucket])
      if (!allowance!.is_allowed) return throttled(requested, status_of(allowance!.left))
      const result = await execute({
        schema,
        document,
        rootValue: roots(box),
        variableValues: values,
        operationName,
      })
      const actual = Math.min(requested, cost_of(schema, document, values, result.data))
      const left = limits.give_back('sx', bucket, requested - actual)
      const cost = { requestedQueryCost: requested, actualQueryCost: actual, throttleStatus: status_of(left) }
      return { ...result, extensions: { cost } }
    }

    app.post<{ Body: Call | null }>('/admin/api/:version/graphql.json', (request, reply) =>
      answer(request.body ?? {}, reply, sx.credential!(request)!),
    )
  },
}
