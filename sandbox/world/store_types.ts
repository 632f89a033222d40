// The store part of the world. Both the simulated shop and the loader of real orders implement it.
import type { Instant } from './calendar.ts'

export interface Store {
  shop: Shop
  /** What the shop's owner granted to the app. Tests change it. */
  access: Access
  products(): Product[]
  /** Orders placed up to now, oldest first, each in its current state (without refunds that happen later). */
  orders(): Order[]
  /** Checkouts that stayed unpaid for a while, oldest first. Recovered ones have completed_at. */
  checkouts(): Checkout[]
  customers(): Customer[]
}

export interface Access {
  scopes: Set<string>
  /** The vendor approved the app for protected customer data. */
  personal_data: boolean
  /** The app may see what products cost. */
  product_costs: boolean
  /** The owner has not paid the vendor. When absent: everything is paid. */
  is_unpaid?: boolean
  /** The shop runs an older version of its software. When absent: the newest one. */
  is_older?: boolean
  /** A plugin leaves out what the list of all refunds has. */
  has_strange_refund_list?: boolean
  /** The list of orders has one that was never given a time. */
  has_draft?: boolean
  /** A plugin of marketplaces keeps a part of each order for each vendor, beside the order. */
  splits_orders?: boolean
  /** The key may read and not write. When absent: it may do both. */
  is_read_only?: boolean
  /** The person of the key may not see the settings of the shop. */
  hides_settings?: boolean
  /** The site has this offset in hours in the place of a time zone. */
  offset_hours?: number
  /** A plugin lets nobody read the API without a sign-in, and a key of the shop is none for the site itself. */
  hides_site?: boolean
  /** A cache before the site answers the same address again with what it answered first. */
  caches_answers?: boolean
  /** A plugin stored a coupon with an order whose percentage is above 100. */
  has_faulty_coupon?: boolean
  /** Most orders of a query. When absent: what the vendor states. */
  orders_max?: number
  /** The memory of the site is enough for this number of records of an answer. */
  records_max?: number
  /** What the key of the shop may do. When absent: read and write. */
  key_permissions?: 'read'
  /** False: the person of the application password may not edit pages. */
  may_edit_pages?: boolean
  /** The person of the application password may not write unfiltered HTML. */
  filters_html?: boolean
}

export interface Shop {
  id: string
  created_at: Instant
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
  /** HTML that an app wrote. When absent: nobody wrote one. */
  description?: string
  /** Texts by language that an app wrote, of vendors with several languages. */
  texts?: Record<'name' | 'description', Record<string, string>>
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
  /** null: nobody entered a cost. */
  cost_cents: number | null
  /** When the cost or another value of the inventory item last changed. When absent: with the product. */
  cost_changed_at?: Instant
  stock: number
  /** False when the stock is not counted. When absent: counted. */
  stock_tracked?: boolean
  /** True when it is sold beyond its stock, such as an advance order. When absent: it is not. */
  sells_without_stock?: boolean
}

export interface Order {
  /** Digits only. Unique and stable. */
  id: string
  name: string
  created_at: Instant
  updated_at: Instant
  cancelled_at: Instant | null
  cancel_reason: 'customer' | 'inventory' | 'fraud' | 'declined' | 'other' | null
  test: boolean
  financial_status: 'paid' | 'pending' | 'refunded' | 'partially_refunded' | 'voided'
  fulfillment_status: 'fulfilled' | 'unfulfilled'
  /** The shop's currency, in which all *_cents of the order are. */
  currency: string
  /** The amount that the buyer saw: the shop's amount times rate, rounded to the cent. */
  presentment: { currency: string; rate: number }
  /** All amounts: after edits, before refunds. Goods before discounts. total = subtotal - discount + shipping. Prices include tax; tax_cents is the tax in the total. */
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
  /** False while the vendor has not yet assigned the visits. When absent: true. */
  journey_ready?: boolean
  /** Somebody changed the lines after the order was placed. */
  edited?: boolean
  /** What the buyer has paid. When absent: the total, of an order that is paid. */
  paid_cents?: number
}

export interface OrderLine {
  id: string
  product_id: string | null
  variant_id: string | null
  sku: string | null
  title: string
  variant_title: string | null
  /** Units ordered, with those that an edit removed later. */
  quantity: number
  /** Units that an edit removed. When absent: none. */
  removed?: number
  unit_price_cents: number
  /** Of the whole line. */
  discount_cents: number
  /** When absent: goods. */
  is_gift_card?: true
}

export interface Refund {
  id: string
  created_at: Instant
  amount_cents: number
  note: string | null
  /** The returned units. Empty for money that was given back while the goods stayed with the buyer. */
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
  /** Current number of the customer's orders, without cancelled ones. */
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
  /** The shop's name of the source: 'Facebook', 'Google', 'direct', ... */
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
  /** The time at which the checkout became an order. */
  completed_at: Instant | null
  customer: Customer | null
  lines: OrderLine[]
  subtotal_cents: number
  total_cents: number
  currency: string
}
