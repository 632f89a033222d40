// The operator's apps at the vendors, with which organizations sign in. An organization can use an app of its own instead.
import { z } from 'zod'
import type { PlatformKey } from '#domain/platforms.ts'

/** Platforms with a sign-in by an app, and the values of the app beside client id and secret. */
const apps = {
  gx_ads: ['developer_token', 'access_level'],
  gx_analytics: [],
  seo_console: [],
  merchant_feed: [],
  mx_ads: ['config_id', 'without_scopes'],
  social_a: ['config_id', 'without_scopes'],
  tx_ads: [],
  net_c: ['without_scopes'],
  net_c_ads: ['without_scopes'],
  net_d_ads: [],
  mpa: [],
  mpb_ads: [],
  mpb_sp: ['application_id', 'draft'],
  sx: ['previous_secret', 'without_scopes'],
  tnx: ['contact', 'previous_secret'],
} as const satisfies Partial<Record<PlatformKey, readonly string[]>>

/** What an operator states of an app. No sign-in needs it. */
export const statements: Readonly<Record<string, z.ZodType>> = {
  /** The day on which the secret of the app ends. It warns the operator. */
  secret_ends: z.iso.date({ error: 'must be a date, YYYY-MM-DD' }),
  /** The secret before the present one, until it is revoked at the vendor. Shopify signs webhooks with it until then. */
  previous_secret: z.string(),
  /** The configuration of Facebook Login for Business, which names the permissions in the place of the sign-in. */
  config_id: z.string().regex(/^\d+$/, { error: 'must be a number' }),
  /** Permissions that the vendor did not approve for the app. Asked for one of them, some vendors refuse all. */
  without_scopes: z.string().regex(/^[\w:.]+(, ?[\w:.]+)*$/, { error: 'must be names, separated by commas' }),
  /** Amazon: an application that is not published has a consent of its own. */
  draft: z.enum(['yes', 'no'], { error: 'must be yes or no' }),
  /** What the vendor allows the app. Without it, basic. */
  access_level: z.enum(['basic', 'standard'], { error: 'must be basic or standard' }),
}

const fields_of = (more: readonly string[]) => ['client_id', 'client_secret', ...more, 'secret_ends']

/** Variables of the apps: APP_MPA_CLIENT_ID and so on. */
export const app_variables = Object.entries(apps).flatMap(([platform, more]) =>
  fields_of(more).map((field) => ({ name: `APP_${platform}_${field}`.toUpperCase(), platform, field })),
)

export type Apps = Record<string, Record<string, string>>

/** The configured apps by platform. `faults` gets a sentence for each invalid value. */
export function read_apps(text_of: (name: string) => string | undefined, faults: string[]): Apps {
  const found: Apps = {}
  for (const { name, platform, field } of app_variables) {
    const text = text_of(name)
    if (!text) continue
    const read = statements[field]?.safeParse(text)
    if (read && !read.success) faults.push(`${name} ${read.error.issues[0]?.message}.`)
    found[platform] = { ...found[platform], [field]: text }
  }
  return found
}
