// Posts of a page with their latest statistics. LinkedIn lists them by time of change, which a reaction does not move.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { path_of, read_by_id, read_text } from '../linkedin.ts'
import { mapped, texts } from '../records.ts'
import { post_stream, stated } from '../social.ts'
import { read_numbered, urn_of } from './pages.ts'
import { engagements_of, read_statistics, type Statistics } from './statistics.ts'

/** Posts that changed in this number of minutes are read again each time, for their statistics. */
const STATISTICS_MINUTES = 30 * 24 * 60

const post = texts('lifecycleState', 'commentary').extend({
  id: z.string(),
  content: z.record(z.string(), z.unknown()).nullish(),
  publishedAt: z.number().nullish(),
  createdAt: z.number(),
  lastModifiedAt: z.number(),
})
type Post = z.infer<typeof post>

interface Counted {
  of: Post
  statistics: Statistics | undefined
}

async function with_statistics(api: Api, account: Account, found: Post[]): Promise<Counted[]> {
  const posts = found.filter(({ lifecycleState }) => !lifecycleState || lifecycleState === 'PUBLISHED')
  const urns = posts.map(({ id }) => id)
  const statistics = await read_statistics(api, account, urns)
  return posts.map((of) => ({ of, statistics: statistics.get(of.id) }))
}

const list_posts = (api: Api, account: Account, is_end?: (posts: Post[]) => boolean) => {
  const query = { q: 'author', author: urn_of(account), sortBy: 'LAST_MODIFIED' }
  return read_numbered(api, path_of('/posts', query), post, is_end)
}

export const posts = post_stream({
  every: '2h',
  since: {
    history_source:
      'https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api: all posts of an author (read 2026-11)',
    overlap_minutes: STATISTICS_MINUTES,
    changed_at: ({ of }: Counted) => new Date(of.lastModifiedAt).toISOString(),
  },
  async look_up({ api, account, ids }) {
    const found = await read_by_id(api, '/posts', ids, post)
    const existing = [...found.values()].filter((one) => one !== null)
    const posts = await with_statistics(api, account, existing)
    return ids.map((id) => posts.find(({ of }) => of.id === id) ?? (found.get(id) === null ? null : undefined))
  },
  ids: ({ api, account }) => mapped(list_posts(api, account), ({ id }) => id),
  // The list has no filter by time, so it is read until a page has an older post.
  async *read({ api, account, since }) {
    const is_older = ({ lastModifiedAt }: Post) => since !== null && lastModifiedAt < Date.parse(since)
    for await (const page of list_posts(api, account, (posts) => posts.some(is_older)))
      yield await with_statistics(api, account, page)
  },
  row: ({ of, statistics }) => ({
    post_id: of.id,
    posted_at: new Date(of.publishedAt ?? of.createdAt).toISOString(),
    type: Object.keys(of.content ?? {})[0] ?? 'text',
    caption: read_text(of.commentary),
    permalink: `https://www.linkedin.com/feed/update/${of.id}`,
    ...(statistics && stated(figures_of(statistics))),
  }),
})

/** Without statistics, stored ones stay. */
const figures_of = (of: Statistics) => ({
  likes: of.likeCount,
  comments: of.commentCount,
  shares: of.shareCount,
  reach: of.uniqueImpressionsCount,
  impressions: of.impressionCount,
  engagements: engagements_of(of),
})
