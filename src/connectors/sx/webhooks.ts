import { z } from 'zod'
import type { Registrations, Webhooks, What } from '#engine/connector/webhook.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { fields_of } from '../lenient.ts'
import { id_text } from '../shops.ts'
import {
  registration_created_answer,
  registration_deleted_answer,
  registrations_answer,
  type UserErrors,
} from './answers.ts'
import { create_registration, delete_registration, registrations_document } from './documents.ts'
import { path } from './lists.ts'

/** Topics of subscriptions, with the names that deliveries have in their header (WebhookSubscriptionTopic of the schema 2026-07). */
const topics: Record<string, { name: string; what: (id: string) => What | undefined }> = {
  ORDERS_CREATE: { name: 'orders/create', what: changed('orders') },
  ORDERS_UPDATED: { name: 'orders/updated', what: changed('orders') },
  ORDERS_DELETE: { name: 'orders/delete', what: changed('orders') },
  PRODUCTS_CREATE: { name: 'products/create', what: changed('products') },
  PRODUCTS_UPDATE: { name: 'products/update', what: changed('products') },
  PRODUCTS_DELETE: { name: 'products/delete', what: changed('products') },
  APP_UNINSTALLED: { name: 'app/uninstalled', what: () => ({ kind: 'uninstalled' }) },
}
function changed(stream: string): (id: string) => What | undefined {
  return (id) => (id ? { kind: 'changed', stream, ids: [id] } : undefined)
}
const by_name = Object.fromEntries(Object.values(topics).map(({ name, what }) => [name, what]))

const person = z.object({ id: id_text.nullish(), email: z.string().nullish(), phone: z.string().nullish() }).nullish()
const person_of = (given: z.infer<typeof person>) => ({
  customer_id: given?.id ?? undefined,
  email: given?.email ?? undefined,
  phone: given?.phone ?? undefined,
})

// Compulsory for apps that other shops install. The operator enters the address of the app in the app's settings
// (shopify.dev/docs/apps/build/compliance/privacy-law-compliance, read 2026-11). The signature covers the body and no header, so the shop
// is that of the body, and each form is strict.
const of_shop = { shop_id: id_text, shop_domain: z.string() }
const redact = z.object({ ...of_shop, customer: person, orders_to_redact: z.array(id_text) })
const request = z.object({ ...of_shop, customer: person, orders_requested: z.array(id_text) })
const redact_shop = z.strictObject(of_shop)
const private_topics: Record<string, (body: unknown) => { owner: string; what: What }> = {
  'customers/redact': (body) => {
    const { customer, orders_to_redact: orders, shop_domain: owner } = redact.parse(body)
    return { owner, what: { kind: 'redact_person', person: person_of(customer), orders } }
  },
  'customers/data_request': (body) => {
    const { customer, orders_requested: orders, shop_domain: owner } = request.parse(body)
    return { owner, what: { kind: 'data_request', person: person_of(customer), orders } }
  },
  'shop/redact': (body) => ({ owner: redact_shop.parse(body).shop_domain, what: { kind: 'redact_account' } }),
}

const refuse_errors = ({ userErrors }: UserErrors) => {
  if (userErrors.length > 0)
    throw new VendorRefusal(
      'refused',
      `Shopify refused the webhook: ${userErrors.map(({ message }) => message).join(' ')}`,
    )
}

const registrations: Registrations = {
  topics: Object.keys(topics),
  async list({ api }) {
    const { data } = await api.call({ path, body: { query: registrations_document }, schema: registrations_answer })
    // A subscription that fails for long is deleted, so those that are listed are on.
    return data.webhookSubscriptions.nodes.map(({ id, topic, uri }) => ({ id, topic, url: uri, is_on: true }))
  },
  async add({ api }, { topic, url }) {
    // The id is all that is needed. So no data of buyers are sent.
    const variables = { topic, webhook: { uri: url, format: 'JSON', includeFields: ['id'] } }
    const { data } = await api.call({
      path,
      body: { query: create_registration, variables },
      schema: registration_created_answer,
    })
    refuse_errors(data.webhookSubscriptionCreate)
  },
  async remove({ api }, id) {
    const body = { query: delete_registration, variables: { id } }
    const { data } = await api.call({ path, body, schema: registration_deleted_answer })
    refuse_errors(data.webhookSubscriptionDelete)
  },
}

// Headers and signature: shopify.dev/docs/apps/build/webhooks (read 2026-11). The HMAC is of the raw body, with the secret of the app.
export const webhooks: Webhooks = {
  signature: { header: 'x-shopify-hmac-sha256', encoding: 'base64', secret: 'app' },
  addresses: ['connection', 'app'],
  owner: { setting: 'shop' },
  read({ headers, body }) {
    const topic = headers['x-shopify-topic'] ?? ''
    const id = id_text.safeParse(fields_of(body).id).data
    return {
      event_id: headers['x-shopify-webhook-id'],
      owner: headers['x-shopify-shop-domain'],
      happened_at: headers['x-shopify-triggered-at'],
      what: by_name[topic]?.(id ?? ''),
      ...private_topics[topic]?.(body),
    }
  },
  registrations,
}
