import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, Api } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api } from '#test/canned_api.ts'
import type { Order } from './answers.ts'
import { mpa } from './index.ts'

const account: Account = { account_id: '7', name: 'Shop', currency: 'MXN', time_zone: 'America/Mexico_City' }
const { orders, listings, visits, questions } = mpa.streams

const payment = { status: 'approved', transaction_amount: 100, transaction_amount_refunded: 0 }
const an_order = (of: object = {}) => ({
  id: 2000009713473608,
  pack_id: 2000006556183755,
  status: 'paid',
  tags: ['paid'],
  date_created: '2026-11-01T23:30:00.000-04:00',
  last_updated: '2026-11-02T09:37:20.000-04:00',
  currency_id: 'MXN',
  total_amount: 125.92,
  shipping_cost: null,
  buyer: { id: 6427433 },
  order_items: [{ item: { id: 'MLM1', title: 'Vela' }, quantity: 2, unit_price: 62.96, sale_fee: 11.07 }],
  payments: [payment],
  ...of,
})
const page = (results: object[], offset = 0, total = results.length) => ({ paging: { total, offset }, results })

async function row_of(of: object, by: Partial<Account> = {}) {
  const counted: string[] = []
  const [row] = await rows_of(orders!, [page([an_order(of)])], { ...account, ...by }, (what) => counted.push(what))
  return { row: row!, counted }
}

async function rows_of(
  stream: NonNullable<typeof orders>,
  answers: unknown[],
  of = account,
  unreadable?: (what: string) => void,
): Promise<Record<string, unknown>[]> {
  const rows: unknown[] = []
  const source = {
    // The last list of orders is that of the cancelled ones.
    api: canned_api(stream === orders ? [...answers, page([])] : answers).api,
    account: of,
    settings: {},
    since: '2026-10-01T00:00:00Z',
    from: '',
    to: '',
  }
  for await (const items of stream.read(source))
    for (const item of items) rows.push(...Object.values(stream.rows(item, { account: of, unreadable })).flat())
  return rows as Record<string, unknown>[]
}

test('an order keeps its instant with the offset, its pack, its fee of all units and an unknown shipping', async () => {
  const { row, counted } = await row_of({})
  assert.deepEqual(counted, [])
  assert.deepEqual(row, {
    order_id: '2000009713473608',
    account_id: '7',
    pack_id: '2000006556183755',
    ordered_at: '2026-11-01T23:30:00.000-04:00',
    changed_at: '2026-11-02T09:37:20.000-04:00',
    status: 'paid',
    is_voided: false,
    is_sold: true,
    is_test: false,
    channel: null,
    currency: 'MXN',
    total_micros: 125_920_000n,
    shipping_micros: null,
    fee_micros: 22_140_000n,
    refunded_micros: 0n,
    buyer: '6427433',
    lines: [{ listing_id: 'MLM1', sku: null, title: 'Vela', quantity: 2, price: '62960000', fee: '11070000' }],
  })
})

test('a sale is void by tags and payments, and not by its status alone', async () => {
  const states: [of: object, status: string, is_voided: boolean, is_sold: boolean][] = [
    [{}, 'paid', false, true],
    [{ status: 'partially_refunded' }, 'partially_refunded', false, true],
    [{ tags: ['paid', 'unfulfilled'] }, 'unfulfilled', true, false],
    [{ payments: [{ ...payment, tags: ['refund_account_money'] }] }, 'unfulfilled', true, false],
    [{ status: 'cancelled', cancel_detail: { code: 'pack_splitted' } }, 'split', true, false],
    [{ status: 'cancelled', cancel_detail: { code: 'buyer_cancel_express' } }, 'cancelled', true, false],
    [{ status: 'invalid' }, 'invalid', true, false],
    [{ status: 'payment_required' }, 'payment_required', false, false],
    [{ status: 'payment_in_process' }, 'payment_in_process', false, false],
    [{ status: 'pending_cancel' }, 'pending_cancel', false, false],
  ]
  for (const [of, status, is_voided, is_sold] of states) {
    const { row, counted } = await row_of(of)
    assert.deepEqual([row.status, row.is_voided, row.is_sold], [status, is_voided, is_sold], status)
    assert.deepEqual(counted, [], status)
  }
})

test('an unknown status is neither sold nor void, and is counted', async () => {
  const { row, counted } = await row_of({ status: 'under_analysis' })
  assert.deepEqual([row.is_voided, row.is_sold, counted], [false, false, ['statuses of orders']])
})

test('test orders, and all orders of a test seller, are marked', async () => {
  assert.equal((await row_of({ tags: ['test_order'] })).row.is_test, true)
  assert.equal((await row_of({}, { extra: { is_test: 'true' } })).row.is_test, true)
})

test('refunds are those of all payments, and unknown when a payment does not say', async () => {
  const refunded = async (...payments: object[]) => (await row_of({ payments })).row.refunded_micros
  assert.equal(await refunded(payment, { ...payment, transaction_amount_refunded: 40.5 }), 40_500_000n)
  assert.equal(await refunded({ ...payment, status: 'charged_back' }), 100_000_000n)
  assert.equal(await refunded({ status: 'refunded', transaction_amount: 99.9 }), 99_900_000n)
  assert.equal(await refunded({ status: 'rejected', transaction_amount: 99.9 }, payment), 0n)
  assert.equal(await refunded({ status: 'approved', transaction_amount: 99.9 }), null)
  // A sold order was paid. Without its payments, what was given back is not known.
  assert.equal(await refunded(), null)
  assert.equal((await row_of({ payments: undefined })).row.refunded_micros, null)
  assert.equal((await row_of({ payments: null, status: 'cancelled' })).row.refunded_micros, null)
  assert.equal((await row_of({ payments: [], status: 'payment_required' })).row.refunded_micros, 0n)
})

test('a fee that one line lacks is unknown', async () => {
  const [line] = an_order().order_items
  assert.equal((await row_of({ order_items: [line, { ...line, sale_fee: null }] })).row.fee_micros, null)
})

test('behind the thousandth order, the list starts again at the last order', async () => {
  const at = (n: number) => new Date(Date.parse('2026-11-01T00:00:00Z') + n * 1000).toISOString()
  const all = (from: number, offset: number, total: number) =>
    page(
      Array.from({ length: 50 }, (_, n) => an_order({ id: from + n, date_created: at(from + n) })),
      offset,
      total,
    )
  const answers = [
    ...Array.from({ length: 20 }, (_, n) => all(n * 50, n * 50, 1_100)),
    all(999, 0, 101),
    all(1_049, 50, 101),
  ]
  const { api, asked } = canned_api([...answers, page([an_order({ id: 1_099 })], 100, 101), page([])])
  assert.ok(orders && 'since' in orders)
  const ids = new Set<string>()
  for await (const found of orders.read({ api, account, settings: {}, since: '2026-10-01T00:00:00Z' }))
    for (const { id } of found as Order[]) ids.add(id)
  assert.equal(ids.size, 1_100)
  const queries = asked.map(({ query }) => [query?.offset, query?.['order.date_created.from']])
  assert.deepEqual(queries.slice(18), [
    [900, undefined],
    [950, undefined],
    [0, at(999)],
    [50, at(999)],
    [100, at(999)],
    [0, undefined],
  ])
  assert.ok(asked.every(({ query }) => query?.['order.date_last_updated.from'] === '2026-10-01T00:00:00Z'))
})

test('a page of orders that is shorter than asked for skips none of the next ones', async () => {
  const orders_of = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => an_order({ id: from + n }))
  const { api, asked } = canned_api([
    page(orders_of(0, 30), 0, 90),
    page(orders_of(30, 80), 30, 90),
    page(orders_of(80, 90), 80, 90),
    page([]),
  ])
  assert.ok(orders && 'since' in orders)
  const ids = new Set<string>()
  for await (const found of orders.read({ api, account, settings: {}, since: '2026-10-01T00:00:00Z' }))
    for (const { id } of found as Order[]) ids.add(id)
  assert.equal(ids.size, 90)
  assert.deepEqual(
    asked.map(({ query }) => query?.offset),
    [0, 30, 80, 0],
  )
})

test('a scan that ends with fewer items than counted is an error, and not the end', async () => {
  const scan = [
    { results: ['MLM1', 'MLM2'], scroll_id: 'a', paging: { total: 3 } },
    { results: null, scroll_id: null },
  ]
  await assert.rejects(rows_of(listings!, scan), /counts 3 records of a list, and sent 2/)
})

test('an empty page before the number that the platform states is an error, and not the end', async () => {
  const first = Array.from({ length: 50 }, (_, n) => an_order({ id: n + 1 }))
  const early = /sent an empty page before the end/
  await assert.rejects(rows_of(orders!, [page(first, 0, 120), page([], 50, 120), page([], 100, 120)]), early)
  await assert.rejects(rows_of(orders!, [page([], 0, 3)]), early)
  assert.deepEqual(await rows_of(orders!, [page([])]), [])
  // The last page became empty while the list was read.
  assert.equal((await rows_of(orders!, [page(first, 0, 51), page([], 50, 50)])).length, 50)
  await assert.rejects(rows_of(questions!, [{ total: 70, questions: [] }]), early)
  const scan = { paging: { total: 2 }, results: [], scroll_id: 'a' }
  await assert.rejects(rows_of(listings!, [scan, []]), early)
})

const item = (id: string, of: object = {}) => ({
  code: 200,
  body: {
    ...{
      id,
      title: 'Vela',
      status: 'active',
      price: 199.5,
      currency_id: 'MXN',
      available_quantity: 0,
      sold_quantity: 3,
    },
    attributes: [{ id: 'SELLER_SKU', value_name: 'CL-1' }],
    ...of,
  },
})

test('all items of a scan are read, and an item that the seller may not read is left out', async () => {
  const missing = { code: 404, body: { message: 'Item with id MLM2 not found' } }
  const rows = await rows_of(listings!, [
    { results: ['MLM1', 'MLM2'], scroll_id: 'a' },
    { results: ['MLM3'], scroll_id: 'a' },
    { results: null, scroll_id: null },
    [item('MLM1'), missing, item('MLM3', { price: null, available_quantity: null })],
  ])
  assert.deepEqual(
    rows.map(({ listing_id, sku, price_micros, stock, sold }) => [listing_id, sku, price_micros, stock, sold]),
    [
      ['MLM1', 'CL-1', 199_500_000n, 0n, 3n],
      ['MLM3', 'CL-1', null, null, 3n],
    ],
  )
  assert.ok(rows.every((row) => !('visits' in row)))
})

test('visits of closed and vanished items are unknown, and the other items are read', async () => {
  const { api, asked } = canned_api([
    { results: ['MLM1', 'MLM2', 'MLM3'], scroll_id: null },
    [item('MLM1'), item('MLM2', { status: 'closed' }), item('MLM3')],
    { total_visits: 26 },
  ])
  const without_item: Api = {
    ...api,
    async call(request) {
      if (request.path.includes('MLM3')) throw new VendorRefusal('refused', 'Item not found')
      return api.call(request)
    },
  }
  const counted: string[] = []
  const rows: unknown[] = []
  const context = { account, unreadable: (what: string) => counted.push(what) }
  assert.ok(visits && !('since' in visits) && !('window' in visits))
  for await (const page of visits.read({ api: without_item, account, settings: {} }))
    for (const one of page) rows.push((visits.rows(one, context).marketplace_listings as { visits: bigint }).visits)
  assert.deepEqual([rows, counted], [[26n, null, null], ['visits of listings']])
  assert.deepEqual(
    asked.filter(({ path }) => path.includes('visits')).map(({ path }) => path),
    ['/items/MLM1/visits/time_window'],
  )
})

test('questions are read until they are older than the start; a banned text is empty and ids are text', async () => {
  const question = (id: number, date_created: string, of: object = {}) => ({
    ...{ id, item_id: 'MLM1', status: 'ANSWERED', text: '¿Hay?', date_created, from: { id: 5 } },
    answer: { text: 'Sí', status: 'ACTIVE', date_created: '2026-11-02T00:00:00.000-04:00' },
    ...of,
  })
  const rows = await rows_of(questions!, [
    { total: 500, questions: [question(11764931832, '2026-11-01T00:00:00.000-04:00')] },
    {
      total: 500,
      questions: [question(2, '2026-09-01T00:00:00.000-04:00', { status: 'BANNED', text: '', answer: null })],
    },
  ])
  assert.deepEqual(
    rows.map(({ question_id, status, question, answer, buyer }) => [question_id, status, question, answer, buyer]),
    [
      ['11764931832', 'answered', '¿Hay?', 'Sí', '5'],
      ['2', 'banned', '', null, '5'],
    ],
  )
})

test('a seller has the currency and the zone of its country, and one of an unknown country is not read', async () => {
  const seller = (of: object) =>
    mpa.accounts.read({ ...canned_api([{ id: 202593498, nickname: 'TETE', site_id: 'MLA', ...of }]), settings: {} })
  const [known] = await seller({ registration_date: '2016-01-06T00:31:42.000-04:00', tags: ['test_user'] })
  assert.deepEqual(known, {
    account_id: '202593498',
    name: 'TETE',
    currency: 'ARS',
    time_zone: 'America/Argentina/Buenos_Aires',
    created_on: '2016-01-06',
    extra: { is_test: 'true' },
  })
  assert.match((await seller({ site_id: 'CBT' }))[0]!.unreadable ?? '', /country CBT/)
})
