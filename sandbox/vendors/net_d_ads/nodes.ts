// Accounts, funding instruments, campaigns, line items, promoted posts, posts and cards in X's words (documented examples, read 2026-11).
import { start_of } from '../../world/calendar.ts'
import type { Ad, AdCampaign, AdPlatform, AdStatus, Creative } from '../../world/types.ts'

/** Ids have 36 digits. */
export const x_id = (id: string) => BigInt(id).toString(36)
export const tweet_id = ({ creative_id }: Pick<Ad, 'creative_id'>) => `1${creative_id.padStart(18, '0')}`
export const funding_id = (account_id: string) => `f${account_id.slice(-4).toLowerCase()}`

const time = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '')
const state = (status: AdStatus) => ({
  entity_status: status === 'active' ? 'ACTIVE' : 'PAUSED',
  deleted: status === 'removed',
})
const own = (ads: AdPlatform, account_id: string) => ads.campaigns.filter((one) => one.account_id === account_id)

export const account_nodes = (ads: AdPlatform) =>
  ads.accounts.map(({ id, name, time_zone, created_at, switched_at = created_at }) => ({
    name,
    business_name: null,
    timezone: time_zone,
    timezone_switch_at: time(switched_at),
    id,
    created_at: time(created_at),
    updated_at: time(created_at),
    business_id: null,
    approval_status: 'ACCEPTED',
    deleted: false,
  }))

export const funding_nodes = (ads: AdPlatform, account_id: string) => {
  const { currency, created_at } = ads.accounts.find(({ id }) => id === account_id)!
  return [
    {
      start_time: time(created_at),
      description: 'Visa ending in 0650',
      end_time: null,
      id: funding_id(account_id),
      entity_status: 'ACTIVE',
      account_id,
      reasons_not_able_to_fund: [],
      currency,
      created_at: time(created_at),
      type: 'CREDIT_CARD',
      able_to_fund: true,
      updated_at: time(created_at),
      deleted: false,
    },
  ]
}

export const campaign_nodes = (ads: AdPlatform, account_id: string) => {
  const { currency } = ads.accounts.find(({ id }) => id === account_id)!
  return own(ads, account_id).map((campaign) => ({
    name: campaign.name,
    // The budget of a campaign, or of each of its line items.
    budget_optimization: has_budget(campaign) ? 'CAMPAIGN' : 'LINE_ITEM',
    servable: campaign.status === 'active',
    effective_status: 'UNKNOWN',
    daily_budget_amount_local_micro: has_budget(campaign) ? campaign.daily_budget_cents * 10_000 : null,
    funding_instrument_id: funding_id(account_id),
    total_budget_amount_local_micro: null,
    id: x_id(campaign.id),
    currency,
    // In the evening before the campaign starts, which is its first day in UTC. Instants are in UTC (docs/fundamentals/timezones).
    created_at: time(start_of(campaign.start_day) - 2 * 3_600_000),
    updated_at: time(campaign.updated_at),
    ...state(campaign.status),
  }))
}

const has_budget = ({ kind }: AdCampaign) => kind !== 'traffic'

export const line_item_nodes = (ads: AdPlatform, account_id: string) =>
  own(ads, account_id).flatMap((campaign) => {
    const groups = ads.groups.filter(({ campaign_id }) => campaign_id === campaign.id)
    return groups.map((group) => ({
      name: group.name,
      placements: ['ALL_ON_TWITTER'],
      start_time: time(start_of(campaign.start_day)),
      goal: 'LINK_CLICKS',
      daily_budget_amount_local_micro: has_budget(campaign)
        ? null
        : Math.round((campaign.daily_budget_cents * 10_000) / groups.length),
      product_type: 'PROMOTED_TWEETS',
      end_time: null,
      funding_instrument_id: funding_id(account_id),
      total_budget_amount_local_micro: null,
      objective: campaign.kind === 'awareness' ? 'REACH' : 'WEBSITE_CLICKS',
      id: x_id(group.id),
      created_at: time(start_of(campaign.start_day)),
      updated_at: time(group.updated_at),
      campaign_id: x_id(campaign.id),
      ...state(group.status),
    }))
  })

/** A post of a deleted line item is not deleted itself, but is only listed with deleted records. */
export const promoted_nodes = (ads: AdPlatform, account_id: string) =>
  ads.ads
    .filter((ad) => ad.account_id === account_id)
    .map((ad) => ({
      line_item_id: x_id(ad.group_id),
      id: x_id(ad.id),
      created_at: time(start_of(ad.start_day)),
      updated_at: time(ad.updated_at),
      approval_status: 'ACCEPTED',
      tweet_id: tweet_id(ad),
      ...state(ad.status),
    }))

const card_uri = ({ id }: Creative) => `card://${id}`
const picture = ({ id }: Creative) => `https://pbs.twimg.example/media/${id}.jpg`

/** Posts with a card, with a picture, and with text only. */
export function tweet_node(ad: Ad, creative: Creative) {
  const { format, body, link } = creative
  return {
    name: ad.name,
    id_str: tweet_id(ad),
    tweet_id: tweet_id(ad),
    tweet_type: 'PUBLISHED',
    full_text: body,
    nullcast: true,
    created_at: new Date(start_of(ad.start_day)).toUTCString(),
    entities: {
      hashtags: [],
      symbols: [],
      user_mentions: [],
      urls: format === 'video' ? [] : [{ expanded_url: link }],
      ...(format === 'image' && { media: [{ media_url_https: picture(creative) }] }),
    },
    ...(format === 'video' && { card_uri: card_uri(creative) }),
  }
}

/** Since 2020 a card has parts, and names its media by keys (Creatives reference, and fixtures of twitter-python-ads-sdk, read 2026-11). */
const of_parts = ({ title, link }: Creative) => ({
  components: [
    { type: 'MEDIA', media_key: '13_794652834998325248' },
    { type: 'DETAILS', title, destination: { type: 'WEBSITE', url: link } },
  ],
})
const has_parts = ({ id }: Creative) => Number(id) % 2 === 0
/** Whether an ad shows a picture that has an address. */
export const has_picture = (creative: Creative) =>
  creative.format === 'image' || (creative.format === 'video' && !has_parts(creative))

export const card_node = (creative: Creative) => ({
  name: creative.name,
  ...(has_parts(creative)
    ? of_parts(creative)
    : { title: creative.title, website_dest_url: creative.link, video_poster_url: picture(creative) }),
  id: creative.id,
  created_at: '2024-09-24T19:02:38Z',
  card_uri: card_uri(creative),
  updated_at: '2024-09-24T19:02:38Z',
  deleted: false,
  card_type: 'VIDEO_WEBSITE',
})
