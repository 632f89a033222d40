// Ad accounts, campaigns, ad sets, ads and creatives as Graph nodes, with Meta's names and words (api_specs, read 2026-11).
import { day_of, elapsed, start_of } from '../../world/calendar.ts'
import type { Ad, AdAccount, AdCampaign, AdGroup, AdStatus, Creative, World } from '../../world/types.ts'
import { graph_time, type Node } from './graph.ts'

const objectives: Partial<Record<AdCampaign['kind'], string>> = {
  sales: 'OUTCOME_SALES',
  retargeting: 'OUTCOME_SALES',
  awareness: 'OUTCOME_AWARENESS',
  traffic: 'OUTCOME_TRAFFIC',
  leads: 'OUTCOME_LEADS',
}
export const objective_of = (campaign: AdCampaign): string => objectives[campaign.kind] ?? 'OUTCOME_SALES'
const statuses: Record<AdStatus, string> = { active: 'ACTIVE', paused: 'PAUSED', removed: 'DELETED' }
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
    status: 'ACTIVE',
    effective_status: campaign.status === 'active' ? 'ACTIVE' : 'CAMPAIGN_PAUSED',
    configured_status: 'ACTIVE',
    daily_budget: null,
    lifetime_budget: null,
    optimization_goal: campaign.kind === 'awareness' ? 'REACH' : 'OFFSITE_CONVERSIONS',
    billing_event: 'IMPRESSIONS',
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
    effective_status: campaign.status === 'active' ? own : 'CAMPAIGN_PAUSED',
    creative,
    created_time: graph_time(start_of(ad.start_day) + 9 * 3_600_000),
    updated_time: graph_time(ad.updated_at),
  }
}

function creative_node(creative: Creative): Node {
  const video_id = creative.format === 'video' ? `7${creative.id.slice(1)}` : null
  const call_to_action = { type: creative.call_to_action, value: { link: creative.link } }
  const said = { message: creative.body, call_to_action }
  return {
    id: creative.id,
    account_id: creative.account_id,
    name: creative.name,
    title: creative.title,
    body: creative.body,
    object_type: video_id ? 'VIDEO' : 'SHARE',
    call_to_action_type: creative.call_to_action,
    // Graph fills link_url for few kinds of creatives only. The link is in `object_story_spec`.
    link_url: null,
    image_url: video_id ? null : creative.image_url,
    thumbnail_url: creative.image_url.replace('.jpg', '_64x64.jpg'),
    video_id,
    status: 'ACTIVE',
    object_story_spec: video_id
      ? { page_id, video_data: { ...said, video_id, title: creative.title, image_url: creative.image_url } }
      : { page_id, link_data: { ...said, link: creative.link, name: creative.title, picture: creative.image_url } },
    effective_object_story_id: `${page_id}_${creative.id}`,
  }
}

/** Every node of one kind below an account, newest first. */
export function edges(world: World, account_id: string): Record<string, { type: string; nodes: () => Node[] }> {
  const { mx } = world.ads
  const campaigns = mx.campaigns.filter((campaign) => campaign.account_id === account_id)
  const by_id = new Map(campaigns.map((campaign) => [campaign.id, campaign]))
  const creatives = new Map(mx.creatives.map((creative) => [creative.id, creative]))
  return {
    campaigns: {
      type: 'Campaign',
      nodes: () => campaigns.map((campaign) => campaign_node(campaign, world.now())).reverse(),
    },
    adsets: {
      type: 'AdSet',
      nodes: () =>
        mx.groups
          .flatMap((group) => (by_id.has(group.campaign_id) ? [ad_set_node(group, by_id.get(group.campaign_id)!)] : []))
          .reverse(),
    },
    ads: {
      type: 'Ad',
      nodes: () =>
        mx.ads
          .filter((ad) => ad.account_id === account_id)
          .map((ad) => ad_node(ad, by_id.get(ad.campaign_id)!, () => creative_node(creatives.get(ad.creative_id)!)))
          .reverse(),
    },
    adcreatives: {
      type: 'AdCreative',
      nodes: () =>
        mx.creatives
          .filter((creative) => creative.account_id === account_id)
          .map(creative_node)
          .reverse(),
    },
  }
}
