// The ads part of the world, with the same types for every ad platform.
import type { Day, Instant } from './calendar.ts'

export type AdStatus = 'active' | 'paused' | 'removed'

export interface AdPlatform {
  accounts: AdAccount[]
  campaigns: AdCampaign[]
  groups: AdGroup[]
  ads: Ad[]
  creatives: Creative[]
  /** What the person who connected may do. An analyst reads every account, and changes none. */
  access: { may_write: boolean }
  /** One ad's day as the platform reports it now. Null when the ad did not run. Figures of today are those so far. */
  facts(ad: Ad, day: Day): AdFact | null
}

export interface AdAccount {
  id: string
  name: string
  currency: string
  time_zone: string
  created_at: Instant
  /** When the account got its time zone. Absent: with its creation. */
  switched_at?: Instant
}

export interface AdCampaign {
  id: string
  account_id: string
  name: string
  /** The value of utm_campaign in the links of its ads. */
  slug: string
  kind:
    | 'sales'
    | 'retargeting'
    | 'awareness'
    | 'traffic'
    | 'leads'
    | 'brand_search'
    | 'search'
    | 'shopping'
    | 'pmax'
    | 'video'
  status: AdStatus
  start_day: Day
  /** The last day that the ad ran. Null while it runs. */
  end_day: Day | null
  daily_budget_cents: number
  updated_at: Instant
}

export interface AdGroup {
  id: string
  campaign_id: string
  name: string
  status: AdStatus
  updated_at: Instant
}

export interface Ad {
  id: string
  group_id: string
  campaign_id: string
  account_id: string
  creative_id: string
  name: string
  status: AdStatus
  start_day: Day
  updated_at: Instant
}

export interface Creative {
  id: string
  account_id: string
  name: string
  title: string
  body: string
  link: string
  format: 'image' | 'video' | 'carousel' | 'text'
  image_url: string
  call_to_action: string
}

export interface AdFact {
  impressions: number
  reach: number
  clicks: number
  link_clicks: number
  spend_cents: number
  landing_views: number
  add_to_carts: number
  checkouts: number
  /** The platform's claims so far. They grow for days after the click. */
  conversions: number
  conversion_value_cents: number
  video_views: number
}
