// Orders of a query that has more than the vendor gives for one.
import type { z } from 'zod'
import type { Api, Query } from '#engine/connector.ts'
import { is_refusal } from '#engine/vendors/refusal.ts'
import { SECOND_MS } from '#lib/durations.ts'
import { list, total_of, UNPAID } from './lists.ts'

/**
 * The most orders of a query. One with more is refused, by an error that is not documented, and the vendor advises to ask for parts of the
 * time (changelog of the API's documents, 2025-11-06, read 2026-11). Searches can count no further than that either.
 */
const ORDERS_MAX = 10_000
/** The vendor compares whole seconds. */
const PART_MS_MIN = 3600 * SECOND_MS
/** Older than the platform. */
const FIRST = Date.parse('2010-01-01T00:00:00Z')

/** A query is refused for another reason, too. Smaller ones are then refused as well, and the last refusal ends the read. */
const can_be_too_many = (error: unknown) => is_refusal(error, 'refused') && !error.message.includes(UNPAID)

/** Orders, as a whole or in halves of the time of their creation. Those of a second between two halves come twice, and some before them. */
export async function* orders_of<Item>(api: Api, item: z.ZodType<Item>, query: Query): AsyncGenerator<Item[]> {
  const { created_at_min: from, created_at_max: to } = query
  const start = from === undefined ? FIRST : Date.parse(String(from))
  const end = to === undefined ? api.now().getTime() : Date.parse(String(to))
  const has_halves = end - start > PART_MS_MIN
  const whole = list('/orders', item, query)
  let pages = 0
  let is_cut = false
  try {
    const asked = api.pages({
      ...whole,
      next: (body, read) => {
        is_cut = has_halves && total_of(read.headers) >= ORDERS_MAX
        return is_cut ? null : whole.next(body, read)
      },
      total: (body, read) => (is_cut ? undefined : whole.total?.(body, read)),
    })
    for await (const page of asked) {
      pages += 1
      yield page
    }
  } catch (error) {
    if (pages > 0 || !has_halves || !can_be_too_many(error)) throw error
    is_cut = true
  }
  if (!is_cut) return
  const middle = Math.floor((start + end) / 2 / SECOND_MS) * SECOND_MS
  const at = new Date(middle).toISOString()
  yield* orders_of(api, item, { ...query, created_at_max: at })
  yield* orders_of(api, item, { ...query, created_at_min: at })
}
