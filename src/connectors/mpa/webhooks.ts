import { z } from 'zod'
import type { Account } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { read_by_id, type Webhooks } from '#engine/webhook.ts'
import { id_text } from '../shops.ts'
import { order } from './answers.ts'
import { listings_by_id } from './listings.ts'

/** Resources by topic. Others, such as messages and shipments, change nothing that is read. */
const resources: Record<string, { stream: string; path: RegExp }> = {
  orders_v2: { stream: 'orders', path: /^\/orders\/(\d{1,20})$/ },
  items: { stream: 'listings', path: /^\/items\/([A-Z]{3}\d{1,20})$/ },
  questions: { stream: 'questions', path: /^\/questions\/(\d{1,20})$/ },
}

const notification = z.object({
  _id: z.string().optional(),
  resource: z.string(),
  user_id: id_text,
  topic: z.string(),
  application_id: id_text,
  sent: z.string().optional(),
  received: z.string().optional(),
})

// Nothing is signed. The vendor switches a topic off that is not answered with 200 within 500 ms. Address and topics belong to the app, in
// the DevCenter (page "Notificaciones", 2026-06).
export const webhooks: Webhooks = {
  addresses: ['app'],
  owner: 'account',
  read({ body }) {
    const { _id, resource, user_id, topic, application_id, received } = notification.parse(body)
    const { stream, path } = resources[topic] ?? {}
    const id = path?.exec(resource)?.[1]
    return {
      event_id: _id,
      owner: user_id,
      app_id: application_id,
      happened_at: received,
      what: stream && id ? { kind: 'changed', stream, ids: [id] } : undefined,
    }
  },
  reads: {
    orders: read_by_id(({ api, account, ids }) =>
      each(ids, (id) => api.call({ path: `/orders/${id}`, schema: order })).then((found) =>
        own(found, account, ({ seller }) => seller?.id),
      ),
    ),
    listings: read_by_id(async ({ api, account, ids }) =>
      own(await listings_by_id(api, ids), account, ({ seller_id }) => seller_id),
    ),
  },
}

/** A hint can name anything. What the platform refuses, or does not have, is null. */
async function each<Item>(ids: readonly string[], read: (id: string) => Promise<Item>): Promise<(Item | null)[]> {
  const found: (Item | null)[] = []
  for (const id of ids)
    found.push(
      await read(id).catch((error) => {
        if (error instanceof VendorRefusal && (error.kind === 'denied' || error.kind === 'refused')) return null
        throw error
      }),
    )
  return found
}

/** Records of other sellers count as missing. */
const own = <Item>(
  found: readonly (Item | null)[],
  { account_id }: Account,
  seller_of: (item: Item) => string | null | undefined,
) => found.map((item) => (item && seller_of(item) === account_id ? item : null))
