// Figures of an account, a post or a story. Instagram refuses a whole request when it refuses one of its metrics.
import { z } from 'zod'
import type { Api, Query, RowContext } from '#engine/connector.ts'
import { type VendorRefusal, when_refused } from '#engine/vendors/refusal.ts'
import { accepted_parts } from '../accepted_parts.ts'
import { one_by_one, texts } from '../records.ts'
import { count, stated } from '../social.ts'

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

/** What posts and stories have in common. */
export const media = texts('media_type', 'caption', 'permalink').extend({ id: z.string(), timestamp: z.string() })
type Media = z.infer<typeof media>

/** A post or a story with its figures. */
export interface Shown<Of extends Media, Metric extends string> {
  of: Of
  insights: Insights<Metric>
}

/**
 * A post or a story with its figures. Instagram can refuse them while it gives all others: of posts from before the business account, of
 * stories with fewer than five viewers, and of posts that were deleted just now.
 */
export async function with_insights<Of extends Media, Metric extends string>(
  api: Api,
  of: Of,
  metrics: readonly Metric[],
): Promise<Shown<Of, Metric>> {
  const refused = (refusal: VendorRefusal): Insights<Metric> =>
    refusal.kind === 'denied' ? { values: {}, refused: ['figures'] } : { values: {}, refused: [...metrics], refusal }
  const insights = await read_insights(api, of.id, metrics).catch(when_refused(['denied', 'refused'], refused))
  return { of, insights }
}

/**
 * Posts or stories with their figures. `refused_all` gets the refusal of a read in which Instagram accepted no metric of any. With fewer
 * than `least`, the posts can be at fault, and not the metrics. Posts without access say nothing about metrics.
 */
export async function* all_with_insights<Of extends Media, Metric extends string>(
  api: Api,
  pages: AsyncIterable<Of[]>,
  metrics: readonly Metric[],
  { least, refused_all }: { least: number; refused_all: (refusal: VendorRefusal) => void },
): AsyncGenerator<Shown<Of, Metric>[]> {
  const with_access: Insights<Metric>[] = []
  for await (const page of pages) {
    const shown = await one_by_one(page, (of) => with_insights(api, of, metrics))
    const read = shown.map(({ insights }) => insights)
    with_access.push(...read.filter(({ refused, refusal }) => refusal || !refused.includes('figures')))
    yield shown
  }
  const [first] = with_access
  if (first?.refusal && with_access.length >= least && with_access.every(({ refusal }) => refusal))
    refused_all(first.refusal)
}

type Named = 'reach' | 'views' | 'total_interactions' | 'profile_views' | 'shares' | 'saved' | 'replies'

/** The columns of figures, by what Instagram calls them. */
export const figures_of = ({ values }: Insights<Named>) =>
  stated({
    reach: values.reach,
    impressions: values.views,
    engagements: values.total_interactions,
    profile_views: values.profile_views,
    shares: values.shares,
    saves: values.saved,
    replies: values.replies,
  })

/** The columns that posts and stories have in common. What Instagram refused of them is counted. */
export function columns_of({ of, insights }: Shown<Media, Named>, context: RowContext, kind: 'posts' | 'stories') {
  count_refused(context, insights, kind)
  return {
    posted_at: of.timestamp,
    type: of.media_type,
    caption: of.caption,
    permalink: of.permalink,
    ...figures_of(insights),
  }
}

export const has_values = ({ values }: Insights<string>) => Object.keys(values).length > 0

export function count_refused({ unreadable }: RowContext, { refused }: Insights<string>, of: string): void {
  for (const what of refused) unreadable?.(`${what} of ${of}`)
}
