// Products, addresses and errors as real shops send them, beyond what the sandbox's shop does.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Account, Api } from '#engine/connector.ts'
import { not_found } from '#engine/vendors/answers.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api } from '#test/canned_api.ts'
import { rows_of_changes } from '#test/shop_rows.ts'
import { store_c } from './index.ts'
import { classify } from './lists.ts'
import { products } from './products.ts'

const settings = { url: 'https://shop.example' }
const account: Account = { account_id: 'shop.example', name: 'Shop', time_zone: 'America/Santiago', currency: 'CLP' }

describe('a product', () => {
  const variation = {
    id: 51,
    sku: 'A-1',
    price: '',
    regular_price: '',
    on_sale: false,
    stock_status: 'instock',
    manage_stock: 'parent',
    stock_quantity: 33,
    attributes: [{ option: 'Rojo' }, { option: 5 }],
  }
  const product = {
    ...variation,
    manage_stock: false,
    stock_quantity: null,
    id: 46,
    name: 'Ají',
    type: 'variable',
    status: 'private',
    permalink: false,
    description: '<p>Muy <b>picante</b></p>',
    date_created_gmt: null,
    date_modified_gmt: null,
    categories: [],
    tags: [],
  }

  test('with a stock that its variations share has it once, and no price where there is none', async () => {
    const { tables } = await rows_of_changes(products, [[product], [variation, { ...variation, id: 52 }], [], []], {
      account,
      settings,
    })
    assert.deepEqual(
      tables.store_variants!.map(({ variant_id, title, stock, price_micros }) => [
        variant_id,
        title,
        stock,
        price_micros,
      ]),
      [
        ['51', 'Rojo / 5', 33n, null],
        ['52', 'Rojo / 5', null, null],
      ],
    )
    const [row] = tables.store_products!
    assert.deepEqual([row!.status, row!.description, row!.url], ['private', 'Muy picante', null])
  })

  test('has names as people write them, not as WordPress stores them', async () => {
    const named = {
      ...product,
      name: 'Mesa &amp; sillas',
      categories: [{ name: 'Hogar &amp; Deco' }],
      tags: [{ name: '&quot;A&#8221;' }],
    }
    const { tables } = await rows_of_changes(products, [[named], [variation], [], []], { account, settings })
    const [row] = tables.store_products!
    assert.deepEqual([row!.title, row!.product_type, row!.tags], ['Mesa & sillas', 'Hogar & Deco', ['"A”']])
  })
  test('is sold, or not, as the shop says, with a count or without', async () => {
    const states = { instock: true, onbackorder: true, outofstock: false, other: null }
    for (const [stock_status, available_for_sale] of Object.entries(states)) {
      const simple = { ...product, type: 'simple', manage_stock: false, stock_status }
      const { tables } = await rows_of_changes(products, [[simple], []], { account, settings })
      assert.deepEqual(
        tables.store_variants!.map((one) => [one.stock, one.available_for_sale]),
        [[null, available_for_sale]],
        stock_status,
      )
    }
  })
  test('has the stock and the sale price that a plugin writes in other types', async () => {
    const simple = { ...product, type: 'simple', price: 13.99, regular_price: 16 }
    const given: [object, [bigint | null, bigint | null]][] = [
      [{ on_sale: '1', manage_stock: 1, stock_quantity: '16' }, [16n, 16_000_000n]],
      [{ on_sale: 'true', manage_stock: 'yes', stock_quantity: 16.5 }, [16n, 16_000_000n]],
      [{ on_sale: '0', manage_stock: '', stock_quantity: '16' }, [null, null]],
      [{ on_sale: '', manage_stock: true, stock_quantity: '' }, [null, null]],
    ]
    for (const [fields, expected] of given) {
      const { tables } = await rows_of_changes(products, [[{ ...simple, ...fields }], []], { account, settings })
      const [one] = tables.store_variants!
      assert.deepEqual([one!.stock, one!.compare_at_price_micros], expected, JSON.stringify(fields))
      assert.equal(one!.price_micros, 13_990_000n)
    }
  })
  test('without variations is its own variant', async () => {
    const simple = {
      ...product,
      type: 'simple',
      status: 'publish',
      manage_stock: true,
      stock_quantity: 4,
      price: '900',
      regular_price: '1000',
      on_sale: true,
    }
    const { tables } = await rows_of_changes(products, [[simple], []], { account, settings })
    assert.deepEqual(
      tables.store_variants!.map(({ variant_id, stock, price_micros, compare_at_price_micros }) => [
        variant_id,
        stock,
        price_micros,
        compare_at_price_micros,
      ]),
      [['46', 4n, 900_000_000n, 1_000_000_000n]],
    )
    assert.equal(tables.store_products![0]!.status, 'active')
  })
})

describe('an address', () => {
  const url = (text: string) => store_c.settings.safeParse({ url: text }).success
  test('is an https address without user, query and fragment', () => {
    assert.ok(url('https://shop.example') && url('https://shop.example/tienda/'))
    for (const wrong of [
      'http://shop.example',
      'shop.example',
      'https://a:b@shop.example',
      'https://shop.example/?x=1',
    ])
      assert.ok(!url(wrong), wrong)
  })
  test('may have a folder', () => {
    const { base_url, hosts } = store_c.api
    assert.ok(typeof base_url === 'function' && typeof hosts === 'function')
    assert.equal(base_url({ url: 'https://shop.example/tienda/' }, {}), 'https://shop.example/tienda/wp-json/wc/v3')
    assert.deepEqual(hosts({ url: 'https://shop.example/tienda/' }), ['shop.example'])
  })
})

test('each error of a site means what it says', () => {
  const of = (status: number, code: string, headers = {}) =>
    classify({ status, headers, body: { code, message: 'Sorry.', data: { status } } })
  assert.equal(of(200, ''), undefined)
  assert.deepEqual(of(401, 'woocommerce_rest_authentication_error'), { kind: 'revoked', reason: 'Sorry.' })
  assert.match(String((of(401, 'woocommerce_rest_cannot_view') as { reason: string }).reason), /keys_in_address/)
  assert.equal(of(403, 'woocommerce_rest_cannot_view')!.kind, 'denied')
  assert.match(String((of(404, 'rest_no_route') as { reason: string }).reason), /permalinks/)
  assert.match(
    String((of(301, '', { location: 'https://www.shop.example/' }) as { reason: string }).reason),
    /www\.shop/,
  )
  assert.deepEqual(of(503, '', { 'retry-after': '7' }), { kind: 'throttled', wait_s: 7 })
  assert.equal(of(503, ''), undefined)
  // Behind a warning, PHP can no longer send a status.
  const hidden = (status: number, code: string) =>
    classify({ status: 200, headers: {}, body: { code, message: 'Sorry.', data: { status } } })
  assert.deepEqual(hidden(401, 'woocommerce_rest_authentication_error'), { kind: 'revoked', reason: 'Sorry.' })
  assert.equal(hidden(500, 'internal_server_error')!.kind, 'transient')
  assert.equal(hidden(404, 'woocommerce_rest_shop_order_invalid_id')!.kind, 'refused')
  // A firewall's page is no answer of the shop.
  assert.equal(classify({ status: 403, headers: {}, body: undefined })!.kind, 'refused')
})

test('a record whose absence comes with the status 200 is deleted too, because PHP could no longer send a status', async () => {
  const stream = store_c.streams.products!
  assert.ok('since' in stream && stream.recheck)
  const missing = { code: 'woocommerce_rest_product_invalid_id', message: 'Invalid ID.', data: { status: 404 } }
  const { api } = canned_api([[]])
  const with_missing: Api = {
    ...api,
    async call(request) {
      const answer = { status: 200, headers: {}, body: missing }
      const found = not_found(request, answer)
      if (found === undefined) throw new VendorRefusal('refused', 'Invalid ID.')
      return found
    },
  }
  assert.deepEqual(await stream.recheck.read({ api: with_missing, account, settings, ids: ['46'] }), [null])
})

test('shops in the folders of one host are different accounts, so that each of them counts', async () => {
  const of = async (url: string) => {
    const site = { name: 'Shop', url, timezone_string: 'America/Santiago', gmt_offset: -4 }
    const { api } = canned_api([{ routes: {} }, site, [], { value: 'CLP' }])
    const [found] = await store_c.accounts.read({ api, settings: { url } })
    return found!.account_id
  }
  assert.deepEqual(await Promise.all(['https://brand.example/mx', 'https://brand.example/CO/'].map(of)), [
    'brand.example/mx',
    'brand.example/co',
  ])
  assert.equal(await of('https://brand.example'), 'brand.example')
  assert.equal(await of('https://Brand.example/'), 'brand.example')
})
