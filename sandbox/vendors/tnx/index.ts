// Tiendanube's API over a small shop: pages of lists with links, 404 after the last page, a leaky bucket, and scopes.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Vendor } from '../../vendor.ts'
import type { Instant } from '../../world/types.ts'
import { error } from './errors.ts'
import { checkout_body, is_shown, order_body, product_body, shop_body, transactions_body } from './records.ts'
import { webhook_routes } from './webhooks.ts'
import { writes } from './writes.ts'

const versions = ['2025-03', 'v1']
const page_default = 30
const bucket_size = 40
const leaks_a_second = 2
const page_max = 200
/** A query of orders with more is refused. How the error reads is not documented (changelog of the API's documents, 2025-11-06). */
const orders_max = 10_000

interface Query {
  page?: string
  per_page?: string
  fields?: string
  created_at_min?: string
  created_at_max?: string
  updated_at_min?: string
  updated_at_max?: string
}
type Call = FastifyRequest<{ Params: { version: string; store_id: string; id?: string }; Querystring: Query }>
type Times = { created_at: Instant; updated_at: Instant }

export const tnx: Vendor = {
  platform: 'tnx',
  hosts: ['api.tiendanube.com', 'api.nuvemshop.com.br'],
  // The header is not called authorization (resources/authentication, read 2026-11).
  credential: ({ headers }) => /^bearer (\S+)$/i.exec(String(headers.authentication ?? ''))?.[1] ?? null,
  refuse: () => error(401, 'Invalid access token'),
  // A bucket of 40 requests, of which 2 leak in a second. Higher plans have ten times as much (introduction of the API, read 2026-11).
  limits: (_, { by }) => [{ key: 'bucket of requests', of: by, most: bucket_size, per_second: leaks_a_second }],
  // Every answer says how full the bucket is, and after how many milliseconds it is empty.
  limit_headers: ([bucket]) => ({
    'x-rate-limit-limit': String(bucket_size),
    'x-rate-limit-remaining': String(Math.floor(bucket!.left)),
    'x-rate-limit-reset': String(Math.ceil(((bucket_size - bucket!.left) / leaks_a_second) * 1_000)),
  }),
  throttle: (seconds) => ({
    ...error(429, 'Too Many Requests'),
    headers: { 'x-rate-limit-reset': String(seconds * 1000) },
  }),
  fail: (status) => error(status, 'An error occurred.'),
  deny: () => error(403, 'Missing a required scope'),
  refuse_write: () => ({ status: 422, body: { name: ["can't be blank"] } }),
  records: (body) => (Array.isArray(body) ? body : null),
  odd_values,
  own: {
    /** A shop that has given up its other languages. Texts in them stay. */
    one_language(body) {
      const { main_language } = body as { main_language: string }
      Object.assign(body, { languages: { [main_language]: { currency: 'ARS', active: true } } })
    },
  },

  routes(app, { world, webhooks }) {
    const { shops, now } = world
    const { shop, access, ...store } = shops.tnx
    const refuse = (reply: FastifyReply, status: number, description: string) =>
      reply.code(status).send(error(status, description).body)

    app.addHook('preHandler', async (request, reply) => {
      const { version, store_id } = request.params as Call['params']
      if (!/\S+ \(\S+\)/.test(request.headers['user-agent'] ?? '')) return refuse(reply, 400, 'Missing User-Agent')
      if (access.is_unpaid) return refuse(reply, 402, 'Payment Required')
      if (!versions.includes(version)) return refuse(reply, 404, 'Unknown version')
      if (store_id !== shop.id) return refuse(reply, 401, 'Invalid access token')
    })

    const get = (path: string, scope: string | null, answer: (call: Call, reply: FastifyReply) => unknown) =>
      app.get(`/:version/:store_id/${path}`, (request, reply) =>
        scope === null || access.scopes.has(scope)
          ? answer(request as Call, reply)
          : refuse(reply, 403, `Missing a required scope: ${scope}`),
      )

    /** A page of the records, newest first, so that records move to later pages while a client reads. */
    function list<T extends Times>(
      call: Call,
      reply: FastifyReply,
      records: T[],
      body: (record: T) => object,
      most = Number.POSITIVE_INFINITY,
    ) {
      const found = records.filter((record) => within(record, call.query)).toReversed()
      if (found.length > most) return refuse(reply, 422, `The query has more than ${most} results`)
      const size = Math.min(page_max, Number(call.query.per_page ?? page_default))
      const page = Number(call.query.page ?? 1)
      const last = Math.ceil(found.length / size)
      if (page > last) return refuse(reply, 404, `Last page is ${last}`)
      const link = (to: number, rel: string) => {
        const query = new URLSearchParams({ ...call.query, page: String(to) } as Record<string, string>)
        return `<https://api.tiendanube.com${call.url.replace(/^\/[^/]+/, '').split('?')[0]}?${query}>; rel="${rel}"`
      }
      reply.header('x-total-count', String(found.length))
      reply.header('link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
      const wanted = call.query.fields?.split(',')
      return found.slice((page - 1) * size, page * size).map((record) => picked(body(record), wanted))
    }
    function one<T extends { id: string }>(
      call: Call,
      reply: FastifyReply,
      records: T[],
      body: (record: T) => unknown,
    ) {
      const found = records.find(({ id }) => id === call.params.id)
      return found ? body(found) : refuse(reply, 404, 'Resource not found')
    }

    const orders = () => store.orders()
    const order = (record: ReturnType<typeof orders>[number]) =>
      order_body(record, shop, now(), access.scopes.has('read_customers'))
    const carts = () => store.checkouts().filter((record) => is_shown(record, now()))

    webhook_routes(app, webhooks, world)
    get('store', null, () => shop_body(shop))
    get('orders', 'read_orders', (call, reply) => list(call, reply, orders(), order, access.orders_max ?? orders_max))
    get('orders/:id', 'read_orders', (call, reply) => one(call, reply, orders(), order))
    get('orders/:id/transactions', 'read_orders', (call, reply) =>
      one(call, reply, orders(), (record) => transactions_body(record, now())),
    )
    get('products', 'read_products', (call, reply) => list(call, reply, store.products(), product_body))
    get('products/:id', 'read_products', (call, reply) => one(call, reply, store.products(), product_body))
    writes(app, world)
    get('checkouts', 'read_orders', (call, reply) =>
      list(call, reply, carts(), (record) => checkout_body(record, shop)),
    )
  },
}

/** The vendor compares whole seconds. */
function within({ created_at, updated_at }: Times, query: Query): boolean {
  const second = (at: Instant) => Math.floor(at / 1000) * 1000
  const after = (at: Instant, min?: string) => min === undefined || second(at) >= second(Date.parse(min))
  const before = (at: Instant, max?: string) => max === undefined || second(at) <= Date.parse(max)
  return (
    after(created_at, query.created_at_min) &&
    before(created_at, query.created_at_max) &&
    after(updated_at, query.updated_at_min) &&
    before(updated_at, query.updated_at_max)
  )
}

const picked = (body: object, fields: string[] | undefined) =>
  fields ? Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name))) : body

const texts = [null, 7, '\u0000 Ana 🪔', [], {}, '<p>x</p>'.repeat(131_072), false]

/** Times that were never set. */
const unset = [
  '-0001-11-30T00:00:00+0000',
  { date: '-0001-11-30 00:00:00.000000', timezone_type: 3, timezone: 'UTC' },
] as const

/** Fields that apps and themes fill as they like. */
function odd_values(record: unknown, at: number) {
  const fields = record as Record<string, unknown>
  const pick = <Of>(of: Of[]) => of[at % of.length]
  if ('extra' in fields) fields.extra = pick(texts)
  if ('note' in fields) fields.note = pick(texts.slice(0, 5))
  if ('landing_url' in fields) fields.landing_url = pick(['javascript:alert(1)', 5, null, '/productos', [], 'https://'])
  if ('currency' in fields) fields.currency = pick(['$', 'ARS', null, 'PESOS', 5])
  // As the documents of draft orders and integrations show it (TiendaNube/api-docs, 2023-01).
  for (const name of ['cancelled_at', 'completed_at']) if (fields[name] === null) fields[name] = pick([null, ...unset])
  if ('abandoned_checkout_url' in fields) fields.abandoned_checkout_url = pick([null, 'javascript:x', 5])
  if ('description' in fields) fields.description = pick(texts.slice(0, 5))
}
