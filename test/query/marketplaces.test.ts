// What a marketplace books after the sale is unknown without the permission for it, and its orders are known.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { mpb_sp } from '#connectors/mpb_sp/index.ts'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import { figures_bench } from '#test/figures.ts'
import { day, TODAY } from '#test/known_days.ts'

const WHOLE = { covered_from: '-infinity', covered_until: day(1), read_until: TODAY, state: 'ok' }
const DATES = { date_from: day(10), date_to: day(1) }
const AMOUNT = 50_000_000n

describe('refunds and fees that a marketplace books later', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench({ connectors: { mpb_sp } })
  })
  after(() => bench.close())

  /** An organization with ten orders, of which one is a day's, and a shop. */
  async function seller(charges: object) {
    const org = await bench.org()
    await org.connect('sx')
    const connection_id = await org.connect('mpb_sp', { last_sync_at: null })
    await org.insert((db) =>
      db
        .updateTable('connections')
        .set({ last_sync_at: `${TODAY}T17:00:00Z` })
        .execute(),
    )
    await org.cover(connection_id, WHOLE, 'orders')
    await org.cover(connection_id, { ...WHOLE, ...charges }, 'charges')
    const order = (date: string, of: object = {}) => ({
      ...{ connection_id, platform: 'mpb_sp', order_id: date, status: 'shipped', currency: 'MXN' },
      ...{ ordered_at: `${date}T16:00:00Z`, changed_at: `${date}T16:00:00Z`, total_micros: AMOUNT, has_charges: true },
      ...of,
    })
    const orders = Array.from({ length: 10 }, (_, back) => order(day(back + 1)))
    await org.insert((db) =>
      db
        .insertInto('marketplace_orders')
        .values([...orders, order(day(2), { order_id: 'pending', total_micros: null })])
        .execute(),
    )
    return { org, connection_id }
  }
  const denied = {
    ...{ state: 'denied', reason: 'Access to requested resource is denied.' },
    ...{ covered_from: null, covered_until: null, read_until: null },
  }

  it('are unknown without the permission, and revenue, orders and their ratios are known', async () => {
    const { org } = await seller(denied)
    const kpis = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual(
      [kpis.store_revenue, kpis.orders, kpis.refunds, kpis.store_revenue_net, kpis.window.is_partial],
      [500, 11, null, null, false],
    )
    assert.match(kpis.notes.join('\n'), /mpb_sp \(Main\) cannot read refunds and fees of account .*Access to requested/)
    const metric = async (name: string) =>
      (await org.ask('query_data', { metric: `marketplace_b.${name}`, ...DATES })).total_value
    assert.deepEqual(
      [await metric('revenue'), await metric('refunds'), await metric('net_revenue'), await metric('fees')],
      [500, null, null, null],
    )
    assert.equal(await metric('orders'), 11)
  })

  it('of an account that a person no longer chooses count nowhere', async () => {
    const { org, connection_id } = await seller({})
    const at = `${day(3)}T16:00:00Z`
    const brazil = { connection_id, account_id: 'BR', platform: 'mpb_sp', order_id: 'of Brazil', currency: 'MXN' }
    await org.insert(async (db) => {
      const order = { ...brazil, status: 'shipped', ordered_at: at, changed_at: at, total_micros: AMOUNT }
      await db
        .insertInto('marketplace_orders')
        .values({ ...order, has_charges: true })
        .execute()
      const charge = { ...brazil, charge_id: 'fee', charged_at: at, refund_micros: AMOUNT, fee_micros: AMOUNT }
      await db.insertInto('marketplace_charges').values(charge).execute()
    })
    const asked = async () => {
      const { store_revenue, orders, refunds } = await org.ask('get_kpi_summary', { days_back: 10 })
      const { total_value } = await org.ask('query_data', { metric: 'marketplace_b.fees', ...DATES })
      const of_sql = async (sql: string) => (await org.ask('run_readonly_sql', { sql })).rows[0]
      return [
        [store_revenue, orders, refunds, total_value],
        Object.values(await of_sql('select sum(total) as t, count(*) as n from marketplace_orders where counts')),
        Object.values(await of_sql('select coalesce(sum(refund), 0) as t from marketplace_charges where counts')),
      ].map((values) => values.map(Number))
    }
    assert.deepEqual(await asked(), [[550, 12, 50, 50], [550, 12], [50]])
    await org.account(connection_id, { account_id: 'BR', name: 'Brazil', state: 'skipped', reason: NOT_CHOSEN })
    assert.deepEqual(await asked(), [[500, 11, 0, 0], [500, 11], [0]])
  })

  it('of an account that two connections read count once', async () => {
    const org = await bench.org()
    const at = `${day(3)}T16:00:00Z`
    const sold = { MX: 100, BR: 10, US: 1 }
    async function connect(name: string, account_ids: (keyof typeof sold)[]) {
      const connection_id = await org.connect('mpb_sp', { name, last_sync_at: null })
      await org.insert((db) =>
        db
          .updateTable('connections')
          .set({ last_sync_at: `${TODAY}T17:00:00Z` })
          .where('connection_id', '=', connection_id)
          .execute(),
      )
      for (const account_id of account_ids) {
        await org.account(connection_id, { account_id })
        const read = { org_id: org.org_id, connection_id, account_id, cursor: '{}', ...WHOLE }
        const of = { connection_id, account_id, platform: 'mpb_sp', currency: 'MXN', order_id: account_id }
        const micros = BigInt(sold[account_id]) * 1_000_000n
        await org.insert(async (db) => {
          await db
            .insertInto('sync_cursors')
            .values(['orders', 'charges'].map((stream) => ({ ...read, stream })))
            .execute()
          const order = { ...of, status: 'shipped', ordered_at: at, changed_at: at, total_micros: micros }
          await db
            .insertInto('marketplace_orders')
            .values({ ...order, has_charges: true })
            .execute()
          const charge = { ...of, charge_id: account_id, charged_at: at, refund_micros: micros, fee_micros: micros }
          await db.insertInto('marketplace_charges').values(charge).execute()
        })
      }
    }
    await connect('One', ['MX', 'BR'])
    await connect('Two', ['MX', 'US'])
    const { store_revenue, orders, refunds, notes } = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([store_revenue, orders, refunds], [111, 3, 111])
    assert.match(notes.join('\n'), /One account of mpb_sp \(Two\) is covered by mpb_sp \(One\) too and counted there\./)
    for (const name of ['revenue', 'refunds', 'fees'])
      assert.equal((await org.ask('query_data', { metric: `marketplace_b.${name}`, ...DATES })).total_value, 111, name)
    const sql = `select (select sum(total) from marketplace_orders where counts) as sold,
      (select sum(refund) from marketplace_charges where counts) as refunded`
    assert.deepEqual(Object.values((await org.ask('run_readonly_sql', { sql })).rows[0]).map(Number), [111, 111])
  })

  it('an order without a price is part of no average, and a note names it', async () => {
    const { org } = await seller({})
    const { average_order_value, orders, notes } = await org.ask('revisar_tienda', { days_back: 10 })
    assert.deepEqual([orders.current, average_order_value.current], [11, 50])
    assert.match(notes.join('\n'), /1 order has no price yet/)
    for (const dimensions of [[], ['status']]) {
      const asked = { metric: 'marketplace_b.average_order_value', dimensions, ...DATES }
      const { rows, total_value } = await org.ask('query_data', asked)
      assert.deepEqual([total_value, rows[0].value], [50, 50])
    }
    const revenue = await org.ask('query_data', { metric: 'marketplace_b.revenue', ...DATES })
    assert.match(revenue.notes.join('\n'), /1 order has no price yet/)
  })

  it('orders without a price have no revenue on a day with a refund of an earlier order', async () => {
    const { org, connection_id } = await seller({})
    const date = day(11)
    const of = { connection_id, platform: 'mpb_sp', order_id: 'waiting', currency: 'MXN' }
    await org.insert(async (db) => {
      const at = { ordered_at: `${date}T16:00:00Z`, changed_at: `${date}T16:00:00Z` }
      await db
        .insertInto('marketplace_orders')
        .values({ ...of, ...at, status: 'pending', total_micros: null, has_charges: true })
        .execute()
      const charge = { charge_id: 'back', charged_at: `${date}T16:00:00Z`, refund_micros: 5_000_000n, fee_micros: 0n }
      await db
        .insertInto('marketplace_charges')
        .values({ ...of, ...charge, account_id: '', order_id: day(1) })
        .execute()
    })
    const metric = async (name: string) => {
      const asked = { metric: `marketplace_b.${name}`, date_from: date, date_to: date }
      return (await org.ask('query_data', asked)).total_value
    }
    assert.deepEqual(
      [await metric('orders'), await metric('revenue'), await metric('refunds'), await metric('net_revenue')],
      [1, null, 5, null],
    )
  })

  it('a sum with the revenue of a store says which amounts it mixes', async () => {
    const { org } = await seller({})
    for (const tool of ['get_kpi_summary', 'revisar_tienda'])
      assert.match(
        (await org.ask(tool, { days_back: 10 })).notes.join('\n'),
        /mixes amounts: mpb_sp without tax; sx with shipping and tax\./,
      )
    const { notes } = await org.ask('query_orders', DATES)
    assert.doesNotMatch(notes.join('\n'), /mixes amounts/)
  })

  it('revenue of orders without any price is unknown', async () => {
    const { org, connection_id } = await seller({})
    await org.insert((db) =>
      db
        .updateTable('marketplace_orders')
        .where('connection_id', '=', connection_id)
        .set({ total_micros: null })
        .execute(),
    )
    const kpis = await org.ask('get_kpi_summary', { days_back: 10 })
    assert.deepEqual([kpis.orders, kpis.store_revenue, kpis.store_revenue_net], [11, null, null])
    assert.equal((await org.ask('revisar_tienda', { days_back: 10 })).average_order_value.current, null)
  })

  it('are on the day of the booking once they can be read', async () => {
    const { org, connection_id } = await seller({})
    const charge = { connection_id, platform: 'mpb_sp', account_id: '', currency: 'MXN', order_id: day(9) }
    await org.insert((db) =>
      db
        .insertInto('marketplace_charges')
        .values([
          {
            ...charge,
            charge_id: 'a',
            charged_at: `${day(3)}T16:00:00Z`,
            refund_micros: AMOUNT,
            fee_micros: -7_000_000n,
          },
          { ...charge, charge_id: 'b', charged_at: `${day(8)}T16:00:00Z`, refund_micros: 0n, fee_micros: 9_000_000n },
        ])
        .execute(),
    )
    const kpis = await org.ask('get_kpi_summary', { days_back: 5 })
    assert.deepEqual([kpis.store_revenue, kpis.refunds, kpis.store_revenue_net], [250, 50, 200])
    const quiet = await org.ask('query_data', { metric: 'marketplace_b.refunds', date_from: day(2), date_to: day(1) })
    assert.equal(quiet.total_value, 0, 'nothing was given back')
    const fees = await org.ask('query_data', { metric: 'marketplace_b.fees', ...DATES })
    assert.equal(fees.total_value, 2)
  })
})
