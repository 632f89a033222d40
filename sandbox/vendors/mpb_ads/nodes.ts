// Profiles, campaigns, ad groups and ads in the words of the Amazon Ads API v1 (its specification, read 2026-11).
import type { FastifyRequest } from 'fastify'
import { whole_number } from '../../json.ts'
import { add_days, start_of } from '../../world/calendar.ts'
import type { Ad, AdAccount, AdCampaign, AdPlatform, AdStatus, Creative, Day } from '../../world/types.ts'
import { check_offered, invalid, type Product, product_of } from './api.ts'

const countries: Record<string, string> = { MXN: 'MX', USD: 'US' }
const state_of = (status: AdStatus) => ({ active: 'ENABLED', paused: 'PAUSED', removed: 'ARCHIVED' })[status]
const time = (at: number) => new Date(at).toISOString()
/** A day begins in the zone of the profile, and instants are those of UTC (examples of guides/get-started/generate-sdk, read 2026-11). */
const midnight = (day: Day, { time_zone }: AdAccount) =>
  Temporal.PlainDate.from(day).toZonedDateTime(time_zone).epochMilliseconds
const evening_before = (day: Day, account: AdAccount) => time(midnight(day, account) - 3 * 3_600_000)

export const profile_nodes = ({ accounts }: AdPlatform) =>
  accounts.map(({ id, name, currency, time_zone }) => ({
    profileId: whole_number(id),
    countryCode: countries[currency],
    currencyCode: currency,
    dailyBudget: 999_999_999,
    timezone: time_zone,
    accountInfo: {
      marketplaceStringId: currency === 'MXN' ? 'A1AM78C64UM0Y8' : 'ATVPDKIKX0DER',
      id: `A3${currency}2NBMFGO4`,
      type: 'seller',
      name,
      validPaymentMethod: true,
    },
  }))

const budget = (cents: number, currencyCode: string) => [
  {
    budgetType: 'MONETARY',
    recurrenceTimePeriod: 'DAILY',
    budgetValue: { monetaryBudgetValue: { monetaryBudget: { currencyCode, value: cents / 100 } } },
  },
]

const campaign_node = (campaign: AdCampaign, account: AdAccount) => ({
  campaignId: campaign.id,
  adProduct: product_of(campaign),
  name: campaign.name,
  state: state_of(campaign.status),
  budgets: budget(campaign.daily_budget_cents, account.currency),
  startDateTime: time(midnight(campaign.start_day, account)),
  ...(campaign.end_day && { endDateTime: time(midnight(add_days(campaign.end_day, 1), account) - 1_000) }),
  creationDateTime: evening_before(campaign.start_day, account),
  lastUpdatedDateTime: time(campaign.updated_at),
})

/** An ASIN: ten characters. */
export const asin_of = ({ id }: Pick<Ad, 'id'>) => `B0${id.slice(-8)}`

/** Ads of products have no text of their own. A brand's ads have headlines. */
const creative_of = (ad: Ad, campaign: AdCampaign, { title, link }: Creative) => {
  const product = { productIdType: 'ASIN', productId: asin_of(ad) }
  const kind = product_of(campaign)
  if (kind === 'SPONSORED_TELEVISION') {
    const videos = { assetId: 'amzn1.assetlibrary.asset1.3', assetVersion: 'version_v1' }
    return { videoCreative: { streamingTvSettings: { videos, products: [product] } } }
  }
  if (kind !== 'SPONSORED_BRANDS')
    return { productCreative: { productCreativeSettings: { advertisedProduct: product } } }
  return {
    componentCreative: {
      productCollectionSettings: {
        brand: 'Casa Lumbre',
        headlines: [title],
        landingPage: { landingPageType: 'STORE', landingPageUrl: link },
        products: [product],
        brandLogos: [{ assetId: 'amzn1.assetlibrary.asset1.1', assetVersion: 'version_v1' }],
        customImages: [{ assetId: 'amzn1.assetlibrary.asset1.2', assetVersion: 'version_v1' }],
      },
    },
  }
}

const ad_types: Record<Product, string> = {
  SPONSORED_PRODUCTS: 'PRODUCT_AD',
  SPONSORED_BRANDS: 'COMPONENT',
  SPONSORED_DISPLAY: 'PRODUCT_AD',
  SPONSORED_TELEVISION: 'VIDEO',
}

export type ListName = 'campaigns' | 'adGroups' | 'ads'

/** The most records of a page. */
const page_max: Record<ListName, number> = { campaigns: 5_000, adGroups: 1_000, ads: 1_000 }

function nodes_of(ads: AdPlatform, account: AdAccount, name: ListName): { state: string; adProduct: string }[] {
  const campaigns = ads.campaigns.filter(({ account_id }) => account_id === account.id)
  if (name === 'campaigns') return campaigns.map((campaign) => campaign_node(campaign, account))
  const by_id = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  if (name === 'adGroups')
    return ads.groups.flatMap((group) => {
      const campaign = by_id.get(group.campaign_id)
      if (!campaign) return []
      const { startDateTime: creationDateTime } = campaign_node(campaign, account)
      const own = { adGroupId: group.id, campaignId: campaign.id, name: group.name, state: state_of(group.status) }
      return [
        { ...own, adProduct: product_of(campaign), creationDateTime, lastUpdatedDateTime: time(group.updated_at) },
      ]
    })
  return ads.ads.flatMap((ad) => {
    const campaign = by_id.get(ad.campaign_id)
    if (!campaign) return []
    const creative = ads.creatives.find(({ id }) => id === ad.creative_id)!
    return [
      {
        adId: ad.id,
        adGroupId: ad.group_id,
        // Optional in the specification, and absent from the common model of ads (reference/common-models/ads, read 2026-11).
        ...(product_of(campaign) !== 'SPONSORED_PRODUCTS' && { campaignId: ad.campaign_id }),
        adProduct: product_of(campaign),
        adType: ad_types[product_of(campaign)],
        state: state_of(ad.status),
        creative: creative_of(ad, campaign, creative),
        creationDateTime: time(start_of(ad.start_day)),
        lastUpdatedDateTime: time(ad.updated_at),
      },
    ]
  })
}

interface ListBody {
  adProductFilter?: { include?: string[] }
  stateFilter?: { include?: string[] }
  maxResults?: number
  nextToken?: string
}

/** One kind of ads a request. Without a filter of states, archived records are left out. */
export function query(ads: AdPlatform, account: AdAccount, name: ListName, { body }: Pick<FastifyRequest, 'body'>) {
  const { adProductFilter, stateFilter, maxResults = 100, nextToken } = (body ?? {}) as ListBody
  if (adProductFilter?.include?.length !== 1) throw invalid('adProductFilter must have one value')
  check_offered(adProductFilter.include[0] as Product, ads, account, 'list')
  if (maxResults < 1 || maxResults > page_max[name]) throw invalid(`maxResults must be at most ${page_max[name]}`)
  const states = stateFilter?.include ?? ['ENABLED', 'PAUSED']
  const all = nodes_of(ads, account, name).filter(
    ({ state, adProduct }) => states.includes(state) && adProductFilter.include!.includes(adProduct),
  )
  const from = Number(nextToken?.replace('token-', '') ?? 0)
  const next = from + maxResults
  return { [name]: all.slice(from, next), ...(next < all.length && { nextToken: `token-${next}` }) }
}
