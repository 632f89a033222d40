// The lists of marketplace A: packs as one order, what a listing lets change, and questions that can be answered.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { set_module } from '#test/access.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { day } from '#test/known_days.ts'

const DATES = { date_from: day(10), date_to: day(1) }
const at = (back: number) => `${day(back)}T16:00:00Z`

describe('lists of marketplace A', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  let connection_id: string
  before(async () => {
    bench = await figures_bench()
    org = await bench.org()
    connection_id = await org.connect('mpa', { name: 'Tienda ML' })
    const line = { listing_id: 'MLM1', sku: null, title: 'Hat', quantity: 2, price: '50000000', fee: '5000000' }
    const order = (order_id: string, back: number, of: object = {}) => ({
      ...{
        connection_id,
        platform: 'mpa',
        order_id,
        ordered_at: at(back),
        changed_at: at(back),
        status: 'paid',
        currency: 'MXN',
      },
      ...{ total_micros: 100_000_000n, fee_micros: 10_000_000n, shipping_micros: 5_000_000n, refunded_micros: 0n },
      ...{ lines: JSON.stringify([line]), ...of },
    })
    /** Both orders of the pack are in it, so its cost counts once. */
    const parcel = { shipment_id: 's2', seller_shipping_micros: 6_500_000n }
    await org.insert(async (db) => {
      await db
        .insertInto('marketplace_orders')
        .values([
          order('1', 9, { shipment_id: 's1', seller_shipping_micros: 0n }),
          order('2', 8, { pack_id: 'p', total_micros: 30_000_000n, ...parcel }),
          order('3', 8, {
            ...{ pack_id: 'p', is_first_of_pack: false, refunded_micros: 20_000_000n },
            ...{ ...parcel, is_first_of_shipment: false },
            status: 'partially_refunded',
          }),
          order('4', 8, { pack_id: 'p', is_first_of_pack: false, is_voided: true, status: 'cancelled' }),
          order('5', 6, { is_voided: true, status: 'split' }),
          order('6', 5, { is_sold: false, status: 'payment_required' }),
          order('7', 4, { refunded_micros: null, fee_micros: null }),
          order('8', 3, { status: 'paid' }),
        ])
        .execute()
      const listing = (listing_id: string, of: object) => ({
        ...{
          connection_id,
          platform: 'mpa',
          listing_id,
          title: `Listing ${listing_id}`,
          status: 'active',
          currency: 'MXN',
        },
        ...{ price_micros: 50_000_000n, stock: 3n, sold: 0n, is_title_written: false, ...of },
      })
      await db
        .insertInto('marketplace_listings')
        .values([
          listing('MLM1', { sold: 9n, visits: 120n, sku: 'HAT-1' }),
          listing('MLM2', { sold: 0n, visits: 0n }),
          listing('MLM3', { status: 'under_review', sold: 2n }),
          listing('MLM4', { sold: null, status: 'paused', price_micros: null }),
          listing('MLM5', { is_title_written: true }),
          listing('MLM6', { is_title_written: null }),
          ...['inactive', 'payment_required', 'not_yet_active'].map((status, at) => listing(`MLM7${at}`, { status })),
        ])
        .execute()
      const question = (question_id: string, back: number, of: object = {}) => ({
        ...{
          connection_id,
          platform: 'mpa',
          question_id,
          listing_id: 'MLM1',
          status: 'unanswered',
          asked_at: at(back),
        },
        ...{ question: 'Is it blue?', ...of },
      })
      await db
        .insertInto('marketplace_questions')
        .values([
          question('q1', 1),
          question('q2', 2, { listing_id: 'gone' }),
          question('q3', 3, { status: 'answered', answer: 'Yes', answered_at: at(2) }),
          question('q4', 4, { listing_id: 'MLM4' }),
          question('q5', 5, { question: '' }),
        ])
        .execute()
    })
  })
  after(() => bench.close())

  it('show a pack as one order, with the sums of its orders that were sold', async () => {
    const { orders, totals, total } = await org.ask('list_mpa_orders', DATES)
    assert.deepEqual(
      orders.map((of: Record<string, unknown>) => [
        of.order_id,
        of.status,
        of.total,
        of.fees,
        of.shipping,
        of.seller_shipping,
        of.refunded,
        of.payout,
      ]),
      [
        ['8', 'sold', 100, 10, 5, null, 0, null],
        ['7', 'sold', 100, null, 5, null, null, null],
        ['6', 'pending', 100, 10, 5, null, 0, null],
        ['5', 'voided', 100, 10, 5, null, 0, null],
        ['p', 'sold', 130, 20, 10, 6.5, 20, 83.5],
        ['1', 'sold', 100, 10, 5, 0, 0, 90],
      ],
    )
    assert.deepEqual([orders[4].order_ids, orders[4].lines.length, total], [['2', '3'], 2, 6])
    assert.deepEqual(orders[5].lines, [{ listing_id: 'MLM1', title: 'Hat', sku: null, quantity: 2, price: 50 }])
    assert.deepEqual(totals, {
      ...{ orders: 4, revenue: 430, refunds: 20, net_revenue: 410, fees: 40 },
      // Of two orders the shipping and the payout are not known, so the sums of the others are no sums of these orders.
      ...{ seller_shipping: null, payout: null },
    })
    const { totals: known } = await org.ask('list_mpa_orders', { date_from: DATES.date_from, date_to: day(6) })
    assert.deepEqual([known.orders, known.seller_shipping, known.payout], [2, 6.5, 173.5])
    const { rows } = await org.ask('run_readonly_sql', {
      sql: `select count(*) filter (where is_first_of_pack) as orders, sum(total) as revenue, sum(refunded) as refunds, sum(fee) as fees,
          sum(seller_shipping) as shipping, sum(total - refunded - fee - seller_shipping) as payout
        from marketplace_orders where counts`,
    })
    assert.deepEqual(rows, [{ orders: 4, revenue: 430, refunds: 20, fees: 40, shipping: 6.5, payout: 173.5 }])
  })

  it('have no sum of fees and refunds when no order states them', async () => {
    const { totals } = await org.ask('list_mpa_orders', { date_from: day(4), date_to: day(4) })
    assert.deepEqual([totals.revenue, totals.fees, totals.refunds], [100, null, null])
  })

  it('say how many orders the sums of fees and of shipping leave out', async () => {
    const { notes } = await org.ask('list_mpa_orders', DATES)
    assert.match(notes.join('\n'), /The fee of 1 order is not known/)
    assert.match(notes.join('\n'), /seller's shipping of 2 orders is not known/)
    const by_metric = await org.ask('query_data', { metric: 'marketplace_a.fees', ...DATES })
    assert.equal(by_metric.total_value, 40)
    assert.match(by_metric.notes.join('\n'), /The fee of 1 order is not known/)
  })

  it('count a pack with each of its words', async () => {
    const of_word = async (status: string) => (await org.ask('list_mpa_orders', { ...DATES, status })).totals
    assert.deepEqual(await of_word('partially_refunded'), {
      ...{ orders: 1, revenue: 100, refunds: 20, net_revenue: 80, fees: 10, seller_shipping: 0, payout: 70 },
    })
    assert.equal((await of_word('paid')).orders, 4)
    assert.equal((await of_word('sold')).orders, 4)
    const none = {
      ...{ orders: null, revenue: null, refunds: null, net_revenue: null, fees: null },
      ...{ seller_shipping: null, payout: null },
    }
    for (const status of ['pending', 'voided', 'test', 'split', 'cancelled', 'payment_required'])
      assert.deepEqual(await of_word(status), none, status)
  })

  it('filter orders by state and by the platform’s word, and keep totals whatever the limit', async () => {
    const ids = async (input: object) =>
      (await org.ask('list_mpa_orders', { ...DATES, ...input })).orders.map((of: { order_id: string }) => of.order_id)
    assert.deepEqual(await ids({ status: 'voided' }), ['5', 'p'])
    assert.deepEqual(await ids({ status: 'payment_required' }), ['6'])
    const { orders, totals, total } = await org.ask('list_mpa_orders', { ...DATES, limit: 1 })
    assert.deepEqual([orders.length, total, totals.revenue], [1, 6, 430])
    assert.match(
      await org.refused('list_mpa_orders', { status: 'sent' }),
      /'sent'.*sold, pending, voided, test, cancelled, paid/,
    )
    assert.match(await org.refused('list_mpa_orders', { date_from: day(1), date_to: day(3) }), /Exchange them/)
  })

  it('say what a listing lets change and why not', async () => {
    const { listings } = await org.ask('list_mpa_listings')
    const of = Object.fromEntries(listings.map((one: { listing_id: string }) => [one.listing_id, one]))
    assert.deepEqual(Object.keys(of).slice(0, 2), ['MLM1', 'MLM3'], 'most sold first')
    assert.equal(Object.keys(of).at(-1), 'MLM4')
    assert.deepEqual(of.MLM1.can_change, ['description', 'price', 'stock'])
    assert.match(of.MLM1.cannot_change, /title is frozen/)
    assert.deepEqual([of.MLM2.can_change, of.MLM2.cannot_change], [['title', 'description', 'price', 'stock'], null])
    assert.deepEqual(of.MLM3.can_change, [])
    assert.match(of.MLM3.cannot_change, /under_review/)
    assert.match(of.MLM4.cannot_change, /not known/)
    assert.deepEqual(of.MLM5.can_change, ['description', 'price', 'stock'])
    assert.match(of.MLM5.cannot_change, /writes the title/)
    assert.deepEqual(of.MLM6.can_change, ['description', 'price', 'stock'])
    assert.match(of.MLM6.cannot_change, /not known/)
    for (const [id, status] of [
      ['MLM70', 'inactive'],
      ['MLM71', 'payment_required'],
      ['MLM72', 'not_yet_active'],
    ] as const) {
      assert.deepEqual(of[id].can_change, [], status)
      assert.match(of[id].cannot_change, new RegExp(`status ${status}`))
    }
    assert.deepEqual([of.MLM2.visits, of.MLM3.visits, of.MLM4.price], [0, null, null], 'what was not read is null')
    const search = async (input: object) => (await org.ask('list_mpa_listings', input)).listings.length
    assert.deepEqual(
      [await search({ search: 'hat-' }), await search({ status: 'PAUSED' }), await search({ search: '%' })],
      [1, 1, 0],
    )
    assert.match(
      await org.refused('list_mpa_listings', { status: 'sold' }),
      /'sold'.*active, inactive, not_yet_active, paused/,
    )
  })

  it('show unanswered questions by default, with their age', async () => {
    const { questions, total } = await org.ask('list_mpa_questions')
    assert.deepEqual(
      questions.map((of: Record<string, unknown>) => [of.question_id, of.age_hours, of.listing, of.can_be_answered]),
      [
        ['q1', 26, 'Listing MLM1', true],
        ['q2', 50, null, null],
        ['q4', 98, 'Listing MLM4', false],
        ['q5', 122, 'Listing MLM1', false],
      ],
      'the listing of q2 is not known, that of q4 is paused, and the text of q5 is withheld',
    )
    assert.equal(total, 4)
    const all = await org.ask('list_mpa_questions', { status: 'all' })
    assert.deepEqual([all.total, all.questions[2].can_be_answered, all.questions[2].answer], [5, false, 'Yes'])
    assert.match(await org.refused('list_mpa_questions', { status: 'open' }), /unanswered/)
  })

  it('do not exist without their module', async () => {
    await set_module(bench.owner, org.org_id, 'module_mpa', false)
    const deadline = Date.now() + 10_000
    const status = async () => {
      const answer = await org.answer('list_mpa_orders')
      return answer.ok ? 200 : answer.status
    }
    while ((await status()) === 200 && Date.now() < deadline) await new Promise((done) => setTimeout(done, 50))
    assert.equal(await status(), 404)
  })
})
