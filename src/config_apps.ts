// The operator's apps at the vendors, with which organizations sign in. An organization can use an app of its own instead.
import { z } from 'zod'
import type { PlatformKey } from '#domain/platforms.ts'

/** Platforms with a sign-in by an app, and the values of the app beside client id and secret. */
const apps = {
  gx_ads: ['developer_token'],
  gx_analytics: [],
  seo_console: [],
  merchant_feed: [],
  mx_ads: [],
  social_a: [],
  tx_ads: [],
  net_c: [],
  net_c_ads: [],
  net_d_ads: [],
  mpa: [],
  mpb_ads: [],
  mpb_sp: ['application_id'],
  sx: [],
  tnx: ['contact'],
} as const satisfies Partial<Record<PlatformKey, readonly string[]>>

/** The day on which the secret of the app ends. It warns the operator. */
const ENDS = 'secret_ends'
const date = z.iso.date({ error: 'must be a date, YYYY-MM-DD' })

const fields_of = (more: readonly string[]) => ['client_id', 'client_secret', ...more, ENDS]

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
    const read = field === ENDS ? date.safeParse(text) : undefined
    if (read && !read.success) faults.push(`${name} ${read.error.issues[0]?.message}.`)
    found[platform] = { ...found[platform], [field]: text }
  }
  return found
}
