import { z } from 'zod'
import type { Announcement, Registrations, Webhooks, What } from '#engine/connector/webhook.ts'
import { id_text } from '../shops.ts'
import { list } from './lists.ts'

/** The vendor's words for what ends or returns (resources/webhook of the API, read 2026-11). */
const ends: Record<string, What> = {
  'app/uninstalled': { kind: 'uninstalled' },
  'app/suspended': { kind: 'suspended' },
  'app/resumed': { kind: 'resumed' },
}
const changes = [
  ...['created', 'updated', 'paid', 'packed', 'fulfilled', 'cancelled', 'edited', 'pending', 'voided'].map(
    (event) => `order/${event}`,
  ),
  ...['created', 'updated', 'deleted'].map((event) => `product/${event}`),
]

const event = z.object({ store_id: id_text, event: z.string(), id: id_text.nullish() })
const person = z
  .object({ id: id_text.nullish(), email: z.string().nullish(), phone: z.string().nullish() })
  .transform(({ id, email, phone }) => ({
    customer_id: id ?? undefined,
    email: email ?? undefined,
    phone: phone ?? undefined,
  }))
const ids = z.array(id_text).default([])

// The three of data protection have an address of their own at the vendor and name no event, so their form says which one it is.
const redact_store = z.strictObject({ store_id: id_text })
const redact_person = z.strictObject({ store_id: id_text, customer: person, orders_to_redact: ids })
const data_request = z.object({
  store_id: id_text,
  customer: person,
  orders_requested: ids,
  checkouts_requested: ids,
  data_request: z.object({ id: id_text }),
})

function read(body: unknown): Announcement {
  const known = event.safeParse(body).data
  if (known) {
    const { store_id: owner, event: name, id } = known
    const stream = name.startsWith('order/') ? 'orders' : 'products'
    const change: What | undefined = changes.includes(name) && id ? { kind: 'changed', stream, ids: [id] } : undefined
    return { owner, what: ends[name] ?? change }
  }
  const asked = data_request.safeParse(body).data
  if (asked)
    return {
      owner: asked.store_id,
      event_id: `data_request ${asked.store_id} ${asked.data_request.id}`,
      what: {
        kind: 'data_request',
        person: { ...asked.customer, checkout_ids: asked.checkouts_requested },
        orders: asked.orders_requested,
      },
    }
  const redacted = redact_person.safeParse(body).data
  if (redacted)
    return {
      owner: redacted.store_id,
      what: { kind: 'redact_person', person: redacted.customer, orders: redacted.orders_to_redact },
    }
  return { owner: redact_store.parse(body).store_id, what: { kind: 'redact_account' } }
}

const registration = z.object({ id: id_text, event: z.string(), url: z.string() })

const registrations: Registrations = {
  topics: [...changes, ...Object.keys(ends)],
  async list({ api }) {
    const found = []
    for await (const page of api.pages(list('/webhooks', registration)))
      found.push(...page.map(({ id, event, url }) => ({ id, topic: event, url, is_on: true })))
    return found
  },
  async add({ api }, { topic, url }) {
    await api.call({ path: '/webhooks', body: { event: topic, url }, schema: registration })
  },
  async remove({ api }, id) {
    await api.call({ path: `/webhooks/${id}`, method: 'DELETE', schema: z.unknown(), if_not_found: () => null })
  },
}

// The signature is of the raw body with the secret of the app. The body has no time and no number, so two changes look the same.
export const webhooks: Webhooks = {
  signature: { header: 'x-linkedstore-hmac-sha256', encoding: 'hex', secret: 'app' },
  addresses: ['connection', 'app'],
  owner: { setting: 'store_id' },
  is_thin: true,
  read: ({ body }) => read(body),
  // Two requests a second are allowed.
  listed: ['orders', 'products'],
  registrations,
}
