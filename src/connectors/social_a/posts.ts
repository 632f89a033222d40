// Posts with their latest figures. Instagram reports neither changes nor deletions of posts.
import { z } from 'zod'
import { type Api, change_stream, type Query } from '#engine/connector.ts'
import { is_refusal } from '#engine/vendors/refusal.ts'
import { field_list, is_no_object, read_list } from '../meta.ts'
import { count, stated } from '../social.ts'
import { count_refused, type Insights, read_insights_of_one, refusal_of_all } from './insights.ts'

/** Each post of a page is a request for its figures. */
const PAGE = 50
const IDS_PAGE = 100

// Its owner can hide the number of likes. Then it is absent (IG Media, read 2026-11).
const media = z.object({
  id: z.string(),
  timestamp: z.string(),
  media_type: z.string().nullish(),
  media_product_type: z.string().nullish(),
  caption: z.string().nullish(),
  permalink: z.string().nullish(),
  like_count: count.nullish(),
  comments_count: count.nullish(),
})
type Media = z.infer<typeof media>
const fields = field_list(media)

// Metrics that images, albums and reels have. `impressions`, `plays` and `video_views` ended with v22.0 (read 2026-11).
const metrics = ['reach', 'views', 'saved', 'shares', 'total_interactions'] as const

interface Post {
  of: Media
  insights: Insights<(typeof metrics)[number]>
}

const with_insights = async (api: Api, of: Media): Promise<Post> => ({
  of,
  insights: await read_insights_of_one(api, of.id, metrics),
})

async function* read_posts(api: Api, account_id: string, created: Query): AsyncIterable<Post[]> {
  const read: Post['insights'][] = []
  for await (const page of read_list(api, `/${account_id}/media`, media, { fields, limit: PAGE, ...created })) {
    const posts: Post[] = []
    for (const of of page) posts.push(await with_insights(api, of))
    read.push(...posts.map(({ insights }) => insights))
    yield posts
  }
  const refusal = refusal_of_all(read)
  if (refusal) throw refusal
}

const unix_s = (instant: string | null) => (instant === null ? undefined : Math.floor(Date.parse(instant) / 1_000))

/** A post by its id. Undefined: the platform refuses access, which says nothing about the post. */
async function read_post(api: Api, id: string): Promise<Post | null | undefined> {
  const request = { path: `/${id}`, query: { fields }, is_not_found: is_no_object, if_not_found: () => null }
  try {
    const of = await api.call({ ...request, schema: media.nullable() })
    return of && (await with_insights(api, of))
  } catch (error) {
    if (is_refusal(error, 'denied')) return undefined
    throw error
  }
}

export const posts = change_stream({
  into: ['social_posts'],
  every: '1h',
  since: {
    // Instagram began in October 2010. Figures of posts are kept for two years, counts of likes and comments for all.
    history_days: 5_900,
    history_source:
      'https://developers.facebook.com/docs/instagram-api/reference/ig-user/media: the newest 10,000, of any age (read 2026-11)',
    slice_days: 90,
    overlap_minutes: 2 * 24 * 60,
    sweep: { days: 30, every: '6h' },
    changed_at: ({ of }: Post) => of.timestamp,
  },
  recheck: {
    id: 'post_id',
    at: 'posted_at',
    marks: 'vanished_at',
    async read({ api, ids }) {
      const found: (Post | null | undefined)[] = []
      for (const id of ids) found.push(await read_post(api, id))
      return found
    },
    async *deleted() {},
    existing: {
      every: '1d',
      async *read({ api, account }) {
        const ids = z.object({ id: z.string() })
        const list = read_list(api, `/${account.account_id}/media`, ids, { fields: 'id', limit: IDS_PAGE })
        for await (const page of list) yield page.map(({ id }) => id)
      },
    },
  },
  read: ({ api, account, since }) => read_posts(api, account.account_id, { since: unix_s(since) }),
  read_created: ({ api, account, from, before }) =>
    read_posts(api, account.account_id, { since: unix_s(from), until: unix_s(before) }),
  rows({ of, insights }, context) {
    count_refused(context, insights, 'posts')
    return {
      social_posts: {
        social_account_id: context.account.account_id,
        post_id: of.id,
        posted_at: of.timestamp,
        type: of.media_product_type === 'REELS' ? 'REELS' : of.media_type,
        caption: of.caption,
        permalink: of.permalink,
        likes: of.like_count,
        comments: of.comments_count,
        ...stated(figures_of(insights.values)),
        vanished_at: null,
      },
    }
  },
})

const figures_of = ({ reach, views, saved, shares, total_interactions }: Post['insights']['values']) => ({
  shares,
  saves: saved,
  reach,
  impressions: views,
  engagements: total_interactions,
})
