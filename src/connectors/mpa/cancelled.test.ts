// Cancelled orders, which a search of the seller hides.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canned_api } from '#test/canned_api.ts'
import type { Order } from './answers.ts'
import { orders } from './orders.ts'

const account = { account_id: '1', name: 'TETE', time_zone: 'America/Mexico_City', currency: 'MXN' }
const order = {
  id: 1,
  date_created: '2026-11-01T10:00:00.000-04:00',
  currency_id: 'MXN',
  total_amount: 100,
  order_items: [],
}
const page = (one: object) => ({ paging: { total: 1, offset: 0 }, results: [one] })

test('cancelled orders, which a search hides, are asked for by their status, with the same filter', async () => {
  const paid = { ...order, status: 'paid' }
  const cancelled = { ...order, id: 2, status: 'cancelled' }
  const { api, asked } = canned_api([page(paid), page(cancelled)])
  assert.ok('since' in orders)
  const found: Order[] = []
  for await (const some of orders.read_created!({ ...{ api, account, settings: {} }, from: 'A', before: 'B' }))
    found.push(...(some as Order[]))
  assert.deepEqual(
    found.map(({ id, status }) => [id, status]),
    [
      ['1', 'paid'],
      ['2', 'cancelled'],
    ],
  )
  const filters = asked.map(({ query = {} }) => [
    query['order.status'],
    query['order.date_created.from'],
    query['order.date_created.to'],
  ])
  assert.deepEqual(filters, [
    [undefined, 'A', 'B'],
    ['cancelled', 'A', 'B'],
  ])
})
