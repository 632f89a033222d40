// The simulated business as the vendors' files see it. Every answer depends on world.now(), which the control API can move:
// nothing that lies after now is ever handed out, and what platforms restate later is handed out as it is known at now.
// Amounts are whole cents (numbers, safe up to 90 million millions); instants are milliseconds since 1970.

/** A calendar day in the world's time zone, 'YYYY-MM-DD'. */
export type Day = string
/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number

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

// ---- the store ---------------------------------------------------------------------------------------------------------

export interface Store {
  shop: Shop
  products(): Product[]
  /** Orders placed up to now, oldest first, each as it stands now (a refund made after now is not there yet). */
  orders(): Order[]
  /** Every checkout left unpaid for a while, oldest first; completed_at tells the recovered ones. */
  checkouts(): Checkout[]
  customers(): Customer[]
}

export interface Shop {
  id: string
  name: string
  domain: string
  email: string
  currency: string
  time_zone: string
  country_code: string
}

export interface Product {
  id: string
  title: string
  handle: string
  vendor: string
  type: string
  status: 'active' | 'draft' | 'archived'
  tags: string[]
  created_at: Instant
  updated_at: Instant
  variants: Variant[]
}

export interface Variant {
  id: string
  product_id: string
  title: string
  sku: string
  price_cents: number
  compare_at_cents: number | null
  cost_cents: number
  stock: number
  /** False where nobody counts the stock; absent: counted. */
  stock_tracked?: boolean
}

export interface Order {
  /** Digits only; unique and stable. */
  id: string
  name: string
  created_at: Instant
  updated_at: Instant
  cancelled_at: Instant | null
  cancel_reason: 'customer' | 'inventory' | 'fraud' | 'declined' | 'other' | null
  test: boolean
  financial_status: 'paid' | 'pending' | 'refunded' | 'partially_refunded' | 'voided'
  fulfillment_status: 'fulfilled' | 'unfulfilled'
  /** The shop's currency; every *_cents of the order is in it. */
  currency: string
  /** What the buyer saw: the shop's amount times rate, rounded to the cent. */
  presentment: { currency: string; rate: number }
  /** Goods before discounts. total = subtotal - discount + shipping; prices include tax, tax_cents is its part of the total. */
  subtotal_cents: number
  discount_cents: number
  shipping_cents: number
  tax_cents: number
  total_cents: number
  discount_codes: string[]
  gateway: string
  source_name: string
  tags: string[]
  lines: OrderLine[]
  refunds: Refund[]
  customer: Customer | null
  ship_to: Place | null
  journey: Journey | null
}

export interface OrderLine {
  id: string
  product_id: string | null
  variant_id: string | null
  sku: string | null
  title: string
  variant_title: string | null
  quantity: number
  unit_price_cents: number
  /** Of the whole line. */
  discount_cents: number
}

export interface Refund {
  id: string
  created_at: Instant
  amount_cents: number
  note: string | null
  lines: { line_id: string; quantity: number; subtotal_cents: number }[]
}

export interface Customer {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string | null
  place: Place
  accepts_marketing: boolean
  created_at: Instant
  /** As of now: every order that was not cancelled. */
  orders_count: number
  spent_cents: number
}

export interface Place {
  city: string
  province: string
  country_code: string
  zip: string
}

export interface Journey {
  first_visit: Visit | null
  last_visit: Visit | null
  days_to_conversion: number
  visits: number
}

export interface Visit {
  at: Instant
  /** As the shop names it: 'Facebook', 'Google', 'direct', ... */
  source: string
  landing_page: string
  referrer: string | null
  utm: Utm | null
}

export interface Utm {
  source: string
  medium: string
  campaign: string | null
  content: string | null
  term: string | null
}

export interface Checkout {
  id: string
  name: string
  created_at: Instant
  updated_at: Instant
  /** When it became an order after all. */
  completed_at: Instant | null
  customer: Customer | null
  lines: OrderLine[]
  subtotal_cents: number
  total_cents: number
  currency: string
}

// ---- ads ---------------------------------------------------------------------------------------------------------------

export type AdStatus = 'active' | 'paused' | 'removed'

export interface AdPlatform {
  accounts: AdAccount[]
  campaigns: AdCampaign[]
  groups: AdGroup[]
  ads: Ad[]
  creatives: Creative[]
  /** One ad's day as the platform reports it now; null when the ad did not run. Today's figures are those so far. */
  facts(ad: Ad, day: Day): AdFact | null
}

export interface AdAccount {
  id: string
  name: string
  currency: string
  time_zone: string
  created_at: Instant
}

export interface AdCampaign {
  id: string
  account_id: string
  name: string
  /** The value of utm_campaign its clicks carry. */
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
  /** The last day it ran; null while it runs. */
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
  /** What the platform claims, so far: grows for days after the click. */
  conversions: number
  conversion_value_cents: number
  video_views: number
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
