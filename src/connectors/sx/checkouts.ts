import { type Api, change_stream } from '#engine/connector.ts'
import { type Checkout, checkout_line, checkouts_answer } from './answers.ts'
import { checkouts_document, rest_of_checkout_lines } from './documents.ts'
import { amount, complete, created, id_of, paged } from './lists.ts'

/** Customers complete an abandoned cart within days. So the carts of the last month are read again. */
const RECOVERY_MINUTES = 30 * 24 * 60

async function* pages(api: Api, variables: { query?: string; reverse: boolean }) {
  const request = paged(checkouts_document, variables, checkouts_answer, (body) => body.data.abandonedCheckouts)
  for await (const page of api.pages(request)) {
    for (const one of page) await complete(api, one.id, one.lineItems, rest_of_checkout_lines, checkout_line)
    yield page
  }
}

export const checkouts = change_stream({
  into: ['checkouts'],
  every: '1h',
  since: {
    slice_days: 90,
    history_days: 90,
    history_source: 'https://community.shopify.com/t/393959: checkouts are kept for three months (read 2026-11)',
    overlap_minutes: RECOVERY_MINUTES,
    changed_at: (checkout: Checkout) => checkout.createdAt,
  },
  read: ({ api, since }) => pages(api, { query: since ? `created_at:>='${since}'` : undefined, reverse: false }),
  read_created: ({ api, ...range }) => pages(api, { query: created(range), reverse: true }),
  rows: (checkout) => ({
    checkouts: {
      checkout_id: id_of(checkout.id),
      token: /\/checkouts\/(?:\w{2}\/)?(\w{16,})/.exec(checkout.abandonedCheckoutUrl)?.[1] ?? null,
      started_at: checkout.createdAt,
      changed_at: checkout.updatedAt,
      completed_at: checkout.completedAt,
      email: checkout.customer?.defaultEmailAddress?.emailAddress ?? null,
      customer_name: checkout.customer?.displayName ?? null,
      phone: checkout.customer?.defaultPhoneNumber?.phoneNumber ?? null,
      currency: checkout.totalPriceSet.shopMoney.currencyCode,
      total_micros: amount(checkout.totalPriceSet),
      recovery_url: checkout.abandonedCheckoutUrl,
      lines: checkout.lineItems.nodes.map((line) => ({
        title: line.title,
        quantity: line.quantity,
        price: Number(amount(line.discountedUnitPriceSet)),
      })),
    },
  }),
})
