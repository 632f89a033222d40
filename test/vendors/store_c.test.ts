// Checks the connector and the sandbox against what WooCommerce publishes: the routes of its index, the parameters of its documents,
// and the properties and examples of its answers.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { store_c } from '#connectors/store_c/index.ts'
import type { Account, Stream } from '#engine/connector.ts'
import { canned_api } from '#test/canned_api.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { documented_examples, type Shape, shape_faults, shape_of, table_names } from './documented.ts'
import { airbyte_records, contract_file, without_contracts } from './published.ts'
import { count_of_day, rows_by_table, type Tables } from './rows.ts'
import { wire } from './wire.ts'

const skip = without_contracts
const { settings, secrets } = sandbox_connections.find(({ platform }) => platform === 'store_c')!

interface Index {
  routes: Record<
    string,
    { endpoints: { methods: string[]; args: Record<string, { type?: string; enum?: string[] }> }[] }
  >
}
const read_index = (): Index => JSON.parse(readFileSync(contract_file('store_c', 'wc_v3_index.full.json'), 'utf8'))
/** Since WooCommerce 9.0, which the published index is older than (woocommerce#46895, read 2026-11): as the refunds of an order, with its id. */
const NEWER = { '/wc/v3/refunds': '/wc/v3/orders/1/refunds' } as Record<string, string>
/** Against caches before the site. WordPress ignores what it does not know. */
const UNCACHED = '_'
/** WordPress itself accepts these on every route (developer.wordpress.org/rest-api/using-the-rest-api/global-parameters, read 2026-11). */
const GLOBAL = ['_fields', UNCACHED]

/** The published route of a path, with its parameters. The index is of a version without the filters by change, which the documents have. */
function route_of(index: Index, of: string) {
  const path = NEWER[of] ?? of
  const found = Object.entries(index.routes).find(([route]) =>
    new RegExp(`^${route.replaceAll('(?P<', '(?<')}$`).test(path),
  )
  if (!found) return undefined
  const page =
    /orders$/.test(path) || path !== of ? readFileSync(contract_file('store_c', 'docs/_orders.md'), 'utf8') : ''
  const documented = table_names(page.slice(page.indexOf('## List all orders')).split('## Update an order')[0]!)
  const { args } = found[1].endpoints.find(({ methods }) => methods.includes('GET'))!
  return { args, names: [...Object.keys(args), ...documented, ...GLOBAL] }
}

interface Property {
  type?: string
}
/** Fields of the property table of a page, each with its type, and those of its examples. */
function shape_of_page(page: string, title: string, is_list: boolean): Shape {
  const tables = JSON.parse(readFileSync(contract_file('store_c', 'wc_v3_property_tables.json'), 'utf8')) as Record<
    string,
    Record<string, { properties: Record<string, Property> }>
  >
  const bodies = documented_examples('store_c', `source__includes__wp-api-v3___${page}`)
    .flatMap(({ body }) => [body].flat())
    .filter((body) => typeof body === 'object' && body !== null && 'id' in body)
  const shape = shape_of(is_list ? [bodies] : bodies, Object.keys(tables[page]![title]!.properties))
  return shape
}

const pages: [RegExp, page: string, title: string][] = [
  [/\/orders$/, 'orders', 'Order properties'],
  [/\/refunds$/, 'order-refunds', 'Order refund properties'],
  [/\/products$/, 'products', 'Product properties'],
  [/\/variations$/, 'product-variations', 'Product variation properties'],
]

describe('requests and answers', { skip }, () => {
  let wired: Awaited<ReturnType<typeof wire>>
  const tables: Record<string, Tables> = {}
  before(async () => {
    wired = await wire({ connector: store_c, platform: 'store_c', secrets, settings })
    const [account] = await wired.accounts()
    const source = { api: wired.api, account: account!, settings, since: '2026-05-01T00:00:00.000Z' }
    for (const [name, stream] of Object.entries(store_c.streams)) {
      tables[name] = await rows_by_table(stream, source)
      if (!('since' in stream) || !stream.recheck) continue
      const ids: string[] = []
      for await (const some of stream.recheck.existing!.read(source)) ids.push(...some)
      const [found, missing] = await stream.recheck.read({ ...source, ids: [ids[0]!, '1'] })
      assert.ok(found)
      assert.equal(missing, null)
    }
    assert.ok((await count_of_day(store_c.streams.orders, source))! > 0)
  })
  after(() => wired?.close())

  test('every request is published, and every field of every answer', () => {
    const index = read_index()
    const seen = new Set<string>()
    for (const { method, url, headers, status, answer } of wired.sandbox.log.list('store_c')) {
      assert.equal(method, 'GET')
      const path = new URL(url).pathname.replace('/wp-json', '')
      // What the site says of itself needs no sign-in.
      assert.match(String(headers.authorization), path === '/' ? /^undefined$/ : /^Basic /)
      // The record that no list has.
      assert.equal(status, /s\/1$/.test(path) ? 404 : 200, url)
      seen.add(path.replace(/\/\d+/g, '/{id}'))
      if (path === '/') continue
      const route = route_of(index, path)
      assert.ok(route, path)
      for (const [name, value] of new URL(url).searchParams) {
        assert.ok(route.names.includes(name), `${name} of ${path}`)
        const one: { type?: string; enum?: string[] } | undefined = route.args[name]
        if (one?.enum) assert.ok(one.enum.includes(value), `${name}=${value}`)
        if (one?.type === 'integer') assert.match(value, /^\d+$/)
      }
      const [, page, title] = pages.find(([of]) => of.test(path)) ?? []
      if (!page) continue
      const shape = shape_of_page(page, title!, true)
      const given = JSON.parse(answer!)
      const known = path in NEWER ? given.map(({ parent_id: _, ...others }: Record<string, unknown>) => others) : given
      assert.deepEqual(shape_faults(shape, known).slice(0, 3), [], url)
    }
    assert.deepEqual([...seen].sort(), [
      '/',
      '/wc/v3',
      '/wc/v3/orders',
      '/wc/v3/orders/{id}',
      '/wc/v3/orders/{id}/refunds',
      '/wc/v3/products',
      '/wc/v3/products/{id}',
      '/wc/v3/products/{id}/variations',
      '/wc/v3/refunds',
      '/wc/v3/settings/general/woocommerce_currency',
    ])
  })

  test('the validator finds unknown fields and wrong types', () => {
    const shape = shape_of_page('orders', 'Order properties', true)
    const [, , { body }] = documented_examples('store_c', 'source__includes__wp-api-v3___orders') as [
      unknown,
      unknown,
      { body: object[] },
    ]
    assert.deepEqual(shape_faults(shape, body), [])
    assert.match(shape_faults(shape, [{ ...body[0], paid: true }])[0]!, /paid is not documented/)
    assert.match(shape_faults(shape, [{ ...body[0], total: 5 }])[0]!, /total must be string, and is number/)
    assert.equal(route_of(read_index(), '/wc/v3/carts'), undefined)
  })

  test('orders of every kind come: pending, of a plugin, refunded, cancelled', () => {
    const rows = tables.orders!.store_orders!
    const words = new Set(rows.map(({ financial_status }) => financial_status))
    for (const word of ['processing', 'completed', 'cancelled']) assert.ok(words.has(word), word)
    assert.ok(rows.some(({ is_pending }) => is_pending))
    assert.ok(tables.orders!.store_refunds!.length > 0)
    for (const { total_micros, currency } of rows) {
      assert.equal(currency, 'CLP')
      assert.equal((total_micros as bigint) % 1_000_000n, 0n)
    }
  })

  test('the sandbox ignores parameters that an older shop does not know, and converts a time with a zone', async () => {
    const { app, world, clock } = wired.sandbox
    const headers = { authorization: `Basic ${Buffer.from('ck_sandbox:cs_sandbox').toString('base64')}` }
    const total = async (query: string) => {
      const url = `/ajinorte.example/wp-json/wc/v3/orders?${query}`
      return Number((await app.inject({ method: 'GET', url, headers })).headers['x-wp-total'])
    }
    const day = new Date(clock.now() - 86_400_000).toISOString().slice(0, 19)
    const changed = await total(`modified_after=${day}&dates_are_gmt=true`)
    assert.ok(changed < (await total('')))
    // WordPress converts to the site's time, three hours earlier, and compares that with GMT: more records than asked for.
    assert.ok((await total(`modified_after=${day}Z&dates_are_gmt=true`)) >= changed)
    world.shops.store_c.access.is_older = true
    assert.equal(await total(`modified_after=${day}&dates_are_gmt=true`), await total(''))
    world.shops.store_c.access.is_older = false
  })
})

describe('recorded and documented records', { skip }, () => {
  const account: Account = {
    account_id: 'x',
    name: 'x',
    time_zone: 'UTC',
    currency: 'USD',
    extra: { lists_refunds: '', knows_changes: 'yes', states: '{}' },
  }
  const rows = (stream: Stream | undefined, answers: unknown[]) =>
    rows_by_table(stream, { api: canned_api(answers).api, account, settings })
  const examples = (page: string) =>
    documented_examples('store_c', `source__includes__wp-api-v3___${page}`).flatMap(({ body }) =>
      Array.isArray(body) ? body : [],
    )
  const recorded = (name: string) =>
    airbyte_records('store_c')
      .filter(({ stream }) => stream === name)
      .map(({ data }) => data)

  test('the documented orders and refunds become orders, lines and refunds', async () => {
    const listed = examples('orders')
    const refunds = examples('order-refunds')
    const asked = listed.flatMap((_, n) => (n === 0 ? [refunds, []] : [[]]))
    const found = await rows(store_c.streams.orders, [listed, ...asked, []])
    assert.equal(found.store_orders!.length, listed.length)
    assert.deepEqual(
      found.store_orders!.map(({ order_id, total_micros, financial_status, currency }) => [
        order_id,
        total_micros,
        financial_status,
        currency,
      ]),
      [
        ['727', 29_350_000n, 'processing', 'USD'],
        ['723', 39_000_000n, 'completed', 'USD'],
      ],
    )
    assert.equal(found.store_refunds!.length, refunds.length)
    assert.ok(found.store_refunds!.every(({ amount_micros }) => (amount_micros as bigint) > 0n))
  })

  test('the recorded order, with meta fields of plugins, and its refund are read', async () => {
    const [order] = recorded('orders')
    const [refund] = recorded('refunds')
    // The recording lacks the times in GMT, which its site equals.
    const whole = { ...order, date_created_gmt: order!.date_created, date_modified_gmt: order!.date_modified }
    const found = await rows(store_c.streams.orders, [[whole], [refund], [], []])
    const [row] = found.store_orders!
    assert.deepEqual([row!.total_micros, row!.is_pending, row!.discount_micros], [90_000_000n, true, 0n])
    assert.deepEqual(
      found.store_refunds!.map(({ refund_id, amount_micros }) => [refund_id, amount_micros]),
      [['60', 10_000_000n]],
    )
    // The refund gave money back for the line, and no unit.
    assert.equal(found.store_order_lines![0]!.quantity, 1n)
  })

  test('documented and recorded products and variations are read', async () => {
    const listed = [...examples('products'), ...recorded('products')]
    const variations = recorded('product_variations')
    const answers = listed.flatMap(({ type }) => (String(type).startsWith('variable') ? [variations, []] : []))
    const found = await rows(store_c.streams.products, [listed, ...answers, []])
    assert.equal(found.store_products!.length, listed.length)
    const [first] = recorded('products')
    const variant = found.store_variants!.find(({ variant_id }) => variant_id === String(first!.id))!
    assert.deepEqual([variant.price_micros, variant.compare_at_price_micros, variant.stock], [10_000n, 20_000n, null])
  })
})
