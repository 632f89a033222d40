// Groups of facts, each with the platforms and tables it comes from. Tools name a group, so that they never combine these wrongly.
import type { Exact } from '#domain/exact.ts'
import { type PlatformKey, platforms_of } from '#domain/platforms.ts'
import { quality_notes } from '#figures/sources/quality.ts'
import { has_beginning, NO_BEGINNING, type SourceGroup, type Sources } from '#figures/sources/sources.ts'
import { cart_facts, checkout_facts, checkout_notes } from '#figures/subjects/carts.ts'
import { funnel_facts } from '#figures/subjects/funnel.ts'
import { social_day_facts, social_post_facts } from '#figures/subjects/social.ts'
import { claimed_amounts, extent_notes, order_amounts } from '#figures/sums/amounts.ts'
import type { Facts } from '#figures/sums/facts.ts'
import { margin_notes } from '#figures/sums/margins.ts'
import {
  ad_facts,
  ad_group_facts,
  ad_money_facts,
  ads_facts,
  broadcast_facts,
  customer_facts,
  gross_sale_facts,
  line_facts,
  market_facts,
  sale_facts,
  seo_facts,
  seo_page_facts,
  seo_query_facts,
  store_facts,
  web_facts,
  web_source_facts,
} from '#figures/sums/warehouse.ts'
import { type Message, message } from '#messages/message.ts'

export interface FigureGroup<F extends Facts = Facts> extends SourceGroup {
  facts: F
  /** Notes about these sums, in addition to those about coverage, exchange rates and rows without a value. */
  cautions?: (sums: Record<string, Exact | null>, sources: Sources) => Message[]
  /** True: the platform withholds rare values, so no row of a filter is no zero. */
  hides_rare?: true
  /** False: these sources cannot answer for these facts, so no statement reads them. */
  is_answerable?: (sources: Sources) => boolean
}

const group = <F extends Facts>(declared: FigureGroup<F>): FigureGroup<F> => declared

/** The same group for only one of its platforms, if one is given. */
export const on_platform = <Of extends SourceGroup>(of: Of, platform: string | undefined): Of =>
  platform === undefined ? of : { ...of, platforms: [platform], label: platform }

const ad_sources = {
  platforms: platforms_of('ads'),
  tables: ['campaign_daily'],
  label: message('group.ads'),
  is_asked_alone: true as const,
}
export const ads = group({ ...ad_sources, facts: ads_facts })
/** Finer levels need not reach the campaigns: some kinds of campaigns have no groups and no ads. */
export const ad_groups = group({ ...ad_sources, tables: ['ad_group_daily'], facts: ad_group_facts })
export const single_ads = group({ ...ad_sources, tables: ['ad_daily'], facts: ad_facts })
export const ad_money = group({ ...ad_sources, facts: ad_money_facts })

const web_sources = { platforms: platforms_of('analytics'), label: message('group.web'), cautions: quality_notes }
export const web = group({ ...web_sources, tables: ['web_daily'], facts: web_facts })
export const web_by_source = group({ ...web_sources, tables: ['web_source_daily'], facts: web_source_facts })
/** The steps of a purchase. Only one platform has them. */
export const funnel = group({
  ...web_sources,
  platforms: ['gx_analytics'],
  tables: ['web_event_daily'],
  facts: funnel_facts,
})

const seo_sources = { platforms: platforms_of('seo'), label: message('group.seo') }
export const seo = group({ ...seo_sources, tables: ['seo_daily'], facts: seo_facts })
export const seo_queries = group({
  ...seo_sources,
  tables: ['seo_query_daily'],
  facts: seo_query_facts,
  hides_rare: true,
})
export const seo_pages = group({ ...seo_sources, tables: ['seo_page_daily'], facts: seo_page_facts })

/** True if all orders of all stores are stored. Then the first order of each customer is known. */
export const knows_customers = (sources: Sources) => has_beginning(sources, platforms_of('store'))
const has_store = ({ live }: Sources) =>
  live.some(({ platform }) => platforms_of('store').includes(platform as PlatformKey))

/** All sales, of stores and marketplaces. */
const sale_sources = {
  platforms: platforms_of('store', 'marketplace'),
  tables: ['store_orders', 'store_refunds', 'marketplace_orders', 'marketplace_charges'],
  label: message('group.sales'),
  only_for: { marketplace_charges: ['refunds'] },
}
const refunding = platforms_of('store')
const of_orders = extent_notes(order_amounts)
export const sales = group({ ...sale_sources, refunding, facts: sale_facts, cautions: of_orders })
/** Sales before refunds, so that a missing refund does not make them a part. */
export const gross_sales = group({
  ...sale_sources,
  facts: gross_sale_facts,
  cautions: of_orders,
})
/** Customers of stores. Marketplaces do not name their buyers. */
export const customers = group({
  ...sale_sources,
  facts: customer_facts,
  is_answerable: (sources) => knows_customers(sources),
  cautions({ returning_customers }, sources) {
    if (knows_customers(sources)) return returning_customers ? [message('customers.returning')] : []
    return has_store(sources) ? [NO_BEGINNING] : []
  },
})
export const products_sold = group({ ...sale_sources, facts: line_facts, cautions: (sums) => margin_notes(sums) })
/** Sales of stores, without marketplaces. */
export const store_sales = group({
  platforms: platforms_of('store'),
  tables: ['store_orders', 'store_refunds'],
  label: message('group.store'),
  refunding,
  facts: store_facts,
})

/** Sales on marketplace A, with its fees. */
export const mpa_sales = group({
  platforms: ['mpa'],
  tables: ['marketplace_orders'],
  label: message('platform.mpa'),
  facts: market_facts,
})

export const carts = group({
  platforms: platforms_of('store', 'email'),
  tables: ['checkouts'],
  label: message('group.carts'),
  subject: message('subject.carts'),
  facts: cart_facts,
})
/** Checkouts that customers of stores left, also those that they completed later. */
export const checkouts = group({
  platforms: platforms_of('store'),
  tables: ['checkouts'],
  label: message('group.store'),
  facts: checkout_facts,
  cautions: (_, sources) => checkout_notes(sources),
})

export const broadcasts = group({
  platforms: platforms_of('email'),
  tables: ['email_campaigns'],
  label: message('group.email'),
  facts: broadcast_facts,
  cautions: extent_notes(claimed_amounts),
})

const social_sources = { platforms: platforms_of('social'), label: message('group.social') }
export const social_days = group({
  ...social_sources,
  tables: ['social_daily'],
  beside: { social_follower_daily: message('list.social_follower_daily') },
  facts: social_day_facts,
})
/** Posts decide which days are known. Stories are there as far as they were read. */
export const social_posts = group({
  ...social_sources,
  tables: ['social_posts'],
  beside: { social_stories: message('list.social_stories') },
  facts: social_post_facts,
})
/** The totals of followers, which have no days to sum. */
export const followers: SourceGroup = { ...social_sources, tables: ['social_follower_daily'] }

/** Everything that is read of a store. */
export const stores: SourceGroup = {
  platforms: platforms_of('store'),
  tables: ['store_orders', 'store_products', 'checkouts'],
  label: message('group.store'),
}

/** The current products. No figure of them is summed over days. */
export const store_products: SourceGroup = {
  platforms: platforms_of('store'),
  tables: ['store_products'],
  label: message('group.store'),
}

/** The current listings of marketplace A, and the questions about them. */
export const mpa_listings: SourceGroup = {
  platforms: ['mpa'],
  tables: ['marketplace_listings'],
  beside: { marketplace_listings: message('list.visits') },
  label: message('platform.mpa'),
}
export const mpa_questions: SourceGroup = {
  platforms: ['mpa'],
  tables: ['marketplace_questions'],
  label: message('platform.mpa'),
}

/** The people of the CRM and of the email platforms. */
export const people: SourceGroup = {
  platforms: platforms_of('email'),
  tables: ['contacts'],
  label: message('group.email'),
}
