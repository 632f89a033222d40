// Fields of the Google Ads API that the sandbox knows, and which of them can be selected together (v25 fields, read 2026-11).
import { QueryError } from './gaql.ts'

/** Resources whose fields can be selected together with another's, such as campaign's with ad groups. */
export const attributes: Record<string, string[]> = {
  customer: ['customer'],
  customer_client: ['customer', 'customer_client'],
  campaign: ['customer', 'campaign', 'campaign_budget'],
  campaign_budget: ['customer', 'campaign', 'campaign_budget'],
  user_location_view: ['customer', 'campaign', 'user_location_view'],
  campaign_search_term_view: ['customer', 'campaign', 'campaign_search_term_view'],
  ad_group: ['customer', 'campaign', 'campaign_budget', 'ad_group'],
  ad_group_ad: ['customer', 'campaign', 'campaign_budget', 'ad_group', 'ad_group_ad'],
  ad_group_criterion: ['customer', 'campaign', 'ad_group', 'ad_group_criterion'],
}

/** Shares exist for campaigns and ad groups only. */
const share_fields = [
  'search_impression_share',
  'search_budget_lost_impression_share',
  'search_rank_lost_impression_share',
]
const shared = ['campaign', 'ad_group']
const metric_fields = [
  'impressions',
  'clicks',
  'interactions',
  'cost_micros',
  'conversions',
  'conversions_value',
  'all_conversions',
  'all_conversions_value',
  'ctr',
  'average_cpc',
  'average_cpm',
  'cost_per_conversion',
  ...share_fields,
]
const keyword_fields = ['keyword.text', 'keyword.match_type']
const plain_fields: Record<string, string[]> = {
  customer: [
    'resource_name',
    'id',
    'descriptive_name',
    'currency_code',
    'time_zone',
    'manager',
    'test_account',
    'auto_tagging_enabled',
    'status',
  ],
  customer_client: [
    'resource_name',
    'client_customer',
    'id',
    'descriptive_name',
    'currency_code',
    'time_zone',
    'manager',
    'test_account',
    'hidden',
    'level',
    'status',
  ],
  campaign: [
    'resource_name',
    'id',
    'name',
    'status',
    'serving_status',
    'advertising_channel_type',
    'bidding_strategy_type',
    'contains_eu_political_advertising',
    ...['google_search', 'search_network', 'content_network'].map((name) => `network_settings.target_${name}`),
    'campaign_budget',
    'start_date_time',
    'end_date_time',
  ],
  campaign_budget: [
    'resource_name',
    'id',
    'name',
    'amount_micros',
    'total_amount_micros',
    'delivery_method',
    'period',
    'explicitly_shared',
    'status',
  ],
  ad_group: ['resource_name', 'id', 'name', 'status', 'type', 'campaign'],
  ad_group_ad: [
    'resource_name',
    'status',
    'ad_group',
    'ad.id',
    'ad.resource_name',
    'ad.name',
    'ad.type',
    'ad.final_urls',
    'ad.responsive_search_ad.headlines',
    'ad.responsive_search_ad.descriptions',
    'ad.responsive_search_ad.path1',
    'ad.responsive_search_ad.path2',
    ...['headline_part1', 'headline_part2', 'headline_part3', 'description', 'description2'].map(
      (name) => `ad.expanded_text_ad.${name}`,
    ),
    ...['headlines', 'long_headline', 'descriptions'].map((name) => `ad.responsive_display_ad.${name}`),
    ...['headlines', 'long_headlines', 'descriptions'].map((name) => `ad.video_responsive_ad.${name}`),
    ...['demand_gen_multi_asset_ad', 'app_ad'].flatMap((kind) => [`ad.${kind}.headlines`, `ad.${kind}.descriptions`]),
  ],
  ad_group_criterion: ['resource_name', 'criterion_id', 'status', 'type', 'negative', 'ad_group', ...keyword_fields],
  user_location_view: ['resource_name', 'country_criterion_id', 'targeting_location'],
  campaign_search_term_view: ['resource_name', 'search_term', 'campaign'],
  metrics: metric_fields,
  segments: ['date', 'device'],
}

export function check_fields(used: string[], joined: string[], resource: string) {
  for (const field of used) {
    const [part = '', ...rest] = field.split('.')
    const known = plain_fields[part]?.includes(rest.join('.'))
    if (!known) throw new QueryError('UNRECOGNIZED_FIELD', `Unrecognized field in the query: '${field}'.`)
    if (part === 'metrics' && share_fields.includes(rest.join('.')) && !shared.includes(resource))
      throw new QueryError(
        'PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE',
        `Cannot select or filter on the following metrics: '${rest.join('.')}'.`,
      )
    if (part !== 'metrics' && part !== 'segments' && !joined.includes(part))
      throw new QueryError(
        'PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE',
        `Cannot select fields from the following resources: '${part}'.`,
      )
  }
}
