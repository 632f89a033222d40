// Orders that plugins of marketplaces split for their vendors. The whole order stays in the list beside its parts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '#engine/connector.ts'
import { rows_of_changes } from '#test/shop_rows.ts'
import { orders } from './orders.ts'

const account: Account = {
  account_id: 'shop.example',
  name: 'Shop',
  time_zone: 'America/Santiago',
  currency: 'CLP',
  extra: { knows_changes: 'yes', lists_refunds: 'yes' },
}
const order = {
  id: 723,
  parent_id: 0,
  number: '723',
  status: 'processing',
  currency: 'CLP',
  date_created_gmt: '2026-11-03T03:30:00',
  date_modified_gmt: '2026-11-04T12:00:00',
  prices_include_tax: true,
  ...{ total: '25420', total_tax: '4060', discount_total: '0', discount_tax: '0' },
  ...{ shipping_total: '0', shipping_tax: '0', customer_id: 7, created_via: 'checkout', meta_data: [], line_items: [] },
  refunds: [],
}

async function voided(...changes: object[]) {
  const listed = changes.map((change, n) => ({ ...order, id: 700 + n, ...change }))
  const settings = { url: 'https://shop.example' }
  const { tables, counted } = await rows_of_changes(orders, [listed, []], { account, settings })
  assert.deepEqual(counted, {})
  return tables.store_orders!.map(({ is_voided }) => is_voided)
}

test('a part of an order is void, because its whole counts', async () => {
  for (const created_via of ['dokan', 'mvx_vendor_order', 'wcmp_vendor_order', 'yith_wcmv_vendor_suborder'])
    assert.deepEqual(await voided({}, { parent_id: 700, created_via }), [false, true], created_via)
})

test('an order after another one, such as a second payment or a renewal, is a sale of its own', async () => {
  assert.deepEqual(
    await voided(
      { parent_id: 699, created_via: 'checkout' },
      { parent_id: 699, created_via: 'subscription' },
      { parent_id: 0, created_via: 'dokan' },
      { parent_id: null, created_via: null },
    ),
    [false, false, false, false],
  )
})
