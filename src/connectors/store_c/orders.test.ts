// Orders and refunds as real shops send them, beyond what the sandbox's shop does.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Account, Stream } from '#engine/connector.ts'
import { rows_of_changes } from '#test/shop_rows.ts'
import { orders } from './orders.ts'

const settings = {
  url: 'https://shop.example',
  states: { shipped: 'sold' },
  imported_channels: 'Mercado Libre = mpa, amazon_feed=mpb_sp',
}
const account: Account = {
  account_id: 'shop.example',
  name: 'Shop',
  time_zone: 'America/Santiago',
  currency: 'CLP',
  extra: { knows_changes: 'yes', lists_refunds: 'yes' },
}

interface Reading {
  since?: string | null
  of?: Account
}

const read = (stream: Stream | undefined, answers: unknown[], { since = null, of = account }: Reading = {}) =>
  rows_of_changes(stream, answers, { account: of, settings, since })

const line = {
  id: 5,
  name: 'Salsa',
  product_id: 11,
  variation_id: 0,
  sku: 'S-1',
  quantity: 2,
  subtotal: '20000',
  subtotal_tax: '3800',
  total: '18000',
  total_tax: '3420',
}
const order = {
  id: 723,
  number: '723',
  status: 'processing',
  currency: 'CLP',
  date_created_gmt: '2026-11-03T03:30:00',
  date_modified_gmt: '2026-11-04T12:00:00',
  prices_include_tax: true,
  total: '25420',
  total_tax: '4060',
  discount_total: '2000',
  discount_tax: '380',
  shipping_total: '3360',
  shipping_tax: '640',
  customer_id: 7,
  created_via: 'checkout',
  meta_data: [],
  line_items: [line],
  refunds: [],
}
/** A page, and the empty page after it, as without the header that counts pages. */
const listed = (...records: object[]) => [records, []]
const orders_with = (...changes: object[]) =>
  listed(...changes.map((change, n) => ({ ...order, id: 700 + n, ...change })))
describe('an order', () => {
  const meanings = {
    sold: ['processing', 'completed', 'shipped'],
    pending: ['pending', 'on-hold', 'checkout-draft', 'auto-draft'],
    void: ['cancelled', 'failed', 'trash'],
  }
  for (const [meaning, words] of Object.entries(meanings))
    for (const status of words)
      test(`that is ${status} is ${meaning}`, async () => {
        const { tables, counted } = await read(orders, orders_with({ status }))
        const [row] = tables.store_orders!
        assert.deepEqual([row!.is_voided, row!.is_pending], [meaning === 'void', meaning === 'pending'])
        assert.deepEqual(counted, {})
      })

  test('in a state of a plugin is neither sold nor void, and is counted', async () => {
    const { tables, counted } = await read(orders, orders_with({ status: 'ready-for-pickup' }))
    const [row] = tables.store_orders!
    assert.deepEqual([row!.is_voided, row!.is_pending, row!.financial_status], [false, true, 'ready-for-pickup'])
    assert.deepEqual(counted, { 'states of orders': 1 })
  })

  test('that an integration imported names the marketplace where it was placed, as the settings say', async () => {
    const channels = ['mercado libre', ' Amazon_Feed', 'checkout', 'mercado', null]
    const { tables } = await read(orders, orders_with(...channels.map((created_via) => ({ created_via }))))
    assert.deepEqual(
      tables.store_orders!.map(({ imported_from }) => imported_from),
      ['mpa', 'mpb_sp', null, null, null],
    )
  })

  const modes = [
    ['_wcpay_mode', 'test', 'prod'],
    ['_ppcp_paypal_payment_mode', 'sandbox', 'live'],
    ['is_production_mode', 'no', 'yes'],
  ] as const
  test('that a plugin says was paid in its test mode is a test, and others are none', async () => {
    const of = (key: string, value: unknown) => ({ meta_data: [{ id: 1, key, value }] })
    for (const [key, test_mode, live] of modes) {
      const { tables } = await read(orders, orders_with(of(key, test_mode), of(key, live), of(key, { a: 1 }), {}))
      assert.deepEqual(
        tables.store_orders!.map(({ is_test }) => is_test),
        [true, false, false, false],
        key,
      )
    }
  })

  test('has the instant of GMT, not that of the site', async () => {
    const { tables } = await read(orders, orders_with({}))
    assert.equal(tables.store_orders![0]!.ordered_at, '2026-11-03T03:30:00.000Z')
  })

  test('has amounts with tax where prices include it, and its parts add up', async () => {
    const { tables } = await read(orders, orders_with({}))
    const [row] = tables.store_orders!
    assert.deepEqual(
      [row!.subtotal_micros, row!.shipping_micros, row!.tax_micros, row!.discount_micros, row!.total_micros],
      [21_420_000_000n, 4_000_000_000n, 4_060_000_000n, 2_380_000_000n, 25_420_000_000n],
    )
    const [one] = tables.store_order_lines!
    assert.deepEqual(
      [one!.unit_price_micros, one!.discount_micros, one!.total_micros, one!.included_tax_micros, one!.variant_id],
      [11_900_000_000n, 2_380_000_000n, 21_420_000_000n, 3_420_000_000n, '11'],
    )
  })

  test('has amounts without tax where prices do not include it', async () => {
    const { tables } = await read(orders, orders_with({ prices_include_tax: false }))
    const [row] = tables.store_orders!
    const [one] = tables.store_order_lines!
    assert.deepEqual([row!.subtotal_micros, row!.total_micros], [18_000_000_000n, 25_420_000_000n])
    assert.deepEqual([one!.total_micros, one!.included_tax_micros], [18_000_000_000n, 0n])
  })

  test('of a guest has no customer', async () => {
    const { tables } = await read(orders, orders_with({ customer_id: 0 }, {}))
    assert.deepEqual(
      tables.store_orders!.map(({ customer_id }) => customer_id),
      [null, '7'],
    )
  })

  test('has the tags of its last visit, whatever plugins put beside them', async () => {
    const meta = (fields: Record<string, unknown>) =>
      Object.entries(fields).map(([name, value], id) => ({ id, key: `_wc_order_attribution_${name}`, value }))
    const tagged = meta({
      source_type: 'utm',
      utm_source: 'ig',
      utm_campaign: 'bio',
      session_entry: 'https://shop.example/?x',
    })
    const direct = meta({ source_type: 'typein', utm_source: '(direct)' })
    const { tables } = await read(
      orders,
      orders_with(
        { meta_data: [{ id: 9, key: 'x', value: { deep: [] } }, null, ...tagged] },
        { meta_data: direct },
        { meta_data: {} },
      ),
    )
    assert.deepEqual(
      tables.store_orders!.map(({ utm_source, utm_campaign, landing_page }) => [
        utm_source,
        utm_campaign,
        landing_page,
      ]),
      [
        ['ig', 'bio', 'https://shop.example/?x'],
        [null, null, null],
        [null, null, null],
      ],
    )
  })

  test('with parts of units, or without readable ones, is read, and its lines are counted', async () => {
    const { tables, counted } = await read(
      orders,
      orders_with({
        line_items: [
          { ...line, quantity: 0.5 },
          { ...line, id: 6, quantity: 'two' },
        ],
      }),
    )
    assert.deepEqual(
      tables.store_order_lines!.map(({ quantity, total_micros }) => [quantity, total_micros]),
      [
        [1n, 21_420_000_000n],
        [0n, 21_420_000_000n],
      ],
    )
    assert.deepEqual(counted, { 'quantities of order lines': 2 })
  })

  test('without a time is left out and counted, and ends nothing', async () => {
    const draft = { status: 'draft', date_created_gmt: null, date_modified_gmt: null }
    const { tables, counted } = await read(orders, orders_with({}, draft))
    assert.deepEqual(
      tables.store_orders!.map(({ order_id }) => order_id),
      ['700'],
    )
    assert.deepEqual(counted, { 'times of orders': 1 })
  })

  test('in a currency of a plugin has none', async () => {
    const { tables, counted } = await read(orders, orders_with({ currency: 'IRHT' }))
    assert.equal(tables.store_orders![0]!.currency, 'XXX')
    assert.deepEqual(counted, { 'currencies of orders': 1 })
  })
})

describe('a refund', () => {
  const unlisted: Account = { ...account, extra: { ...account.extra, lists_refunds: '' } }
  const refund = {
    id: 726,
    date_created_gmt: '2026-11-09T20:07:11',
    amount: '10710',
    line_items: [{ quantity: -1, meta_data: [{ key: '_refunded_item_id', value: '5' }] }],
  }

  test('is asked for where lists leave refunds out, and takes its units from the line', async () => {
    const [page] = orders_with({})
    const { tables, asked } = await read(orders, [page, ...listed(refund), []], { of: unlisted })
    assert.equal(asked[1]!.path, '/orders/700/refunds')
    assert.deepEqual(
      tables.store_refunds!.map(({ refund_id, refunded_at, amount_micros }) => [refund_id, refunded_at, amount_micros]),
      [['726', '2026-11-09T20:07:11.000Z', 10_710_000_000n]],
    )
    const [row] = tables.store_orders!
    const [one] = tables.store_order_lines!
    assert.equal(row!.total_micros, 25_420_000_000n, 'a refund never lowers the total')
    assert.deepEqual(
      [one!.quantity, one!.total_micros, one!.included_tax_micros],
      [1n, 10_710_000_000n, 1_710_000_000n],
    )
  })
  test('is not asked for where lists show that there is none', async () => {
    const { asked } = await read(orders, orders_with({}, { refunds: [] }))
    assert.deepEqual(
      asked.map(({ path }) => path),
      ['/orders', '/orders'],
    )
  })
  test('without a time is on the day of its order', async () => {
    const [page] = orders_with({ refunds: [{ id: 726 }] })
    const { tables } = await read(orders, [page, ...listed({ ...refund, date_created_gmt: null }), []])
    assert.deepEqual(
      tables.store_refunds!.map(({ refunded_at }) => refunded_at),
      ['2026-11-03T03:30:00.000Z'],
    )
  })
  test('without a readable amount is unknown and counted, and not zero', async () => {
    const [page] = orders_with({ refunds: [{ id: 726 }] })
    const { tables, counted } = await read(orders, [page, ...listed({ ...refund, amount: '' }), []])
    assert.deepEqual(
      tables.store_refunds!.map(({ amount_micros }) => amount_micros),
      [null],
    )
    assert.deepEqual(counted, { 'amounts of refunds': 1 })
  })
  test('of nothing whose lines were worth something is unknown, and one of goods without money is none', async () => {
    const [page] = orders_with({ refunds: [{ id: 726 }] })
    const [line] = refund.line_items
    const amounts = async (total: string) => {
      const returned = { ...refund, amount: '0', line_items: [{ ...line, total, total_tax: '0' }] }
      const { tables } = await read(orders, [page, ...listed(returned), []])
      return tables.store_refunds!.map(({ amount_micros }) => amount_micros)
    }
    assert.deepEqual([await amounts('-9000'), await amounts('0')], [[null], []])
  })
  test('of a refunded order without records is its total, on the day of the order', async () => {
    const [page] = orders_with({ status: 'refunded' })
    const { tables } = await read(orders, [page, [], []])
    assert.deepEqual(
      tables.store_refunds!.map(({ refunded_at, amount_micros }) => [refunded_at, amount_micros]),
      [['2026-11-03T03:30:00.000Z', 25_420_000_000n]],
    )
  })
})

describe('changes', () => {
  const since = '2026-11-20T18:00:00.000Z'
  test('are asked for in GMT, without a zone that WordPress would convert', async () => {
    const { asked } = await read(orders, [[]], { since })
    const { modified_after, dates_are_gmt, status } = asked[0]!.query!
    assert.deepEqual([modified_after, dates_are_gmt, status], ['2026-11-20T18:00:00', true, 'any'])
  })
  test('of a shop that ignores the filter are the orders of the last 90 days', async () => {
    const older: Account = { ...account, extra: { ...account.extra, knows_changes: '' } }
    const { asked } = await read(orders, [[]], { since, of: older })
    const { modified_after, after } = asked[0]!.query!
    assert.deepEqual([modified_after, after], [undefined, '2026-08-22T18:00:00'])
  })
})
