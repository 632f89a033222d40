// Which test converts each published sample answer to rows, and why others are not converted. A unit is a file of documented examples, or
// a stream of a file of recorded ones. A file other than expected_records is named before its stream.
import type { Samples } from './form.ts'
import { marketplaces_left_out } from './of_marketplaces.ts'
import { shops_left_out } from './of_shops.ts'

const KIND = 'The connector reads nothing of this kind.'
const OTHER_PARTS = 'The connector reads these figures in total, and not by this part.'
const AUDIENCE = 'The connector reads the audiences of campaigns only, as its tables have them.'
const SUMS = 'Sums of all days have no day, so they are no rows.'
const COLUMNS = 'The recorded query lacks figures or days that the connector asks for, so that no row can be made.'

export const samples: Record<string, Samples | { none: string }> = {
  email_a: {
    file: 'email_a_records.test.ts',
    mapped: {
      'campaigns with their messages become the expected rows': 'campaigns_detailed',
      'profiles become contacts': 'profiles',
      'an account without a shop has no carts, and its metrics are found by name': 'metrics',
    },
    left_out: [
      { why: 'The same campaigns without their messages, which the connector reads with them.', of: 'campaigns' },
      { why: 'Events of emails. The connector reads events of checkouts only.', of: 'events events_detailed' },
      { why: KIND, of: 'email_templates flows global_exclusions lists' },
    ],
  },
  email_b: {
    mapped: {
      'campaigns become broadcasts': 'campaigns',
      'reports become results: clicks are of people, and orders without a shop are not known': 'reports',
      'members become contacts, also of a segment': 'lists list_members segment_members',
    },
    left_out: [{ why: KIND, of: 'email_activity interest_categories interests segments tags unsubscribes' }],
  },
  email_c: { none: 'Brevo publishes no answers.' },
  gx_ads: {
    file: 'gx_ads_samples.test.ts',
    mapped: {
      'real figures of an ad become the figures of a day': 'ad_group_ad_legacy',
      'real campaigns, ad groups and ads become rows': 'campaign ad_group ad_group_ad',
      'real figures of a customer become totals of the ledger':
        'account_performance_report click:account_performance_report',
      'records of another customer, with clicks, become rows':
        'click:ad_group_ad_legacy click:campaign click:ad_group click:ad_group_ad',
    },
    left_out: [
      { why: 'The connector lists accounts by customer_client, which no record shows.', of: 'customer click:customer' },
      {
        why: COLUMNS,
        of: 'geographic_view click:geographic_view user_location_view click:user_location_view ad_group_custom click:ad_group_custom',
      },
      { why: 'A budget comes with its campaign.', of: 'campaign_budget click:campaign_budget' },
      {
        why: KIND,
        of: '*_label click:*_label label click:label *_bidding_strategy click:*_bidding_strategy *_criterion click:*_criterion *audience click:*audience *user_interest happytable click:happytable *keyword_view',
      },
    ],
  },
  gx_analytics: {
    mapped: {
      'real records become the expected rows': 'website_overview traffic_acquisition_session_source_medium_report',
    },
    left_out: [
      {
        why: OTHER_PARTS,
        of: 'content_group_report demographic_city_report demographic_language_report demographic_region_report ecommerce_purchases_* pages* pivot_report tech_* traffic_acquisition_session_campaign_report traffic_acquisition_session_default_channel_grouping_report traffic_acquisition_session_medium_report traffic_acquisition_session_source_platform_report traffic_acquisition_session_source_report user_acquisition_*',
      },
      {
        why: COLUMNS,
        of: 'demographic_country_report devices locations traffic_sources conversions_report',
      },
      {
        why: 'Views of pages. The connector reads the events of a shop only.',
        of: 'events_report',
      },
      { why: 'Figures of several days, which are never rows of a day.', of: '*_active_users weekly_events_report' },
    ],
  },
  heat_a: { none: 'Microsoft publishes the form of an answer in its documents only.' },
  merchant_feed: { none: 'Google publishes no answers.' },
  mpa: {
    mapped: {
      'become rows': '06-orders-feedback__pedidos-y-opiniones 05-questions__gestiona-preguntas-respuestas',
      'all fit the schemas':
        '15-sales-orders__gestiona-ventas 02-users__producto-consulta-usuarios 19-metrics__recurso-de-visitas',
      'an example of items with fields left out by the page fits, once the left-out status is there':
        '04-items__items-y-busquedas',
    },
    left_out: marketplaces_left_out.mpa,
  },
  mpb_ads: {
    mapped: {
      'real profiles, campaigns, ad groups and ads become rows':
        'profiles sponsored_product_campaigns sponsored_product_ad_groups sponsored_product_ads',
      'the documented profiles become accounts':
        'en-us__guides__account-management__authorization__profiles en-us__guides__get-started__retrieve-profiles',
    },
    left_out: marketplaces_left_out.mpb_ads,
  },
  mpb_sp: {
    mapped: {
      'of orders become sales: a cancelled item leaves, and a replacement is no sale': 'orders_2026-01-01',
      'of listings and of marketplaces fit': 'listingsItems_2021-08-01 sellers',
      'recorded lines of the report become sales': 'GET_FLAT_FILE_ALL_ORDERS_DATA_BY_LAST_UPDATE_GENERAL',
    },
    left_out: marketplaces_left_out.mpb_sp,
  },
  mx_ads: {
    file: 'mx_ads_samples.test.ts',
    mapped: {
      'real insights become the figures of a day': 'ads_insights',
      'real campaigns, ad sets, ads and creatives become rows': 'campaigns ad_sets ads ad_creatives',
      'a real ad account becomes an account': 'ad_account',
      'real insights by country and by device become the parts of a day':
        'ads_insights_country ads_insights_platform_and_device',
    },
    left_out: [
      { why: OTHER_PARTS, of: 'ads_insights_* customcustom_insight_stream' },
      { why: KIND, of: 'activities custom_audiences custom_conversions images' },
    ],
  },
  net_c: {
    mapped: {
      'real records of a page become its account, its followers and a day':
        'organization_lookup share_statistics total_follower_count',
    },
    left_out: [
      { why: 'Followers by profession and place, of which the recorded page has none.', of: 'follower_statistics' },
    ],
  },
  net_c_ads: {
    mapped: {
      'real reports become the figures of a day, also one with a tiny negative cost': 'ad_campaign_analytics',
      'real reports of creatives become the figures of a day of an ad': 'ad_creative_analytics',
      'real accounts, campaign groups, campaigns and creatives become rows':
        'accounts campaign_groups campaigns creatives',
    },
    left_out: [
      { why: OTHER_PARTS, of: 'ad_impression_device_analytics ad_member_*' },
      { why: KIND, of: 'account_users conversions' },
    ],
  },
  net_d_ads: {
    mapped: {
      'documented accounts, campaigns, line items and posts become rows': 'campaign-management__reference',
    },
    left_out: [
      {
        why: 'Reports of hours, of single days as totals, or without figures. The connector reads days.',
        of: 'analytics',
      },
      { why: 'A walk through the reference, with answers of version 8 and older.', of: 'campaign-management' },
      { why: 'Cards of kinds that ads no longer have, and answers to changes.', of: 'creatives__reference' },
      { why: 'An error, which test/vendors/errors.test.ts compares.', of: 'fundamentals__error-codes-and-responses' },
      { why: 'The account of the reference once more.', of: 'fundamentals__timezones' },
    ],
  },
  pagescore: {
    mapped: { 'an answer that was recorded without a score has no figures, and no zero': 'pagespeed' },
    left_out: [],
  },
  seo_console: {
    mapped: {
      'real records become the expected rows':
        'sites search_analytics_by_date search_analytics_by_query search_analytics_site_report_by_site search_analytics_by_page',
    },
    left_out: [
      {
        why: 'The connector reads places by country and device together, and queries and pages alone.',
        of: 'custom_dimensions search_analytics_all_fields *_keyword_* *_by_country *_by_device',
      },
      {
        why: 'Pages by country and device. The connector reads pages of a day.',
        of: '*_analytics_page_report *_site_report_by_page',
      },
      { why: KIND, of: 'sitemaps' },
    ],
  },
  social_a: {
    mapped: { 'a real account and its posts become rows': 'users media' },
    left_out: [
      { why: 'Followers by city, age and gender, recorded without any number.', of: 'user_lifetime_insights' },
      { why: 'Ids of the recording program, and no answer.', of: 'Api' },
    ],
  },
  store_c: {
    mapped: {
      'the documented orders and refunds become orders, lines and refunds':
        'source__includes__wp-api-v3___orders source__includes__wp-api-v3___order-refunds',
      'the recorded order, with meta fields of plugins, and its refund are read': 'orders refunds',
      'documented and recorded products and variations are read':
        'products product_variations source__includes__wp-api-v3___products source__includes__wp-api-v3___product-variations',
    },
    left_out: shops_left_out.store_c,
  },
  sx: {
    file: 'sx_samples.test.ts',
    mapped: {
      'an order with its journey and refund becomes the expected rows': 'orders customer_journey_summary order_refunds',
      'an inventory item has its cost since its own last change, not since that of its variant': 'inventory_items',
      'a product with its variants becomes the expected rows': 'products product_variants',
    },
    left_out: shops_left_out.sx,
  },
  tnx: {
    mapped: {
      'the documented order becomes an order with a line': 'resources__order',
      'the documented refund of a transaction becomes a refund': 'resources__transaction',
      'every documented product and cart is read': 'resources__product resources__abandoned_checkout',
      'the documented store is an account': 'resources__store',
    },
    left_out: shops_left_out.tnx,
  },
  tx_ads: {
    file: 'tx_ads_samples.test.ts',
    mapped: {
      'real reports become the figures of a day': 'ads_reports_daily',
      'real campaigns, ad groups and ads become rows': 'campaigns ad_groups ads',
      'real reports of campaigns and ad groups, and of their countries and devices, become days':
        'campaigns_reports_daily ad_groups_reports_daily campaigns_audience_reports_by_country_daily campaigns_audience_reports_by_platform_daily',
      'real totals of an advertiser become those of the ledger': 'advertisers_reports_daily',
      'real advertisers become accounts': 'advertisers advertiser_ids',
      'real videos and pictures give ads their thumbnails':
        'creative_assets_videos creative_assets_images 2:creative_assets_videos 2:creative_assets_images',
    },
    left_out: [
      { why: SUMS, of: '*_reports_lifetime' },
      {
        why: 'Reports of hours, days or all time in one stream. expected_records has those of days.',
        of: '2:*_reports 2:*_reports_by_*',
      },
      {
        why: AUDIENCE,
        of: 'ads_audience_* ad_group_audience_* advertisers_audience_* campaigns_audience_reports_daily',
      },
    ],
  },
}
