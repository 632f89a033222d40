// All platforms, by key. The kind of a platform decides which figures it feeds.

export type PlatformKind =
  | 'ads'
  | 'analytics'
  | 'seo'
  | 'store'
  | 'marketplace'
  | 'email'
  | 'social'
  | 'behaviour'
  | 'feed'

export const platforms = {
  gx_ads: { kind: 'ads', title: 'search ads' },
  mx_ads: { kind: 'ads', title: 'social ads' },
  gx_analytics: { kind: 'analytics', title: 'web analytics' },
  seo_console: { kind: 'seo', title: 'organic search' },
  sx: { kind: 'store', title: 'store platform A' },
  tnx: { kind: 'store', title: 'store platform B' },
  mpa: { kind: 'marketplace', title: 'marketplace A' },
  email_a: { kind: 'email', title: 'email platform A' },
  social_a: { kind: 'social', title: 'organic social A' },
  mpb_sp: { kind: 'marketplace', title: 'marketplace B' },
  mpb_ads: { kind: 'ads', title: 'marketplace B ads' },
  net_c: { kind: 'social', title: 'professional network' },
  net_c_ads: { kind: 'ads', title: 'professional network ads' },
  tx_ads: { kind: 'ads', title: 'short-video ads' },
  store_c: { kind: 'store', title: 'store platform C' },
  heat_a: { kind: 'behaviour', title: 'behavior analytics' },
  email_b: { kind: 'email', title: 'email platform B' },
  email_c: { kind: 'email', title: 'email platform C' },
  net_d_ads: { kind: 'ads', title: 'micro-blog ads' },
  merchant_feed: { kind: 'feed', title: 'product feed' },
} as const satisfies Record<string, { kind: PlatformKind; title: string }>

export type PlatformKey = keyof typeof platforms

export const platform_keys = Object.keys(platforms) as PlatformKey[]

export const platforms_of = (...kinds: PlatformKind[]): PlatformKey[] =>
  platform_keys.filter((key) => kinds.includes(platforms[key].kind))
