// Errors of the Merchant API that differ from those of Google's other services.
import { z } from 'zod'
import type { VendorAnswer, Verdict } from '#engine/connector.ts'
import { classify_google_answer } from '../google.ts'

const MINUTE_S = 60
const HOUR_S = 3600

const error_schema = z.object({ error: z.object({ message: z.string() }) })

/** The status alone does not tell these errors from others, so the message decides. The first line that fits counts. */
const by_message: [says: RegExp, verdict: Verdict][] = [
  // 401, although the sign-in is valid: connecting again would not help
  // (developers.google.com/merchant/api/guides/quickstart/registration, read 2026-11).
  [
    /not registered with the merchant account/i,
    {
      kind: 'refused',
      reason:
        'the Google Cloud project of the OAuth client is not registered with Merchant Center. An administrator of the account must call developerRegistration:registerGcp once; the registration works five minutes later.',
    },
  ],
  // developers.google.com/merchant/api/guides/quotas-limits (read 2026-11). A daily quota starts again at noon UTC.
  [/request_rate_too_high/, { kind: 'throttled', wait_s: MINUTE_S }],
  [/daily_limit_exceeded/, { kind: 'throttled', wait_s: HOUR_S }],
]

export function classify(answer: VendorAnswer): Verdict | undefined {
  const message = error_schema.safeParse(answer.body).data?.error.message ?? ''
  return by_message.find(([says]) => says.test(message))?.[1] ?? classify_google_answer(answer)
}
