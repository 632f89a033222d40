// Classifies the errors of Meta's Graph API.
import { z } from 'zod'
import type { VendorAnswer } from '#engine/connector.ts'
import { classifier, type ErrorLine } from '../verdicts.ts'

// https://developers.facebook.com/docs/marketing-api/overview/rate-limiting, .../error-reference and .../insights/error-codes
// (read 2026-11). Permission errors concern one account, because the token itself is valid.
const lines: ErrorLine[] = [
  { codes: [4, 17, 32, 613, [80_000, 80_014]], verdict: 'throttled' },
  { subcodes: [99, 1487534, 1504018, 1504038], verdict: 'too_much' },
  { says: /reduce the amount of data/i, verdict: 'too_much' },
  { codes: [102], verdict: 'expired' },
  { codes: [190], subcodes: [463, 467], verdict: 'expired' },
  { codes: [101, 190], verdict: 'revoked' },
  { codes: [3, 10, [200, 299]], verdict: 'denied' },
  { codes: [100], subcodes: [33], verdict: 'denied' },
  { codes: [1, 2], verdict: 'transient' },
  { is_transient: true, verdict: 'transient' },
  { status: 500, verdict: 'transient' },
]

const error = z.object({
  message: z.string().default(''),
  code: z.number().default(0),
  error_subcode: z.number().optional(),
  is_transient: z.boolean().optional(),
})

export const classify_graph_answer = classifier({
  lines,
  error: z.object({ error }).transform(({ error: { error_subcode: subcode, ...read } }) => ({ ...read, subcode })),
  wait_s: regain_access_s,
})

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
