// Tiendanube's webhooks: thin bodies, a signature in hex, and up to 18 attempts within 48 hours (resources/webhook of the API, read 2026-11).
import type { FastifyInstance } from 'fastify'
import { type Announcer, hmac, type Subscription } from '../../announcer.ts'
import { client } from '../../tokens.ts'
import type { Webhooks } from '../../webhooks.ts'
import type { World } from '../../world/types.ts'
import { error } from './errors.ts'

const events = [
  ...['created', 'updated', 'paid', 'packed', 'fulfilled', 'cancelled', 'edited', 'pending', 'voided'].map(
    (did) => `order/${did}`,
  ),
  ...['created', 'updated', 'deleted'].map((did) => `product/${did}`),
  ...['created', 'updated', 'deleted'].map((did) => `category/${did}`),
  'app/uninstalled',
  'app/suspended',
  'app/resumed',
  'domain/updated',
  'theme/updated',
]
/** These have no event in their body, and an address of their own at the vendor. */
const privacy = ['store/redact', 'customers/redact', 'customers/data_request']

const minute_ms = 60_000
const attempts_max = 18

export const tnx_announcer: Announcer = {
  live: ({ shops }) => [
    ...shops.tnx.orders().map(({ id, updated_at }) => ({ kind: 'order', id, updated_at })),
    ...shops.tnx.products().map(({ id, updated_at }) => ({ kind: 'product', id, updated_at })),
  ],
  // No event of deleted orders exists.
  messages: ({ kind, id, did }) =>
    kind === 'order' && did === 'deleted' ? [] : [{ topic: `${kind}/${did}`, body: { id: Number(id) } }],
  outgoing({ topic, body }, _to, { world }) {
    const store_id = Number(world.shops.tnx.shop.id)
    const event = privacy.includes(topic) ? {} : { event: topic }
    const text = JSON.stringify({ store_id, ...event, ...(body as object) })
    return {
      body: text,
      headers: { 'content-type': 'application/json', 'x-linkedstore-hmac-sha256': hmac(client.secret, text, 'hex') },
    }
  },
  timeout_ms: 40_000,
  // The first four: immediately, then about 5, 10 and 15 minutes. Then each wait is 1.4 times the one before.
  retry_ms(attempt) {
    if (attempt >= attempts_max) return null
    return [0, 5, 10, 15][attempt - 1] !== undefined
      ? [0, 5, 10, 15][attempt - 1]! * minute_ms
      : 15 * minute_ms * 1.4 ** (attempt - 4)
  },
}

const scopes: Record<string, string> = { order: 'read_orders', product: 'read_products', category: 'read_products' }
const time = (at: number) => `${new Date(at).toISOString().slice(0, 19)}+0000`
const shown = ({ id, topic, url, created_at, updated_at }: Subscription) => ({
  id: Number(id),
  url,
  event: topic,
  created_at: time(created_at),
  updated_at: time(updated_at),
})

interface Body {
  event?: string
  url?: string
}

export function webhook_routes(app: FastifyInstance, webhooks: Webhooks, { shops }: World) {
  const { access } = shops.tnx
  const path = '/:version/:store_id/webhooks'
  const find = (id: string) => webhooks.of('tnx').find((one) => one.id === id)
  const missing = error(404, 'Webhook not found')

  app.get<{ Querystring: { url?: string; event?: string; page?: string; per_page?: string } }>(
    path,
    ({ query }, reply) => {
      const found = webhooks
        .of('tnx')
        .filter(({ url, topic }) => (query.url ?? url) === url && (query.event ?? topic) === topic)
      const size = Number(query.per_page ?? 30)
      const page = Number(query.page ?? 1)
      if (page > Math.ceil(found.length / size))
        return reply.code(404).send(error(404, `Last page is ${Math.ceil(found.length / size)}`).body)
      return found.slice((page - 1) * size, page * size).map(shown)
    },
  )
  app.post<{ Body: Body | null }>(path, ({ body }, reply) => {
    const { event = '', url = '' } = body ?? {}
    const faults = {
      ...(events.includes(event) ? {} : { event: [`Invalid event specified. Events allowed: ${events.join(', ')}`] }),
      ...(/^https:\/\/(?!localhost|[^/]*(tiendanube|nuvemshop)\.com)/.test(url)
        ? {}
        : { url: ['invalid url specified'] }),
    }
    if (Object.keys(faults).length > 0) return reply.code(422).send(faults)
    const scope = scopes[event.split('/')[0]!]
    if (scope && !access.scopes.has(scope))
      return reply.code(403).send(error(403, `Missing a required scope: ${scope}`).body)
    return reply.code(201).send(shown(webhooks.add('tnx', { topic: event, url })))
  })
  app.get<{ Params: { id: string } }>(`${path}/:id`, ({ params }, reply) => {
    const one = find(params.id)
    return one ? shown(one) : reply.code(404).send(missing.body)
  })
  app.delete<{ Params: { id: string } }>(`${path}/:id`, ({ params }, reply) =>
    webhooks.remove('tnx', params.id) ? {} : reply.code(404).send(missing.body),
  )
}
