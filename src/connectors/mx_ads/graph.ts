// Reads lists of Meta's Graph API and classifies its errors.
import { z } from 'zod'
import type { Api, Query, VendorAnswer, Verdict } from '#engine/connector.ts'

export const GRAPH = 'https://graph.facebook.com/v26.0'

const paging = z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })

/** Reads a list, page by page. The vendor's link to the next page contains the access token, so only the cursor is used. */
export function read_list<Item>(api: Api, path: string, item: z.ZodType<Item>, query: Query): AsyncIterable<Item[]> {
  return api.pages({
    path,
    query,
    schema: z.object({ data: z.array(item), paging: paging.optional() }),
    records: ({ data }) => data,
    next: (body) => (body.paging?.next ? { query: { after: body.paging.cursors?.after } } : null),
  })
}

/** The `fields` parameter for a record: its field names, and the fields of nodes below it in braces. */
export const field_list = (schema: z.ZodObject, below: Record<string, z.ZodObject> = {}): string =>
  Object.keys(schema.shape)
    .map((name) => (below[name] ? `${name}{${field_list(below[name])}}` : name))
    .join(',')

const refusal = z.object({
  error: z.object({
    message: z.string().default(''),
    code: z.number().optional(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
  }),
})

// https://developers.facebook.com/docs/marketing-api/overview/rate-limiting and .../insights/error-codes (read 2026-11).
const throttle_codes = [4, 17, 32, 613]
const is_throttle = (code: number) => throttle_codes.includes(code) || (code >= 80_000 && code <= 80_014)
const transient_codes = [1, 2]
/** The query is too heavy, and a retry cannot succeed: 100/1504018 and 2/1504038, and 1/99 for data in general. */
const too_much = [1504018, 1504038, 99]
const TOKEN_CODE = 190
const SESSION_CODE = 102
/** Subcodes of 190 for an expired token. Nobody revoked it. */
const session_ended = [463, 467]
const is_permission = (code: number) => code === 3 || code === 10 || (code >= 200 && code <= 299)

export function classify_graph_answer(answer: VendorAnswer): Verdict | undefined {
  const read = refusal.safeParse(answer.body)
  if (!read.success) return undefined
  const { message, code = 0, error_subcode = 0, is_transient } = read.data.error
  const reason = message || `error ${code}.`
  if (is_throttle(code)) return { kind: 'throttled', wait_s: regain_access_s(answer) }
  if (too_much.includes(error_subcode)) return { kind: 'refused', reason }
  if (code === SESSION_CODE || (code === TOKEN_CODE && session_ended.includes(error_subcode)))
    return { kind: 'expired' }
  if (code === TOKEN_CODE || is_permission(code)) return { kind: 'revoked', reason }
  if (is_transient || transient_codes.includes(code) || answer.status >= 500) return { kind: 'transient', reason }
  return { kind: 'refused', reason }
}

const usage = z.record(z.string(), z.array(z.object({ estimated_time_to_regain_access: z.number().default(0) })))

/** Meta sends no Retry-After. A header gives minutes for each account of the business. */
function regain_access_s({ headers }: VendorAnswer): number | undefined {
  const text = headers['x-business-use-case-usage']
  if (!text) return undefined
  try {
    const minutes = Object.values(usage.parse(JSON.parse(text)))
      .flat()
      .map((use) => use.estimated_time_to_regain_access)
    return Math.max(...minutes) * 60 || undefined
  } catch {
    return undefined
  }
}
