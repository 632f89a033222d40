// Classifies the errors of TikTok's Business API. An error comes with status 200 and a code in the body.
import { z } from 'zod'
import type { VendorAnswer, Verdict } from '#engine/connector.ts'
import { type ErrorLine, verdict_of } from '../verdicts.ts'

// Return codes (https://business-api.tiktok.com/portal/docs?id=1737172488964097, read 2026-11). 40001 means one advertiser, or one
// endpoint that its owner did not allow; 40002 also means an advertiser that was deleted.
const errors: ErrorLine[] = [
  { codes: [40_100], verdict: 'throttled' },
  { codes: [40_102, 40_104, 40_105], verdict: 'revoked' },
  { codes: [40_001], verdict: 'denied' },
  { codes: [40_002], says: /deleted|no permission/i, verdict: 'denied' },
  { codes: [[50_000, 59_999]], verdict: 'transient' },
  { status: 500, verdict: 'transient' },
]
const refusal = z.object({ code: z.number(), message: z.string().default('') })
const TRUNCATED = 'A report contains only the 20,000 newest objects, so it is incomplete.'

export function classify_answer({ status, headers, body }: VendorAnswer): Verdict | undefined {
  const read = refusal.safeParse(body)
  if (!read.success) return undefined
  const { code, message } = read.data
  if (code !== 0) return verdict_of(errors, { code, message, status }, pause_s(message, headers.date))
  // A longer report is truncated, and only a header says so.
  return headers['x-tt-ads-throttle'] ? { kind: 'refused', reason: TRUNCATED } : undefined
}

const MINUTE_PAUSE_S = 300
const DAY_S = 86_400

/** The pause after 40100. There is no Retry-After: the limit of a minute stops calls for five, that of a day until 00:00 UTC. */
function pause_s(message: string, date = ''): number | undefined {
  if (/minute|QPM/i.test(message)) return MINUTE_PAUSE_S
  const now = Date.parse(date)
  return /day|QPD/i.test(message) && now ? DAY_S - (Math.floor(now / 1000) % DAY_S) : undefined
}
