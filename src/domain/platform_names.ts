// What people call the platforms. Callers may use these names where a key is asked for, and sentences add them to keys.
import { nearest_of, shortened } from '#domain/nearest.ts'
import { type PlatformKey, platform_keys } from '#domain/platforms.ts'

/** The name of the product first. A name of several platforms, such as that of their vendor, means none of them alone. */
const names: Record<PlatformKey, readonly [string, ...string[]]> = {
  gx_ads: ['Google Ads', 'Google', 'Google AdWords', 'AdWords', 'gx'],
  mx_ads: ['Meta Ads', 'Meta', 'Facebook', 'Facebook Ads', 'Instagram Ads', 'fb', 'mx'],
  gx_analytics: ['Google Analytics', 'Google', 'Google Analytics 4', 'Analytics', 'GA', 'GA4', 'gx4'],
  seo_console: ['Google Search Console', 'Google', 'Search Console', 'GSC'],
  sx: ['Shopify'],
  tnx: ['Tiendanube', 'Nuvemshop'],
  mpa: ['Mercado Libre', 'Mercado Livre', 'MeLi'],
  email_a: ['Klaviyo'],
  social_a: ['Instagram', 'Meta'],
  mpb_sp: ['Amazon Selling Partner', 'Amazon', 'Amazon Seller', 'Amazon Seller Central', 'Seller Central', 'mpb'],
  mpb_ads: ['Amazon Ads', 'Amazon', 'Amazon Advertising'],
  net_c: ['LinkedIn Pages', 'LinkedIn'],
  net_c_ads: ['LinkedIn Ads', 'LinkedIn'],
  tx_ads: ['TikTok Ads', 'TikTok', 'TikTok for Business', 'tx'],
  store_c: ['WooCommerce', 'Woo'],
  heat_a: ['Microsoft Clarity', 'Microsoft', 'Clarity'],
  email_b: ['Mailchimp'],
  email_c: ['Brevo', 'Sendinblue'],
  net_d_ads: ['X Ads', 'X', 'Twitter', 'Twitter Ads'],
  merchant_feed: ['Google Merchant Center', 'Google', 'Merchant Center', 'Google Merchant'],
}

function names_of(key: PlatformKey): readonly string[] {
  const found: readonly string[] | undefined = names[key]
  if (!found)
    throw new Error(
      `The platform '${key}' has no name. npm run new connector ${key} writes all entries of a new platform.`,
    )
  return found
}

const plain = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')

/** Nearly every text of three characters is near another one, so short names are no suggestion. */
const SUGGESTED_CHARS_MIN = 4
const suggested = platform_keys
  .flatMap((key) => [key, ...names_of(key)])
  .filter(({ length }) => length >= SUGGESTED_CHARS_MIN)

/** The platforms that a key or a name means, without case, blanks and accents. */
export function platforms_called(given: string): PlatformKey[] {
  const wanted = plain(given)
  const exact = platform_keys.filter((key) => plain(key) === wanted)
  return exact.length > 0 ? exact : platform_keys.filter((key) => names[key].some((name) => plain(name) === wanted))
}

/** A key with the name of its product: `sx (Shopify)`. */
export const with_name = (key: PlatformKey) => `${key} (${names[key][0]})`

/** Why a text is no platform key, and which key is meant. */
export function no_platform(given: string): string {
  const shown = `'${shortened(given)}'`
  const called = platforms_called(given)
  if (called.length > 1) return `${shown} can be ${called.map(with_name).join(' or ')}; name one of these keys.`
  if (called.length === 1) return `${shown} is ${with_name(called[0]!)}; name this key.`
  const near = nearest_of(given, suggested)
  const meant = near === undefined ? '' : `; did you mean ${platforms_called(near).map(with_name).join(' or ')}?`
  return `${shown} is no platform key${meant || '.'} Keys: ${platform_keys.map(with_name).join(', ')}.`
}
