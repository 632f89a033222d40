// Planted causes and decoys about single ads, products, sales, carts and visits.
import { account_of, campaign, list_account, unit_of } from './world_campaigns.ts'
import { micros, season_of, whole } from './world_dice.ts'
import { days_of, ORDER_VALUE, type Shop, sell } from './world_shop.ts'

type Shops = readonly Shop[]

interface Ad {
  ad_id: string
  campaign_id: string
  days: number
  /** Days since its last day. */
  ended?: number
  impressions: number
  /** Of its time, from 0 to 1: the rate of clicks, impressions of a person, and price of a thousand impressions. */
  click_rate(time: number): number
  frequency?(time: number): number
  price?(time: number): number
  status?: string
  final_url?: string | null
}

/** A single ad of social ads, with its creative and its days. Returns the subject of its creative. */
function social_ad(shop: Shop, ad: Ad): string {
  const { dice } = shop
  const connection_id = shop.ids.social_ads
  const { currency, units } = unit_of(shop, 'mx_ads')
  const of = { connection_id, account_id: account_of('mx_ads') }
  const key = { ...of, ad_id: ad.ad_id, ad_group_id: `set of ${ad.campaign_id}`, campaign_id: ad.campaign_id }
  const final_url = ad.final_url ?? null
  const creative_id = `picture of ${ad.ad_id}`
  shop.add('ads', {
    ...{ ...key, platform: 'mx_ads', name: ad.ad_id, status: ad.status ?? 'ACTIVE', final_url, creative_id },
  })
  shop.add('meta_ad_creatives', { ...of, creative_id, name: ad.ad_id, link_url: final_url, status: 'ACTIVE' })
  const days = days_of(ad.days, ad.ended)
  for (const [at, date] of days.entries()) {
    const time = at / days.length
    const impressions = dice.poisson(ad.impressions * season_of(date) * dice.log_normal(1, 0.08))
    const clicks = dice.poisson(impressions * ad.click_rate(time))
    const cost = (impressions / 1000) * (ad.price?.(time) ?? 90) * dice.log_normal(1, 0.05)
    const orders = dice.poisson((cost * 3) / ORDER_VALUE)
    shop.add('ad_daily', {
      ...{ ...key, platform: 'mx_ads', date, currency, spend_micros: micros(cost * units), clicks: whole(clicks) },
      ...{ impressions: whole(impressions), reach: whole(impressions / (ad.frequency?.(time) ?? 1.6)) },
      ...{ conversions: String(orders), conversion_value_micros: micros(orders * ORDER_VALUE * units) },
    })
  }
  return `${connection_id}/${account_of('mx_ads')}/${creative_id}`
}

const steadily = () => 0.018
/** `fall`: the part of its clicks that it has lost at the end. */
const tiring = (fall: number) => (time: number) => 0.022 * (1 - fall * Math.max(0, (time - 0.2) / 0.8))
const more_often = (time: number) => 1.3 + 1.4 * time

export function tired_creatives(shops: Shops) {
  const rule = 'creative_fatigue'
  for (const shop of shops) {
    const usual = { campaign_id: 'mx_ads always', days: 60, impressions: 5_000, click_rate: steadily }
    social_ad(shop, { ...usual, ad_id: 'steady' })
    social_ad(shop, { ...usual, ad_id: 'steady, too', impressions: 2_000, click_rate: () => 0.025 })
  }
  const tired = { ad_id: 'tired', campaign_id: 'mx_ads always', days: 42, impressions: 9_000, click_rate: tiring(0.64) }
  for (const at of [3, 5, 8, 11])
    shops[at]!.cause(
      rule,
      'the same people see it again',
      social_ad(shops[at]!, { ...tired, click_rate: tiring(shops[at]!.dice.between(0.5, 0.7)), frequency: more_often }),
    )
  const looks = { ...tired, ad_id: 'looks tired' }
  const wider = { ...looks, frequency: (time: number) => 1.8 - 0.5 * time, price: (time: number) => 90 - 58 * time }
  shops[0]!.decoy(rule, 'other people see it, at a lower price', social_ad(shops[0]!, wider))
  const small = { ...looks, impressions: 60, click_rate: steadily }
  shops[1]!.decoy(rule, 'it is shown too rarely to know', social_ad(shops[1]!, small))
  const paused = { ...looks, frequency: more_often, ended: 14, status: 'PAUSED' }
  shops[2]!.decoy(rule, 'paused by a person', social_ad(shops[2]!, paused))
  const often = { ...looks, click_rate: steadily, frequency: more_often }
  shops[4]!.decoy(rule, 'people still click', social_ad(shops[4]!, often))
}

/** A product with its variants. Returns its address. */
function product(shop: Shop, product_id: string, stock: (bigint | null)[]): string {
  const url = `${shop.site}/products/${product_id}`
  const of = { store_connection_id: shop.ids.store, product_id }
  shop.add('store_products', { ...of, title: product_id, status: 'active', url })
  for (const [at, left] of stock.entries())
    shop.add('store_variants', {
      ...{ ...of, variant_id: `${product_id} ${at}`, sku: `${product_id}-${at}`, currency: 'MXN', stock: left },
      price_micros: micros(ORDER_VALUE),
    })
  return url
}

export function sold_out_products(shops: Shops) {
  const rule = 'advertised_stock_out'
  const about = (shop: Shop, product_id: string) => `${shop.ids.social_ads}/${shop.ids.store}/${product_id}`
  const usual = { campaign_id: 'mx_ads autumn', days: 50, impressions: 4_000, click_rate: steadily }
  for (const shop of shops) {
    shop.add('store_connections', {
      ...{ store_connection_id: shop.ids.store, platform: 'sx', store_id: '1', store_name: 'Shop' },
      ...{ store_url: shop.site, currency: 'MXN', time_zone: 'America/Mexico_City' },
    })
    social_ad(shop, { ...usual, ad_id: 'of the table', final_url: product(shop, 'table', [12n, 40n]) })
  }
  for (const at of [0, 2, 6, 9]) {
    const shop = shops[at]!
    social_ad(shop, { ...usual, ad_id: 'of the lamp', final_url: product(shop, 'lamp', [0n, 0n, 0n]) })
    shop.cause(rule, 'its ad is shown every day', about(shop, 'lamp'))
  }
  product(shops[1]!, 'chair', [0n, 0n])
  social_ad(shops[1]!, { ...usual, ad_id: 'of the shop', final_url: `${shops[1]!.site}/` })
  shops[1]!.decoy(rule, 'no ad leads to it', about(shops[1]!, 'chair'))
  const decoys: [number, string, (bigint | null)[], Partial<Ad>][] = [
    [3, 'one of its variants can be bought', [0n, 0n, 25n], {}],
    [4, 'its ad is paused', [0n, 0n], { ended: 20, days: 30, status: 'PAUSED' }],
    [7, 'the shop does not count its stock', [null], {}],
  ]
  for (const [at, why, stock, ad] of decoys) {
    const shop = shops[at]!
    social_ad(shop, { ...usual, ad_id: 'of the chair', final_url: product(shop, 'chair', stock), ...ad })
    shop.decoy(rule, why, about(shop, 'chair'))
  }
}

const ORGANIZATION = 'organization'

/** Sales come last, because they follow from what all campaigns bring. Returns what follows after their rows are stored. */
export async function claimed_sales(shops: Shops, others: Shops) {
  const rule = 'claims_beyond_sales'
  const few = ({ dice }: Shop) => dice.between(0.2, 0.4)
  const [a, b, c, d] = shops as [Shop, Shop, Shop, Shop]
  const most = d.dice.between(0.7, 0.95)
  const parts: Record<number, [number, number?]> = { 0: [few(a)], 1: [few(b)], 2: [few(c)], 3: [most], 4: [1, 0.6] }
  for (const shop of [...shops, ...others]) sell(shop, ...(parts[shop.number] ?? [1]))
  for (const at of [0, 1, 2]) shops[at]!.cause(rule, 'each platform claims the same sales', ORGANIZATION)
  shops[3]!.decoy(rule, 'most sales come from ads', ORGANIZATION)
  shops[4]!.decoy(rule, 'most are made on the marketplace', ORGANIZATION)
  shops[5]!.decoy(rule, 'half of the sales are not read', ORGANIZATION)
  return () => forget_sales(shops[5]!)
}

/** Only the last two weeks of the sales are read. */
async function forget_sales({ org, ids }: Shop) {
  const from = '2026-11-05'
  await org.cover(ids.store, { covered_from: from })
  await org.insert((db) =>
    db
      .deleteFrom('store_orders')
      .where('ordered_at', '<', `${from}T06:00:00Z` as never)
      .execute(),
  )
}

export function left_carts(shops: Shops) {
  const rule = 'carts_rising'
  for (const at of [3, 4, 6]) {
    const { dice } = shops[at]!
    const left = dice.between(0.5, 0.65)
    shops[at]!.carts = { left, left_now: left + dice.between(0.1, 0.2) }
    shops[at]!.cause(rule, 'customers leave more of them', ORGANIZATION)
  }
  shops[7]!.carts = { left: 0.6, left_now: 0.6, growth: shops[7]!.dice.between(1.5, 2.5) }
  shops[7]!.decoy(rule, 'more customers, and they leave as often', ORGANIZATION)
  shops[8]!.carts = { left: 0.6, left_now: 0.65, kept: 0.02 }
  shops[8]!.decoy(rule, 'too few carts to know', ORGANIZATION)
  shops[9]!.carts = { left: 0.7, left_now: 0.6 }
  shops[9]!.decoy(rule, 'customers leave fewer', ORGANIZATION)
}

export async function lost_visits(shops: Shops) {
  const rule = 'spend_without_sessions'
  for (const [at, name] of [
    [6, 'social_ads'],
    [7, 'search_ads'],
    [8, 'video_ads'],
  ] as const) {
    const connection_id = shops[at]!.ids[name]
    shops[at]!.visits[connection_id]!.part = shops[at]!.dice.between(0.005, 0.035)
    shops[at]!.cause(rule, 'of 100 clicks, at most 4 arrive', connection_id)
  }
  // Many of its visitors refuse to be counted.
  shops[11]!.visits[shops[11]!.ids.social_ads]!.part = shops[11]!.dice.between(0.1, 0.3)
  const named = shops[9]!
  Object.assign(named.visits[named.ids.social_ads]!, { source: 'l.instagram.com', medium: 'referral' })
  named.decoy(rule, 'visits have another name', named.ids.social_ads)
  // Nothing of its social ads leads to the site.
  const inside = shops[10]!
  const connection_id = await inside.org.connect('mx_ads', { name: 'Messages' })
  const truth = { platform: 'mx_ads', roas: 0, cost: 15_000, leads_elsewhere: true, connection_id } as const
  list_account(inside, connection_id, 'mx_ads')
  campaign(inside, 'messages', { ...truth, row: { objective: 'OUTCOME_ENGAGEMENT' } })
  inside.decoy(rule, 'people write messages', connection_id)
}

/** Web analytics stopped to count a week ago, and the connection is sick. */
export async function uncounted_visits(shop: Shop) {
  for (const visits of Object.values(shop.visits)) visits.part = 0
  shop.decoy('spend_without_sessions', 'web analytics is sick', shop.ids.social_ads)
}
