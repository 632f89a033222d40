// The rows that connectors build, by table of the warehouse.
import type { Insertable } from 'kysely'
import type { DB } from '#db/schema.ts'

/** Columns that the sync engine fills in, so that no connector can store a row under another organization or connection. */
type FilledIn = 'org_id' | 'connection_id' | 'store_connection_id' | 'platform' | 'synced_at' | Since
/** Columns of `src/engine/sync/copies.ts`. */
type Copied<T> = T extends 'store_order_lines' ? 'ordered_at' : never
/** Columns of `src/engine/sync/since.ts`. */
type Since = 'creative_since' | 'shown_since' | 'thumbnail_read_at'

export type AccountTable = 'ad_accounts' | 'store_connections' | 'social_accounts'
export type WarehouseTable =
  | AccountTable
  | 'ad_campaigns'
  | 'ad_groups'
  | 'ads'
  | 'meta_ad_creatives'
  | 'campaign_daily'
  | 'campaign_country_daily'
  | 'campaign_device_daily'
  | 'campaign_share_daily'
  | 'search_term_daily'
  | 'ad_group_daily'
  | 'ad_daily'
  | 'web_daily'
  | 'web_source_daily'
  | 'web_country_daily'
  | 'web_device_daily'
  | 'web_event_daily'
  | 'seo_daily'
  | 'seo_query_daily'
  | 'seo_page_daily'
  | 'seo_place_daily'
  | 'social_daily'
  | 'social_follower_daily'
  | 'social_posts'
  | 'social_stories'
  | 'store_orders'
  | 'store_order_lines'
  | 'store_refunds'
  | 'store_products'
  | 'store_variants'
  | 'store_variant_costs'
  | 'checkouts'
  | 'marketplace_listings'
  | 'marketplace_orders'
  | 'marketplace_charges'
  | 'marketplace_questions'
  | 'feed_daily'
  | 'feed_offer_daily'
  | 'feed_status_daily'
  | 'feed_issue_daily'
  | 'feed_products'
  | 'feed_product_statuses'
  | 'feed_product_issues'
  | 'behavior_daily'
  | 'behavior_page_daily'
  | 'email_campaigns'
  | 'email_campaign_daily'
  | 'contacts'

export type Row<T extends WarehouseTable> = Omit<Insertable<DB[T]>, FilledIn | Copied<T>>
/** Rows for one or more tables, built from one record. Children (order lines) come with their parent. */
export type Rows<T extends WarehouseTable> = { [K in T]?: Row<K> | Row<K>[] }
