// A vendor's errors as a table. The first line that fits an error decides what it means.
import type { Verdict } from '#engine/connector.ts'

/** A code, or the first and the last code of a range. */
type Code = number | string | readonly [from: number, to: number]

export interface ErrorLine {
  codes?: readonly Code[]
  subcodes?: readonly number[]
  /** Lowest HTTP status. */
  status?: number
  /** A part of the vendor's message, where codes alone do not tell the errors apart. */
  says?: RegExp
  verdict: Verdict['kind']
}

export interface VendorError {
  code: number | string
  subcode?: number
  status: number
  message: string
}

/** An error without a line is a refusal. `wait_s` is the wait that the vendor asks for when it throttles. */
export function verdict_of(lines: readonly ErrorLine[], error: VendorError, wait_s?: number): Verdict {
  const kind = lines.find((line) => fits(line, error))?.verdict ?? 'refused'
  if (kind === 'expired') return { kind }
  if (kind === 'throttled') return { kind, wait_s }
  return { kind, reason: error.message || `error ${error.code}.` }
}

const fits = ({ codes, subcodes, status = 0, says }: ErrorLine, error: VendorError): boolean =>
  (!codes || codes.some((code) => is_code(code, error.code))) &&
  (!subcodes || subcodes.includes(error.subcode ?? 0)) &&
  error.status >= status &&
  (!says || says.test(error.message))

const is_code = (wanted: Code, code: number | string): boolean =>
  typeof wanted === 'object' ? Number(code) >= wanted[0] && Number(code) <= wanted[1] : wanted === code
