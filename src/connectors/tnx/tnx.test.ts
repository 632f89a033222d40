// Orders, refunds and products as real stores send them, beyond what the sandbox's store does.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Account, Api, Stream } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api } from '#test/canned_api.ts'
import { rows_of_changes } from '#test/shop_rows.ts'
import { tnx } from './index.ts'

const account: Account = {
  account_id: '1',
  name: 'Mate Sur',
  time_zone: 'America/Argentina/Buenos_Aires',
  currency: 'ARS',
  extra: { language: 'es' },
}

const read = (stream: Stream | undefined, answers: unknown[], api?: Api) =>
  rows_of_changes(stream, answers, { account, ...(api && { api }) })

const order = {
  id: 450789469,
  number: 10872,
  created_at: '2026-11-03T12:25:18+0000',
  updated_at: '2026-11-04T19:58:44+0000',
  cancelled_at: null,
  status: 'open',
  payment_status: 'paid',
  shipping_status: 'unpacked',
  storefront: 'store',
  currency: 'ARS',
  subtotal: '5190.00',
  discount: '100.00',
  total: '5560.00',
  shipping_cost_customer: '470.00',
  landing_url: 'https://matesur.example/?utm_source=instagram&utm_campaign=bio',
  customer: { id: 101 },
  products: [
    { id: 1, product_id: 11, variant_id: '111', name: 'Mate', sku: '', price: '1730.00', quantity: '2' },
    { id: 2, product_id: 12, variant_id: 112, name: { es: 'Yerba' }, sku: 'Y-1', price: '1730.00', quantity: 1 },
  ],
}
const orders_with = (...changes: object[]) => [changes.map((change, n) => ({ ...order, id: 100 + n, ...change }))]
const { orders, products, checkouts } = tnx.streams

describe('an order', () => {
  const meanings = {
    sold: ['paid', 'partially_paid', 'partially_refunded', 'refunded'],
    pending: ['pending', 'authorized'],
    void: ['voided', 'abandoned'],
  }
  for (const [meaning, words] of Object.entries(meanings))
    for (const payment_status of words)
      test(`whose payment is ${payment_status} is ${meaning}`, async () => {
        const transactions = payment_status.includes('refunded') ? [[]] : []
        const { tables, counted } = await read(orders, [...orders_with({ payment_status }), ...transactions])
        const [row] = tables.store_orders!
        assert.deepEqual([row!.is_voided, row!.is_pending], [meaning === 'void', meaning === 'pending'])
        assert.equal(counted['states of orders'], undefined)
      })

  test('in an unknown state is neither sold nor void, and is counted', async () => {
    const { tables, counted } = await read(orders, orders_with({ payment_status: 'in_mediation' }, {}))
    assert.deepEqual(
      tables.store_orders!.map(({ is_voided, is_pending }) => [is_voided, is_pending]),
      [
        [false, true],
        [false, false],
      ],
    )
    assert.deepEqual(counted, { 'states of orders': 1 })
  })

  test('without a time is left out and counted, and a time that was never set is none', async () => {
    const unset = '-0001-11-30T00:00:00+0000'
    const draft = { storefront: 'form', created_at: unset, customer: null }
    const { tables, counted } = await read(orders, orders_with({ cancelled_at: unset }, draft))
    assert.deepEqual(
      tables.store_orders!.map(({ order_id, cancelled_at }) => [order_id, cancelled_at]),
      [['100', null]],
    )
    assert.deepEqual(counted, { 'times of orders': 1 })
  })

  test('that was cancelled is void, whatever its payment says', async () => {
    const { tables } = await read(
      orders,
      orders_with({ status: 'cancelled' }, { status: 'cancelled', payment_status: 'pending' }),
    )
    assert.ok(tables.store_orders!.every(({ is_voided, is_pending }) => is_voided === true && is_pending === false))
  })

  test('that the store imported from Mercado Libre is kept and marked', async () => {
    const { tables } = await read(orders, orders_with({ storefront: 'meli' }, { storefront: 'pos' }))
    assert.deepEqual(
      tables.store_orders!.map(({ channel, imported_from }) => [channel, imported_from]),
      [
        ['meli', 'mpa'],
        ['pos', null],
      ],
    )
  })

  test('has lines that add up to its total, with shares of the discount', async () => {
    const { tables } = await read(orders, orders_with({}))
    const [row] = tables.store_orders!
    const lines = tables.store_order_lines!
    assert.equal(row!.subtotal_micros, 5_090_000_000n)
    assert.equal(
      lines.reduce((sum, { total_micros }) => sum + (total_micros as bigint), 0n) + (row!.shipping_micros as bigint),
      row!.total_micros,
    )
    assert.deepEqual(
      lines.map(({ title, sku, variant_id, quantity }) => [title, sku, variant_id, quantity]),
      [
        ['Mate', null, '111', 2n],
        ['Yerba', 'Y-1', '112', 1n],
      ],
    )
  })

  test('has no taxes, because the vendor shows none', async () => {
    const { tables } = await read(orders, orders_with({}))
    assert.equal(tables.store_orders![0]!.tax_micros, null)
    assert.equal(tables.store_order_lines![0]!.included_tax_micros, null)
  })

  test('has the tags of its landing page, and of no address that could run code', async () => {
    const { tables, counted } = await read(
      orders,
      orders_with({}, { landing_url: 'javascript:alert(1)' }, { landing_url: null }),
    )
    assert.deepEqual(
      tables.store_orders!.map(({ utm_source, landing_page }) => [utm_source, landing_page]),
      [
        ['instagram', order.landing_url],
        [null, null],
        [null, null],
      ],
    )
    assert.deepEqual(counted, { 'landing pages of orders': 1 })
  })

  test('in an unknown currency has none, so that no figure adds it to others', async () => {
    const { tables, counted } = await read(orders, orders_with({ currency: '$' }))
    assert.equal(tables.store_orders![0]!.currency, 'XXX')
    assert.deepEqual(counted, { 'currencies of orders': 1 })
  })

  test('without a readable total stops the stream, and is never zero', async () => {
    await assert.rejects(read(orders, orders_with({ total: 'free' })), /total/)
  })
})

describe('a refund', () => {
  const event = {
    type: 'refund',
    status: 'success',
    happened_at: '2026-11-10T10:00:00Z',
    created_at: '2026-11-10T10:00:01Z',
  }
  const transaction = (events: object[]) => [
    { id: 'tx-1', captured_amount: { value: '5560.00', currency: 'ARS' }, events },
  ]
  const refunds = async (payment_status: string, transactions: unknown) => {
    const { tables, counted } = await read(orders, [...orders_with({ payment_status }), transactions])
    return {
      counted,
      rows: tables.store_refunds!.map(({ refunded_at, amount_micros }) => [refunded_at, amount_micros]),
    }
  }
  const on = '2026-11-10T10:00:00.000Z'

  test('is an event of a transaction, with its day and amount', async () => {
    const part = { ...event, amount: { value: '60.00', currency: 'ARS' } }
    const failed = { ...part, status: 'failure' }
    const { rows } = await refunds('partially_refunded', transaction([part, failed, { ...part, type: 'sale' }]))
    assert.deepEqual(rows, [[on, 60_000_000n]])
  })
  test('without an amount is the whole transaction', async () => {
    assert.deepEqual((await refunds('refunded', transaction([event]))).rows, [[on, 5_560_000_000n]])
  })
  test('that no transaction has is the total of a completely refunded order', async () => {
    assert.deepEqual((await refunds('refunded', [])).rows, [['2026-11-03T12:25:18.000Z', 5_560_000_000n]])
  })
  test('of a part, that no transaction has, is unknown and counted, and not zero', async () => {
    const { rows, counted } = await refunds('partially_refunded', [])
    assert.deepEqual(rows, [['2026-11-03T12:25:18.000Z', null]])
    assert.deepEqual(counted, { 'amounts of refunds': 1 })
  })
  test('stays unknown when the app may not read transactions', async () => {
    const canned = canned_api(orders_with({ payment_status: 'partially_refunded' }))
    const api: typeof canned.api = {
      ...canned.api,
      call: (request) =>
        request.path.endsWith('/transactions')
          ? Promise.reject(new VendorRefusal('denied', 'no scope'))
          : canned.api.call(request),
    }
    const { tables } = await read(orders, [], api)
    assert.equal(tables.store_refunds![0]!.amount_micros, null)
  })
  test('of the same instant as another one counts too', async () => {
    const parts = ['60.00', '60.00', '25.50'].map((value) => ({ ...event, amount: { value, currency: 'ARS' } }))
    const { rows } = await refunds('partially_refunded', transaction(parts))
    assert.deepEqual(
      rows.map(([, amount]) => amount),
      [60_000_000n, 60_000_000n, 25_500_000n],
    )
  })
  test('that is sent twice counts once', async () => {
    assert.equal((await refunds('refunded', [...transaction([event]), ...transaction([event])])).rows.length, 1)
  })
})

describe('a product', () => {
  const variant = {
    id: 9,
    sku: null,
    values: [{ en: 'Big', es: 'Grande' }],
    price: '25.00',
    promotional_price: null,
    cost: null,
    stock: null,
    stock_management: false,
    updated_at: order.updated_at,
  }
  const product = {
    id: 7,
    name: { en: 'Gourd', es: 'Mate' },
    description: { es: '<p>De <b>calabaza</b></p>' },
    published: false,
    tags: 'mate, regalo',
    images: [],
    categories: [{ name: { es: 'Mates' } }],
    created_at: order.created_at,
    updated_at: order.updated_at,
  }
  const read_variant = async (change: object) => {
    const { tables } = await read(products, [[{ ...product, variants: [{ ...variant, ...change }] }]])
    return tables
  }

  test('has its texts in the language of the store', async () => {
    const { store_products: [row] = [], store_variants: [one] = [] } = await read_variant({})
    assert.deepEqual(
      [row!.title, row!.description, row!.product_type, row!.tags, row!.status, one!.title],
      ['Mate', 'De calabaza', 'Mates', ['mate', 'regalo'], 'draft', 'Grande'],
    )
  })
  test('has the promotional price, and the price before it', async () => {
    const { store_variants: [one] = [] } = await read_variant({ promotional_price: '19.00' })
    assert.deepEqual([one!.price_micros, one!.compare_at_price_micros], [19_000_000n, 25_000_000n])
  })
  test('without a price has none, and without counted stock has none', async () => {
    const { store_variants: [one] = [] } = await read_variant({ price: null })
    assert.deepEqual([one!.price_micros, one!.compare_at_price_micros, one!.stock], [null, null, null])
  })
  test('has the cost that the store knows', async () => {
    const { store_variant_costs: [cost] = [] } = await read_variant({ cost: '10.99' })
    assert.deepEqual([cost!.cost_micros, cost!.currency], [10_990_000n, 'ARS'])
  })
})

test('a cart that became an order has its time, also as an object of PHP', async () => {
  const cart = {
    id: 5,
    created_at: order.created_at,
    currency: 'ARS',
    total: '10.00',
    products: [{ name: 'Mate', quantity: 2, price: '5.00' }],
  }
  const completed_at = { date: '2026-11-04 12:25:18.000000', timezone_type: 3, timezone: 'UTC' }
  const unset = { date: '-0001-11-30 00:00:00.000000', timezone_type: 3, timezone: 'UTC' }
  const zoned = { ...completed_at, date: '2026-11-04T12:25:18+0000' }
  const others = [unset, zoned].map((of, n) => ({ ...cart, id: 7 + n, completed_at: of }))
  const { tables } = await read(checkouts, [[cart, { ...cart, id: 6, completed_at, total: null }, ...others]])
  assert.deepEqual(
    tables.checkouts!.map(({ completed_at, total_micros }) => [completed_at, total_micros]),
    [
      [null, 10_000_000n],
      ['2026-11-04T12:25:18.000Z', null],
      [null, 10_000_000n],
      ['2026-11-04T12:25:18.000Z', 10_000_000n],
    ],
  )
})

test('a store in a country without a known zone says that its days are those of UTC, and the setting ends that', async () => {
  const store = { id: 7, name: { es: 'Mate' }, main_currency: 'PYG', main_language: 'es', created_at: order.created_at }
  const read_account = async (country: string, given: object = {}) => {
    const settings = { store_id: '7', contact: 'a@example.com', ...given }
    const [account] = await tnx.accounts.read({ ...canned_api([{ ...store, country }]), settings })
    return [account!.time_zone, account!.limited !== undefined]
  }
  assert.deepEqual(await read_account('PY'), ['UTC', true])
  assert.deepEqual(await read_account('PY', { time_zone: 'America/Asuncion' }), ['America/Asuncion', false])
  assert.deepEqual(await read_account('AR'), ['America/Argentina/Buenos_Aires', false])
})
