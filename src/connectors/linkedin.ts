// What platforms on LinkedIn's Marketing API share: version, sign-in, queries, lists, and the classification of errors.
import { z } from 'zod'
import type { Platform, Version } from '#engine/connector/platform.ts'
import type { Api, DeclaredConnector, VendorAnswer, Verdict } from '#engine/connector.ts'
import { retry_after } from '#engine/vendors/retry_after.ts'
import { oauth2 } from '#engine/vendors/vendor_auth.ts'
import { message } from '#messages/message.ts'
import { classifier, type ErrorLine, until_midnight_s, verdict_of_parts } from './verdicts.ts'

/** A version lives for twelve months, then every request with it is answered 426. Earlier ones ended on the 15th or 16th. */
const version: Version = {
  name: '202607',
  ends_on: '2027-07-15',
  source: 'learn.microsoft.com/linkedin/marketing/integrations/migrations: twelve months (2026-03, read 2026-11)',
}

interface OfLinkedin extends Omit<Platform, 'vendor' | 'credentials' | 'by_hand' | 'version'> {
  /** The API that the app needs. */
  api: string
  /** Who signs in, for the beginning of a sentence. */
  person: string
}

export const linkedin_platform = ({ api, person, remarks = [], ...platform }: OfLinkedin): Platform => ({
  vendor: 'LinkedIn',
  credentials: message('credentials.linkedin', { api }),
  by_hand: `Only an approved app gets refresh tokens. ${person} consents to the permissions, and the answer of the sign-in has the refresh token.`,
  version,
  ...platform,
  remarks: [
    ...remarks,
    'A consent to other permissions for the same member and app ends the tokens of earlier ones (databricks.com, LinkedIn Ads troubleshooting, read 2026-11). Use an app for each LinkedIn platform, or ask for all permissions together.',
  ],
})

/** Access tokens live for 60 days. Only approved apps get refresh tokens, which live for 365 days from the consent (read 2026-11). */
export const linkedin_auth = oauth2({ token_url: 'https://www.linkedin.com/oauth/v2/accessToken' })

// ---- requests ------------------------------------------------------------------------------------------------------------

type Value = string | number | readonly Value[] | { readonly [name: string]: Value }

/** A value in Rest.li 2.0, in which brackets, colons and commas of lists and records stay as they are (read 2026-11). */
const written = (value: Value): string => {
  if (typeof value !== 'object') return encodeURIComponent(value).replace(/[()']/g, (mark) => MARKS[mark]!)
  if (Array.isArray(value)) return `List(${value.map(written).join(',')})`
  return `(${Object.entries(value)
    .map(([name, one]) => `${name}:${written(one)}`)
    .join(',')})`
}
const MARKS: Record<string, string> = { '(': '%28', ')': '%29', "'": '%27' }

/** A path with its query. `fields` are the fields of the answer, which is no list of Rest.li. */
export function path_of(path: string, query: Record<string, Value>, fields?: readonly string[]): string {
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${written(value)}`)
  return `${path}?${[...parameters, ...(fields ? [`fields=${fields.join(',')}`] : [])].join('&')}`
}

/** Reads a list, page by page. */
export const read_list = <Item>(api: Api, path: string, item: z.ZodType<Item>): AsyncIterable<Item[]> =>
  api.pages({
    path,
    schema: z.object({
      elements: z.array(item),
      metadata: z.object({ nextPageToken: z.string().nullish() }).nullish(),
    }),
    records: ({ elements }) => elements,
    next: ({ metadata }) => (metadata?.nextPageToken ? { query: { pageToken: metadata.nextPageToken } } : null),
  })

/** Most ids of a request: with more, the address gets longer than the 4 kB that LinkedIn accepts. */
const IDS_MAX = 50

const NOT_FOUND = 404
const parts = z.object({ errors: z.record(z.string(), z.object({ status: z.number() })).nullish() })

/** Records by id. Null: LinkedIn says that there is none. Those that may not be read are left out. */
export async function read_by_id<Item>(
  api: Api,
  path: string,
  ids: readonly string[],
  item: z.ZodType<Item>,
): Promise<Map<string, Item | null>> {
  const found = new Map<string, Item | null>()
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const { results, errors } = await api.call({
      path: path_of(path, { ids: ids.slice(at, at + IDS_MAX) }),
      headers: { 'x-restli-method': 'BATCH_GET' },
      schema: parts.extend({ results: z.record(z.string(), item) }),
    })
    for (const [id, { status }] of Object.entries(errors ?? {}))
      if (status === NOT_FOUND) found.set(decodeURIComponent(id), null)
    for (const [id, one] of Object.entries(results)) found.set(decodeURIComponent(id), one)
  }
  return found
}

/** The id in a name such as urn:li:sponsoredCampaign:168387646. */
export const id_in = (urn: unknown): string => String(urn).slice(String(urn).lastIndexOf(':') + 1)

/** A tag, a mention with its name, or a character that is none of LinkedIn's own marks. */
const TEXT_MARKS =
  /\{hashtag\|\\?#\|((?:\\.|[^\\}])*)\}|@\[((?:\\.|[^\\\]])*)\] ?\(urn:[^)]*\)|\\([\\|{}@[\]()<>#*_~])/g

/**
 * The text of a post as people see it. LinkedIn writes tags and mentions in marks of its own, and a backslash before such characters elsewhere
 * ("little text format", 2026-05; gitroomhq/postiz-app issue 1847, 2026-08).
 */
export function read_text(text: string | null | undefined): string | null | undefined {
  const shown = (_: string, tag?: string, name?: string, mark?: string): string =>
    mark ?? (tag === undefined ? '' : '#') + read_text(tag ?? name)
  return text?.replace(TEXT_MARKS, shown) ?? text
}

/** The day in UTC of an instant in milliseconds, as LinkedIn writes all of them. */
export const day_in = (instant_ms: number | null | undefined): string | null =>
  instant_ms ? new Date(instant_ms).toISOString().slice(0, 10) : null

// ---- errors --------------------------------------------------------------------------------------------------------------

// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling (read 2026-11). The subcodes of tokens are
// unverified: without them, a revoked token is found when its renewal is refused.
// 404 can also mean that the account may not be read.
const lines: ErrorLine[] = [
  { codes: [429], verdict: 'throttled' },
  { codes: [401], subcodes: [65_601], verdict: 'revoked' },
  { codes: [401], verdict: 'expired' },
  { codes: [403, 404], verdict: 'denied' },
  { codes: [[500, 599]], verdict: 'transient' },
]

const error = z
  .object({ status: z.number(), serviceErrorCode: z.number().optional(), message: z.string().default('') })
  .transform(({ status: code, serviceErrorCode: subcode, message }) => ({ code, subcode, message }))

/**
 * The quotas of the app and of the member are per day and end at 00:00 UTC. Other limits protect LinkedIn's servers and end by themselves
 * (learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits, 2026-08). An answer can name a second or a minute, and have
 * Retry-After (PostHog, linkedin_ads/client.py, read 2026-11).
 */
const QUOTA = /resource level throttle(?!.*\b(second|minute)\b)|\bday\b/i
/** The message names the counter that is spent. Without the name it can be either. */
const OF_APP = /\bapplication\b/i
const classify_error = classifier({
  lines,
  error,
  wait_s: (answer: VendorAnswer, message) => (QUOTA.test(message) ? until_midnight_s(answer) : retry_after(answer)),
  of: (message) => (OF_APP.test(message) ? 'app' : undefined),
})

/** Errors, and records of a good answer with errors of their own. */
export const classify_linkedin_answer = (answer: VendorAnswer): Verdict | undefined =>
  classify_error(answer) ??
  verdict_of_parts(Object.values(parts.safeParse(answer.body).data?.errors ?? {}).map(({ status }) => status))

export const linkedin_api: DeclaredConnector['api'] = {
  base_url: 'https://api.linkedin.com/rest',
  headers: () => ({ 'linkedin-version': version.name, 'x-restli-protocol-version': '2.0.0' }),
  // LinkedIn publishes no limit. Other connectors stay healthy with 5 requests a second (airbyte pull request 68626, read 2026-11). That of
  // the app is Tablero's own: when the quota of the app is spent, all of its connections wait.
  pace: [
    { of: 'app', per_minute: 2_400 },
    { per_second: 5, per_minute: 240 },
  ],
  classify: classify_linkedin_answer,
}
