// The kinds of data that are read, in words.
import { t } from '../lib/language.ts'

const stream_names = (): Record<string, string> => ({
  ad_daily: t('days of ads'),
  ad_group_daily: t('days of ad groups'),
  ad_groups: t('ad groups'),
  ad_set_daily: t('days of ad sets'),
  ad_sets: t('ad sets'),
  ads: t('ads'),
  archived: t('archived campaigns'),
  bodies: t('texts of emails'),
  by_country_daily: t('days by country'),
  by_device_daily: t('days by device'),
  by_event_daily: t('days by event'),
  by_source_daily: t('days by source'),
  campaign_daily: t('days of campaigns'),
  campaigns: t('campaigns'),
  charges: t('charges'),
  checkouts: t('carts'),
  contacts: t('contacts'),
  costs: t('costs of products'),
  country_daily: t('days by country'),
  creatives: t('creatives'),
  daily: t('days'),
  device_daily: t('days by device'),
  followers: t('followers'),
  impression_shares: t('impression shares'),
  listings: t('listings'),
  offers: t('offers'),
  orders: t('orders'),
  pages: t('pages'),
  places: t('countries and devices'),
  posts: t('posts'),
  products: t('products'),
  queries: t('search queries'),
  questions: t('questions'),
  results: t('results of emails'),
  search_terms: t('search terms'),
  shipping: t('costs of shipping'),
  statuses: t('states of products'),
  stories: t('stories'),
  visits: t('visits'),
})

/** A stream that has no word yet is shown by its name. */
export const stream_name = (stream: string): string => stream_names()[stream] ?? stream.replaceAll('_', ' ')

/** 'campaigns, ads, days of campaigns', each word once. */
export const streams_text = (streams: readonly string[]): string => [...new Set(streams.map(stream_name))].join(', ')
