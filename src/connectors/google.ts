// What the connectors of Google's services share: authentication, lists, the classification of errors, and accounts that cannot be read.
import { z } from 'zod'
import type { Platform } from '#engine/connector/platform.ts'
import type { Account, VendorAnswer, VendorRequest, Verdict } from '#engine/connector.ts'
import { when_refused } from '#engine/vendors/refusal.ts'
import { oauth2 } from '#engine/vendors/vendor_auth.ts'
import { and_list, type Message, message, sentences } from '#messages/message.ts'
import { by_token } from './by_token.ts'

export const google_auth = oauth2({ token_url: 'https://oauth2.googleapis.com/token' })

interface OfGoogle extends Omit<Platform, 'vendor' | 'credentials' | 'by_hand'> {
  /** The APIs that the app needs (developers.google.com/identity/protocols/oauth2, read 2026-11). */
  apis: readonly string[]
  /** What a person needs beside the app. */
  beside?: Message
}

export const google_platform = ({ apis, beside, ...platform }: OfGoogle): Platform => {
  const credentials = message('credentials.google', { apis: and_list(apis) })
  return {
    vendor: 'Google',
    credentials: beside ? sentences(credentials, beside) : credentials,
    by_hand:
      'Sign in with it once, with the permissions and offline access, to get a refresh token. The OAuth 2.0 Playground does this with your own client.',
    ...platform,
  }
}

// google.rpc.Status, with the list `errors` of older services (google.rpc in the discovery documents, read 2026-11).
const refusal = z.object({
  error: z.object({
    code: z.number().optional(),
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().optional() })).default([]),
    details: z.array(z.object({ reason: z.string().optional(), retryDelay: z.string().optional() })).default([]),
  }),
})

const HOUR_S = 3600
/**
 * What a reason means, whatever the status: older services answer 403, not 429, when a quota is exhausted. Without a reason the
 * status decides (google.api.ErrorReason, and developers.google.com/webmaster-tools/limits, read 2026-11).
 */
const by_reason: Record<string, 'throttled' | 'refused' | 'revoked'> = {
  rateLimitExceeded: 'throttled',
  userRateLimitExceeded: 'throttled',
  quotaExceeded: 'throttled',
  dailyLimitExceeded: 'throttled',
  // The sign-in lacks a permission that every account needs.
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: 'revoked',
  // The operator must change the Google Cloud project. Signing in again would not help.
  SERVICE_DISABLED: 'refused',
  accessNotConfigured: 'refused',
  BILLING_DISABLED: 'refused',
  CONSUMER_INVALID: 'refused',
  CONSUMER_SUSPENDED: 'refused',
  USER_PROJECT_DENIED: 'refused',
}
/** Whose quota it is, for reasons that say so. The load is that of one site (developers.google.com/webmaster-tools/limits, read 2026-11). */
const quota_of: Record<string, 'user' | 'account'> = { userRateLimitExceeded: 'user', quotaExceeded: 'account' }
/** Seconds until a quota is available again, when the answer does not name them. The load of a site is counted in 15 minutes. */
const reset_s: Record<string, number> = { quotaExceeded: HOUR_S / 4, dailyLimitExceeded: HOUR_S }

/** Errors are read from the body too: some arrive with the status 200. */
export function classify_google_answer(answer: VendorAnswer): Verdict | undefined {
  const read = refusal.safeParse(answer.body)
  if (!read.success || answer.status >= 500) return undefined
  const { message, errors, details, code } = read.data.error
  const status = answer.status < 400 ? (code ?? 400) : answer.status
  if (status >= 500) return { kind: 'transient', reason: message }
  const reasons = [...errors, ...details].map(({ reason }) => reason ?? '')
  const named = reasons.find((one) => by_reason[one])
  const kind = by_reason[named ?? ''] ?? by_status[status] ?? 'refused'
  const reason = message || `status ${status}.`
  if (kind !== 'throttled') return kind === 'expired' ? { kind } : { kind, reason }
  const wait_s = seconds(details.find((detail) => detail.retryDelay)?.retryDelay) ?? reset_s[named ?? '']
  // Without a time in the body, the engine reads the header Retry-After.
  if (wait_s === undefined && answer.status === 429) return undefined
  const of = quota_of[named ?? '']
  return of ? { kind, wait_s, of } : { kind, wait_s }
}

// 403 and 404: the sign-in is valid, but not for this property, or the site was deleted.
const by_status: Record<number, 'throttled' | 'expired' | 'denied'> = {
  401: 'expired',
  403: 'denied',
  404: 'denied',
  429: 'throttled',
}

/** The pages of a list of Google. An empty list is left out of its answer. */
export const listed = <Item>(
  request: Pick<VendorRequest<unknown>, 'path' | 'query' | 'headers'> & { body?: object },
  name: string,
  item: z.ZodType<Item>,
) => by_token({ ...request, list: [name, z.array(item).default([])], token: ['nextPageToken', 'pageToken'] })

/** A google.protobuf.Duration: '3s', '0.25s'. */
export function seconds(duration: string | undefined): number | undefined {
  const match = /^(\d+(?:\.\d+)?)s$/.exec(duration ?? '')
  return match ? Number(match[1]) : undefined
}

/** An account that is listed, but cannot be read. Its zone is unknown. */
export const unreadable = (account_id: string, name: string, reason: string): Account => ({
  account_id,
  name,
  time_zone: 'UTC',
  unreadable: reason,
})

/** Accounts from `read`, or one unreadable account when Google gives no access to it. Other errors end the sync. */
export const or_unreadable = (
  { id, name = id, ...more }: { id: string; name?: string } & Pick<Account, 'hides_others'>,
  read: () => Promise<Account[]>,
): Promise<Account[]> =>
  read().catch(when_refused('denied', ({ message }) => [{ ...unreadable(id, name, message), ...more }]))
