// Campaigns of the world: what people really do after a click, drawn day by day.
import { micros, season_of, whole } from './world_dice.ts'
import { days_of, HISTORY, ORDER_VALUE, type Shop } from './world_shop.ts'

export type Platform = 'mx_ads' | 'gx_ads' | 'tx_ads'

const words = {
  mx_ads: { on: 'ACTIVE', off: 'PAUSED', objective: 'OUTCOME_SALES', channel_type: null },
  gx_ads: { on: 'ENABLED', off: 'PAUSED', objective: null, channel_type: 'SEARCH' },
  tx_ads: { on: 'ENABLE', off: 'DISABLE', objective: 'WEB_CONVERSIONS', channel_type: null },
}

export interface Truth {
  platform: Platform
  connection_id?: string
  /** Sales that really follow, as a part of the cost. */
  roas: number
  /** Cost of 30 days, in the reporting currency. */
  cost: number
  order_value?: number
  /** Of order values: standard deviation as a part of the mean. */
  variation?: number
  /** Of clicks, the part that would buy at an average campaign. Sets the price of a click. */
  click_price?: number
  click_rate?: number
  days?: number
  /** Days since its last day. */
  ended?: number
  is_paused?: boolean
  /** Columns of ad_campaigns that matter to a case. */
  row?: Record<string, unknown>
  /** Rates of clicks that arrive on the site, if the campaign does not lead there. */
  leads_elsewhere?: boolean
}

const DOLLAR = 18.796

export const account_of = (platform: Platform) => `${platform.slice(0, 2)}1`

const subject_of = (connection_id: string, platform: Platform, campaign_id: string) =>
  `${connection_id}/${account_of(platform)}/${campaign_id}`

function connection_of(shop: Shop, platform: Platform): string {
  const { social_ads, search_ads, video_ads } = shop.ids
  return { mx_ads: social_ads, gx_ads: search_ads, tx_ads: video_ads }[platform]
}

/** Part of an amount in the account's currency that stands for one unit of the reporting currency. */
export const unit_of = (shop: Shop, platform: Platform) =>
  platform === 'mx_ads' && shop.social_currency === 'USD'
    ? { currency: 'USD', units: 1 / DOLLAR }
    : { currency: 'MXN', units: 1 }

/** Adds a campaign with its days. Returns its subject. */
export function campaign(shop: Shop, campaign_id: string, truth: Truth): string {
  const { platform, is_paused = false, connection_id = connection_of(shop, platform) } = truth
  const word = words[platform]
  const { currency } = unit_of(shop, platform)
  const key = { connection_id, account_id: account_of(platform), campaign_id, platform }
  shop.add('ad_campaigns', {
    ...{ ...key, name: campaign_id, status: is_paused ? word.off : word.on, currency },
    ...{ objective: word.objective, channel_type: word.channel_type, created_on: '2026-01-05' },
    ...{ daily_budget_micros: micros((truth.cost / 30) * 1.5 * unit_of(shop, platform).units), ...truth.row },
  })
  for (const date of days_of(truth.days ?? HISTORY, truth.ended))
    shop.add('campaign_daily', day_of(shop, key, date, truth))
  const subject = subject_of(connection_id, platform, campaign_id)
  if (truth.roas < 1 && truth.roas > 0) shop.also('roas_below_one', subject)
  if (!truth.ended) shop.claims.a_day += (truth.cost * truth.roas) / 30
  return subject
}

interface Key {
  connection_id: string
  platform: Platform
}

function day_of(shop: Shop, key: Key & Record<string, unknown>, date: string, truth: Truth) {
  const { dice } = shop
  const { order_value = ORDER_VALUE, variation = 0.6, click_price = 6, click_rate = 0.02 } = truth
  const { currency, units } = unit_of(shop, truth.platform)
  const cost = ((truth.cost / 30) * season_of(date) * dice.log_normal(1, 0.12)) as number
  const clicks = dice.poisson(cost / click_price)
  const orders = dice.poisson((cost * truth.roas) / order_value)
  let value = 0
  for (let n = 0; n < orders; n++) value += dice.log_normal(order_value, variation)
  // Search ads share an order between the clicks before it. A campaign gives and gets halves of orders alike.
  const half = dice.uniform() < 0.5 ? 0.5 : -0.5
  const part = truth.platform === 'gx_ads' && orders > 0 && dice.uniform() < 0.5 ? 1 + half / orders : 1
  if (!truth.leads_elsewhere) count_clicks(shop, key.connection_id, date, clicks)
  return {
    ...{ ...key, date, currency, spend_micros: micros(cost * units), clicks: whole(clicks) },
    ...{ impressions: whole(dice.poisson(clicks / click_rate) + clicks), conversions: (orders * part).toFixed(2) },
    conversion_value_micros: micros(value * part * units),
  }
}

function count_clicks(shop: Shop, connection_id: string, date: string, clicks: number) {
  const visits = shop.visits[connection_id]
  if (visits) visits.clicks[date] = (visits.clicks[date] ?? 0) + clicks
}

/** The account of a connection. */
export const list_account = (shop: Shop, connection_id: string, platform: Platform) =>
  shop.add('ad_accounts', {
    ...{ connection_id, account_id: account_of(platform), platform, name: 'Main', time_zone: 'America/Mexico_City' },
    currency: unit_of(shop, platform).currency,
  })

/** What every shop has: two campaigns on each platform that earn more than they cost. */
export function usual_campaigns(shop: Shop) {
  for (const platform of ['mx_ads', 'gx_ads', 'tx_ads'] as const) {
    list_account(shop, connection_of(shop, platform), platform)
    for (const name of ['always', 'autumn'])
      campaign(shop, `${platform} ${name}`, {
        ...{ platform, roas: shop.dice.between(3, 5), cost: shop.dice.between(9_000, 15_000) },
      })
  }
}

interface Term {
  term: string
  /** Clicks of an average day. */
  clicks: number
  /** Of clicks, the part that ends in an order. */
  rate: number
}

/** A search campaign of which the searches are known. The platform hides a part of them. */
export function searched_campaign(shop: Shop, campaign_id: string, terms: Term[], is_paused = false): string {
  const { dice } = shop
  const connection_id = shop.ids.search_ads
  const platform = 'gx_ads'
  const key = { connection_id, account_id: account_of(platform), campaign_id, platform, currency: 'MXN' }
  shop.add('ad_campaigns', {
    ...{ ...key, name: campaign_id, status: is_paused ? words.gx_ads.off : words.gx_ads.on, channel_type: 'SEARCH' },
    created_on: '2026-01-05',
  })
  for (const date of days_of(HISTORY, is_paused ? 12 : 0)) {
    const searches = terms.map(({ term, clicks: expected, rate }) => {
      const clicks = dice.poisson(expected * season_of(date))
      const orders = dice.poisson(clicks * rate)
      let value = 0
      for (let n = 0; n < orders; n++) value += dice.log_normal(ORDER_VALUE, 0.6)
      return { term, clicks, orders, value, cost: clicks * dice.log_normal(6, 0.1) }
    })
    const row = (of: Omit<(typeof searches)[number], 'term'>) => ({
      ...{ ...key, date, spend_micros: micros(of.cost), clicks: whole(of.clicks), impressions: whole(of.clicks * 24) },
      ...{ conversions: String(of.orders), conversion_value_micros: micros(of.value) },
    })
    const sum = (name: 'clicks' | 'orders' | 'value' | 'cost') => searches.reduce((all, of) => all + of[name], 0)
    // (hidden) is not a row of the searches.
    for (const { term, ...of } of searches)
      if (of.clicks > 0 && term !== '(hidden)') shop.add('search_term_daily', { ...row(of), search_term: term })
    shop.add(
      'campaign_daily',
      row({ clicks: sum('clicks'), orders: sum('orders'), value: sum('value'), cost: sum('cost') }),
    )
    count_clicks(shop, connection_id, date, sum('clicks'))
  }
  shop.claims.a_day += terms.reduce((all, { clicks, rate }) => all + clicks * rate * ORDER_VALUE, 0)
  return subject_of(connection_id, platform, campaign_id)
}
