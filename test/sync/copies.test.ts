// Lines of orders have the time of their order, however orders and lines come, so that no figure of a day misses a line.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { WarehouseTable } from '#engine/connector.ts'
import { type StageBench, stage_bench } from '#test/stage_bench.ts'

const at = (hour: number) => `2026-11-0${hour}T10:00:00.000Z`
const REPLACES = ['store_order_lines'] as const

let bench: StageBench
before(async () => {
  bench = await stage_bench('sx')
})
after(() => bench?.close())

const order = (order_id: string, ordered_at: string, changed_at = ordered_at) => ({
  ...{
    order_id,
    order_number: order_id,
    ordered_at,
    changed_at,
    currency: 'MXN',
    total_micros: 1n,
    subtotal_micros: 1n,
  },
  ...{ shipping_micros: 0n, tax_micros: 0n, discount_micros: 0n },
})
const line = (order_id: string, line_id: string, more = {}) => ({
  ...{ order_id, line_id, title: 'Mug', quantity: 1n, unit_price_micros: 1n, discount_micros: 0n, total_micros: 1n },
  ...{ currency: 'MXN', ...more },
})

/** Stores records, and returns the copies of all lines of the orders. */
async function store(
  records: Parameters<StageBench['store']>[1],
  { into = ['store_orders', 'store_order_lines'], replaces = [] as readonly WarehouseTable[] } = {},
): Promise<Record<string, string | null>> {
  await bench.store(into, records, { read_at: at(9), replaces })
  const { rows } = await bench.db.query<{ line: string; ordered_at: Date | null }>(
    `select order_id || line_id as line, ordered_at from store_order_lines where org_id = $1 order by 1`,
    [bench.org_id],
  )
  return Object.fromEntries(rows.map((row) => [row.line, row.ordered_at && new Date(row.ordered_at).toISOString()]))
}
const forget = () => bench.db.query('delete from store_orders')

test('lines get the time of their order from the record, whatever a connector names', async () => {
  const records = [
    { store_orders: order('a', at(1)), store_order_lines: [line('a', '1'), line('a', '2', { ordered_at: at(8) })] },
    { store_orders: [order('b', at(2)), order('c', at(3))], store_order_lines: [line('c', '1'), line('b', '1')] },
  ]
  assert.deepEqual(await store(records, { replaces: REPLACES }), { a1: at(1), a2: at(1), b1: at(2), c1: at(3) })
  await forget()
})

test('an order whose time changes takes its lines along', async () => {
  await store([{ store_orders: order('a', at(1)), store_order_lines: [line('a', '1'), line('a', '2')] }])
  const later = { store_orders: order('a', at(2), at(3)), store_order_lines: [line('a', '1')] }
  assert.deepEqual(await store([later], { replaces: REPLACES }), { a1: at(2) })
  await forget()
})

test('an order that comes without its lines takes the stored ones along', async () => {
  await store([{ store_orders: order('a', at(1)), store_order_lines: [line('a', '1'), line('a', '2')] }])
  assert.deepEqual(await store([{ store_orders: order('a', at(2), at(3)) }]), { a1: at(2), a2: at(2) })
  const alone = { into: ['store_orders'] }
  assert.deepEqual(await store([{ store_orders: order('a', at(4), at(4)) }], alone), { a1: at(4), a2: at(4) })
  await forget()
})

test('lines that come without their order get its stored time', async () => {
  await store([{ store_orders: order('a', at(1)), store_order_lines: [line('a', '1')] }])
  assert.deepEqual(await store([{ store_order_lines: [line('a', '2')] }]), { a1: at(1), a2: at(1) })
  await forget()
})

test('lines keep the time of the stored order where the record that came is older', async () => {
  await store([{ store_orders: order('a', at(2), at(5)), store_order_lines: [line('a', '1')] }])
  const older = { store_orders: order('a', at(1), at(4)), store_order_lines: [line('a', '1'), line('a', '2')] }
  assert.deepEqual(await store([older], { replaces: REPLACES }), { a1: at(2) })
  assert.deepEqual(await store([older]), { a1: at(2), a2: at(2) })
  await forget()
})

test('a line that an older version stored gets the time with its next read', async () => {
  const record = { store_orders: order('a', at(1)), store_order_lines: [line('a', '1')] }
  await store([record])
  await bench.db.query('update store_order_lines set ordered_at = null')
  assert.deepEqual(await store([record], { replaces: REPLACES }), { a1: at(1) })
  await forget()
})
