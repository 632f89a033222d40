// A zero that is no data for one connection, although another one of the platform brings rows, or another fault hides that none came.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { campaign_day, figures_bench, store_order } from '#test/figures.ts'
import { business, day } from '#test/known_days.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

const SILENT = { created_at: '2026-01-01T00:00:00Z', last_rows_at: `${day(15)}T12:00:00Z` }
const DATES = { date_from: day(5), date_to: day(1) }

describe('a connection that has brought no rows for days', () => {
  it('makes the sums of its social account unknown, although another account brings rows', async () => {
    const org = await bench.org()
    const [loud, silent] = [
      await org.connect('social_a', { name: 'Loud' }),
      await org.connect('social_a', { name: 'Silent', ...SILENT }),
    ]
    await org.insert(async (db) => {
      const of = (connection_id: string, id: string) => ({ connection_id, platform: 'social_a', social_account_id: id })
      await db
        .insertInto('social_accounts')
        .values([
          { ...of(loud, '1'), username: 'loud' },
          { ...of(silent, '2'), username: 'silent' },
        ])
        .execute()
      await db
        .insertInto('social_daily')
        .values({ ...of(loud, '1'), date: day(3), impressions: 10n, engagements: 1n })
        .execute()
    })
    const found = await org.ask('list_social_metrics', { social_account_id: '2', days_back: 5 })
    assert.deepEqual([found.impressions, found.engagements], [null, null])
    const own = await org.ask('list_social_metrics', { social_account_id: '1', days_back: 5 })
    assert.deepEqual([own.impressions, own.engagements], [10, 1])
  })

  it('makes the sums of its account unknown in query_data, although another one brings rows', async () => {
    const org = await bench.org()
    const [loud, silent] = [
      await org.connect('mx_ads', { name: 'Loud' }),
      await org.connect('mx_ads', { name: 'Silent', ...SILENT }),
    ]
    await org.insert(async (db) => {
      await db
        .insertInto('campaign_daily')
        .values([
          campaign_day(loud, { date: day(3), spend: 10_000_000n }),
          campaign_day(silent, { date: day(20), spend: 10_000_000n, account_id: 'a2', campaign_id: 'c2' }),
        ])
        .execute()
      await db
        .insertInto('ad_accounts')
        .values([
          {
            connection_id: loud,
            account_id: 'a1',
            platform: 'mx_ads',
            name: 'First',
            currency: 'MXN',
            time_zone: 'UTC',
          },
          {
            connection_id: silent,
            account_id: 'a2',
            platform: 'mx_ads',
            name: 'Second',
            currency: 'MXN',
            time_zone: 'UTC',
          },
        ])
        .execute()
    })
    const total = async (account: string) =>
      (await org.ask('query_data', { metric: 'social_ads.spend', ...DATES, filters: { account } })).total_value
    assert.deepEqual([await total('First'), await total('Second')], [10, null])
  })

  for (const [fault, values] of Object.entries({
    'its last sync failed': { last_error_at: `${day(0)}T17:30:00Z` },
    'it is not synced any more': { last_sync_at: `${day(2)}T12:00:00Z` },
    'it needs a new sign-in': { needs_reconnection: true },
  }))
    it(`has no zeros when ${fault} too`, async () => {
      const org = await bench.org()
      const mx = await org.connect('mx_ads', { ...SILENT, ...values })
      await org.insert((db) =>
        db
          .insertInto('campaign_daily')
          .values(campaign_day(mx, { date: day(15), spend: 10_000_000n }))
          .execute(),
      )
      const dates = { date_from: day(8), date_to: day(4) }
      const { total_value } = await org.ask('query_data', { metric: 'social_ads.spend', ...dates })
      assert.equal(total_value, null)
    })

  it('does not count for an account that another connection reads with rows, although it has more accounts', async () => {
    const org = await bench.org()
    const cursor = `{"finished_at": "${day(0)}T16:00:00.000Z"}`
    const agency = await org.connect('mx_ads', { name: 'Agency', ...SILENT })
    const own = await org.connect('mx_ads', { name: 'Own' })
    await org.insert((db) => db.deleteFrom('sync_cursors').where('connection_id', 'in', [agency, own]).execute())
    for (const account_id of ['a1', 'a2']) await org.account(agency, { account_id, days: { cursor } })
    await org.account(own, { account_id: 'a1', days: { cursor } })
    await org.insert((db) =>
      db
        .insertInto('campaign_daily')
        .values(
          [20, 3].flatMap((back) =>
            (back === 3 ? [own] : [agency, own]).map((of) => campaign_day(of, { date: day(back), spend: 10_000_000n })),
          ),
        )
        .execute(),
    )
    const { total_value, notes } = await org.ask('query_data', { metric: 'social_ads.spend', ...DATES })
    assert.equal(total_value, 10, notes.join('\n'))
  })

  it('has products that ran out without a number of sold units, beside another store of the platform', async () => {
    const org = await bench.org()
    const [loud, silent] = [
      await org.connect('sx', { name: 'Loud' }),
      await org.connect('sx', { name: 'Silent', ...SILENT }),
    ]
    await org.insert(async (db) => {
      await db
        .insertInto('store_orders')
        .values(store_order(loud, { order_id: '1', ordered_at: `${day(3)}T16:00:00Z`, total: '50.00' }))
        .execute()
      await db
        .insertInto('store_products')
        .values(
          [loud, silent].map((store_connection_id) => ({
            ...{ store_connection_id, product_id: 'p', title: store_connection_id === loud ? 'Hat' : 'Shoe' },
            status: 'active',
          })),
        )
        .execute()
      await db
        .insertInto('store_variants')
        .values(
          [loud, silent].map((store_connection_id) => ({
            ...{
              store_connection_id,
              product_id: 'p',
              variant_id: 'v',
              title: 'One',
              stock: 0n,
              currency: 'MXN',
              price_micros: 1n,
            },
          })),
        )
        .execute()
    })
    const { stock } = await org.ask('revisar_tienda', { days_back: 5 })
    const units = Object.fromEntries(stock.ran_out.map((of: Record<string, unknown>) => [of.product, of.units]))
    assert.deepEqual(units, { Hat: 0, Shoe: null })
  })
})

describe('lists of a connection that never brought a row', () => {
  it('have no total, and the stock of its store is not known', async () => {
    const org = await bench.org()
    const empty = { created_at: '2026-01-01T00:00:00Z', last_rows_at: null }
    for (const platform of ['sx', 'email_a', 'social_a', 'mpa']) await org.connect(platform, empty)
    for (const tool of [
      ...['list_store_products', 'query_products', 'query_contacts', 'query_email_campaigns'],
      ...['list_social_accounts', 'list_mpa_listings', 'list_mpa_questions'],
    ]) {
      const { total, notes } = await org.ask(tool)
      assert.equal(total, null, tool)
      assert.match(notes.join(' '), /has brought no rows yet/, tool)
    }
    const { stock } = await org.ask('revisar_tienda', { days_back: 5 })
    assert.deepEqual([stock.products, stock.out_of_stock], [null, null])
  })
})

describe('a day without a row', () => {
  it('is zero where every connection brings rows', async () => {
    const { org, mx } = await business(bench, 20)
    await org.insert((db) =>
      db.deleteFrom('campaign_daily').where('connection_id', '=', mx).where('date', '=', day(3)).execute(),
    )
    const { total_value } = await org.ask('query_data', {
      ...{ metric: 'social_ads.spend', date_from: day(3), date_to: day(3) },
    })
    assert.equal(total_value, 0)
  })
})

describe('figures that nobody states', () => {
  it('are no zero in the totals of tired creatives', async () => {
    const org = await bench.org()
    const connection_id = await org.connect('mx_ads')
    const of = { connection_id, account_id: 'a1', platform: 'mx_ads' }
    await org.insert(async (db) => {
      await db
        .insertInto('ad_accounts')
        .values({ ...of, name: 'First', currency: 'MXN', time_zone: 'UTC' })
        .execute()
      await db
        .insertInto('ads')
        .values({
          ...of,
          ad_id: '1',
          ad_group_id: 's',
          campaign_id: 'c',
          name: 'Ad',
          status: 'ACTIVE',
          creative_id: '9',
        })
        .execute()
      await db
        .insertInto('meta_ad_creatives')
        .values({ connection_id, account_id: 'a1', creative_id: '9', name: 'Creative' })
        .execute()
      await db
        .insertInto('ad_daily')
        .values(
          Array.from({ length: 30 }, (_, at) => ({
            ...{ ...of, ad_id: '1', ad_group_id: 's', campaign_id: 'c', date: day(at + 1), currency: 'MXN' },
            ...{
              spend_micros: 10_000_000n,
              impressions: 1000n,
              reach: at < 8 ? 200n : 500n,
              clicks: at < 8 ? 2n : 50n,
            },
            ...{ conversions: null, conversion_value_micros: null },
          })),
        )
        .execute()
    })
    const dates = { date_from: day(10), date_to: day(1) }
    const { totals, total, creatives } = await org.ask('query_mx_creatives', { ...dates, min_fatigue_score: 1 })
    assert.deepEqual([total, totals.spend], [1, 100], JSON.stringify(creatives))
    assert.deepEqual([totals.conversions, totals.conversion_value, totals.roas], [null, null, null])
    const none = await org.ask('query_mx_creatives', { ...dates, min_fatigue_score: 100 })
    assert.deepEqual([none.total, none.totals.spend], [0, 0])
  })

  it('are on no side of a rate of broadcasts', async () => {
    const org = await bench.org()
    const connection_id = await org.connect('email_b')
    const broadcast = (campaign_id: string, delivered: bigint | null) => ({
      ...{ connection_id, campaign_id, platform: 'email_b', name: campaign_id, status: 'sent' },
      ...{ sent_at: `${day(3)}T16:00:00Z`, delivered, opens: 20n, clicks: 10n },
    })
    await org.insert((db) =>
      db
        .insertInto('email_campaigns')
        .values([broadcast('1', 100n), broadcast('2', null)])
        .execute(),
    )
    const { open_rate, click_rate } = await org.ask('revisar_email', { days_back: 5 })
    assert.deepEqual([open_rate.current, click_rate.current], [0.2, 0.1])
    const { total_value } = await org.ask('query_data', { metric: 'email.open_rate', ...DATES })
    assert.equal(total_value, 0.2)
  })

  it('are in lacks where only own people are left of those of a disconnected platform', async () => {
    const org = await bench.org()
    const left = await org.connect('email_a', { status: 'revoked', revoked_at: `${day(1)}T12:00:00Z` })
    const person = { platform: 'email_a', created_at: `${day(3)}T12:00:00Z` }
    await org.insert((db) =>
      db
        .insertInto('contacts')
        .values([
          { ...person, connection_id: left, external_id: '1', email: 'ana@x.com' },
          { ...person, connection_id: null, external_id: '2', email: 'luis@x.com' },
        ])
        .execute(),
    )
    const { total_value, window } = await org.ask('query_data', { metric: 'crm.new_contacts', ...DATES })
    assert.equal(total_value, 1)
    assert.deepEqual([window.is_partial, window.lacks], [true, ['email_a']])
  })
})
