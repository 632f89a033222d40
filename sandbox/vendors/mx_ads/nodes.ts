// Ad accounts, campaigns, ad sets, ads and creatives as Graph nodes, with Meta's names and words (api_specs, read 2026-11).
import { day_of, elapsed, start_of } from '../../world/calendar.ts'
import type { Ad, AdAccount, AdCampaign, AdGroup, AdStatus, Creative, World } from '../../world/types.ts'
import { GraphError, graph_time, type Node, no_object } from './graph.ts'

const objectives: Partial<Record<AdCampaign['kind'], string>> = {
  sales: 'OUTCOME_SALES',
  retargeting: 'OUTCOME_SALES',
  awareness: 'OUTCOME_AWARENESS',
  traffic: 'OUTCOME_TRAFFIC',
  leads: 'OUTCOME_LEADS',
}
export const objective_of = (campaign: AdCampaign): string => objectives[campaign.kind] ?? 'OUTCOME_SALES'
export const optimization_of = ({ kind }: AdCampaign): string =>
  kind === 'awareness' ? 'REACH' : 'OFFSITE_CONVERSIONS'
const statuses: Record<AdStatus, string> = { active: 'ACTIVE', paused: 'PAUSED', removed: 'DELETED' }

const shared = ['ACTIVE', 'ARCHIVED', 'DELETED', 'IN_PROCESS', 'PAUSED', 'WITH_ISSUES']
const reviewed = ['ADSET_PAUSED', 'DISAPPROVED', 'PENDING_BILLING_INFO', 'PENDING_REVIEW', 'PREAPPROVED']
/** The effective statuses that each level has (Campaign, AdSet and Ad, api_specs, read 2026-11). */
export const every_status = {
  campaign: shared,
  adset: [...shared, 'CAMPAIGN_PAUSED'],
  ad: [...shared, 'CAMPAIGN_PAUSED', ...reviewed],
}

/** A status of another level is an error. */
export function check_statuses(level: keyof typeof every_status, asked: unknown[]) {
  const wrong = asked.find((status) => !every_status[level]?.includes(String(status)))
  if (wrong !== undefined)
    throw new GraphError(`(#100) ${wrong} is no effective_status of ${level}: ${every_status[level]?.join(', ')}`, 100)
}

// The status of an object includes that of the objects above it.
export const campaign_status = (campaign: AdCampaign): string => statuses[campaign.status]
export const ad_set_status = (group: AdGroup, campaign: AdCampaign): string => {
  if (group.status === 'removed') return 'DELETED'
  return campaign.status === 'active' ? 'ACTIVE' : 'CAMPAIGN_PAUSED'
}
export const ad_status = (ad: Ad, campaign: AdCampaign): string => {
  if (ad.status === 'removed' || campaign.status === 'active') return statuses[ad.status]
  return 'CAMPAIGN_PAUSED'
}

export function account_of(world: World, node: string): AdAccount {
  const account = world.ads.mx.accounts.find(({ id }) => node === `act_${id}`)
  if (account) return account
  throw no_object(node)
}

const page_id = '100200300400500'

export function account_node(account: AdAccount): Node {
  return {
    id: `act_${account.id}`,
    account_id: account.id,
    name: account.name,
    currency: account.currency,
    account_status: 1,
    created_time: graph_time(account.created_at),
    timezone_id: 96,
    timezone_name: account.time_zone,
    timezone_offset_hours_utc: -6,
    business_name: 'Casa Lumbre',
    business_country_code: 'MX',
    min_daily_budget: 2000,
    is_prepay_account: false,
    default_dsa_beneficiary: null,
    default_dsa_payor: null,
  }
}

function campaign_node(campaign: AdCampaign, now: number): Node {
  const status = statuses[campaign.status]
  const left = campaign.daily_budget_cents * (1 - elapsed(day_of(now), now))
  return {
    id: campaign.id,
    account_id: campaign.account_id,
    name: campaign.name,
    objective: objective_of(campaign),
    status,
    effective_status: status,
    configured_status: status,
    daily_budget: String(campaign.daily_budget_cents),
    lifetime_budget: null,
    budget_remaining: status === 'ACTIVE' ? String(Math.round(left)) : '0',
    buying_type: 'AUCTION',
    bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
    special_ad_categories: [],
    created_time: graph_time(start_of(campaign.start_day) - 3 * 3_600_000),
    start_time: graph_time(start_of(campaign.start_day)),
    stop_time: campaign.end_day && graph_time(start_of(campaign.end_day) + 86_340_000),
    updated_time: graph_time(campaign.updated_at),
  }
}

function ad_set_node(group: AdGroup, campaign: AdCampaign): Node {
  const started = start_of(campaign.start_day)
  return {
    id: group.id,
    account_id: campaign.account_id,
    campaign_id: campaign.id,
    name: group.name,
    status: group.status === 'removed' ? 'DELETED' : 'ACTIVE',
    effective_status: ad_set_status(group, campaign),
    configured_status: group.status === 'removed' ? 'DELETED' : 'ACTIVE',
    daily_budget: null,
    lifetime_budget: null,
    optimization_goal: optimization_of(campaign),
    billing_event: 'IMPRESSIONS',
    targeting: { age_min: 18, age_max: 65, geo_locations: { countries: ['MX'], location_types: ['home', 'recent'] } },
    promoted_object: null,
    created_time: graph_time(started - 3 * 3_600_000),
    start_time: graph_time(started),
    end_time: null,
    updated_time: graph_time(group.updated_at),
  }
}

function ad_node(ad: Ad, campaign: AdCampaign, creative: () => Node): Node {
  const own = statuses[ad.status]
  return {
    id: ad.id,
    account_id: ad.account_id,
    campaign_id: ad.campaign_id,
    adset_id: ad.group_id,
    name: ad.name,
    status: own,
    configured_status: own,
    effective_status: ad_status(ad, campaign),
    creative,
    created_time: graph_time(start_of(ad.start_day) + 9 * 3_600_000),
    updated_time: graph_time(ad.updated_at),
  }
}

/** Where Meta keeps a creative's texts depends on its kind. Dynamic creatives and carousels have no title or link of their own. */
function creative_node(creative: Creative): Node {
  const { format, title, body, image_url, link } = creative
  const call_to_action = { type: creative.call_to_action, value: { link } }
  const said = { message: body, call_to_action }
  const is_feed = format === 'image' && Number(creative.id) % 2 === 0
  const video_id = format === 'video' ? `7${creative.id.slice(1)}` : null
  const stories = {
    video: { video_data: { ...said, video_id, title, image_url } },
    image: { link_data: { ...said, link, name: title, picture: image_url } },
    carousel: { link_data: { ...said, link, child_attachments: cards(creative) } },
    text: {},
  }
  const whole = !is_feed && format !== 'carousel'
  return {
    id: creative.id,
    account_id: creative.account_id,
    name: creative.name,
    title: whole ? title : null,
    body: is_feed ? null : body,
    object_type: video_id ? 'VIDEO' : 'SHARE',
    call_to_action_type: creative.call_to_action,
    // Graph fills link_url for few kinds of creatives only. The link is in `object_story_spec`.
    link_url: null,
    image_url: whole && !video_id ? image_url : null,
    thumbnail_url: image_url.replace('.jpg', '_64x64.jpg'),
    video_id,
    status: 'ACTIVE',
    object_story_spec: { page_id, ...(!is_feed && stories[format]) },
    asset_feed_spec: is_feed ? feed(creative) : null,
    effective_object_story_id: `${page_id}_${creative.id}`,
  }
}

const cards = ({ title, image_url, link, call_to_action }: Creative) =>
  ['A', 'B', 'C'].map((label) => ({
    name: `${title} ${label}`,
    link: `${link}&card=${label}`,
    picture: image_url.replace('.jpg', `_${label}.jpg`),
    call_to_action: { type: call_to_action, value: { link } },
  }))

const feed = ({ title, body, image_url, link, call_to_action }: Creative) => ({
  ad_formats: ['SINGLE_IMAGE'],
  bodies: [{ text: body }, { text: `${body} →` }],
  titles: [{ text: title }, { text: title.toUpperCase() }],
  images: [{ hash: 'a1b2c3', url: image_url }],
  link_urls: [{ website_url: link }],
  call_to_action_types: [call_to_action],
})

interface Edge {
  type: string
  level: keyof typeof every_status
  nodes: () => Node[]
}

/** Every node of one kind below an account, newest first. */
export function edges(world: World, account_id: string): Record<string, Edge> {
  const { mx } = world.ads
  const campaigns = mx.campaigns.filter((campaign) => campaign.account_id === account_id)
  const by_id = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  const creatives = new Map(mx.creatives.map((creative) => [creative.id, creative]))
  return {
    campaigns: {
      type: 'Campaign',
      level: 'campaign',
      nodes: () => campaigns.map((campaign) => campaign_node(campaign, world.now())).reverse(),
    },
    adsets: {
      type: 'AdSet',
      level: 'adset',
      nodes: () =>
        mx.groups
          .flatMap((group) => (by_id.has(group.campaign_id) ? [ad_set_node(group, by_id.get(group.campaign_id)!)] : []))
          .reverse(),
    },
    ads: {
      type: 'Ad',
      level: 'ad',
      nodes: () =>
        mx.ads
          .filter((ad) => ad.account_id === account_id)
          .map((ad) => ad_node(ad, by_id.get(ad.campaign_id)!, () => creative_node(creatives.get(ad.creative_id)!)))
          .reverse(),
    },
    adcreatives: {
      type: 'AdCreative',
      level: 'ad',
      nodes: () =>
        mx.creatives
          .filter((creative) => creative.account_id === account_id)
          .map(creative_node)
          .reverse(),
    },
  }
}
