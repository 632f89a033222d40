// What the connectors of Google's services share: authentication and the classification of errors.
import { z } from 'zod'
import type { VendorAnswer, Verdict } from '#engine/connector.ts'
import { oauth2 } from '#engine/vendors/vendor_auth.ts'

export const google_auth = oauth2({ token_url: 'https://oauth2.googleapis.com/token' })

// google.rpc.Status, with the list `errors` of older services (google.rpc in the discovery documents, read 2026-11).
const refusal = z.object({
  error: z.object({
    message: z.string().default(''),
    errors: z.array(z.object({ reason: z.string().optional() })).default([]),
    details: z.array(z.object({ reason: z.string().optional(), retryDelay: z.string().optional() })).default([]),
  }),
})

// Older services answer 403, not 429, when a quota is exhausted.
const quota_reasons = ['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded']
// The operator must change the Google Cloud project. Signing in again would not help.
const project_reasons = ['SERVICE_DISABLED', 'accessNotConfigured', 'BILLING_DISABLED']

export function classify_google_answer(answer: VendorAnswer): Verdict | undefined {
  if (answer.status < 400 || answer.status >= 500) return undefined
  const read = refusal.safeParse(answer.body)
  if (!read.success) return undefined
  const { message, errors, details } = read.data.error
  const reasons = [...errors, ...details].map(({ reason }) => reason ?? '')
  if (answer.status === 429 || reasons.some((reason) => quota_reasons.includes(reason))) {
    return { kind: 'throttled', wait_s: seconds(details.find((detail) => detail.retryDelay)?.retryDelay) }
  }
  if (answer.status === 401) return { kind: 'expired' }
  const reason = message || `status ${answer.status}.`
  if (answer.status !== 403 || reasons.some((one) => project_reasons.includes(one))) return { kind: 'refused', reason }
  return { kind: 'revoked', reason }
}

/** A google.protobuf.Duration: '3s', '0.25s'. */
function seconds(duration: string | undefined): number | undefined {
  const match = /^(\d+(?:\.\d+)?)s$/.exec(duration ?? '')
  return match ? Number(match[1]) : undefined
}
