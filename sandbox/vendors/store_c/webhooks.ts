// WooCommerce's webhooks (docs/_webhooks.md of the REST API, read 2026-11): a secret of the subscriber, the whole record as the body, no
// retry, and off after five failures in a row.
import type { FastifyInstance } from 'fastify'
import { type Announcer, hmac, type Outgoing, type Subscription } from '../../announcer.ts'
import type { Webhooks } from '../../webhooks.ts'
import type { World } from '../../world/types.ts'
import { order_body, product_body } from './records.ts'
import { error, gmt, local } from './site.ts'

const failures_max = 5
const topics = ['order', 'product', 'coupon', 'customer'].flatMap((resource) =>
  ['created', 'updated', 'deleted', 'restored'].map((event) => `${resource}.${event}`),
)

export const store_c_announcer: Announcer = {
  live: ({ shops }) => [
    ...shops.store_c.orders().map(({ id, updated_at }) => ({ kind: 'order', id, updated_at })),
    ...shops.store_c.products().map(({ id, updated_at }) => ({ kind: 'product', id, updated_at })),
  ],
  messages({ kind, id, did }, { shops }) {
    const { shop, access, ...store } = shops.store_c
    const order = kind === 'order' ? store.orders().find((one) => one.id === id) : undefined
    const product = kind === 'product' ? store.products().find((one) => one.id === id) : undefined
    const body = order
      ? order_body(order, shop, access.is_older === true)
      : product
        ? product_body(product, shop)
        : { id: Number(id) }
    return [{ topic: `${kind}.${did}`, body }]
  },
  outgoing({ topic, body }, to, { number, world }): Outgoing {
    if (topic === 'ping')
      return { body: `webhook_id=${to.id}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const [resource = '', event = ''] = topic.split('.')
    const text = JSON.stringify(body)
    return {
      body: text,
      headers: {
        'content-type': 'application/json',
        'x-wc-webhook-source': `https://${world.shops.store_c.shop.domain}/`,
        'x-wc-webhook-topic': topic,
        'x-wc-webhook-resource': resource,
        'x-wc-webhook-event': event,
        'x-wc-webhook-signature': hmac(to.secret, text, 'base64'),
        'x-wc-webhook-id': to.id,
        'x-wc-webhook-delivery-id': String(number),
      },
    }
  },
  timeout_ms: 60_000,
  retry_ms: () => null,
  failed: ({ failures }) => (failures >= failures_max ? 'switch_off' : undefined),
}

interface Body {
  name?: string
  topic?: string
  delivery_url?: string
  secret?: string
  status?: string
}

export function webhook_routes(app: FastifyInstance, webhooks: Webhooks, { shops }: World) {
  const { shop, access } = shops.store_c
  const path = '/wp-json/wc/v3/webhooks'
  const shown = ({ id, topic, url, is_on, created_at, updated_at }: Subscription) => {
    const [resource = '', event = ''] = topic.split('.')
    return {
      id: Number(id),
      name: `Tablero ${topic}`,
      status: is_on ? 'active' : 'disabled',
      topic,
      resource,
      event,
      hooks: [`woocommerce_${event}_${resource}`],
      delivery_url: url,
      date_created: local(created_at, shop),
      date_created_gmt: gmt(created_at),
      date_modified: local(updated_at, shop),
      date_modified_gmt: gmt(updated_at),
    }
  }
  const find = (id: string) => webhooks.of('store_c').find((one) => one.id === id)
  // A key that may only read.
  const denied = (can: string) =>
    access.is_read_only
      ? error(401, `woocommerce_rest_cannot_${can}`, `Sorry, you are not allowed to ${can} resources.`)
      : undefined

  app.get<{ Querystring: { page?: string; per_page?: string } }>(path, ({ query }, reply) => {
    const all = webhooks.of('store_c')
    const size = Number(query.per_page ?? 10)
    const page = Number(query.page ?? 1)
    reply.headers({ 'x-wp-total': String(all.length), 'x-wp-totalpages': String(Math.ceil(all.length / size)) })
    return all.slice((page - 1) * size, page * size).map(shown)
  })
  app.post<{ Body: Body | null }>(path, ({ body }, reply) => {
    const { topic = '', delivery_url = '', secret = '' } = body ?? {}
    const refused =
      denied('create') ??
      (topics.includes(topic)
        ? undefined
        : error(400, 'woocommerce_rest_webhook_invalid_topic', 'Webhook topic must be valid.')) ??
      (/^https?:\/\//.test(delivery_url)
        ? undefined
        : error(400, 'woocommerce_rest_webhook_invalid_delivery_url', 'Webhook delivery URL must be valid.'))
    if (refused) return reply.code(refused.status).send(refused.body)
    const made = webhooks.add('store_c', { topic, url: delivery_url, secret })
    webhooks.announce_to('store_c', made, { topic: 'ping', body: null })
    return reply.code(201).send(shown(made))
  })
  app.get<{ Params: { id: string } }>(`${path}/:id`, ({ params }, reply) => {
    const one = find(params.id)
    return one
      ? shown(one)
      : reply.code(404).send(error(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.').body)
  })
  app.delete<{ Params: { id: string }; Querystring: { force?: string } }>(`${path}/:id`, ({ params, query }, reply) => {
    const one = find(params.id)
    const refused =
      denied('delete') ??
      (one ? undefined : error(404, 'woocommerce_rest_shop_webhook_invalid_id', 'Invalid ID.')) ??
      (query.force === 'true'
        ? undefined
        : error(501, 'woocommerce_rest_trash_not_supported', 'Webhooks do not support trashing.'))
    if (refused) return reply.code(refused.status).send(refused.body)
    webhooks.remove('store_c', params.id)
    return shown(one!)
  })
}
