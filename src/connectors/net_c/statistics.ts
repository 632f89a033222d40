// Organic statistics of a page by day, and of its posts.
import { z } from 'zod'
import { add_days, start_of, today_in } from '#domain/windows.ts'
import type { Account, Api } from '#engine/connector.ts'
import { day_table } from '../day_table.ts'
import { path_of } from '../linkedin.ts'
import { in_batches, one_by_one } from '../records.ts'
import { count, stated } from '../social.ts'
import { urn_of } from './pages.ts'

const PATH = '/organizationalEntityShareStatistics'
/** With more posts, the address gets longer than the 4 kB that LinkedIn accepts. */
const POSTS_MAX = 50

const statistics = z.object({
  uniqueImpressionsCount: count.nullish(),
  impressionCount: count.nullish(),
  likeCount: count.nullish(),
  commentCount: count.nullish(),
  shareCount: count.nullish(),
})
export type Statistics = z.infer<typeof statistics>

const line = z.object({ totalShareStatistics: statistics })
const answer = <Item>(item: z.ZodType<Item>) => z.object({ elements: z.array(item) })

/**
 * LinkedIn's own `engagement` also counts clicks. Without them the figure is comparable with other platforms. Null: a part is missing, and
 * a sum of the others would look like fewer people. Undefined: LinkedIn states none of them.
 */
export function engagements_of({ likeCount, commentCount, shareCount }: Statistics): bigint | null | undefined {
  const parts = [likeCount, commentCount, shareCount]
  const known = parts.filter((part) => part !== null && part !== undefined)
  if (known.length === 0) return undefined
  return known.length < parts.length ? null : known.reduce((sum, part) => sum + part, 0n)
}

// ---- days ----------------------------------------------------------------------------------------------------------------

const day = line.extend({ timeRange: z.object({ start: z.number() }) })

const midnight_ms = (date: string) => Date.parse(start_of(date, 'UTC'))

export const daily = day_table('social_daily', {
  // Views of the page come with another request, organizationPageStatistics (Community Management API, read 2026-11).
  without: ['profile_views'],
  window: {
    history_days: 365,
    history_source:
      'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics: a rolling window of 12 months (2026-03)',
    // No number is published. Other connectors read three days again (read 2026-11), and today is never among them.
    overlap_days: 4,
    late_days: 1,
    // LinkedIn has totals of all days that it keeps, and of no others, so nothing decides about more than three days in a row.
    holes: { column: 'impressions', least: 30 },
    reading: { version: 2, why: 'Engagements of which LinkedIn gave a part were stored as the sum of that part.' },
  },
  async *read({ api, account, from, to }) {
    // LinkedIn refuses a bound that is not the end of a whole day, so today comes tomorrow (airbyte issue 80199, 2026-06).
    const today = today_in('UTC', api.now())
    const end = to < today ? add_days(to, 1) : today
    if (end <= from) return
    const query = {
      q: 'organizationalEntity',
      organizationalEntity: urn_of(account),
      timeIntervals: {
        timeRange: { start: midnight_ms(from), end: midnight_ms(end) },
        timeGranularityType: 'DAY',
      },
    }
    yield (await api.call({ path: path_of(PATH, query), schema: answer(day) })).elements
  },
  row: ({ timeRange, totalShareStatistics: of }) => ({
    date: today_in('UTC', new Date(timeRange.start)),
    ...stated({
      reach: of.uniqueImpressionsCount,
      impressions: of.impressionCount,
      engagements: engagements_of(of),
    }),
  }),
})

// ---- posts ---------------------------------------------------------------------------------------------------------------

const of_post = line.extend({ share: z.string().optional(), ugcPost: z.string().optional() })

/** The statistics of posts by their URN. A `share` and a `ugcPost` have parameters of their own (ebx-linkedin-sdk issue 131). */
export async function read_statistics(
  api: Api,
  account: Account,
  urns: readonly string[],
): Promise<Map<string, Statistics>> {
  const is_share = (urn: string) => urn.startsWith('urn:li:share:')
  const kinds = { shares: urns.filter(is_share), ugcPosts: urns.filter((urn) => !is_share(urn)) }
  const read = ([kind, of_kind]: [string, string[]]) =>
    in_batches(of_kind, POSTS_MAX, async (some) => {
      const query = { q: 'organizationalEntity', organizationalEntity: urn_of(account), [kind]: some }
      return (await api.call({ path: path_of(PATH, query), schema: answer(of_post) })).elements
    })
  const found = (await one_by_one(Object.entries(kinds), read)).flat()
  return new Map(found.map(({ share, ugcPost, totalShareStatistics: of }) => [share ?? ugcPost ?? '', of]))
}
