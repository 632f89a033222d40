// Platforms by their common names, the kind of figures that each feeds, and the color that it keeps on every page.
import { type PlatformKey, type PlatformKind, platforms } from '../../../src/domain/platforms.ts'

const names: Record<PlatformKey, string> = {
  gx_ads: 'Google Ads',
  mx_ads: 'Meta Ads',
  gx_analytics: 'Google Analytics',
  seo_console: 'Search Console',
  sx: 'Shopify',
  tnx: 'Tiendanube',
  mpa: 'Mercado Libre',
  email_a: 'Klaviyo',
  social_a: 'Instagram',
  mpb_sp: 'Amazon',
  mpb_ads: 'Amazon Ads',
  net_c: 'LinkedIn',
  net_c_ads: 'LinkedIn Ads',
  tx_ads: 'TikTok Ads',
  store_c: 'WooCommerce',
  heat_a: 'Microsoft Clarity',
  email_b: 'Mailchimp',
  email_c: 'Brevo',
  net_d_ads: 'X Ads',
  merchant_feed: 'Merchant Center',
}

/** Colors of plots, in the order in which series take them. Blue and orange are first, because nearly all readers can distinguish them. */
export const plot_colors = ['blue', 'orange', 'teal', 'purple', 'grey'] as const
export type PlotColor = (typeof plot_colors)[number]

const colors: Partial<Record<PlatformKey, PlotColor>> = {
  gx_ads: 'blue',
  mx_ads: 'orange',
  tx_ads: 'teal',
  net_c_ads: 'purple',
  sx: 'blue',
  tnx: 'orange',
  mpa: 'teal',
  mpb_sp: 'purple',
}

const is_key = (platform: string): platform is PlatformKey => platform in platforms

/** A platform that these pages do not know keeps its key. */
export const platform_name = (platform: string): string => (is_key(platform) ? names[platform] : platform)

export const kind_of = (platform: string): PlatformKind | undefined =>
  is_key(platform) ? platforms[platform].kind : undefined

/** The color of a platform. The rest is grey, so that no color means two platforms in one plot. */
export const platform_color = (platform: string): PlotColor => (is_key(platform) && colors[platform]) || 'grey'
