// Regions of Amazon's sign-in (Login with Amazon; guides/account-management/authorization, read 2026-11).
export const amazon_token_urls = {
  na: 'https://api.amazon.com/auth/o2/token',
  eu: 'https://api.amazon.co.uk/auth/o2/token',
  fe: 'https://api.amazon.co.jp/auth/o2/token',
}

/** The values of the setting `region`, for operators. */
export const amazon_regions =
  'na: North America and Brazil. eu: Europe, India, Middle East, Africa. fe: Japan, Australia, Singapore.'

export type AmazonRegion = keyof typeof amazon_token_urls

export const region_of = (settings: Record<string, unknown>): AmazonRegion =>
  settings.region === 'eu' || settings.region === 'fe' ? settings.region : 'na'
