// Classifies the errors of X's Ads API (docs/fundamentals/error-codes-and-responses, read 2026-11).
import { z } from 'zod'
import type { VendorAnswer } from '#engine/connector.ts'
import { retry_after } from '#engine/vendors/retry_after.ts'
import { classifier, type ErrorLine } from '../verdicts.ts'

// A token never expires, so one that is refused was revoked.
const lines: ErrorLine[] = [
  { codes: ['TOO_MANY_REQUESTS', 'TWEET_RATE_LIMIT_EXCEEDED'], verdict: 'throttled' },
  { codes: ['SERVICE_UNAVAILABLE', 'OVER_CAPACITY'], verdict: 'throttled' },
  { codes: ['UNAUTHORIZED_ACCESS', 'CURRENT_USER_SUSPENDED'], verdict: 'revoked' },
  { codes: ['UNAUTHORIZED_CLIENT_APPLICATION', 'ROUTE_NOT_FOUND'], verdict: 'refused' },
  { codes: ['REQUEST_TOO_COMPLEX'], verdict: 'too_much' },
  { codes: ['LOCK_ACQUISITION_TIMEOUT', 'CANCELLED_REQUEST', 'INTERNAL_ERROR'], verdict: 'transient' },
  { codes: ['ACCOUNT_NOT_FOUND', 'ACCOUNT_LOCKED_OUT', 'ACTION_NOT_ALLOWED', 'NOT_FOUND'], verdict: 'denied' },
  { codes: ['FUNDING_INSTRUMENT_ACCESS_NOT_ALLOWED', 'FUNDING_INSTRUMENT_NOT_FOUND'], verdict: 'denied' },
  { status: 500, verdict: 'transient' },
]

const one = z.object({ code: z.string(), message: z.string().default('') })

export const classify_answer = classifier({
  lines,
  error: z.object({ errors: z.array(one).min(1) }).transform(({ errors }) => errors[0]!),
  wait_s,
})

/**
 * The wait that X asks for. An app that retries earlier can lose its access. The limit of the ad account counts where there is one
 * (docs/fundamentals/rate-limiting, read 2026-11). Both are instants, in seconds.
 */
function wait_s(answer: VendorAnswer): number | undefined {
  const { headers } = answer
  const limits = ['x-account-rate-limit', 'x-rate-limit']
  const used_up = limits.find((limit) => headers[`${limit}-remaining`] === '0') ?? limits.at(-1)
  const reset = Number(headers[`${used_up}-reset`])
  const now = Date.parse(headers.date ?? '') / 1000
  return reset && now ? Math.max(1, Math.ceil(reset - now)) : retry_after(answer)
}
