// Shopify's webhooks: subscriptions of the Admin API, and deliveries with the topic, the shop and the signature in headers. After eight
// retries in four hours, a subscription of the API is deleted. The page that says so is not among the kept contracts.

import { type Announcer, event_id, hmac } from '../../announcer.ts'
import { client } from '../../tokens.ts'
import type { Webhooks } from '../../webhooks.ts'
import type { World } from '../../world/types.ts'
import { needs } from './access.ts'
import { gid, time } from './shapes.ts'

const topics: Record<string, Record<string, string>> = {
  order: { created: 'ORDERS_CREATE', updated: 'ORDERS_UPDATED', deleted: 'ORDERS_DELETE' },
  product: { created: 'PRODUCTS_CREATE', updated: 'PRODUCTS_UPDATE', deleted: 'PRODUCTS_DELETE' },
}
const privacy = ['customers/redact', 'customers/data_request', 'shop/redact']
/** ORDERS_CREATE is orders/create in the header. */
const header_of = (topic: string) => (topic.includes('/') ? topic : topic.toLowerCase().replace('_', '/'))

const retries_max = 8
const retries_within_ms = 4 * 3_600_000

export const sx_announcer: Announcer = {
  live: ({ store }) => [
    ...store.orders().map(({ id, updated_at }) => ({ kind: 'order', id, updated_at })),
    ...store.products().map(({ id, updated_at }) => ({ kind: 'product', id, updated_at })),
  ],
  messages: ({ kind, id, did }) => [{ topic: topics[kind]![did]!, body: { id: Number(id) } }],
  outgoing({ topic, body }, _to, { number, world: { store, now } }) {
    const shop_domain = store.shop.domain
    const text = JSON.stringify(
      privacy.includes(topic) ? { shop_id: Number(store.shop.id), shop_domain, ...(body as object) } : body,
    )
    return {
      body: text,
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': header_of(topic),
        'x-shopify-hmac-sha256': hmac(client.secret, text, 'base64'),
        'x-shopify-shop-domain': shop_domain,
        'x-shopify-api-version': '2026-07',
        'x-shopify-webhook-id': event_id(number),
        'x-shopify-triggered-at': new Date(now()).toISOString(),
      },
    }
  },
  timeout_ms: 5_000,
  retry_ms: (attempt) => (attempt > retries_max ? null : retries_within_ms / retries_max),
  failed: (_to, is_given_up) => (is_given_up ? 'delete' : undefined),
}

export const webhook_types = `
  enum WebhookSubscriptionFormat { JSON XML }
  enum WebhookSubscriptionTopic {
    APP_UNINSTALLED ${Object.values(topics)
      .flatMap((of) => Object.values(of))
      .join(' ')}
  }
  type WebhookSubscription implements Node {
    id: ID! topic: WebhookSubscriptionTopic! uri: String! format: WebhookSubscriptionFormat! includeFields: [String!]!
    createdAt: DateTime! updatedAt: DateTime!
  }
  type WebhookSubscriptionConnection { nodes: [WebhookSubscription!]! pageInfo: PageInfo! }
  input WebhookSubscriptionInput { uri: String format: WebhookSubscriptionFormat includeFields: [String!] }
  type WebhookSubscriptionCreatePayload { userErrors: [UserError!]! webhookSubscription: WebhookSubscription }
  type WebhookSubscriptionDeletePayload { userErrors: [UserError!]! deletedWebhookSubscriptionId: ID }
  extend type QueryRoot { webhookSubscriptions(${'after: String, first: Int'}): WebhookSubscriptionConnection! }
  extend type Mutation {
    webhookSubscriptionCreate(topic: WebhookSubscriptionTopic!, webhookSubscription: WebhookSubscriptionInput!): WebhookSubscriptionCreatePayload
    webhookSubscriptionDelete(id: ID!): WebhookSubscriptionDeletePayload
  }`

interface Create {
  topic: string
  webhookSubscription: { uri?: string; includeFields?: string[] }
}

/** Resolvers of the subscriptions. */
export function webhook_answers(webhooks: Webhooks, { store }: World) {
  const shown = (one: ReturnType<Webhooks['of']>[number]) => ({
    __typename: 'WebhookSubscription',
    id: gid('WebhookSubscription', one.id),
    topic: one.topic,
    uri: one.url,
    format: 'JSON',
    includeFields: ['id'],
    createdAt: time(one.created_at),
    updatedAt: time(one.updated_at),
  })
  const refuse = (field: string, message: string) => ({
    webhookSubscription: null,
    userErrors: [{ __typename: 'UserError', field: ['webhookSubscription', field], message }],
  })
  return {
    webhookSubscriptions: ({ first = 50 }: { first?: number }) => ({
      nodes: webhooks.of('sx').slice(0, first).map(shown),
      pageInfo: { hasNextPage: false, hasPreviousPage: false, endCursor: null, startCursor: null },
    }),
    webhookSubscriptionCreate({ topic, webhookSubscription: { uri = '' } }: Create) {
      if (topic.startsWith('ORDERS')) needs(store.access, 'webhookSubscriptionCreate', 'read_orders')
      if (topic.startsWith('PRODUCTS')) needs(store.access, 'webhookSubscriptionCreate', 'read_products')
      if (!uri.startsWith('https://')) return refuse('uri', 'Address is invalid. Use an HTTPS URL.')
      if (webhooks.of('sx').some((one) => one.topic === topic && one.url === uri))
        return refuse('uri', 'Address for this topic has already been taken')
      return { webhookSubscription: shown(webhooks.add('sx', { topic, url: uri })), userErrors: [] }
    },
    webhookSubscriptionDelete({ id }: { id: string }) {
      const is_removed = webhooks.remove('sx', id.slice(id.lastIndexOf('/') + 1))
      if (is_removed) return { deletedWebhookSubscriptionId: id, userErrors: [] }
      return {
        deletedWebhookSubscriptionId: null,
        userErrors: [{ __typename: 'UserError', field: ['id'], message: 'Webhook subscription does not exist' }],
      }
    },
  }
}
