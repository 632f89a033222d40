import { z } from 'zod'
import { read_by_id, read_together, type Webhooks } from '#engine/connector/webhook.ts'
import type { Account } from '#engine/connector.ts'
import { when_refused } from '#engine/vendors/refusal.ts'
import { one_by_one } from '../records.ts'
import { id_text } from '../shops.ts'
import { order } from './answers.ts'
import { listings_by_id } from './listings.ts'

/** Resources by topic. Others, such as messages, change nothing that is read. Costs of shipments follow within the hour. */
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
  // By id, an order is one request.
  listed: ['orders'],
  // A hint can name anything. What the platform refuses, does not have, or has of another seller, is null.
  reads: {
    orders: read_by_id(({ api, account, ids }) =>
      one_by_one(ids, (id) =>
        api
          .call({ path: `/orders/${id}`, schema: order })
          .then((found) => own(found, account, found.seller?.id))
          .catch(when_refused(['denied', 'refused'], () => null)),
      ),
    ),
    listings: read_together(async ({ api, account, ids }) =>
      (await listings_by_id(api, ids)).map((found) => own(found, account, found?.seller_id)),
    ),
  },
}

const own = <Item>(item: Item, { account_id }: Account, seller: string | null | undefined): Item | null =>
  seller === account_id ? item : null
