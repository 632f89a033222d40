// A vendor's errors as a table. The first line that fits an error decides what it means.
import type { z } from 'zod'
import type { VendorAnswer, Verdict } from '#engine/connector.ts'

/** A code, or the first and the last code of a range. */
type Code = number | string | readonly [from: number, to: number]

export interface ErrorLine {
  codes?: readonly Code[]
  subcodes?: readonly number[]
  /** Lowest HTTP status. */
  status?: number
  /** A part of the vendor's message, where codes alone do not tell the errors apart. */
  says?: RegExp
  /** The vendor's own mark of an error that can pass. */
  is_transient?: boolean
  verdict: Verdict['kind']
}

export interface VendorError {
  code: number | string
  subcode?: number
  status: number
  message: string
  is_transient?: boolean
}

interface Errors {
  lines: readonly ErrorLine[]
  /** Reads the body of an error. A body that does not fit is no error. */
  error: z.ZodType<Omit<VendorError, 'status'>>
  /** The wait that the vendor asks for when it throttles. */
  wait_s: (answer: VendorAnswer, message: string) => number | undefined
  /** Whose limit it is, where the message says so. */
  of?: (message: string) => 'app' | undefined
}

/** The classification of a vendor's answers, by its table of errors. */
export const classifier =
  ({ lines, error, wait_s, of }: Errors) =>
  (answer: VendorAnswer): Verdict | undefined => {
    const { data } = error.safeParse(answer.body)
    const verdict = data && verdict_of(lines, { ...data, status: answer.status }, wait_s(answer, data.message))
    const owner = verdict?.kind === 'throttled' ? of?.(data!.message) : undefined
    return owner ? ({ ...verdict, of: owner } as Verdict) : verdict
  }

/** An error without a line is a refusal. `wait_s` is the wait that the vendor asks for when it throttles. */
export function verdict_of(lines: readonly ErrorLine[], error: VendorError, wait_s?: number): Verdict {
  const kind = lines.find((line) => fits(line, error))?.verdict ?? 'refused'
  if (kind === 'expired') return { kind }
  if (kind === 'throttled') return { kind, wait_s }
  return { kind, reason: error.message || `error ${error.code}.` }
}

const fits = ({ codes, subcodes, status = 0, says, is_transient }: ErrorLine, error: VendorError): boolean =>
  (!codes || codes.some((code) => is_code(code, error.code))) &&
  (!subcodes || subcodes.includes(error.subcode ?? 0)) &&
  error.status >= status &&
  (!is_transient || error.is_transient === true) &&
  (!says || says.test(error.message))

const is_code = (wanted: Code, code: number | string): boolean =>
  typeof wanted === 'object' ? Number(code) >= wanted[0] && Number(code) <= wanted[1] : wanted === code

/** The meaning of a good answer whose parts have codes of their own. A part whose error can pass is asked for again with the others. */
export function verdict_of_parts(codes: readonly number[]): Verdict | undefined {
  if (codes.includes(429)) return { kind: 'throttled' }
  const code = codes.find((code) => code === 408 || code >= 500)
  return code === undefined ? undefined : { kind: 'transient', reason: `a part of the answer has the code ${code}.` }
}

const DAY_S = 86_400

/** Seconds until 00:00 UTC, when the limits of a day end on some platforms. Undefined when the answer has no date. */
export function until_midnight_s({ headers }: Pick<VendorAnswer, 'headers'>): number | undefined {
  const now = Date.parse(headers.date ?? '')
  return now ? DAY_S - (Math.floor(now / 1000) % DAY_S) : undefined
}
