// Runs one query of the Google Ads API, page by page, and classifies the API's errors.
import { z } from 'zod'
import type { Account, Api, VendorAnswer, Verdict } from '#engine/connector.ts'
import { classify_google_answer } from '../google.ts'

export const id = z.string().regex(/^\d+$/)

/** Rows of a query. Pages have a fixed size. A request that names a size is an error (GoogleAdsService.Search, v25, read 2026-11). */
export function search<Item>(
  api: Api,
  customer: Pick<Account, 'account_id' | 'extra'>,
  item: z.ZodType<Item>,
  query: string,
): AsyncIterable<Item[]> {
  return api.pages({
    path: `/customers/${customer.account_id}/googleAds:search`,
    // A customer below a manager account is accessible only through the manager.
    headers: { 'login-customer-id': customer.extra?.login_customer_id ?? customer.account_id },
    body: { query },
    schema: z.object({ results: z.array(item).default([]), nextPageToken: z.string().optional() }),
    records: ({ results }) => results,
    next: ({ nextPageToken }) => (nextPageToken ? { body: { query, pageToken: nextPageToken } } : null),
  })
}

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
                .object({ quotaErrorDetails: z.object({ retryDelay: z.string().optional() }).optional() })
                .optional(),
            }),
          )
          .default([]),
      }),
    ),
  }),
})

/** The account is closed, or its setup was never finished. It has no figures, and signing in again would not change that. */
export const NOT_ENABLED = 'CUSTOMER_NOT_ENABLED'

/** Reads the API's own failure inside Google's usual error body (errors.GoogleAdsFailure, v25, read 2026-11). */
export function classify_gx_ads_answer(answer: VendorAnswer): Verdict | undefined {
  const read = failure.safeParse(answer.body)
  const [first] = read.success ? read.data.error.details.flatMap(({ errors }) => errors) : []
  if (!first || answer.status < 400 || answer.status >= 500) return classify_google_answer(answer)
  const [[kind, code] = ['', '']] = Object.entries(first.errorCode)
  const reason = `${first.message} (${code})`
  if (kind === 'quotaError') return { kind: 'throttled', wait_s: seconds(first.details?.quotaErrorDetails?.retryDelay) }
  if (code === NOT_ENABLED || code.startsWith('DEVELOPER_TOKEN')) return { kind: 'refused', reason }
  if (code === 'OAUTH_TOKEN_EXPIRED' || code === 'OAUTH_TOKEN_INVALID') return { kind: 'expired' }
  if (kind === 'authenticationError' || kind === 'authorizationError') return { kind: 'revoked', reason }
  return { kind: 'refused', reason }
}

/** A google.protobuf.Duration: '3s', '0.25s'. */
function seconds(duration: string | undefined): number | undefined {
  const match = /^(\d+(?:\.\d+)?)s$/.exec(duration ?? '')
  return match ? Number(match[1]) : undefined
}
