// Typical arguments of the tools that list and sum, for the organization of `tools_world.ts`. No two calls of a kind are the same, where
// the tool has arguments.
import { days_ago } from './questions.ts'

/** Most days of a window (`RANGE_DAYS_MAX` of src/domain/windows.ts). */
const DAYS_MAX = 3_660
const DAYS_BACK_MAX = 1_100
const LIMIT_MAX = 1_000

/** default: without a filter. narrow: a few days. widest: the longest window. little, much: a filter that matches few rows, or very many. */
export const kinds = ['default', 'narrow', 'widest', 'little', 'much'] as const
export type Kind = (typeof kinds)[number]
type Input = Record<string, unknown>
/** The arguments of the nth call. */
type Question = (n: number) => Input
export type Questions = Partial<Record<Kind, Question>>

const DEFAULT_LIMIT = 50
const default_list: Question = (n) => ({ limit: DEFAULT_LIMIT - n })
const days = (from: number, to: number) => ({ date_from: days_ago(from), date_to: days_ago(to) })
/** Three days, each time of another season. */
const narrow: Question = (n) => days(40 * n + 3, 40 * n + 1)
const widest: Question = (n) => days(DAYS_MAX - 1, n)
const year: Question = (n) => ({ ...days(400 + n, 30 + n), limit: LIMIT_MAX - n })

/** With dates and a limit. */
const windows: Questions = { default: default_list, narrow, widest, much: year }

/** A campaign slot that has groups, and the id of its present campaign (`tools_rows.ts`). */
const slot_of = (n: number) => 11 + (n % 9)
const present = (c: number) => `${c}-${Math.floor((c * 7) / (30 + ((c * 37) % 240)))}`

export const tools_questions: Record<string, Questions> = {
  list_gx_ad_groups: { ...windows, little: (n) => ({ campaign_id: `c${present(slot_of(n))}`, ...days(60 + n, 0) }) },
  list_gx_ads_ads: { ...windows, little: (n) => ({ ad_group_id: `g1${present(slot_of(n))}`, ...days(60 + n, 0) }) },
  query_mx_creatives: { ...windows, little: (n) => ({ min_fatigue_score: 100 - n }) },
  query_tx_campaigns: windows,
  list_abandoned_checkouts: {
    default: default_list,
    narrow: (n) => ({ days_back: 1 + (n % 7), limit: 10 + n }),
    widest: (n) => ({ days_back: 90 - n }),
    little: (n) => ({ recovered: true, days_back: 2 + n }),
    much: (n) => ({ recovered: false, days_back: 80 - n, limit: LIMIT_MAX - n }),
  },
  list_store_connections: { default: () => ({}), little: (n) => ({ platform: ['sx', 'tnx', 'store_c'][n % 3] }) },
  list_store_orders: {
    ...windows,
    little: (n) => ({ status: ['test', 'voided', 'refunded', 'pending'][n % 4], ...days(30 + n, n) }),
  },
  list_store_products: {
    default: default_list,
    little: (n) => ({ status: n % 2 ? 'draft' : 'archived', in_stock_only: true, platform: 'tnx', limit: 60 - n }),
    much: (n) => ({ in_stock_only: true, limit: LIMIT_MAX - n }),
  },
  list_mpa_listings: {
    default: default_list,
    narrow: (n) => ({ search: `SKU-${4000 + n}-1` }),
    little: (n) => ({ status: n % 2 ? 'closed' : 'paused', search: `lamp 4${n}` }),
    much: (n) => ({ search: ['linen', 'shirt', 'oak', 'a', 'MLM'][n % 5], status: 'active', limit: LIMIT_MAX - n }),
  },
  list_mpa_orders: {
    ...windows,
    little: (n) => ({ status: n % 2 ? 'cancelled' : 'voided', ...days(30 + n, n) }),
  },
  list_mpa_questions: {
    default: default_list,
    little: (n) => ({ status: ['banned', 'under_review', 'closed_unanswered'][n % 3], limit: 30 + n }),
    much: (n) => ({ status: n % 2 ? 'all' : 'answered', limit: LIMIT_MAX - n }),
  },
  list_social_accounts: { default: () => ({}) },
  list_social_metrics: {
    default: (n) => ({ social_account_id: `p${1 + (n % 7)}` }),
    narrow: (n) => ({ social_account_id: `p${1 + (n % 7)}`, days_back: 1 + n }),
    widest: (n) => ({ social_account_id: `p${1 + (n % 7)}`, days_back: DAYS_BACK_MAX - n }),
  },
  list_social_posts: {
    default: default_list,
    narrow: (n) => ({ days_back: 1 + n }),
    widest: (n) => ({ days_back: DAYS_BACK_MAX - n }),
    little: (n) => ({ social_account_id: `p${1 + (n % 7)}`, days_back: 20 + n }),
    much: (n) => ({ days_back: DAYS_BACK_MAX - n, limit: LIMIT_MAX - n }),
  },
  query_gx4_funnel: { ...windows, little: (n) => ({ property_id: 'a', ...days(20 + n, n) }) },
  query_pagescore_scores: {
    default: default_list,
    narrow: (n) => ({ url: `https://shop.test/pages/${1 + n}` }),
    little: (n) => ({ url: `pages/2${n % 10}`, device: 'mobile', limit: 40 + n }),
    much: (n) => ({ url: 'shop.test', device: n % 2 ? 'mobile' : 'desktop', limit: LIMIT_MAX - n }),
  },
  query_carts: { default: default_list, much: (n) => ({ limit: LIMIT_MAX - n }) },
  query_data: {
    default: (n) => ({ metric: 'store.revenue', dimensions: ['date'], ...days(30 + n, n) }),
    narrow: (n) => ({
      metric: 'store.net_revenue',
      dimensions: ['utm_source', 'utm_campaign'],
      ...days(40 * n + 3, 40 * n + 1),
    }),
    widest: (n) => ({
      metric: `store.${['revenue', 'orders', 'average_order_value'][n % 3]}`,
      dimensions: ['month'],
      ...widest(n),
    }),
    little: (n) => ({ metric: 'store.orders', filters: { utm_campaign: `spring 2 ${n}` }, ...days(120 + n, n) }),
    much: (n) => ({
      metric: n % 2 ? 'store.units' : 'search_ads.spend',
      dimensions: [n % 2 ? 'product' : 'campaign'],
      ...days(120 + n, n),
    }),
  },
  query_email_campaigns: {
    default: default_list,
    little: (n) => ({ status: n % 2 ? 'draft' : 'scheduled', limit: 10 + n }),
    much: (n) => ({ status: 'sent', include_body: true, limit: LIMIT_MAX - n }),
  },
  query_contacts: {
    default: (n) => ({ limit: 100 - n }),
    little: (n) => ({ search: `c${4000017 + 10000 * n}@` }),
    much: (n) => ({ search: ['ana', 'mail.test', 'silva', 'company', '+52'][n % 5], limit: LIMIT_MAX - n }),
  },
  query_orders: windows,
  revisar_tienda: {
    default: (n) => ({ days_back: 30 - (n % 9) }),
    narrow: (n) => ({ days_back: 1 + (n % 7) }),
    widest: (n) => ({ days_back: DAYS_BACK_MAX - n }),
  },
}
