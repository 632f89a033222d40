// Classifies the errors of the Google Ads API.
import { z } from 'zod'
import type { VendorAnswer, Verdict } from '#engine/connector.ts'
import { classify_google_answer, seconds } from '../google.ts'

const failure = z.object({
  error: z.object({
    details: z.array(
      z.object({
        errors: z
          .array(
            z.object({
              errorCode: z.record(z.string(), z.string()).default({}),
              message: z.string().default(''),
              details: z
                .object({
                  quotaErrorDetails: z
                    .object({ rateScope: z.string().optional(), retryDelay: z.string().optional() })
                    .optional(),
                })
                .optional(),
            }),
          )
          .default([]),
      }),
    ),
  }),
})

type Kinds = Record<string, Verdict['kind']>
/**
 * What each error means, by its enum; `else` is for the other values of the enum, and an enum that is not listed is a refusal
 * (v25 enums of errors, read 2026-11). Errors of the operator's token or project are refusals: signing in again would not help.
 */
const kinds: Record<string, Kinds> = {
  authenticationError: {
    OAUTH_TOKEN_EXPIRED: 'expired',
    OAUTH_TOKEN_INVALID: 'expired',
    DEVELOPER_TOKEN_INVALID: 'refused',
    ORGANIZATION_NOT_RECOGNIZED: 'refused',
    ORGANIZATION_NOT_APPROVED: 'refused',
    ORGANIZATION_NOT_ASSOCIATED_WITH_DEVELOPER_TOKEN: 'refused',
    CLIENT_CUSTOMER_ID_INVALID: 'denied',
    CUSTOMER_NOT_FOUND: 'denied',
    else: 'revoked',
  },
  // Most concern one customer: not enabled, a production customer with a token for tests, no permission, another ads system.
  authorizationError: {
    DEVELOPER_TOKEN_NOT_ON_ALLOWLIST: 'refused',
    DEVELOPER_TOKEN_PROHIBITED: 'refused',
    PROJECT_DISABLED: 'refused',
    MISSING_TOS: 'refused',
    CLOUD_PROJECT_NOT_UNDER_ORGANIZATION: 'refused',
    else: 'denied',
  },
  quotaError: { ACCESS_PROHIBITED: 'refused', else: 'throttled' },
  databaseError: { CONCURRENT_MODIFICATION: 'transient', REQUEST_TOO_LARGE: 'too_much', else: 'refused' },
  // A query that takes Google too long is not faster at its next attempt (google-ads-java issue 718, 2023-06).
  internalError: { DEADLINE_EXCEEDED: 'too_much', else: 'transient' },
}

// Quotas of operations in a day, and of expensive queries over a longer time. The short ones are over after seconds.
const LONG_QUOTAS = ['RESOURCE_EXHAUSTED', 'EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION']
/** Usually the answer names the time. The quota of a day has no fixed time of reset, so the sync continues an hour later. */
const LONG_WAIT_S = 3600

const of_scope = (scope: string) => (scope === 'DEVELOPER' ? 'app' : 'account')

/** The status of a query that took Google too long, also without a failure of the API (google.rpc.Code, read 2026-11). */
const TIMED_OUT = 504
const TOO_SLOW = { kind: 'too_much', reason: 'the query took too long.' } as const

/** Reads the API's own failure inside Google's usual error body (errors.GoogleAdsFailure, v25, read 2026-11). */
export function classify_gx_ads_answer(answer: VendorAnswer): Verdict | undefined {
  if (answer.status === TIMED_OUT) return TOO_SLOW
  const read = failure.safeParse(answer.body)
  const [first] = read.success ? read.data.error.details.flatMap(({ errors }) => errors) : []
  if (!first || answer.status >= 500) return classify_google_answer(answer)
  const [[group, code] = ['', '']] = Object.entries(first.errorCode)
  const of_group = kinds[group]
  const kind = of_group?.[code] ?? of_group?.else ?? 'refused'
  if (kind === 'expired') return { kind }
  if (kind !== 'throttled') return { kind, reason: `${first.message} (${code})` }
  // Each customer has quotas of its own. The scope DEVELOPER concerns all customers of the developer token (QuotaErrorDetails, v25, read 2026-11).
  const { rateScope, retryDelay } = first.details?.quotaErrorDetails ?? {}
  const wait_s = seconds(retryDelay) ?? (LONG_QUOTAS.includes(code) ? LONG_WAIT_S : undefined)
  return { kind, wait_s, of: rateScope ? of_scope(rateScope) : undefined }
}
