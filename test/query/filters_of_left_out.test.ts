// A filter can ask for what an answer leaves out. Nobody knows whether that has rows, so no row is no zero.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { email_a } from '#connectors/email_a/index.ts'
import { email_b } from '#connectors/email_b/index.ts'
import { type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { day, TODAY } from '#test/known_days.ts'

const DATES = { date_from: day(5), date_to: day(1) }
const DENIED = {
  ...{ state: 'denied', reason: 'No rights.' },
  ...{ covered_from: null, covered_until: null, read_until: null },
}

describe('a filter that asks for', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench({ connectors: { email_a, email_b } })
  })
  after(() => bench.close())

  const value_of = async (org: FiguresOrg, metric: string, filters: object) => {
    const { total_value, rows, total } = await org.ask('query_data', { metric, filters, ...DATES })
    return { total_value, rows: rows.map(({ value }: { value: unknown }) => value), total }
  }
  const UNKNOWN = { total_value: null, rows: [], total: null }
  const known = (value: number) => ({ total_value: value, rows: [value], total: 1 })

  /** A shop with an order, beside another one. */
  async function two_shops(other: (org: FiguresOrg) => Promise<unknown>) {
    const org = await bench.org()
    const sx = await org.connect('sx')
    await other(org)
    await org.insert(async (db) => {
      await db
        .insertInto('store_connections')
        .values({
          ...{
            store_connection_id: sx,
            platform: 'sx',
            store_name: 'Loud',
            store_id: 'loud',
            store_url: 'https://loud.example',
          },
          ...{ currency: 'MXN', time_zone: 'UTC' },
        })
        .execute()
      await db
        .insertInto('store_orders')
        .values(store_order(sx, { order_id: '1', ordered_at: `${day(3)}T16:00:00Z`, total: '50.00', utm_source: 'a' }))
        .execute()
    })
    return org
  }

  it('a shop that Tablero may not read has no zero, and that of the other shop is one', async () => {
    const org = await two_shops(async (org) => org.cover(await org.connect('tnx', { name: 'Second' }), DENIED))
    for (const filters of [
      { platform: 'TNX' },
      { platform: ['tnx', 'sx'], utm_source: 'b' },
      { store: 'Second' },
      { utm_source: 'b' },
    ])
      assert.deepEqual(await value_of(org, 'store.revenue', filters), UNKNOWN, JSON.stringify(filters))
    assert.deepEqual(await value_of(org, 'store.revenue', { platform: 'sx' }), known(50))
    assert.deepEqual(await value_of(org, 'store.revenue', { platform: 'sx', utm_source: 'b' }), known(0))
    assert.deepEqual(await value_of(org, 'store.revenue', { date: day(2) }), UNKNOWN)
    assert.deepEqual(await value_of(org, 'store.revenue', {}), known(50))
  })

  it('a shop that was disconnected, or never connected, has no zero', async () => {
    const org = await two_shops((org) => org.connect('tnx', { status: 'revoked', revoked_at: `${TODAY}T10:00:00Z` }))
    assert.deepEqual(await value_of(org, 'store.orders', { platform: 'tnx' }), UNKNOWN)
    const { total, totals } = await org.ask('list_store_orders', { status: 'sold', ...DATES, date_to: day(4) })
    assert.deepEqual([total, totals.orders], [null, null])
    assert.deepEqual(await value_of(org, 'store.orders', { platform: 'store_c' }), UNKNOWN)
    assert.deepEqual(await value_of(org, 'store.orders', { platform: 'sx', utm_source: 'b' }), known(0))
  })

  it('a platform that has such figures in total only has no zero', async () => {
    const org = await bench.org()
    const [first, second] = [await org.connect('email_a'), await org.connect('email_b')]
    for (const [connection_id, stream] of [
      [first, 'daily'],
      [second, 'campaigns'],
    ] as const)
      await org.insert((db) =>
        db.updateTable('sync_cursors').set({ stream }).where('connection_id', '=', connection_id).execute(),
      )
    assert.deepEqual(await value_of(org, 'email.delivered', { platform: 'email_b' }), UNKNOWN)
    assert.deepEqual(await value_of(org, 'email.delivered', {}), UNKNOWN)
    assert.deepEqual(await value_of(org, 'email.delivered', { platform: 'email_a' }), known(0))
  })
})
