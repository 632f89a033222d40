// The parameter `status` of lists: a word that nothing has is refused with those there are, also before the first row.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'

describe('a status that nothing has', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    org = await bench.org()
  })
  after(() => bench.close())

  for (const tool of ['list_store_orders', 'list_mpa_orders'])
    it(`is refused by ${tool} before the first order, with the states of Tablero`, async () => {
      assert.equal(
        await org.refused(tool, { status: 'banana' }),
        `Nothing has the status 'banana'. There are: sold, pending, voided, test.`,
      )
      for (const status of ['sold', 'PENDING', 'voided', 'test'])
        assert.deepEqual((await org.ask(tool, { status })).orders, [], status)
    })

  it('is an empty list where no word is stored and Tablero has no words of its own', async () => {
    assert.deepEqual((await org.ask('list_store_products', { status: 'active' })).products, [])
    assert.deepEqual((await org.ask('list_mpa_listings', { status: 'active' })).listings, [])
    assert.deepEqual((await org.ask('query_mx_campaigns', { status: 'ACTIVE' })).campaigns, [])
  })

  it('is refused by query_mx_campaigns with the words of its own campaigns, whatever the dates', async () => {
    const seller = await bench.org()
    const mx = await seller.connect('mx_ads')
    const gx = await seller.connect('gx_ads')
    await seller.insert(async (db) => {
      const of = { account_id: 'a1', currency: 'MXN', name: 'Spring' }
      const [own, other] = [
        { ...of, connection_id: mx, platform: 'mx_ads', time_zone: 'UTC' },
        { ...of, connection_id: gx, platform: 'gx_ads', time_zone: 'UTC' },
      ]
      await db.insertInto('ad_accounts').values([own, other]).execute()
      await db
        .insertInto('ad_campaigns')
        .values([
          { ...of, connection_id: mx, platform: 'mx_ads', campaign_id: 'c1', status: 'ACTIVE' },
          { ...of, connection_id: mx, platform: 'mx_ads', campaign_id: 'c2', status: 'ARCHIVED' },
          { ...of, connection_id: gx, platform: 'gx_ads', campaign_id: 'c3', status: 'ENABLED' },
        ])
        .execute()
      await db
        .insertInto('campaign_daily')
        .values(campaign_day(mx, { date: '2026-11-11', spend: 60_000_000n }))
        .execute()
    })
    const found = async (status: string) => (await seller.ask('query_mx_campaigns', { status })).campaigns.length
    assert.deepEqual([await found('active'), await found('Archived')], [1, 0])
    for (const status of ['ENABLED', 'banana'])
      assert.equal(
        await seller.refused('query_mx_campaigns', { status, date_from: '2026-01-01', date_to: '2026-01-02' }),
        `Nothing has the status '${status}'. There are: active, archived.`,
      )
  })

  it('is not one of a disconnected store', async () => {
    const shop = await org.connect('sx', { status: 'revoked', revoked_at: '2026-01-01T00:00:00Z' })
    const order = { order_id: 'a', ordered_at: '2025-11-11T12:00:00Z', total: '1.00', financial_status: 'paid' }
    await org.insert((db) => db.insertInto('store_orders').values(store_order(shop, order)).execute())
    assert.match(await org.refused('list_store_orders', { status: 'paid' }), /There are: sold, pending, voided, test\./)
  })
})
