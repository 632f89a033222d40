// All visits of a day and the orders that follow, by channel. They are the only source of the shop's orders, the sessions of web
// analytics and the clicks of emails. Claims of ad platforms come from the same clicks.
import type { LiveAds } from './ads.ts'
import { chance } from './random.ts'
import { season } from './season.ts'
import type { LiveSeo } from './seo.ts'
import type { Day, Utm } from './types.ts'

export interface Channel {
  source: string
  medium: string
  campaign: string
  sessions: number
  /** Expected number of orders from these visits. */
  orders: number
  /** ISO 3166-1 alpha-2. */
  country: string
  landing_page: string
  referrer: string | null
  /** The shop's name of the visit's source. */
  shop_source: string
  /** Null where links have no tags. */
  utm: Utm | null
  /** Probability that a buyer has bought before. */
  returning: number
  /** Tags of single ads with their share of the visits. Each is a possible value of utm_content. */
  contents: { name: string; weight: number }[]
}

interface MailVisits {
  slug: string
  clicks: number
}

interface Free {
  source: string
  medium: string
  campaign: string
  visits: number
  order_rate: number
  referrer: string | null
  shop_source: string
  returning: number
}

// Unpaid visits on an ordinary day. Organic search is not included, because it comes from the search results.
// biome-ignore format: a table reads better than a column
const free: Free[] = [
  { source: '(direct)', medium: '(none)', campaign: '(direct)', visits: 215, order_rate: 0.022, referrer: null, shop_source: 'direct', returning: 0.42 },
  { source: 'instagram.com', medium: 'referral', campaign: '(referral)', visits: 66, order_rate: 0.007, referrer: 'https://instagram.com/', shop_source: 'Instagram', returning: 0.2 },
  { source: 'pinterest.com', medium: 'referral', campaign: '(referral)', visits: 31, order_rate: 0.006, referrer: 'https://pinterest.com/', shop_source: 'Pinterest', returning: 0.1 },
  { source: 'bing', medium: 'organic', campaign: '(organic)', visits: 13, order_rate: 0.016, referrer: 'https://bing.com/', shop_source: 'Bing', returning: 0.2 },
]
const organic_order_rate = 0.014
const mail_order_rate = 0.03
const sessions_a_click = 0.86

const shop = 'https://casalumbre.example/'

export function create_traffic(seed: number, ads: LiveAds[], seo: LiveSeo, mail_visits: (day: Day) => MailVisits[]) {
  const kept = new Map<Day, Channel[]>()

  function make(day: Day): Channel[] {
    return [
      ...ads.flatMap((platform) => ad_channels(platform, day)),
      organic(seo, day),
      ...mail_channels(mail_visits(day)),
      ...free_channels(seed, day),
    ]
  }

  return (day: Day): Channel[] => {
    let found = kept.get(day)
    if (!found) {
      found = make(day)
      kept.set(day, found)
    }
    return found
  }
}

export type Traffic = ReturnType<typeof create_traffic>

function ad_channels(platform: LiveAds, day: Day): Channel[] {
  const { source, medium, accounts } = platform.plan
  const ads = Map.groupBy(platform.ads, (ad) => ad.campaign_id)
  return platform.campaigns.flatMap((campaign) => {
    const running = (ads.get(campaign.id) ?? []).flatMap((ad) => {
      const made = platform.whole(ad, day)
      return made ? { ad, made } : []
    })
    if (running.length === 0) return []
    const clicks = running.reduce((sum, { made }) => sum + made.link_clicks, 0)
    const { currency } = accounts.find(({ id }) => id === campaign.account_id)!
    return {
      source,
      medium,
      campaign: campaign.slug,
      sessions: Math.round(clicks * sessions_a_click),
      orders: running.reduce((sum, { made }) => sum + made.true_orders, 0),
      country: { USD: 'US', EUR: 'ES' }[currency] ?? 'MX',
      landing_page: `${shop}?utm_source=${source}&utm_medium=${medium}&utm_campaign=${campaign.slug}`,
      referrer: source === 'google' ? 'https://www.google.com/' : 'https://m.facebook.com/',
      shop_source: source === 'google' ? 'Google' : 'Facebook',
      utm: { source, medium, campaign: campaign.slug, content: null, term: null },
      returning: campaign.kind === 'retargeting' || campaign.kind === 'brand_search' ? 0.4 : 0.14,
      contents: running.map(({ ad, made }) => ({ name: ad.name, weight: made.link_clicks })),
    }
  })
}

function organic(seo: LiveSeo, day: Day): Channel {
  const clicks = seo.whole(day).reduce((sum, fact) => sum + fact.clicks, 0)
  return {
    source: 'google',
    medium: 'organic',
    campaign: '(organic)',
    sessions: Math.round(clicks * 1.04),
    orders: clicks * organic_order_rate,
    country: 'MX',
    landing_page: shop,
    referrer: 'https://www.google.com/',
    shop_source: 'Google',
    utm: null,
    returning: 0.24,
    contents: [],
  }
}

function mail_channels(visits: MailVisits[]): Channel[] {
  return visits.map(({ slug, clicks }) => ({
    source: 'klaviyo',
    medium: 'email',
    campaign: slug,
    sessions: Math.round(clicks * 0.94),
    orders: clicks * mail_order_rate,
    country: 'MX',
    landing_page: `${shop}?utm_source=klaviyo&utm_medium=email&utm_campaign=${slug}`,
    referrer: null,
    shop_source: 'Email',
    utm: { source: 'klaviyo', medium: 'email', campaign: slug, content: null, term: null },
    returning: 0.68,
    contents: [],
  }))
}

function free_channels(seed: number, day: Day): Channel[] {
  return free.map(({ visits, order_rate, ...named }) => {
    const sessions = Math.round(visits * season(day) * chance(seed, 'visits', named.source, day).wobble(0.1))
    return {
      ...named,
      sessions,
      orders: sessions * order_rate,
      country: 'MX',
      landing_page: shop,
      utm: null,
      contents: [],
    }
  })
}
