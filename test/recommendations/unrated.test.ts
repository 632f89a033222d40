// Rules about amounts of which some have no exchange rate. No amount of a part stands for the whole, and none is zero.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { jobs } from '#jobs/index.ts'
import { campaign_day, type FiguresOrg, figures_bench, store_order } from '#test/figures.ts'
import { day } from '#test/known_days.ts'
import { find } from './world.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench({ jobs })
})
after(() => bench.close())

const some = (count: number) => Array.from({ length: count }, (_, at) => at)

/** The only recommendation of a rule. Undefined: it has none. */
async function recommended(org: FiguresOrg, rule: string) {
  await find(bench, org.org_id)
  const { recommendations } = await org.ask('list_recommendations')
  return recommendations.find((one: { rule: string }) => one.rule === rule)
}

/** The recommendation for a shop in which customers leave more carts. Each second cart is in a currency. */
async function of_carts(currency: string) {
  const org = await bench.org()
  const sx = await org.connect('sx')
  const days = some(28).map((at) => ({ date: day(at + 1), is_now: at < 14 }))
  const carts = days.flatMap(({ date, is_now }) =>
    some(is_now ? 12 : 8).map((at) => ({
      ...{ connection_id: sx, platform: 'sx', checkout_id: `${date} ${at}`, total_micros: 100_000_000n },
      ...{ started_at: `${date}T16:00:00Z`, changed_at: `${date}T16:00:00Z`, currency: at % 2 ? 'MXN' : currency },
    })),
  )
  const orders = days.flatMap(({ date, is_now }) =>
    some(is_now ? 4 : 8).map((at) =>
      store_order(sx, { order_id: `${date} ${at}`, ordered_at: `${date}T16:00:00Z`, total: '100' }),
    ),
  )
  await org.insert(async (db) => {
    await db.insertInto('checkouts').values(carts).execute()
    await db.insertInto('store_orders').values(orders).execute()
  })
  return recommended(org, 'carts_rising')
}

test('carts without an exchange rate lower the worth of no cart', async () => {
  const [all, half] = [await of_carts('MXN'), await of_carts('UYU')]
  assert.ok(all.effect_low > 0)
  assert.deepEqual([half.effect_low, half.effect_high], [all.effect_low, all.effect_high])
})

/** The recommendation about ads whose clicks do not arrive. One of its two accounts has a currency. */
async function of_lost_visits(currency: string) {
  const org = await bench.org()
  const [mx, web] = [await org.connect('mx_ads'), await org.connect('gx_analytics')]
  const days = some(14).map((at) => day(at + 1))
  const visits = { connection_id: web, property_id: 'p', medium: 'organic', channel: 'c', campaign: 'x', users: 9n }
  const rest = { new_users: 1n, engaged_sessions: 1n, conversions: '0', purchases: 0n, revenue_micros: 0n }
  await org.insert(async (db) => {
    for (const [account_id, of] of [
      ['a1', 'MXN'],
      ['a2', currency],
    ] as const)
      await db
        .insertInto('campaign_daily')
        .values(
          days.map((date) =>
            campaign_day(mx, {
              date,
              account_id,
              campaign_id: account_id,
              currency: of,
              spend: 5_000_000n,
              clicks: 90n,
            }),
          ),
        )
        .execute()
    await db
      .insertInto('web_source_daily')
      .values(days.map((date) => ({ ...visits, ...rest, date, source: 'bing', currency: 'MXN', sessions: 50n })))
      .execute()
  })
  return recommended(org, 'spend_without_sessions')
}

test('the cost of clicks is not that of the accounts with an exchange rate', async () => {
  assert.match((await of_lost_visits('MXN')).text, /clicked its ads 2,?520 times for 140\.00 MXN/)
  assert.match((await of_lost_visits('UYU')).text, /clicked its ads 2,?520 times for —/)
})

/** The recommendation about two ads for a product that is sold out. One of them is paid in a currency, in its last days. */
async function of_sold_out(currency: string) {
  const org = await bench.org()
  const [mx, sx] = [await org.connect('mx_ads'), await org.connect('sx')]
  const url = 'https://shop.example/products/lamp'
  const of = { store_connection_id: sx, product_id: 'lamp' }
  const days = some(7).map((at) => day(at + 1))
  await org.insert(async (db) => {
    const account = { connection_id: mx, account_id: 'a1', platform: 'mx_ads', name: 'Account', currency: 'MXN' }
    await db
      .insertInto('ad_accounts')
      .values({ ...account, time_zone: 'UTC' })
      .execute()
    await db
      .insertInto('store_products')
      .values({ ...of, title: 'Lamp', status: 'active', url })
      .execute()
    await db
      .insertInto('store_variants')
      .values({ ...of, variant_id: 'v', currency: 'MXN', stock: 0n })
      .execute()
    for (const ad_id of ['1', '2']) {
      const key = { connection_id: mx, account_id: 'a1', ad_id, ad_group_id: 'g', campaign_id: 'c' }
      await db
        .insertInto('ads')
        .values({ ...key, platform: 'mx_ads', name: ad_id, status: 'ACTIVE', final_url: url })
        .execute()
      await db
        .insertInto('ad_daily')
        .values(
          days.map((date, at) => ({
            ...campaign_day(mx, { date, spend: 30_000_000n, currency: ad_id === '2' && at < 3 ? currency : 'MXN' }),
            ...key,
          })),
        )
        .execute()
    }
  })
  return recommended(org, 'advertised_stock_out')
}

test('ads for a sold-out product are found, and have no cost while that of one has no exchange rate', async () => {
  const [all, part] = [await of_sold_out('MXN'), await of_sold_out('UYU')]
  assert.match(all.text, /2 ads that still run lead to it, and cost 420\.00 MXN/)
  assert.deepEqual([all.effect_low, all.effect_high], [1_800, 1_800])
  assert.match(part.text, /2 ads that still run lead to it, and cost — from/)
  assert.deepEqual([part.effect_low, part.effect_high, part.severity], [null, null, 'warning'])
})

/** The recommendation about a search that never sold. Its campaign is paid in a currency for some days. */
async function of_search(currency: string) {
  const org = await bench.org()
  const gx = await org.connect('gx_ads')
  const account = { connection_id: gx, account_id: 'a1', platform: 'gx_ads' }
  const days = some(37).map((at) => ({ date: day(at + 1), currency: at > 20 && at < 24 ? currency : 'MXN' }))
  await org.insert(async (db) => {
    await db
      .insertInto('ad_accounts')
      .values({ ...account, name: 'Account', currency: 'MXN', time_zone: 'UTC' })
      .execute()
    await db
      .insertInto('ad_campaigns')
      .values({ ...account, campaign_id: 'c1', name: 'Campaign', status: 'ENABLED', currency: 'MXN' })
      .execute()
    const row = (of: { date: string; currency: string }) => ({
      ...campaign_day(gx, { ...of, spend: 100_000_000n, value: 900_000_000n, clicks: 100n, conversions: '9' }),
      ...account,
    })
    await db.insertInto('campaign_daily').values(days.map(row)).execute()
    const of_term = { search_term: 'free', clicks: 20n, spend_micros: 20_000_000n, conversions: '0' }
    await db
      .insertInto('search_term_daily')
      .values(days.map((of) => ({ ...row(of), ...of_term, conversion_value_micros: 0n })))
      .execute()
  })
  return recommended(org, 'search_terms')
}

test('a search has no cost while that of some days has no exchange rate', async () => {
  const [all, part] = [await of_search('MXN'), await of_search('UYU')]
  assert.match(all.text, /600\.00 MXN/)
  assert.equal(part, undefined)
})
