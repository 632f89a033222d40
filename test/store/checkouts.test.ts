// Checkouts that customers left: their sums, and the order of those that were recovered.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { figures_bench, store_order } from '#test/figures.ts'
import { day } from '#test/known_days.ts'

const at = (back: number, time = '16:00:00') => `${day(back)}T${time}Z`

describe('checkouts that customers left', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench()
  })
  after(() => bench.close())

  it('are summed and listed with the order of those that were recovered', async () => {
    const org = await bench.org()
    const shop = await org.connect('sx')
    const checkout = (checkout_id: string, back: number, of: object = {}) => ({
      ...{
        connection_id: shop,
        platform: 'sx',
        checkout_id,
        started_at: at(back),
        changed_at: at(back),
        currency: 'MXN',
      },
      ...{
        total_micros: 40_000_000n,
        email: `${checkout_id}@example.com`,
        recovery_url: `https://shop.example/${checkout_id}`,
      },
      ...of,
    })
    await org.insert(async (db) => {
      await db
        .insertInto('checkouts')
        .values([
          checkout('lost', 3, { lines: JSON.stringify([{ title: 'Hat', quantity: 1, price: 40_000_000 }]) }),
          checkout('found', 5, { completed_at: at(4), changed_at: at(4) }),
          checkout('two orders', 6, { completed_at: at(2), changed_at: at(2) }),
          checkout('with its token', 7, { token: 't1', completed_at: at(1), changed_at: at(1) }),
          checkout('not read yet', 8, { token: 't2', completed_at: at(3), changed_at: at(3) }),
          checkout('of another total', 9, { completed_at: at(5), changed_at: at(5) }),
          checkout('old', 60, { total_micros: null }),
          checkout('open', 0, { changed_at: '2026-11-20T17:50:00Z', started_at: '2026-11-20T17:40:00Z' }),
        ])
        .execute()
      await db
        .insertInto('store_orders')
        .values([
          store_order(shop, { order_id: 'o1', ordered_at: at(4, '16:00:20'), total: '40.00' }),
          store_order(shop, { order_id: 'beside o1', ordered_at: at(4, '16:00:10'), total: '52.00' }),
          store_order(shop, { order_id: 'o2', ordered_at: at(2, '16:00:20'), total: '40.00' }),
          store_order(shop, { order_id: 'o3', ordered_at: at(2, '15:59:50'), total: '40.00' }),
          // Edited since, and long after the checkout.
          store_order(shop, { order_id: 'o4', ordered_at: at(1, '16:20:00'), total: '75.00', checkout_token: 't1' }),
          store_order(shop, { order_id: 'beside o4', ordered_at: at(1, '16:00:05'), total: '40.00' }),
          // Of other customers, in the minute of a checkout whose own order is not stored yet.
          store_order(shop, { order_id: 'o5', ordered_at: at(3, '16:00:40'), total: '40.00', checkout_token: 't9' }),
          store_order(shop, { order_id: 'o6', ordered_at: at(5, '16:00:40'), total: '52.00' }),
        ])
        .execute()
    })
    const found = await org.ask('list_abandoned_checkouts')
    assert.deepEqual(
      found.checkouts.map(({ checkout_id, recovered, order_id }: Record<string, unknown>) => [
        checkout_id,
        recovered,
        order_id,
      ]),
      [
        ['lost', false, null],
        ['found', true, 'o1'],
        ['two orders', true, null],
        ['with its token', true, 'o4'],
        ['not read yet', true, null],
        ['of another total', true, null],
      ],
    )
    assert.deepEqual(found.checkouts[0].lines, [{ title: 'Hat', quantity: 1, price: 40 }])
    assert.deepEqual(found.totals, {
      ...{ checkouts: 6, value: 240, average_value: 40 },
      ...{ all_checkouts: 6, recovered: 5, recovered_value: 200, recovery_rate: 0.8333 },
    })
    const { rows } = await org.ask('run_readonly_sql', {
      sql: `select count(*) as checkouts, sum(total) as value, sum(total) filter (where completed_at is not null) as recovered
        from checkouts where counts and started_at between '${at(30, '06:00:00')}' and '${at(0, '06:00:00')}'`,
    })
    assert.deepEqual(rows, [{ checkouts: 6, value: 240, recovered: 200 }])
    assert.equal((await org.ask('list_abandoned_checkouts', { days_back: 90, recovered: false })).total, 2)
    // A filter chooses what is listed and worth, and the rate stays that of all checkouts.
    const of_all = { all_checkouts: 6, recovered: 5, recovered_value: 200, recovery_rate: 0.8333 }
    const totals_of = async (recovered: boolean) =>
      (await org.ask('list_abandoned_checkouts', { recovered, limit: 1 })).totals
    assert.deepEqual(await totals_of(true), { ...{ checkouts: 5, value: 200, average_value: 40 }, ...of_all })
    assert.deepEqual(await totals_of(false), { ...{ checkouts: 1, value: 40, average_value: 40 }, ...of_all })
  })

  it('are not known of a platform that keeps none, and the answer names it', async () => {
    const { store_c } = await import('#connectors/store_c/index.ts')
    const other = await figures_bench({ connectors: { store_c } })
    try {
      const org = await other.org()
      const connection_id = await org.connect('store_c', { name: 'Sur', last_sync_at: null })
      await org.insert((db) =>
        db
          .updateTable('connections')
          .set({ last_sync_at: at(0) })
          .execute(),
      )
      await org.cover(connection_id, { covered_from: '-infinity', covered_until: day(1), read_until: day(0) }, 'orders')
      const { totals, total, notes } = await org.ask('list_abandoned_checkouts')
      assert.deepEqual([totals.checkouts, totals.value, total], [null, null, null])
      assert.match(notes.join('\n'), /store_c \(Sur\) keeps no abandoned checkouts/)
    } finally {
      await other.close()
    }
  })
})
