// Classifies the errors of the Amazon Ads API by status (reference/concepts/errors and rate-limiting, read 2026-11).
import { z } from 'zod'
import type { VendorAnswer, Verdict } from '#engine/connector.ts'
import { retry_after } from '#engine/vendors/retry_after.ts'
import { type ErrorLine, verdict_of } from '../verdicts.ts'

const UNAUTHORIZED = 401
const lines: ErrorLine[] = [
  { codes: [429], verdict: 'throttled' },
  // The token is valid, but not for this profile.
  { codes: [UNAUTHORIZED], says: /scope|advertiser/i, verdict: 'denied' },
  { codes: [UNAUTHORIZED], verdict: 'expired' },
  { codes: [403], verdict: 'denied' },
  { codes: [413], verdict: 'too_much' },
  { codes: [[500, 599]], verdict: 'transient' },
]

/** APIs of different age name the message differently. */
const said = z.object({ details: z.string().nullish(), detail: z.string().nullish(), message: z.string().nullish() })

export function classify_answer(answer: VendorAnswer): Verdict | undefined {
  const { status } = answer
  const { data } = said.safeParse(answer.body)
  if (status < 400 || !data) return undefined
  const message = data.details ?? data.detail ?? data.message ?? ''
  return verdict_of(lines, { code: status, status, message }, retry_after(answer))
}

/** The id in a refusal to build the same report twice, status 425. The wording is unverified: without it, the report is refused. */
export const running_report = ({ message }: Error): string | undefined =>
  /duplicate of ?:? ?([\w-]+)/i.exec(message)?.[1]
