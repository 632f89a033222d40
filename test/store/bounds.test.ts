// Limits of the lists of stores and of marketplace A: the total is that of all rows, and a shortened list says so.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'

const COUNT = 7

describe('a limit', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  let shop: string
  before(async () => {
    bench = await figures_bench()
    org = await bench.org()
    shop = await org.connect('sx', { name: 'Centro', last_sync_at: '2026-11-20T16:30:00Z' })
    const connection_id = await org.connect('mpa')
    const numbers = Array.from({ length: COUNT }, (_, at) => at)
    await org.insert(async (db) => {
      await db
        .insertInto('store_products')
        .values(
          numbers.map((at) => ({
            ...{ store_connection_id: shop, product_id: `p${at}`, title: `Product ${at}` },
            status: at < 3 ? 'draft' : 'active',
          })),
        )
        .execute()
      await db
        .insertInto('store_variants')
        .values(
          numbers.map((at) => ({
            ...{ store_connection_id: shop, product_id: `p${at}`, variant_id: `v${at}`, currency: 'MXN' },
            ...{ price_micros: 5_000_000n, stock: at % 2 === 0 ? 4n : 0n },
          })),
        )
        .execute()
      await db
        .insertInto('marketplace_listings')
        .values(
          numbers.map((at) => ({
            ...{ connection_id, platform: 'mpa', listing_id: `MLM${at}`, title: `Listing ${at}`, currency: 'MXN' },
            ...{ status: at < 3 ? 'paused' : 'active', price_micros: 5_000_000n, stock: 3n, sold: BigInt(at) },
          })),
        )
        .execute()
    })
  })
  after(() => bench.close())

  async function lengths(tool: string, input: object) {
    const { count, total, truncated, hint, ...result } = await org.ask(tool, input)
    const rows = (result.products ?? result.listings) as unknown[]
    assert.equal(rows.length, count)
    assert.equal(typeof hint, truncated ? 'string' : 'undefined')
    return [count, total, truncated]
  }

  for (const [tool, some] of [
    ['list_store_products', [{ status: 'draft' }, 3]],
    ['list_store_products', [{ in_stock_only: true }, 4]],
    ['list_mpa_listings', [{ status: 'paused' }, 3]],
    ['list_mpa_listings', [{ search: 'listing' }, COUNT]],
  ] as const)
    it(`of ${tool} with ${JSON.stringify(some[0])} leaves the total as it is`, async () => {
      const [filter, matching] = some
      assert.deepEqual(await lengths(tool, {}), [COUNT, COUNT, false])
      assert.deepEqual(await lengths(tool, { limit: COUNT }), [COUNT, COUNT, false])
      assert.deepEqual(await lengths(tool, { limit: COUNT - 1 }), [COUNT - 1, COUNT, true])
      assert.deepEqual(await lengths(tool, filter), [matching, matching, false])
      assert.deepEqual(await lengths(tool, { ...filter, limit: 2 }), [2, matching, true])
      assert.match(await org.refused(tool, { limit: 0 }), /at least 1/)
      assert.match(await org.refused(tool, { limit: 1_001 }), /at most 1000/)
    })

  it('shows the first rows of the order of the list', async () => {
    const { listings } = await org.ask('list_mpa_listings', { limit: 2 })
    assert.deepEqual(
      listings.map(({ listing_id }: { listing_id: string }) => listing_id),
      ['MLM6', 'MLM5'],
    )
    const { products } = await org.ask('list_store_products', { limit: 2 })
    assert.deepEqual(
      products.map(({ title }: { title: string }) => title),
      ['Product 0', 'Product 1'],
    )
  })

  it('is not needed for stores, which show their name, time zone and last sync', async () => {
    await org.insert((db) =>
      db
        .insertInto('store_connections')
        .values({
          ...{ store_connection_id: shop, platform: 'sx', store_id: '77', store_name: 'Casa Centro' },
          ...{ store_url: 'https://centro.example', currency: 'MXN', time_zone: 'America/Tijuana' },
        })
        .execute(),
    )
    const { stores } = await org.ask('list_store_connections')
    assert.deepEqual(
      stores.map(({ store_name, time_zone, last_sync }: Record<string, unknown>) => [store_name, time_zone, last_sync]),
      [['Casa Centro', 'America/Tijuana', '2026-11-20T16:30:00.000Z']],
    )
  })
})
