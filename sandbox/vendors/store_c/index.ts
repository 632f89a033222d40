// WooCommerce on a site of WordPress, over a small shop: pages by number, times without a zone, unknown parameters ignored, and refunds
// that lists leave out.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { wc_auth } from '../../consent/wc_auth.ts'
import { whole_number } from '../../json.ts'
import type { Vendor } from '../../vendor.ts'
import type { Access } from '../../world/store_types.ts'
import type { Instant, Order, Shop } from '../../world/types.ts'
import { cached } from './cached.ts'
import { site_pages } from './pages.ts'
import { product_routes } from './products.ts'
import { listed_refund_body, order_body, product_body, refund_body, variation_body } from './records.ts'
import { error, gmt, index_body, local } from './site.ts'
import { webhook_routes } from './webhooks.ts'

const page_default = 10
const page_max = 100
const CRITICAL = 'There has been a critical error on this website.'
const NO_ROUTE = 'No route was found matching the URL and request method.'

type Query = Record<string, string | undefined>
type Call = FastifyRequest<{ Params: { id: string }; Querystring: Query }>
interface Listed {
  id: string
  created_at?: Instant
  updated_at?: Instant
}

/** The keys of the header, or of the address. */
function credential({ headers, query }: FastifyRequest): string | null {
  const basic = /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (basic) return Buffer.from(basic, 'base64').toString()
  const { consumer_key, consumer_secret } = query as Query
  return consumer_key && consumer_secret ? `${consumer_key}:${consumer_secret}` : null
}

export const store_c: Vendor = {
  platform: 'store_c',
  hosts: ['ajinorte.example'],
  credential,
  // WordPress itself checks a person's password instead.
  open: (path) => path.startsWith('/wc-auth/') || path === '/wp-json/' || path.startsWith('/wp-json/wp/'),
  refuse: (state) =>
    state === 'missing'
      ? error(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.')
      : error(401, 'woocommerce_rest_authentication_error', 'Consumer key is invalid.'),
  // WooCommerce has no limit. The host of the site has one.
  throttle: (seconds) => ({
    status: 503,
    headers: { 'retry-after': String(seconds), 'content-type': 'text/html' },
    body: '<html><body>Service Temporarily Unavailable</body></html>',
  }),
  fail: (status) => error(status, 'internal_server_error', CRITICAL),
  refuse_write: () => error(400, 'rest_invalid_param', 'Invalid parameter(s): description'),
  deny: () => error(403, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.'),
  records: (body) => (Array.isArray(body) ? body : null),
  odd_values,

  routes(app, { world, webhooks }) {
    const { shop, access, ...store } = world.shops.store_c
    wc_auth(app)
    cached(app, access)
    site_pages(app, world)
    product_routes(app, world)
    webhook_routes(app, webhooks, world)
    const get = (path: string, answer: (call: Call, reply: FastifyReply) => unknown) =>
      app.get(`/wp-json${path}`, (request, reply) => answer(request as Call, reply))
    const refuse = (reply: FastifyReply, status: number, code: string, message: string) =>
      reply.code(status).send(error(status, code, message).body)
    const end = (reply: FastifyReply) => refuse(reply, 500, 'internal_server_error', CRITICAL)

    function list<T extends Listed>(call: Call, reply: FastifyReply, records: T[], body: (record: T) => object) {
      const { query } = call
      const size = Number(query.per_page ?? page_default)
      if (size < 1 || size > page_max) return refuse(reply, 400, 'rest_invalid_param', 'Invalid parameter(s): per_page')
      const include = query.include?.split(',')
      const found = records
        .filter(
          (record) =>
            (!include || include.includes(record.id)) && within(record, query, shop, access.is_older === true),
        )
        .toSorted((one, other) => Number(BigInt(one.id) - BigInt(other.id)))
      if ((query.order ?? 'desc') === 'desc') found.reverse()
      const pages = Math.ceil(found.length / size)
      const page = Number(query.page ?? 1)
      reply.headers({ 'x-wp-total': String(found.length), 'x-wp-totalpages': String(pages) })
      const wanted = query._fields?.split(',')
      const shown = found.slice((page - 1) * size, page * size).map(body)
      // Whole records need the memory (woocommerce issue 22035, 2019-01).
      if (query._fields !== 'id' && shown.length > (access.records_max ?? page_max)) return end(reply)
      return wanted
        ? shown.map((one) => Object.fromEntries(Object.entries(one).filter(([name]) => wanted.includes(name))))
        : shown
    }

    const order = (record: Order) => ({
      ...order_body(record, shop, access.is_older === true),
      ...(record.id === DRAFT && without_times),
      ...(record.id.startsWith(PART) && part_of(record.id.slice(PART.length))),
    })
    const all_orders = () => listed(store.orders(), access, world.now())
    const orders = (status: string | undefined) => {
      const all = all_orders()
      return status === undefined || status === 'any' ? all : all.filter((one) => order(one).status === status)
    }

    get('/wc/v3', () => index_body(access.is_older === true))
    get('/wc/v3/settings/general/woocommerce_currency', (_, reply) =>
      !access.hides_settings
        ? { id: 'woocommerce_currency', label: 'Currency', type: 'select', default: 'USD', value: shop.currency }
        : refuse(reply, 403, 'woocommerce_rest_cannot_view', 'Sorry, you cannot view this resource.'),
    )
    get('/wc/v3/orders', (call, reply) =>
      ends_at_coupon(call, access) ? end(reply) : list(call, reply, orders(call.query.status), order),
    )
    get('/wc/v3/orders/:id', (call, reply) => {
      if (ends_at_coupon(call, access)) return end(reply)
      const found = all_orders().find(({ id }) => id === call.params.id)
      return found ? order(found) : refuse(reply, 404, 'woocommerce_rest_shop_order_invalid_id', 'Invalid ID.')
    })
    get('/wc/v3/orders/:id/refunds', (call, reply) => {
      const found = all_orders().find(({ id }) => id === call.params.id)
      if (!found) return refuse(reply, 404, 'woocommerce_rest_order_invalid_id', 'Invalid order ID.')
      return list({ ...call, query: { ...call.query, after: undefined } } as Call, reply, found.refunds, (refund) =>
        refund_body(refund, found, shop),
      )
    })
    get('/wc/v3/refunds', (call, reply) => {
      if (access.is_older) return refuse(reply, 404, 'rest_no_route', NO_ROUTE)
      // A plugin that filters orders can leave the refunds of all of them out, or show others.
      const shown = access.has_strange_refund_list ? [] : store.orders()
      const all = shown.flatMap((of) => of.refunds.map((refund) => ({ ...refund, of })))
      return list(call, reply, all, ({ of, ...refund }) => listed_refund_body(refund, of, shop))
    })
    get('/wc/v3/products', (call, reply) => list(call, reply, store.products(), (one) => product_body(one, shop)))
    get('/wc/v3/products/:id/variations', (call, reply) => {
      const found = store.products().find(({ id }) => id === call.params.id)
      if (!found) return refuse(reply, 404, 'woocommerce_rest_product_invalid_id', 'Invalid ID.')
      return list(call, reply, found.variants, (variant) => variation_body(variant, found, shop))
    })
    app.get('/*', (_, reply) => refuse(reply, 404, 'rest_no_route', NO_ROUTE))
  },
}

/** WooCommerce before pull request 63010 (2026-01) ends at a stored coupon that its own rules forbid, when the answer has coupons. */
const ends_at_coupon = ({ query: { _fields } }: Call, { has_faulty_coupon }: Access) =>
  has_faulty_coupon && (!_fields || _fields.split(',').includes('coupon_lines'))

/** With an order that somebody just began in the admin, and with parts of orders, where the shop has them. */
function listed(all: Order[], { has_draft, splits_orders }: Access, now: Instant): Order[] {
  const parts = splits_orders ? all.map((one) => ({ ...one, id: `${PART}${one.id}`, updated_at: now })) : []
  return [...all, ...parts, ...(has_draft ? [{ ...all[0]!, id: DRAFT, refunds: [], updated_at: now }] : [])]
}

/** A part of an order, as Dokan makes one for each vendor (`create_sub_order` of getdokan/dokan, 2025-10). Its id begins with this. */
const PART = '909'
const part_of = (whole: string) => ({ parent_id: whole_number(whole), created_via: 'dokan' })

/** An order without a time, as woocommerce-ios has recorded one (pull request 126, 2018-06). */
const DRAFT = '9'
const without_times = {
  status: 'draft',
  date_created: null,
  date_created_gmt: null,
  date_modified: null,
  date_modified_gmt: null,
}

/**
 * WordPress converts a time with a zone into the site's zone, and then compares it as it is written with the column: that of the site's
 * time, or with dates_are_gmt that of GMT. An older shop does not know the filters by change, nor dates_are_gmt.
 */
function within({ created_at, updated_at }: Listed, query: Query, shop: Shop, is_older: boolean): boolean {
  const written = (text: string) =>
    /(Z|[+-]\d\d:\d\d)$/.test(text) ? local(Date.parse(text), shop) : text.slice(0, 19)
  const column = (at: Instant) => (query.dates_are_gmt === 'true' && !is_older ? gmt(at) : local(at, shop))
  const changed = is_older ? undefined : query.modified_after
  return (
    (!query.after || created_at === undefined || column(created_at) > written(query.after)) &&
    (!query.before || created_at === undefined || column(created_at) < written(query.before)) &&
    (!changed || updated_at === undefined || column(updated_at) > written(changed))
  )
}

const texts = [null, 7, '\u0000 Ana 🪔', [], {}, '<p>x</p>'.repeat(100), false]

/** Fields that plugins fill as they like. */
function odd_values(record: unknown, at: number) {
  const fields = record as Record<string, unknown>
  const pick = <Of>(of: Of[]) => of[at % of.length]
  if ('meta_data' in fields)
    fields.meta_data = pick([[], {}, null, [{ id: 1, key: 'x', value: { y: [] } }], 'none', [null]])
  if ('created_via' in fields) fields.created_via = pick(texts)
  if ('customer_note' in fields) fields.customer_note = pick(['<p>x</p>'.repeat(131_072), null, 5, ''])
  // Refunds of shops with the new tables for orders had no amount (woocommerce issue 37697, 2023-04).
  if ('refunded_by' in fields) fields.amount = '0'
  if ('currency' in fields) fields.currency = pick(['CLP', 'clp', '$', 'IRHT', null, 5])
  if ('description' in fields) fields.description = pick(texts)
  // Plugins change booleans and counts to other types (woocommerce-ios, Product.swift, 2024-10).
  if ('on_sale' in fields) Object.assign(fields, pick([{ on_sale: '0' }, { on_sale: 1, stock_quantity: '7' }, {}]))
  if ('permalink' in fields) fields.permalink = pick([false, '', 'javascript:alert(1)'])
  for (const line of (fields.line_items ?? []) as Record<string, unknown>[])
    Object.assign(line, { sku: pick(texts), name: pick(['Salsa', 5, null]), quantity: pick([1, '2', 0.5, null]) })
}
