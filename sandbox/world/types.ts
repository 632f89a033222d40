// The interface of the simulated business for the vendors' files. Every answer depends on world.now(), which the control API can
// move. No answer contains events after now. Figures that platforms restate later have the value known at now. Amounts are whole
// cents (safe as numbers up to 90 million millions). Instants are milliseconds since 1970.

import type { AdPlatform } from './ads_types.ts'
import type { Day, Instant } from './calendar.ts'
import type { Changes } from './changes_types.ts'
import type { Market } from './market_types.ts'
import type { Place, Store } from './store_types.ts'
import type { Writes } from './writes.ts'

export type * from './ads_types.ts'
export type { Day, Instant } from './calendar.ts'
export type * from './changes_types.ts'
export type * from './market_types.ts'
export type * from './store_types.ts'

/** Gives the answer of this key, and makes it unless it was made since the figures last changed. */
export type Remember = <T>(key: string, make: () => T) => T

export interface World {
  seed: number
  now(): Instant
  /** The clock of the vendors' rate limits. */
  limits_now(): Instant
  /** The business's time zone, which is also that of the shop, the ad accounts, the analytics property and the email account. */
  time_zone: string
  today(): Day
  /** The oldest day with figures. */
  first_day: Day
  /** The data of the shop vendor: the simulated shop, or a real data set with the same interface. */
  store: Store
  /** Smaller shops of other businesses, each on another platform. */
  shops: { tnx: Store; store_c: Store }
  ads: Record<'mx' | 'gx' | 'tx' | 'net_c' | 'net_d' | 'mpb', AdPlatform>
  markets: { ml: Market; amazon_mx: Market; amazon_us: Market }
  web: Web
  seo: Seo
  mail: Mail
  social: { instagram: Social; linkedin: Social }
  /** The email accounts of the smaller shops. */
  mails: { email_b: Mail; email_c: Mail }
  fx: Fx
  changes: Changes
  /** Builds an answer once, for all its pages. */
  remember: Remember
  /** What clients have changed and made at vendors. */
  writes: Writes
}

// ---- web analytics and search -----------------------------------------------------------------------------------------

export interface Web {
  property: { id: string; name: string; account_id: string; account_name: string; currency: string }
  /** One day's visits by source, as known now. Empty before first_day and after today. */
  sessions(day: Day): SessionFact[]
  pages(day: Day): PageFact[]
}

export interface SessionFact {
  day: Day
  source: string
  medium: string
  /** '(organic)', '(direct)', '(referral)' or a campaign's slug. */
  campaign: string
  device: 'mobile' | 'desktop' | 'tablet' | 'smart tv'
  /** ISO 3166-1 alpha-2, or '(not set)'. */
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
  /** One day's search results, as known now. Figures of days after final_until() are lower than their final values. */
  facts(day: Day): SeoFact[]
}

export interface SeoFact {
  day: Day
  query: string
  page: string
  /** ISO 3166-1 alpha-3 in lower case; 'zzz' is an unknown region. */
  country: string
  device: 'MOBILE' | 'DESKTOP' | 'TABLET'
  clicks: number
  impressions: number
  position: number
}

// ---- social networks ---------------------------------------------------------------------------------------------------

export interface Social {
  accounts: SocialAccount[]
  /** The total of followers now. No network knows earlier totals. */
  followers(account: SocialAccount): number
  /** Figures of a day, once the network delivers them. Null: not delivered yet, or from before the first day. */
  day(account: SocialAccount, day: Day): SocialFigures | null
  /** Newest first, without deleted ones. */
  posts(account: SocialAccount): SocialPost[]
  /** Those of the last 24 hours, newest first. */
  stories(account: SocialAccount): SocialPost[]
  results(post: SocialPost): SocialFigures
}

export interface SocialAccount {
  id: string
  username: string
  name: string
  /** On the first day. */
  followers: number
  /** A showcase page of a company. */
  is_brand?: true
}

export interface SocialPost {
  id: string
  account_id: string
  day: Day
  posted_at: Instant
  format: 'image' | 'video' | 'album' | 'text'
  is_story: boolean
  text: string
  /** Share of the followers that it reaches in the end. */
  share: number
  hides_likes: boolean
}

export interface SocialFigures {
  reach: number
  impressions: number
  likes: number
  comments: number
  shares: number
  saves: number
  clicks: number
  replies: number
  profile_views: number
}

// ---- email --------------------------------------------------------------------------------------------------------------

export interface Mail {
  account: { id: string; name: string; currency: string; sender_name: string; sender_email: string }
  lists: MailList[]
  /** People who left an email address, buyers or not, oldest first. */
  profiles(): Profile[]
  /** Sent and scheduled campaigns, oldest first. */
  campaigns(): MailCampaign[]
  /** A campaign's results so far. All zero before it is sent. */
  results(campaign: MailCampaign): MailResult
  /** The same results by day, from the day of sending on. Their sum is results(). */
  daily(campaign: MailCampaign): { day: Day; result: MailResult }[]
  /** Events in the shop that the email platform receives, oldest first, from <= at < to. */
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
  is_archived: boolean
  /** Number of messages that readers were divided among. */
  variations: number
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
  /** The checkout or order of the shop that caused the event. */
  checkout_id?: string
  order_id?: string
  /** The items of the checkout or order. */
  items: { title: string; sku: string | null; quantity: number; price_cents: number }[]
}

// ---- exchange rates ----------------------------------------------------------------------------------------------------

export interface Fx {
  /** Business days with rates, from 2016-01-04 to the newest day published at now, oldest first. */
  days(): Day[]
  /** Units of each currency for one euro on that day, as published decimal strings. Null on a day without rates. */
  rates(day: Day): Record<string, string> | null
  /** Rates of a second source for every calendar day, of more currencies. Null on a day that the source left out. */
  daily(day: Day): Record<string, string> | null
}
