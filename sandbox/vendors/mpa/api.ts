// What Mercado Libre's API does in every answer (developers.mercadolibre.com and its examples, read 2026-11).
import type { Answer } from '../../vendor.ts'
import type { Instant } from '../../world/types.ts'

export type Query = Record<string, string | undefined>

export const refusal = (status: number, error: string, message: string, cause: object[] = []): Answer => ({
  status,
  body: { message, error, status, cause },
})

export class Refused extends Error {
  readonly answer: Answer
  constructor(status: number, error: string, message: string, cause: object[] = []) {
    super(message)
    this.answer = refusal(status, error, message, cause)
  }
}

const offset_ms = 4 * 3_600_000
/** All examples have this offset, whatever the seller's country. */
export const time = (at: Instant): string => `${new Date(at - offset_ms).toISOString().slice(0, 23)}-04:00`

/** Notifications have the time in UTC. */
export const time_utc = (at: Instant): string => new Date(at).toISOString()

export const cents = (amount: number): number => amount / 100

const offset_max = 1_000

/** One page by offset. A list cannot be read behind its thousandth record. */
export function page_of<T>(all: T[], query: Query, limit_max: number) {
  const offset = Number(query.offset ?? 0)
  const limit = Math.min(Number(query.limit ?? limit_max), limit_max)
  if (!(offset >= 0 && limit > 0)) throw new Refused(400, 'bad_request', 'Invalid limit and offset values.')
  if (offset > offset_max) throw new Refused(400, 'bad_request', `Invalid offset, maximum is ${offset_max}.`)
  return { results: all.slice(offset, offset + limit), paging: { total: all.length, offset, limit } }
}
