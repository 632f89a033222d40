import { z } from 'zod'
import type { Registrations, Webhooks } from '#engine/connector/webhook.ts'
import { id_text } from '../shops.ts'
import { list, signed } from './lists.ts'

const topics = [
  'order.created',
  'order.updated',
  'order.deleted',
  'order.restored',
  'product.created',
  'product.updated',
  'product.deleted',
  'product.restored',
]
const streams: Record<string, string> = { order: 'orders', product: 'products' }

const record = z.object({ id: id_text })
const registration = z.object({ id: id_text, topic: z.string(), status: z.string(), delivery_url: z.string() })

// docs/_webhooks.md of the REST API (read 2026-11): a webhook is disabled after five failed deliveries.
const registrations: Registrations = {
  topics,
  async list({ api, settings }) {
    const found = []
    for await (const page of api.pages(list({ settings }, '/webhooks', registration)))
      found.push(
        ...page.map(({ id, topic, status, delivery_url: url }) => ({ id, topic, url, is_on: status === 'active' })),
      )
    return found
  },
  async add({ api, settings }, { topic, url, secret }) {
    const body = { name: `Tablero ${topic}`, topic, delivery_url: url, secret }
    await api.call({ path: '/webhooks', body, ...signed(settings), schema: registration })
  },
  async remove({ api, settings }, id) {
    await api.call({
      path: `/webhooks/${id}`,
      method: 'DELETE',
      query: { force: true },
      ...signed(settings),
      schema: z.unknown(),
      if_not_found: () => null,
    })
  },
}

export const webhooks: Webhooks = {
  signature: { header: 'x-wc-webhook-signature', encoding: 'base64', secret: 'connection' },
  addresses: ['connection'],
  owner: { setting: 'url' },
  // A new webhook first sends a form with its number, without a signature (WC_Webhook::deliver_ping, read 2026-11).
  ping: (body) => /^webhook_id=\d+$/.test(body),
  read({ headers, body }) {
    const [resource = '', event = ''] = (headers['x-wc-webhook-topic'] ?? '').split('.')
    const stream = streams[resource]
    const { id } = record.parse(body)
    return {
      event_id: headers['x-wc-webhook-delivery-id'] && `${id} ${event} ${headers['x-wc-webhook-delivery-id']}`,
      what: stream ? { kind: 'changed', stream, ids: [id] } : undefined,
    }
  },
  registrations,
}
