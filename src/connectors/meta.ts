// What platforms on Meta's Graph API share: authentication, lists, and the classification of errors.
import { z } from 'zod'
import type { Version } from '#engine/connector/platform.ts'
import type { Api, Auth, Connector, Query, VendorAnswer, VendorRequest } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { renewed } from '#engine/vendors/vendor_auth.ts'
import { classifier, type ErrorLine } from './verdicts.ts'

/** The Graph API ends a version two years after the next one. The Marketing API on the same host ends it about a year after its release. */
export const graph_version: Version = {
  name: 'v26.0',
  ends_on: null,
  source:
    'developers.facebook.com/docs/graph-api/changelog/versions: of 2026-07-29, no end is announced; v25.0 ends on 2028-07-29 (read 2026-11)',
}
export const GRAPH = `https://graph.facebook.com/${graph_version.name}`

// A list without a next page can have no `after`: that of stories has `before` alone (recorded answers of sns-sdks/python-facebook,
// testdata/instagram/apidata/stories, 2020-10).
const paging = z.object({ cursors: z.object({ after: z.string().nullish() }).nullish(), next: z.string().nullish() })

/** Reads a list, page by page. The vendor's link to the next page contains the access token, so only the cursor is used. */
export function read_list<Item>(
  api: Pick<Api, 'pages'>,
  path: string,
  item: z.ZodType<Item>,
  query: Query,
  more: Pick<VendorRequest<unknown>, 'is_not_yet'> = {},
): AsyncIterable<Item[]> {
  return api.pages({
    ...more,
    path,
    query,
    page_size: 'limit',
    schema: z.object({ data: z.array(item), paging: paging.optional() }),
    records: ({ data }) => data,
    next: ({ paging }) => (paging?.next ? { query: { after: after_in(paging) } } : null),
  })
}

/** Without a cursor, the link says what comes next. Nothing else of it is used. A list that says neither would come again for ever. */
function after_in({ cursors, next }: z.infer<typeof paging>): string {
  const after = cursors?.after || new URL(next!).searchParams.get('after')
  if (!after) throw new VendorRefusal('refused', 'Meta names a next page of a list, and no place where it begins.')
  return after
}

/** The `fields` parameter for a record: its field names, and the fields of nodes below it in braces. */
export const field_list = (schema: z.ZodObject, below: Record<string, z.ZodObject> = {}): string =>
  Object.keys(schema.shape)
    .map((name) => (below[name] ? `${name}{${field_list(below[name])}}` : name))
    .join(',')

// ---- sign-in -------------------------------------------------------------------------------------------------------------

/** Until a token without an end is exchanged again (Graph API access tokens, read 2026-11). */
const LONG_LIVED_S = 60 * 86_400

// Meta has no refresh tokens: a valid long-lived token is exchanged for a new one. So the token is exchanged at half its life, and
// `refresh_token` always holds the newest token. The new one can have the end of the old one (NangoHQ/nango issue 1531, 2024-01): Meta
// moves it for people who use the app. So the end that an answer states is that of the access. A system user's token has none.
export const graph_auth: Auth = {
  secrets: z.object({
    client_id: z.string().min(1).describe('Id of your app.'),
    client_secret: z.string().min(1).describe('Secret of your app.'),
    refresh_token: z.string().min(1).describe("A long-lived user token, or a system user's, with these permissions."),
    access_token: renewed(),
    expires_at: renewed(),
    ends_at: renewed(),
  }),
  headers: ({ access_token }) => ({ authorization: `Bearer ${access_token ?? ''}` }),
  refresh: {
    request: ({ client_id, client_secret, refresh_token }) => ({
      url: `${GRAPH}/oauth/access_token`,
      method: 'GET',
      query: { grant_type: 'fb_exchange_token', client_id, client_secret, fb_exchange_token: refresh_token },
    }),
    read(body, now) {
      const access_token = z.string().parse(body.access_token)
      const expires_in = z.coerce.number().nullish().parse(body.expires_in)
      const after = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
      const expires_at = after((expires_in || LONG_LIVED_S) / 2)
      return {
        access_token,
        refresh_token: access_token,
        expires_at,
        ...(expires_in && { ends_at: after(expires_in) }),
      }
    },
  },
}

// ---- errors --------------------------------------------------------------------------------------------------------------

// https://developers.facebook.com/docs/marketing-api/overview/rate-limiting, .../error-reference and .../insights/error-codes
// (read 2026-11). Permission errors concern one account, because the token itself is valid.
const lines: ErrorLine[] = [
  // 341: "Application limit reached" (Graph API error handling, as integrations quote it, read 2026-11).
  { codes: [4, 17, 32, 341, 613, [80_000, 80_014]], verdict: 'throttled' },
  // 1504044 has the words of an outage, and a request for less is what ends it (PostHog, meta_ads.py, read 2026-11).
  { subcodes: [99, 1487534, 1504018, 1504038, 1504044], verdict: 'too_much' },
  { says: /reduce the amount of data/i, verdict: 'too_much' },
  // Breakdowns or metrics without data have the code of an outage, and no later attempt ends it. 1504043 is one.
  { subcodes: [1504041, 1504042], verdict: 'refused' },
  { codes: [102], verdict: 'expired' },
  { codes: [190], subcodes: [463, 467], verdict: 'expired' },
  // The app, not the person: "Error validating application" (sns-sdks/python-facebook issue 271, 2024-10).
  { codes: [101], verdict: 'refused' },
  { codes: [190], verdict: 'revoked' },
  { codes: [3, 10, [200, 299]], verdict: 'denied' },
  // 2108006: a post from before the account became a business account (airbyte pull request 26599, read 2026-11).
  { codes: [100], subcodes: [33, 2108006], verdict: 'denied' },
  // Some of them have no subcode (sns-sdks/python-facebook, error_data.json, 2021-07; PostHog, meta_ads/source.py, read 2026-11).
  { codes: [100], says: /missing perm/i, verdict: 'denied' },
  { codes: [1, 2], verdict: 'transient' },
  { is_transient: true, verdict: 'transient' },
  { status: 500, verdict: 'transient' },
]

const error = z.object({
  message: z.string().default(''),
  // Of a refused write the message is often "Invalid parameter" alone, and this says which one and why.
  error_user_msg: z.string().nullish(),
  code: z.number().default(0),
  error_subcode: z.number().optional(),
  is_transient: z.boolean().optional(),
})

/** Both sentences, where Meta sends two. */
const sentence_of = (message: string, more: string | null | undefined) =>
  more && more !== message ? `${message.replace(/\.$/, '')}: ${more}` : message

export const classify_graph_answer = classifier({
  lines,
  error: z.object({ error }).transform(({ error: { error_subcode: subcode, error_user_msg, ...read } }) => ({
    ...read,
    subcode,
    message: sentence_of(read.message, error_user_msg),
  })),
  wait_s: regain_access_s,
})

/** What Graph says of an object that does not exist, and of one that nobody of the app may read (Graph error codes, read 2026-11). */
export function is_no_object({ body }: Pick<VendorAnswer, 'body'>): boolean {
  const { data } = z.object({ error }).safeParse(body)
  return data?.error.code === 100 && data.error.error_subcode === 33
}

const usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().default(0) })))

/** Meta sends no Retry-After. A header gives minutes for each account of the business. */
function regain_access_s({ headers }: VendorAnswer): number | undefined {
  try {
    const uses = Object.values(usage.parse(JSON.parse(headers['x-business-use-case-usage'] ?? '{}'))).flat()
    return Math.max(0, ...uses.map((use) => use.estimated_time_to_regain_access)) * 60 || undefined
  } catch {
    return undefined
  }
}

export const graph_api: Omit<Connector['api'], 'pace'> = {
  base_url: GRAPH,
  hosts: ['graph.facebook.com'],
  classify: classify_graph_answer,
  // An account that is near its limit says so in good answers too.
  rest_s: regain_access_s,
}
