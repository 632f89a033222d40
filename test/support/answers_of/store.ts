// Answers of a mocked API for the pages of stores and of emails, in each of their states.
import {
  all_alike,
  BEFORE,
  compared,
  connections,
  FAULT,
  LIMITED,
  lacking,
  partial_window,
  provenance,
  type Size,
  WINDOW,
} from '#test/answers_of/ads.ts'
import { type Answers, type Mocked, ok } from '#test/dashboard.ts'
import { states as base_states } from '#test/dashboard_answers.ts'

const many = <T>(count: number, make: (number: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))
const moment = (number: number) => new Date(Date.UTC(2026, 5, 27, 20) - number * 3_600_000).toISOString()
const windows = { previous_window: BEFORE, year_before_window: { ...WINDOW, from: '2025-05-30', to: '2025-06-28' } }
const window_of = ({ is_partial }: Size) => (is_partial ? partial_window : WINDOW)
const lists = (count: number, { rows }: Size) => ({
  ...{ count, total: rows === 1_000 ? 2_222 : count, truncated: rows === 1_000 },
  ...(rows === 1_000 && { hint: 'Use fewer days.' }),
})

const known = (value: number, { is_partial }: Size) => (is_partial ? null : value)
const figure = (value: number, before: number, change: number, size: Size) =>
  size.is_partial ? compared(null, null, null) : compared(value, before, change)

export const store_review = (size: Size) => ({
  summary: 'Against the period before: 3,435,698.86 MXN of revenue (+41.24%).',
  ...{ window: window_of(size), ...windows, currency: 'MXN' },
  orders: figure(2_222, 1_565, 41.98, size),
  revenue: figure(3_435_698.86, 2_432_455.52, 41.24, size),
  refunds: figure(48_210.4, 51_002.1, -5.47, size),
  net_revenue: figure(3_387_488.46, 2_381_453.42, 42.24, size),
  average_order_value: figure(1_546.22, 1_554.28, -0.52, size),
  top_products: many(Math.min(size.rows, 10), (number) => ({
    ...{ product: `Tapete de lana ${number + 1}`, units: 120 - number },
    ...{ revenue: known(184_200.5 - number, size), gross_margin: null },
  })),
  margins: { units: null, cost: null, gross_margin: null, margin_rate: null, costed_revenue: null, known_cost: null },
  stock: {
    ...{ products: 84, out_of_stock: 3 },
    ran_out: size.rows > 0 ? [{ product: 'Vela de agave', store: 'Casa Lumbre', stock: 0, units: 41 }] : [],
  },
  carts: {
    abandoned: figure(310, 298, 4.03, size),
    value: compared(402_119.2, 388_201.9, 3.58),
    recoverable: 155,
  },
  ...provenance(['sx', 'mpa'], size.is_partial ? lacking : {}),
})

const order = (number: number) => ({
  ...{ order_id: String(5_000 + number), order_number: `#${1_000 + number}`, store: 'Casa Lumbre' },
  ...{ ordered_at: moment(number), total: 1_250.5 + number, currency: 'MXN' },
  // Short rows have the last visit only.
  journey: number % 2 ? [{ source: 'instagram', campaign: 'Buen Fin' }] : [],
})

export const order_totals = { total_revenue: 3_435_698.86, refunds: 48_210.4 }

const orders = (size: Size) => ({
  ...{ window: window_of(size), currency: 'MXN', orders_in_period: known(2_222, size) },
  ...{ total_revenue: known(order_totals.total_revenue, size), refunds: known(order_totals.refunds, size) },
  ...{
    net_revenue: known(3_387_488.46, size),
    orders: many(Math.min(size.rows, 150), order),
    ...lists(Math.min(size.rows, 150), size),
  },
  ...provenance(['sx', 'mpa'], size.is_partial ? lacking : {}),
})

const product = (number: number) => ({
  ...{ product_id: String(number), title: `Tapete de lana ${number + 1}`, store: 'Casa Lumbre', status: 'active' },
  ...{ currency: 'MXN', price_from: 890, price_to: 1_290.5, stock: number === 0 ? null : number === 1 ? 0 : 12 },
})

/** The tool itself filters. */
const products =
  (size: Size) =>
  ({ body }: { body: unknown }): Mocked => {
    const { search = '' } = body as { search?: string }
    const found = many(size.rows, product).filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
    return ok({ products: found, ...lists(found.length, size), ...provenance(['sx']) })
  }

const cart = (number: number) => ({
  ...{
    cart_id: `cart-${number}`,
    started_at: moment(number),
    email: number === 0 ? null : `buyer.${number}@example.com`,
  },
  ...{ customer_name: number % 2 ? 'María Sol' : null, total: number === 2 ? null : 640.25, currency: 'MXN' },
  recovery_url: null,
})

const carts = (size: Size) => ({
  ...{ window: WINDOW, currency: 'MXN', carts: many(size.rows, cart), ...lists(size.rows, size) },
  totals: {
    ...{ carts: known(310, size), value: known(402_119.2, size), average_value: known(1_297.16, size) },
    ...{ reachable: known(160, size), recoverable: known(155, size) },
  },
  ...provenance(['sx'], size.is_partial ? lacking : {}),
})

export const mail_review = (size: Size) => ({
  summary: 'Against the period before: 12 campaigns sent (+20%).',
  ...{ window: window_of(size), ...windows, currency: 'MXN' },
  campaigns_sent: figure(12, 10, 20, size),
  delivered: figure(48_210, 40_112, 20.19, size),
  opens: figure(19_284, 15_242, 26.52, size),
  clicks: figure(1_446, 1_203, 20.2, size),
  open_rate: figure(0.4, 0.38, 5.26, size),
  click_rate: figure(0.03, 0.03, 0, size),
  unsubscribes: figure(41, 52, -21.15, size),
  revenue: figure(184_220.5, 160_100, 15.07, size),
  campaigns: many(Math.min(size.rows, 50), (number) => ({
    ...{
      campaign_id: `e${number}`,
      name: `Novedades ${number + 1}`,
      subject: 'Nuevos tapetes',
      sent_at: moment(number),
    },
    ...{ delivered: 4_000 - number, opens: 1_600, clicks: 120, open_rate: 0.4, click_rate: 0.03, revenue: null },
  })),
  ...{ count: Math.min(size.rows, 50), total: Math.min(size.rows, 50), truncated: false },
  ...provenance(['email_a'], size.is_partial ? lacking : {}),
})

const email_campaigns = (size: Size) => ({
  campaigns: many(size.rows, (number) => ({
    ...{ campaign_id: `e${number}`, name: `Novedades ${number + 1}`, subject: 'Nuevos tapetes' },
    ...{ sent_at: number === 0 ? null : moment(number), sent: number === 0 ? null : 4_000, opens: 1_600, clicks: 120 },
    ...{ revenue: 1_840.5, currency: 'MXN' },
  })),
  ...{ ...lists(size.rows, size), ...provenance(['email_a']) },
})

const contacts =
  (size: Size) =>
  ({ body }: { body: unknown }): Mocked => {
    const { search = '' } = body as { search?: string }
    const all = many(size.rows, (number) => ({
      ...{ contact_id: `c${number}`, full_name: number === 0 ? null : `Persona ${number}` },
      ...{ email: `persona.${number}@example.com`, source: 'Klaviyo', tags: ['vip'] },
    }))
    const found = all.filter(({ email }) => email.includes(search))
    return ok({ contacts: found, ...lists(found.length, size), ...provenance(['email_a']) })
  }

const answers = (size: Size): Answers => ({
  ...base_states.data,
  list_connections: connections(['sx', 'mpa', 'email_a']),
  revisar_tienda: ok(store_review(size)),
  query_orders: ok(orders(size)),
  query_products: products(size),
  query_carts: ok(carts(size)),
  revisar_email: ok(mail_review(size)),
  query_email_campaigns: ok(email_campaigns(size)),
  query_contacts: contacts(size),
})

const READS = [
  ...['revisar_tienda', 'query_orders', 'query_products', 'query_carts'],
  ...['revisar_email', 'query_email_campaigns', 'query_contacts'],
]

/** Of both pages. */
export const store_states = {
  data: answers({ rows: 8 }),
  most: answers({ rows: 1_000 }),
  partial: answers({ rows: 8, is_partial: true }),
  empty: answers({ rows: 0 }),
  none: { ...answers({ rows: 0 }), list_connections: connections(['seo_console']) },
  loading: { ...answers({ rows: 8 }), ...all_alike(READS, { is_silent: true }) },
  error: { ...answers({ rows: 8 }), ...all_alike(READS, FAULT) },
  '429': { ...answers({ rows: 8 }), ...all_alike(READS, LIMITED) },
  offline: { ...answers({ rows: 8 }), ...all_alike(READS, { is_offline: true }) },
} satisfies Record<string, Answers>
