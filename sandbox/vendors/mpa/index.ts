// Mercado Libre: a seller with items, visits, orders and questions.
import type { FastifyRequest } from 'fastify'
import { whole_number } from '../../json.ts'
import { client } from '../../tokens.ts'
import type { Box, Vendor } from '../../vendor.ts'
import { type Query, Refused, refusal, time } from './api.ts'
import { items, search_items, search_questions, visits } from './items.ts'
import { one_order, search_orders, shipment_costs } from './orders.ts'
import { seller } from './seller.ts'
import { writes } from './writes.ts'

const token_seconds = 21_600

/** A refresh token works once. The first one stands for a new authorization, so each connection of the sandbox can start with it. */
function token_endpoint({ tokens, consents }: Box) {
  const used = new Set<string>()
  let issued = 0
  return (form: Record<string, string>) => {
    if (form.client_id !== client.id || form.client_secret !== client.secret)
      throw new Refused(400, 'invalid_client', 'invalid client_id or client_secret.')
    if (form.grant_type === 'authorization_code') {
      const granted = consents.exchange('mpa', form, token_seconds)
      if (typeof granted === 'string') throw new Refused(400, granted, `Error validating grant: ${granted}`)
      const { access_token, refresh_token, scopes } = granted
      const scope = scopes.join(' ')
      const user_id = whole_number(seller.id)
      return { access_token, token_type: 'bearer', expires_in: token_seconds, scope, user_id, refresh_token }
    }
    if (form.grant_type !== 'refresh_token')
      throw new Refused(400, 'unsupported_grant_type', 'grant_type must be authorization_code or refresh_token')
    const given = form.refresh_token ?? ''
    const grant = used.has(given) ? 'unknown' : tokens.refresh(given, token_seconds)
    if (typeof grant === 'string')
      throw new Refused(
        400,
        'invalid_grant',
        'Error validating grant. Your authorization code or refresh token may be expired or it was already used',
      )
    if (given.includes('.')) used.add(given)
    issued += 1
    return {
      access_token: grant.access_token,
      token_type: 'bearer',
      expires_in: token_seconds,
      scope: 'offline_access read write',
      user_id: whole_number(seller.id),
      refresh_token: `sandbox-refresh-mpa.${issued}`,
    }
  }
}

function refuse_first(body: unknown, code: number) {
  const [first] = body as Record<string, unknown>[]
  if (first)
    Object.assign(first, { code, body: { message: 'The item is not available', error: 'error', status: code } })
}

export const mpa: Vendor = {
  platform: 'mpa',
  hosts: ['api.mercadolibre.com'],
  credential: ({ headers }) => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? null,
  open: (path) => path === '/oauth/token',
  refuse: () => refusal(401, 'unauthorized', 'invalid access token'),
  // The limit of an app and an endpoint. Mercado Libre publishes no number; integrations report 1,500 a minute (read 2026-11).
  limits: ({ method, routeOptions }) => [
    {
      key: 'requests of an endpoint a minute',
      of: `app ${method} ${routeOptions.url}`,
      most: 1_500,
      window_ms: 60_000,
    },
  ],
  // No header says how long to wait.
  throttle: () => refusal(429, 'local_rate_limited', 'Too many requests'),
  fail: (status) => refusal(status, 'internal_server_error', 'Internal server error'),
  deny: () => ({ status: 403, body: { status: 403, error: 'Invalid scopes', code: 'FORBIDDEN' } }),
  refuse_write: () =>
    refusal(400, 'validation_error', 'Validation error', [
      { code: 'item.invalid', message: 'The text is not accepted' },
    ]),
  records: (body) => {
    if (Array.isArray(body)) return body
    const { results, questions } = body as { results?: unknown; questions?: unknown }
    if (Array.isArray(questions)) return questions
    return Array.isArray(results) ? results : null
  },

  // Each item of a multiget has a code of its own.
  own: { item_fails: (body) => refuse_first(body, 500), item_denied: (body) => refuse_first(body, 403) },

  routes(app, box) {
    const { world } = box
    app.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof Refused)) throw error
      return reply.code(error.answer.status).send(error.answer.body)
    })
    const token = token_endpoint(box)
    app.post('/oauth/token', (request) => token((request.body ?? {}) as Record<string, string>))
    const is_other = ({ headers }: FastifyRequest) => box.consents.others.has((headers.authorization ?? '').slice(7))
    app.get('/users/me', (request) => ({
      id: whole_number(is_other(request) ? '999000111' : seller.id),
      nickname: is_other(request) ? 'OTRA_TIENDA' : seller.nickname,
      registration_date: time(Date.parse(`${world.first_day}T18:00:00Z`)),
      country_id: 'MX',
      site_id: seller.site_id,
      user_type: 'normal',
      tags: ['normal', 'user_info_verified'],
      permalink: `http://perfil.mercadolibre.com.mx/${seller.nickname}`,
      status: { site_status: 'active' },
    }))
    // Ends the permission of an app (page "Usuarios y aplicaciones", read 2026-11).
    app.delete<{ Params: { user: string; app: string } }>('/users/:user/applications/:app', (request) => {
      const { params } = request
      if (params.user !== seller.id || is_other(request)) throw new Refused(403, 'forbidden', 'Invalid caller.id')
      if (params.app !== client.id) throw new Refused(404, 'not_found', `Application ${params.app} not found`)
      box.tokens.revoke('mpa')
      return { user_id: whole_number(seller.id), app_id: params.app }
    })
    writes(app, box)
    app.get('/orders/search', ({ query }) => search_orders(world, query as Query))
    app.get<{ Params: { id: string } }>('/orders/:id', ({ params }) => one_order(world, params.id))
    app.get<{ Params: { id: string } }>('/shipments/:id/costs', ({ params }) => shipment_costs(world, params.id))
    app.get('/items', ({ query }) => items(world, query as Query))
    app.get('/questions/search', ({ query }) => search_questions(world, query as Query))
    app.get<{ Params: { user: string } }>('/users/:user/items/search', ({ params, query }) =>
      search_items(world, params.user, query as Query),
    )
    app.get<{ Params: { id: string } }>('/items/:id/visits/time_window', ({ params, query }) =>
      visits(world, params.id, query as Query),
    )
  },
}
