// Figures of an account, a post or a story. Instagram refuses a whole request when it refuses one of its metrics.
import { z } from 'zod'
import type { Api, Query, RowContext } from '#engine/connector.ts'
import { is_refusal, type VendorRefusal } from '#engine/vendors/refusal.ts'
import { accepted_parts } from '../accepted_parts.ts'
import { count } from '../social.ts'

const value = z.object({ value: count.nullish() })
const answer = z.object({
  data: z.array(z.object({ name: z.string(), total_value: value.nullish(), values: z.array(value).nullish() })),
})

export interface Insights<Metric extends string> {
  /** A metric that is absent is not known. Instagram leaves it out instead of sending 0 (Instagram user insights, read 2026-11). */
  values: { [K in Metric]?: bigint }
  /** What Instagram refused. */
  refused: string[]
  /** Instagram refused every metric of a post or a story, and gave access to it. */
  refusal?: VendorRefusal
}

/** Posts without any accepted metric after which the metrics are at fault, and not the posts. */
const REFUSED_POSTS_MIN = 3

export async function read_insights<Metric extends string>(
  api: Api,
  id: string,
  metrics: readonly Metric[],
  query: Query = {},
): Promise<Insights<Metric>> {
  const read = async (asked: readonly Metric[]) => {
    const schema = answer
    const { data } = await api.call({ path: `/${id}/insights`, query: { metric: asked.join(','), ...query }, schema })
    return data.flatMap(({ name, total_value, values }) => {
      const of = total_value?.value ?? values?.[0]?.value
      return of === undefined || of === null ? [] : [[name, of] as const]
    })
  }
  const { found, refused } = await accepted_parts(metrics, read)
  return { values: Object.fromEntries(found) as Insights<Metric>['values'], refused }
}

/**
 * Figures of one post or story. Instagram can refuse them while it gives all others: of posts from before the business account, of stories
 * with fewer than five viewers, and of posts that were deleted just now.
 */
export async function read_insights_of_one<Metric extends string>(
  api: Api,
  id: string,
  metrics: readonly Metric[],
): Promise<Insights<Metric>> {
  try {
    return await read_insights(api, id, metrics)
  } catch (error) {
    if (is_refusal(error, 'denied')) return { values: {}, refused: ['figures'] }
    if (is_refusal(error, 'refused')) return { values: {}, refused: [...metrics], refusal: error }
    throw error
  }
}

/**
 * The refusal of a read in which Instagram accepted no metric of any post. Undefined: it accepted one, or there are too few posts to know.
 * Posts without access say nothing about metrics.
 */
export function refusal_of_all(read: readonly Insights<string>[], posts_min = REFUSED_POSTS_MIN) {
  const with_access = read.filter(({ refused, refusal }) => refusal || !refused.includes('figures'))
  const is_general = with_access.length >= posts_min && with_access.every(({ refusal }) => refusal)
  return is_general ? with_access[0]?.refusal : undefined
}

export const has_values = ({ values }: Insights<string>) => Object.keys(values).length > 0

export function count_refused({ unreadable }: RowContext, { refused }: Insights<string>, of: string): void {
  for (const what of refused) unreadable?.(`${what} of ${of}`)
}
