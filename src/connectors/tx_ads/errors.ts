// Classifies the errors of TikTok's Business API. An error comes with status 200 and a code in the body.
import { z } from 'zod'
import type { VendorAnswer, Verdict } from '#engine/connector.ts'
import { APP_REFUSED_SAYS } from '#engine/vendors/answers.ts'
import { classifier, type ErrorLine, until_midnight_s } from '../verdicts.ts'

/** The code of requests of which TikTok did a part (general knowledge, 2026-11). */
const PARTLY = 20_001
/** New ads of one request. The answer has the ids of those that were made. */
const some_ads = z.object({ code: z.literal(PARTLY), data: z.object({ ad_ids: z.array(z.string()).min(1) }) })

/** A change of the status of automated campaigns that failed (page 'Update the operation statuses of Upgraded Smart+ Campaigns', read 2026-11). */
const failed_campaigns = z.object({
  code: z.literal(0),
  data: z.object({ error_list: z.array(z.object({ error_message: z.string() })).min(1) }),
})

// Return codes (https://business-api.tiktok.com/portal/docs?id=1737172488964097; tiktok-business-api-sdk, tiktok_code.py, read 2026-11).
// 40001 means one advertiser, or one endpoint that its owner did not allow; 40002 also means an advertiser that was deleted.
const lines: ErrorLine[] = [
  // Frequency control, frequency limited, and too many requests of one caller.
  { codes: [40_016, 40_100, 40_132, 61_000], verdict: 'throttled' },
  { codes: [40_102, 40_104, 40_105], verdict: 'revoked' },
  // A method or a permission that the app lacks, and an advertiser that does not exist or has another role.
  { codes: [40_001, 40_117, 40_118, 40_130, [40_300, 40_302]], verdict: 'denied' },
  { codes: [40_002], says: /deleted|no permission/i, verdict: 'denied' },
  // A part of a request was refused. What was done is only known by reading.
  { codes: [PARTLY], verdict: 'transient' },
  // A task that is not ready, a conflict, an internal check, faults, and maintenance (singer-io/tap-tiktok-ads 0.3.0, read 2026-11).
  { codes: [[40_200, 40_202], 40_700, [50_000, 59_999], 60_001], verdict: 'transient' },
  { status: 500, verdict: 'transient' },
]
const classify_code = classifier({
  lines,
  error: z.object({ code: z.number().refine((code) => code !== 0), message: z.string().default('') }),
  wait_s: pause_s,
})

/** A report of an advertiser with 20,000 ads or more has the newest of them only, and only a header says so (docs?id=1740302848100353). */
const TRUNCATED = {
  kind: 'too_much',
  reason: 'the report has only the 20,000 newest ads, so it is incomplete.',
} as const

/** The id or the secret of the app, which lists advertisers. Tokens stay valid, so another consent would not help. */
const APP_REFUSED = 40_101
const app_refused = z.object({ code: z.literal(APP_REFUSED) })

export function classify_answer(answer: VendorAnswer): Verdict | undefined {
  if (answer.headers['x-tt-ads-throttle']) return TRUNCATED
  if (app_refused.safeParse(answer.body).success) return { kind: 'refused', reason: `the platform ${APP_REFUSED_SAYS}` }
  const failed = failed_campaigns.safeParse(answer.body).data?.data.error_list
  if (failed) return { kind: 'refused', reason: failed.map(({ error_message }) => error_message).join(' ') }
  return some_ads.safeParse(answer.body).success ? undefined : classify_code(answer)
}

const MINUTE_PAUSE_S = 300

/** The pause after 40100. There is no Retry-After: the limit of a minute stops calls for five, that of a day until 00:00 UTC. */
function pause_s(answer: VendorAnswer, message: string): number | undefined {
  if (/minute|QPM/i.test(message)) return MINUTE_PAUSE_S
  return /day|QPD/i.test(message) ? until_midnight_s(answer) : undefined
}
