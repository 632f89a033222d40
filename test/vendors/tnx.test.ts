// Checks the connector and the sandbox against what Tiendanube documents: paths of its Postman collection, parameters of its tables, and
// fields of its examples. The vendor publishes no schema.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { tnx } from '#connectors/tnx/index.ts'
import type { Account, Stream } from '#engine/connector.ts'
import { canned_api } from '#test/canned_api.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { documented_examples, type Shape, section_of, shape_faults, shape_of, table_names } from './documented.ts'
import { contract_file, without_contracts } from './published.ts'
import { count_of_day, rows_by_table, type Tables } from './rows.ts'
import { wire } from './wire.ts'

const skip = without_contracts
const { settings, secrets } = sandbox_connections.find(({ platform }) => platform === 'tnx')!
const page = (name: string) => readFileSync(contract_file('tnx', `docs/resources/${name}.md`), 'utf8')

interface Item {
  item?: Item[]
  request?: { method: string; url: string | { raw: string } }
}
/** `GET /orders/{id}` for every request of the collection. */
function published_paths(): Set<string> {
  const paths = new Set<string>()
  const add = ({ item = [], request }: Item) => {
    for (const one of item) add(one)
    if (!request) return
    const url = typeof request.url === 'string' ? request.url : request.url.raw
    paths.add(
      `${request.method} ${url
        .replace(/^.*\{\{store_id\}\}/, '')
        .split('?')[0]!
        .replace(/\{\{\w+\}\}/g, '{id}')
        .replace(/\/$/, '')}`,
    )
  }
  add(JSON.parse(readFileSync(contract_file('tnx', 'docs/utils/postman/postman.json'), 'utf8')))
  return paths
}

const bodies = (name: string, is_answer: (section: string) => boolean = () => true) =>
  documented_examples('tnx', `resources__${name}`).flatMap(({ section, body }) =>
    is_answer(section) ? [body].flat() : [],
  )

/** The documented answers of a path: their shape, and the parameters of its table. */
function contract_of(path: string): { shape: Shape; parameters: string[] } {
  const name = /transactions$/.test(path)
    ? 'transaction'
    : /\/(\w+)/.exec(path)![1]!.replace('checkouts', 'abandoned_checkout').replace(/s$/, '')
  const is_list = !/\{id\}$|\/store$/.test(path)
  const found = bodies(name, (section) => name !== 'transaction' || section.startsWith('Response'))
  const named = name === 'transaction' ? [] : table_names(page(name).split(/^#* ?Endpoints/m)[0]!)
  const shape = shape_of(is_list ? [found] : found, named)
  const heading = `### ${path}`
  return { shape, parameters: name === 'transaction' ? [] : table_names(section_of(page(name), heading)) }
}

describe('requests and answers', { skip }, () => {
  let wired: Awaited<ReturnType<typeof wire>>
  const tables: Record<string, Tables> = {}
  before(async () => {
    wired = await wire({ connector: tnx, platform: 'tnx', secrets, settings })
    const [account] = await wired.accounts()
    const source = { api: wired.api, account: account!, since: '2026-06-01T00:00:00.000Z' }
    for (const [name, stream] of Object.entries(tnx.streams)) tables[name] = await rows_by_table(stream, source)
    assert.ok((await count_of_day(tnx.streams.orders, source))! > 0)
    for (const stream of [tnx.streams.orders, tnx.streams.products] as Stream[]) {
      if (!('since' in stream) || !stream.recheck) continue
      const ids: string[] = []
      for await (const some of stream.recheck.existing!.read({ ...source, settings })) ids.push(...some)
      const [found, missing] = await stream.recheck.read({ ...source, settings, ids: [ids[0]!, '1'] })
      assert.ok(found)
      assert.equal(missing, null)
    }
  })
  after(() => wired?.close())

  const path_of = (url: string) => new URL(url).pathname.replace('/2025-03/4021977', '').replace(/\/\d+/g, '/{id}')

  test('every request is documented, and every field of every answer', () => {
    const published = published_paths()
    const seen = new Set<string>()
    for (const { method, url, headers, status, answer } of wired.sandbox.log.list('tnx')) {
      const path = `${method} ${path_of(url)}`
      seen.add(path)
      assert.ok(published.has(path) || path === 'GET /store', path)
      assert.match(String(headers['user-agent']), /^Tablero \(\S+\)$/)
      assert.match(String(headers.authentication), /^bearer \S+$/)
      if (status !== 200) continue
      const { shape, parameters } = contract_of(path)
      const asked = [...new URL(url).searchParams.keys()].filter((name) => !parameters.includes(name))
      assert.deepEqual(asked, [], `parameters of ${url}`)
      assert.deepEqual(shape_faults(shape, JSON.parse(answer!)).slice(0, 3), [], url)
    }
    assert.deepEqual([...seen].sort(), [
      'GET /checkouts',
      'GET /orders',
      'GET /orders/{id}',
      'GET /orders/{id}/transactions',
      'GET /products',
      'GET /products/{id}',
      'GET /store',
    ])
  })

  test('the validator finds unknown fields and wrong types', () => {
    const { shape } = contract_of('GET /orders')
    const [example] = bodies('order')
    assert.deepEqual(shape_faults(shape, [example]), [])
    assert.match(shape_faults(shape, [{ ...(example as object), refunds: [] }])[0]!, /refunds is not documented/)
    assert.match(shape_faults(shape, [{ ...(example as object), total: 5 }])[0]!, /total must be string, and is number/)
  })

  test('a page has at most 200 records, links to the next one, and says 404 after the last', async () => {
    const get = async (query: string) => {
      wired.sandbox.clock.advance(1000)
      const headers = { authentication: 'bearer tnx_sandbox', 'user-agent': 'Tablero (ops@tablero.example)' }
      const url = `/api.tiendanube.com/2025-03/4021977/orders?${query}`
      return wired.sandbox.app.inject({ method: 'GET', url, headers })
    }
    const first = await get('per_page=500')
    assert.equal(first.json().length, 200)
    assert.match(String(first.headers.link), /page=2>; rel="next"/)
    const after_last = await get('page=999&per_page=200')
    assert.equal(after_last.statusCode, 404)
    assert.match(after_last.json().description, /^Last page is \d+$/)
    assert.deepEqual((await get('created_at_min=2030-01-01T00:00:00Z')).json().description, 'Last page is 0')
  })

  test('the bucket of the sandbox holds 40 requests, and leaks two a second', async () => {
    const { app, clock } = wired.sandbox
    const get = () =>
      app.inject({
        method: 'GET',
        url: '/api.tiendanube.com/2025-03/4021977/store',
        headers: { authentication: 'bearer tnx_sandbox', 'user-agent': 'A (b)' },
      })
    clock.advance(60_000)
    for (let n = 0; n < 40; n++) assert.equal((await get()).statusCode, 200)
    const full = await get()
    assert.equal(full.statusCode, 429)
    assert.equal(full.headers['x-rate-limit-reset'], '20000')
    clock.advance(500)
    assert.equal((await get()).statusCode, 200)
  })

  test('orders of every kind come: imported, waiting for a transfer, refunded, cancelled', () => {
    const rows = tables.orders!.store_orders!
    assert.ok(rows.some(({ imported_from }) => imported_from === 'mpa'))
    assert.ok(rows.some(({ is_pending }) => is_pending))
    assert.ok(rows.some(({ is_voided }) => is_voided))
    assert.ok(tables.orders!.store_refunds!.some(({ amount_micros }) => (amount_micros as bigint) > 0n))
  })
})

describe('documented examples', { skip }, () => {
  const account: Account = { account_id: '1', name: 'x', time_zone: 'UTC', currency: 'BRL', extra: { language: 'pt' } }
  const rows = (stream: Stream | undefined, answers: unknown[]) =>
    rows_by_table(stream, { api: canned_api(answers).api, account })

  test('the documented order becomes an order with a line', async () => {
    const [example] = bodies('order', (section) => section === 'GET /orders')
    const { store_orders: [order] = [], store_order_lines: lines = [] } = await rows(tnx.streams.orders, [[example]])
    assert.deepEqual(
      [
        order!.order_id,
        order!.order_number,
        order!.total_micros,
        order!.shipping_micros,
        order!.customer_id,
        order!.currency,
      ],
      ['450789469', '#10872', 5_660_000_000n, 470_000_000n, '101', 'USD'],
    )
    assert.deepEqual([lines[0]!.line_id, lines[0]!.variant_id, lines[0]!.quantity], ['972900182', '169164456', 1n])
  })

  test('an order in the older form is read too', async () => {
    const [example] = bodies('order', (section) => section === 'GET /orders/450789469')
    const old = { total: '58.00', ...(example as object) }
    const { store_orders: [order] = [], store_order_lines: [line] = [] } = await rows(tnx.streams.orders, [[old]])
    assert.deepEqual([order!.is_pending, order!.ordered_at], [true, '2008-01-10T16:00:00.000Z'])
    assert.equal(line!.line_id, '101-1')
  })

  test('the documented refund of a transaction becomes a refund', async () => {
    const [example] = bodies('order', (section) => section === 'GET /orders')
    const transactions = bodies('transaction', (section) => section === 'Response').filter(
      (one) => (one as { status?: string }).status === 'refunded',
    )
    const refunded = { ...(example as object), payment_status: 'refunded' }
    const { store_refunds = [] } = await rows(tnx.streams.orders, [[refunded], transactions.slice(0, 1)])
    assert.deepEqual(
      store_refunds.map(({ amount_micros }) => amount_micros),
      [132_950_000n],
    )
  })

  test('every documented product and cart is read', async () => {
    const listed = bodies('product', (section) => section === 'GET /products')
    const {
      store_products = [],
      store_variants = [],
      store_variant_costs = [],
    } = await rows(tnx.streams.products, [listed])
    assert.deepEqual([store_products.length, store_variants.length, store_variants[0]!.title], [1, 3, 'Small'])
    assert.deepEqual(
      store_variant_costs.map(({ cost_micros }) => cost_micros),
      [null, null, 10_990_000n],
    )
    const carts = bodies('abandoned_checkout').filter((one) => (one as { contact_email?: string }).contact_email)
    const { checkouts = [] } = await rows(tnx.streams.checkouts, [carts])
    assert.ok(carts.length > 1)
    assert.deepEqual(
      [checkouts[0]!.total_micros, checkouts[0]!.currency, checkouts[0]!.completed_at],
      [291_350_000n, 'BRL', null],
    )
  })

  test('the documented store is an account', async () => {
    const [example] = bodies('store')
    const [found] = await tnx.accounts.read({ api: canned_api([example]).api, settings })
    assert.deepEqual(
      [found!.account_id, found!.name, found!.time_zone, found!.currency, found!.created_on],
      ['1234', 'Poké Loja', 'America/Sao_Paulo', 'BRL', '2013-01-01'],
    )
  })
})
