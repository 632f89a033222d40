import { change_stream } from '#engine/connector.ts'
import { lenient } from '../lenient.ts'
import { currency_of } from '../shops.ts'
import { type Checkout, checkout, text_in } from './answers.ts'
import { list } from './lists.ts'

/** The vendor shows carts of this number of days, and has no filter for changed ones. So all of them are read each time. */
const DAYS = 30

export const checkouts = change_stream({
  into: ['checkouts'],
  every: '1h',
  since: {
    history_days: DAYS,
    history_source:
      'https://tiendanube.github.io/api-documentation/resources/abandoned-checkout: 30 days after they were created (read 2026-11)',
    overlap_minutes: DAYS * 24 * 60,
    changed_at: (one: Checkout) => one.created_at,
  },
  read: ({ api }) => api.pages(list('/checkouts', checkout)),
  rows: (one, context) => {
    const read = lenient(context)
    return {
      checkouts: {
        checkout_id: one.id,
        token: one.token || null,
        started_at: one.created_at,
        changed_at: one.updated_at ?? one.created_at,
        completed_at: one.completed_at ?? null,
        email: one.contact_email || null,
        customer_name: one.contact_name || null,
        phone: one.contact_phone || null,
        currency: currency_of(one.currency, context, 'currencies of checkouts'),
        total_micros: one.total,
        recovery_url: read.link(one.abandoned_checkout_url, 'recovery links of checkouts'),
        lines: (one.products ?? []).map(({ name, quantity, price }) => ({
          title: text_in(name, undefined),
          quantity,
          price: price === null ? null : Number(price),
        })),
      },
    }
  },
})
