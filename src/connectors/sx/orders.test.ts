// The money of an order, and its restatements, through the whole engine.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { HOUR_MS, type ShopBench, shop_bench } from '#test/shop_bench.ts'
import { edited, refunded, value_of } from '../../../sandbox/world/shop_access.ts'
import type { Order, OrderLine } from '../../../sandbox/world/types.ts'

let shop: ShopBench
before(async () => {
  shop = await shop_bench()
})
after(() => shop?.close())
beforeEach(() => shop.reset())

test('an order whose channel the settings name was placed on the marketplace, from the next sync on', async () => {
  const [imported, own] = shop.paid_orders()
  const settings = { shop: 'casa-lumbre.myshopify.com', imported_channels: 'Meli Sync = mpa' }
  await shop.query('update connections set settings = $1 where org_id = $2', [settings, shop.place.org_id])
  shop.change(imported!, { source_name: 'meli sync' })
  shop.change(own!, { source_name: 'web' })
  await shop.sync_again()
  const rows = await Promise.all([imported!, own!].map(shop.row_of))
  assert.deepEqual(
    rows.map((row) => [row?.channel, row?.imported_from]),
    [
      ['meli sync', 'mpa'],
      ['web', null],
    ],
  )
})

describe('the money of an order', () => {
  const cases: Record<string, (order: Order) => { by: Partial<Order>; sale: number; refunds: number }> = {
    'an edit before the payment lowers the sale': (order) => {
      const line = order.lines[0]!
      const unpaid: Order = { ...order, financial_status: 'pending', paid_cents: 0 }
      const by = edited(unpaid, { take: { [line.id]: line.quantity }, at: shop.now() })
      const sale = order.total_cents - value_of(line, line.quantity)
      return { by: { ...by, financial_status: 'pending' }, sale, refunds: 0 }
    },
    'an edit after the payment lowers the sale, although the money is still owed': (order) => {
      const line = order.lines[0]!
      const by = edited(order, { take: { [line.id]: line.quantity }, at: shop.now() })
      return { by, sale: order.total_cents - value_of(line, line.quantity), refunds: 0 }
    },
    'after an edit and its refund, the removed line counts once': (order) => {
      const line = order.lines[0]!
      const worth = value_of(line, line.quantity)
      const by = edited(order, { take: { [line.id]: line.quantity }, at: shop.now() })
      const paid_back = refunded({ ...order, ...by }, { amount_cents: worth, at: shop.now() })
      return { by: { ...by, ...paid_back }, sale: order.total_cents, refunds: worth }
    },
    'a refund of returned goods keeps the sale': (order) => {
      const line = order.lines[0]!
      const by = refunded(order, { back: { [line.id]: 1 }, at: shop.now() })
      return { by, sale: order.total_cents, refunds: value_of(line, 1) }
    },
    'a refund of an amount, while the goods stay, keeps the sale': (order) => ({
      by: refunded(order, { amount_cents: 1_000, at: shop.now() }),
      sale: order.total_cents,
      refunds: 1_000,
    }),
    'a full refund leaves nothing': (order) => {
      const back = Object.fromEntries(order.lines.map(({ id, quantity }) => [id, quantity]))
      const by = refunded(order, { back, amount_cents: order.total_cents, at: shop.now() })
      return { by, sale: order.total_cents, refunds: order.total_cents }
    },
    'a return without money lowers the sale and is no refund': (order) => {
      const line = order.lines[0]!
      const by = refunded(order, { back: { [line.id]: 1 }, at: shop.now() })
      const refunds = by.refunds!.map((refund) => ({ ...refund, amount_cents: 0 }))
      return { by: { ...by, refunds }, sale: order.total_cents - value_of(line, 1), refunds: 0 }
    },
    'an exchange counts what was added, and not what came back': (order) => {
      const [given, template] = [order.lines[0]!, order.lines[1]!]
      const added: OrderLine = { ...template, id: `${template.id}9`, quantity: 1, discount_cents: 0 }
      const by = edited(order, { take: { [given.id]: given.quantity }, add: [added], at: shop.now() })
      const sale = order.total_cents - value_of(given, given.quantity) + added.unit_price_cents
      return { by: { ...by, paid_cents: sale }, sale, refunds: 0 }
    },
    'an order of nothing is an order': () => ({
      by: { total_cents: 0, subtotal_cents: 0, shipping_cents: 0, discount_cents: 0, tax_cents: 0, lines: [] },
      sale: 0,
      refunds: 0,
    }),
  }

  test('is what remains after edits, and refunds have rows of their own', async () => {
    const orders = shop.paid_orders()
    const made = Object.entries(cases).map(([name, make], n) => ({ name, order: orders[n]!, ...make(orders[n]!) }))
    for (const { order, by } of made) shop.change(order, by)
    await shop.sync_again()
    for (const { name, order, sale, refunds } of made)
      assert.deepEqual(await shop.money_of(order), { sale, refunds, remains: sale - refunds }, name)
  })

  test('a withdrawn refund leaves, and the sale stays', async () => {
    const [order] = shop.paid_orders()
    shop.change(order!, refunded(order!, { amount_cents: 2_000, at: shop.now() }))
    await shop.sync_again()
    assert.equal((await shop.money_of(order!)).refunds, 2_000)
    shop.change(order!, { refunds: [], financial_status: 'paid', updated_at: shop.now() + 1000 })
    await shop.sync_again()
    assert.deepEqual(await shop.money_of(order!), { sale: order!.total_cents, refunds: 0, remains: order!.total_cents })
  })

  test('an order that is cancelled after its payment counts nowhere, and keeps the total it had', async () => {
    const [order] = shop.paid_orders()
    shop.change(order!, {
      ...refunded(order!, { amount_cents: order!.total_cents, at: shop.now() }),
      cancelled_at: shop.now(),
    })
    await shop.sync_again()
    const row = await shop.row_of(order!)
    assert.equal(row?.is_voided, true)
    assert.equal(row?.total_micros, BigInt(order!.total_cents) * 10_000n)
    const sales = await shop.query('select * from metrics.sales where at = $1 and customer_id = $2', [
      new Date(Math.floor(order!.created_at / 1000) * 1000).toISOString(),
      order!.customer!.id,
    ])
    assert.deepEqual(sales, [])
  })

  test('a line keeps the units that remain, and a removed line stays with none', async () => {
    const order = shop.paid_orders().find(({ lines }) => lines[0]!.quantity > 1)!
    const [first, second] = [order.lines[0]!, order.lines[1]!]
    shop.change(order, edited(order, { take: { [first.id]: 1, [second.id]: second.quantity }, at: shop.now() }))
    await shop.sync_again()
    const lines = new Map((await shop.lines_of(order)).map((line) => [line.line_id, line]))
    assert.equal(lines.get(first.id)?.quantity, BigInt(first.quantity - 1))
    assert.equal(lines.get(second.id)?.quantity, 0n)
    assert.equal(lines.get(second.id)?.total_micros, 0n)
    assert.equal((await shop.row_of(order))?.is_edited, true)
  })

  describe('with a gift card', () => {
    const GIFT_CENTS = 50_000
    /** The order with a card beside its goods. */
    function with_card(order: Order, goods = order.lines): Order {
      const card: OrderLine = { ...order.lines[0]!, id: `9${order.id.slice(1)}`, quantity: 1, discount_cents: 0 }
      const lines = [...goods, { ...card, unit_price_cents: GIFT_CENTS, is_gift_card: true as const }]
      const total_cents = order.total_cents + GIFT_CENTS
      const subtotal_cents = order.subtotal_cents + GIFT_CENTS
      return { ...order, lines, total_cents, subtotal_cents, updated_at: shop.now() }
    }

    test('counts the goods alone, also after a return: the order that redeems the card is the sale', async () => {
      const [order, returned, card_back] = shop.paid_orders()
      const [line] = returned!.lines
      const [sold, of_goods, of_card] = [with_card(order!), with_card(returned!), with_card(card_back!)]
      const back = { [line!.id]: 1 }
      shop.change(order!, sold)
      shop.change(returned!, { ...of_goods, ...refunded(of_goods, { back, at: shop.now() }) })
      const back_card = { [of_card.lines.at(-1)!.id]: 1 }
      shop.change(card_back!, { ...of_card, ...refunded(of_card, { back: back_card, at: shop.now() }) })
      await shop.sync_again()
      const { total_cents: sale } = order!
      assert.deepEqual(await shop.money_of(order!), { sale, refunds: 0, remains: sale })
      const worth = value_of(line!, 1)
      const remains = returned!.total_cents - worth
      assert.deepEqual(await shop.money_of(returned!), { sale: returned!.total_cents, refunds: worth, remains })
      // The money for the returned card is in both, so that nothing of the card remains.
      assert.equal((await shop.money_of(card_back!)).remains, card_back!.total_cents)
      assert.equal((await shop.lines_of(order!)).length, order!.lines.length)
      const { subtotal_micros } = (await shop.row_of(order!))!
      assert.equal(subtotal_micros, BigInt(order!.subtotal_cents - order!.discount_cents) * 10_000n)
    })

    test('alone is a sale of nothing', async () => {
      const [order] = shop.paid_orders()
      const of_goods = { total_cents: 0, subtotal_cents: 0, shipping_cents: 0, discount_cents: 0, tax_cents: 0 }
      shop.change(order!, with_card({ ...order!, ...of_goods }, []))
      await shop.sync_again()
      const row = await shop.row_of(order!)
      assert.deepEqual([row?.is_voided, row?.total_micros], [false, 0n])
      assert.deepEqual(await shop.lines_of(order!), [])
    })
  })

  test('says whose money it is, also in another currency than the shop and in one without decimals', async () => {
    const [order] = shop.paid_orders()
    shop.change(order!, { currency: 'CLP', presentment: { currency: 'JPY', rate: 0.5 }, total_cents: 1_990_000 })
    await shop.sync_again()
    const row = await shop.row_of(order!)
    assert.equal(row?.currency, 'CLP')
    assert.equal(row?.total_micros, 19_900_000_000n)
    assert.equal(row?.customer_currency, 'JPY')
    assert.equal(row?.customer_total_micros, 9_950_000_000n)
  })

  test('every line of an order with more than a hundred comes', async () => {
    const [order] = shop.paid_orders()
    const line = order!.lines[0]!
    const lines = Array.from({ length: 230 }, (_, n) => ({
      ...line,
      id: `7${String(n).padStart(9, '0')}`,
      quantity: 1,
    }))
    shop.change(order!, { lines })
    await shop.sync_again()
    assert.equal((await shop.lines_of(order!)).length, 230)
  })
})

describe('the first order of a customer', () => {
  /** Stored orders that are marked differently from what all stored orders say. */
  const wrong = () =>
    shop.query(
      `select order_id from (
         select order_id, is_first_of_customer,
           row_number() over (partition by customer_id order by ordered_at, order_id) = 1 as is_first
         from store_orders where customer_id is not null and not is_voided and not is_test) o
       where is_first <> is_first_of_customer`,
    )
  const marked = async () =>
    (await shop.query<{ id: string }>('select order_id as id from store_orders where is_first_of_customer')).map(
      ({ id }) => id,
    )

  test('is marked again after a cancellation, a deletion, a change of customer and a late older order', async () => {
    assert.ok((await marked()).length > 20)
    assert.deepEqual(await wrong(), [])
    const [first, second, third, fourth] = shop.paid_orders().filter(({ customer }) => customer) as Order[]
    const { customer } = first!
    const now_first = async () => {
      await shop.sync_again()
      assert.deepEqual(await wrong(), [])
      const stored = await shop.query<{ id: string }>(
        'select order_id as id from store_orders where customer_id = $1 and is_first_of_customer and not is_voided',
        [customer!.id],
      )
      return stored.map(({ id }) => id)
    }
    shop.change(first!, { created_at: first!.created_at })
    shop.change(second!, { customer })
    shop.change(third!, { customer })
    assert.deepEqual(await now_first(), [first!.id])
    shop.change(first!, { cancelled_at: shop.now(), financial_status: 'voided' })
    assert.deepEqual(await now_first(), [second!.id])
    shop.world.changes.delete_record({ kind: 'order', id: second!.id, at: shop.now() })
    assert.deepEqual(await now_first(), [third!.id])
    shop.change(fourth!, { customer, created_at: third!.created_at - HOUR_MS })
    assert.deepEqual(await now_first(), [fourth!.id])
    shop.change(fourth!, { customer: null })
    assert.deepEqual(await now_first(), [third!.id])
  })
})

describe('a restatement of an order', () => {
  const restated = (order: Order) =>
    shop.query<{ metric: string; old_value: string; new_value: string; date: string }>(
      `select metric, old_value, new_value, date::text from metric_restatements
       where table_name = 'store_orders' and row_key->>'order_id' = $1 order by restated_at, metric`,
      [order.id],
    )

  test('is logged when the order of a finished day is edited, refunded or cancelled', async () => {
    const [cut, given, void_] = shop.paid_orders().slice(-3) as [Order, Order, Order]
    const line = cut.lines[0]!
    shop.change(cut, edited(cut, { take: { [line.id]: line.quantity }, at: shop.now() }))
    shop.change(given, refunded(given, { amount_cents: 1_500, at: shop.now() }))
    shop.change(void_, { cancelled_at: shop.now(), financial_status: 'voided' })
    const run_id = await shop.sync_again()
    const total = (order: Order) => String(order.total_cents * 10_000)
    const day = (order: Order) => new Date(order.created_at - 6 * HOUR_MS).toISOString().slice(0, 10)
    const edit = (await restated(cut)).find(({ metric }) => metric === 'total_micros')
    const after_edit = String((cut.total_cents - value_of(line, line.quantity)) * 10_000)
    assert.deepEqual(edit, { metric: 'total_micros', old_value: total(cut), new_value: after_edit, date: day(cut) })
    assert.deepEqual(await restated(given), [
      { metric: 'refunded_micros', old_value: '0', new_value: '15000000', date: day(given) },
    ])
    const voided = (await restated(void_)).find(({ metric }) => metric === 'total_micros')
    assert.deepEqual(voided, { metric: 'total_micros', old_value: total(void_), new_value: null, date: day(void_) })
    const [run] = await shop.query<{ restatements: bigint }>('select restatements from sync_runs where run_id = $1', [
      run_id,
    ])
    assert.ok(run!.restatements >= 3n)
  })

  test('is not logged for an order of today', async () => {
    const today = shop.world.store
      .orders()
      .findLast(({ test, financial_status }) => !test && financial_status === 'paid')!
    shop.change(today, { total_cents: today.total_cents - 100 })
    await shop.sync_again()
    assert.deepEqual(await restated(today), [])
  })
})
