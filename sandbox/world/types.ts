// The simulated business as the vendors' files see it. Every answer depends on world.now(), which the control API can move:
// nothing that lies after now is ever handed out, and what platforms restate later is handed out as it is known at now.
// Amounts are whole cents (numbers, safe up to 90 million millions); instants are milliseconds since 1970.

import type { AdPlatform } from './ads_types.ts'
import type { Day, Instant } from './calendar.ts'
import type { Order, Place, Store } from './store_types.ts'

export type * from './ads_types.ts'
export type { Day, Instant } from './calendar.ts'
export type * from './store_types.ts'

export interface World {
  seed: number
  now(): Instant
  /** The business's time zone; shop, ad accounts, analytics property and mail account all live in it. */
  time_zone: string
  today(): Day
  /** The oldest day with figures. */
  first_day: Day
  /** What the shop vendor shows: the simulated shop, or a real data set behind the same interface. */
  store: Store
  ads: { mx: AdPlatform; gx: AdPlatform }
  web: Web
  seo: Seo
  mail: Mail
  fx: Fx
  changes: Changes
}

// ---- web analytics and search -----------------------------------------------------------------------------------------

export interface Web {
  property: { id: string; name: string; account_id: string; account_name: string; currency: string }
  /** One day's visits by where they came from, as known now. Empty before first_day and after today. */
  sessions(day: Day): SessionFact[]
  pages(day: Day): PageFact[]
}

export interface SessionFact {
  day: Day
  source: string
  medium: string
  /** '(organic)', '(direct)', '(referral)' or a campaign's slug. */
  campaign: string
  device: 'mobile' | 'desktop' | 'tablet'
  country: string
  sessions: number
  users: number
  new_users: number
  engaged_sessions: number
  engagement_seconds: number
  page_views: number
  events: number
  add_to_carts: number
  checkouts: number
  purchases: number
  revenue_cents: number
}

export interface PageFact {
  day: Day
  path: string
  title: string
  sessions: number
  users: number
  page_views: number
  engagement_seconds: number
}

export interface Seo {
  site_url: string
  /** The newest day whose figures are final. */
  final_until(): Day
  /** One day's search results, as known now; days after final_until() are fresh and lower than they will be. */
  facts(day: Day): SeoFact[]
}

export interface SeoFact {
  day: Day
  query: string
  page: string
  country: string
  device: 'MOBILE' | 'DESKTOP' | 'TABLET'
  clicks: number
  impressions: number
  position: number
}

// ---- mail --------------------------------------------------------------------------------------------------------------

export interface Mail {
  account: { id: string; name: string; currency: string; sender_name: string; sender_email: string }
  lists: MailList[]
  /** People who left an address, buyers or not, oldest first. */
  profiles(): Profile[]
  /** Sent and scheduled campaigns, oldest first. */
  campaigns(): MailCampaign[]
  /** What a campaign has brought so far; all zero before it is sent. */
  results(campaign: MailCampaign): MailResult
  /** The same by the day on which it happened, from the day of sending on; their sum is results(). */
  daily(campaign: MailCampaign): { day: Day; result: MailResult }[]
  /** What people did in the shop that the mail platform hears of, oldest first, from <= at < to. */
  events(kind: MailEventKind, from: Instant, to: Instant): MailEvent[]
}

export interface MailList {
  id: string
  name: string
  created_at: Instant
}

export interface Profile {
  id: string
  customer_id: string | null
  email: string
  phone: string | null
  first_name: string
  last_name: string
  place: Place
  source: string
  list_ids: string[]
  subscribed: boolean
  created_at: Instant
  updated_at: Instant
}

export interface MailCampaign {
  id: string
  name: string
  slug: string
  subject: string
  preview_text: string
  body_html: string
  list_ids: string[]
  status: 'draft' | 'scheduled' | 'sent' | 'cancelled'
  created_at: Instant
  updated_at: Instant
  send_at: Instant
}

export interface MailResult {
  recipients: number
  delivered: number
  bounced: number
  opens: number
  unique_opens: number
  clicks: number
  unique_clicks: number
  unsubscribes: number
  spam_complaints: number
  orders: number
  revenue_cents: number
}

export type MailEventKind = 'started_checkout' | 'placed_order'

export interface MailEvent {
  id: string
  kind: MailEventKind
  at: Instant
  profile_id: string
  value_cents: number
  currency: string
  /** The shop's checkout or order behind it. */
  checkout_id?: string
  order_id?: string
  /** Titles of what was in it. */
  items: { title: string; sku: string | null; quantity: number; price_cents: number }[]
}

// ---- exchange rates ----------------------------------------------------------------------------------------------------

export interface Fx {
  /** Business days with rates from 2016-01-04 to the newest published at now, oldest first. */
  days(): Day[]
  /** How many of each currency one euro buys that day, as the decimal strings that were published; null when no rates that day. */
  rates(day: Day): Record<string, string> | null
}

// ---- a changed past ----------------------------------------------------------------------------------------------------

export interface Changes {
  /** Multiply what `platform` reports for a day (of one campaign, or of all): 1 unless the control API said otherwise. */
  factor(platform: string, day: Day, campaign_id?: string): number
  set_factor(platform: string, day: Day, factor: number, campaign_id?: string): void
  /** Fields of an order that somebody changed by hand later; the store applies it and moves updated_at. */
  order(id: string): OrderChange | undefined
  set_order(id: string, change: OrderChange): void
  /** Counts up with every change, so that caches know. */
  version: number
}

export type OrderChange = Partial<Pick<Order, 'total_cents' | 'cancelled_at' | 'cancel_reason' | 'tags' | 'updated_at'>>
