import { z } from 'zod'
import type { VendorAnswer, Verdict } from '#engine/connector.ts'
import { classify_linkedin_answer } from '../linkedin.ts'

/** A report has no pages. Lines after the 15,000th are left out, and nothing says so (Ads Reporting, read 2026-11). */
const LINES_MAX = 15_000
const full = z.object({ elements: z.array(z.unknown()).min(LINES_MAX) })
const TRUNCATED = { kind: 'too_much', reason: 'the report has 15,000 lines, so it can be incomplete.' } as const

export const classify_answer = (answer: VendorAnswer): Verdict | undefined =>
  full.safeParse(answer.body).success ? TRUNCATED : classify_linkedin_answer(answer)
