// Posts with their latest figures. Instagram reports neither changes nor deletions of posts.
import { z } from 'zod'
import type { Api, Query } from '#engine/connector.ts'
import { type VendorRefusal, when_refused } from '#engine/vendors/refusal.ts'
import { field_list, is_no_object, read_list } from '../meta.ts'
import { mapped, one_by_one, or_null } from '../records.ts'
import { count, post_stream } from '../social.ts'
import { all_with_insights, columns_of, media, type Shown, with_insights } from './insights.ts'

/** Each post of a page is a request for its figures. */
const PAGE = 50
const IDS_PAGE = 100

// Its owner can hide the number of likes. Then it is absent (IG Media, read 2026-11).
const post = media.extend({
  media_product_type: z.string().nullish(),
  like_count: count.nullish(),
  comments_count: count.nullish(),
})
const fields = field_list(post)

// Metrics that images, albums and reels have. `impressions`, `plays` and `video_views` ended with v22.0 (read 2026-11).
const metrics = ['reach', 'views', 'saved', 'shares', 'total_interactions'] as const

type Post = Shown<z.infer<typeof post>, (typeof metrics)[number]>

/** Posts without any accepted metric after which the metrics are at fault, and not the posts. */
const REFUSED_POSTS_MIN = 3

const read_posts = (api: Api, account_id: string, created: Query): AsyncIterable<Post[]> => {
  const pages = read_list(api, `/${account_id}/media`, post, { fields, limit: PAGE, ...created })
  const refused_all = (refusal: VendorRefusal) => {
    throw refusal
  }
  return all_with_insights(api, pages, metrics, { least: REFUSED_POSTS_MIN, refused_all })
}

const unix_s = (instant: string | null) => (instant === null ? undefined : Math.floor(Date.parse(instant) / 1_000))

/** A post by its id. Undefined: the platform refuses access, which says nothing about the post. */
async function read_post(api: Api, id: string): Promise<Post | null | undefined> {
  const request = or_null({ path: `/${id}`, query: { fields }, schema: post })
  const of = await api.call({ ...request, is_not_found: is_no_object }).catch(when_refused('denied', () => undefined))
  return of && (await with_insights(api, of, metrics))
}

export const posts = post_stream({
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
  look_up: ({ api, ids }) => one_by_one(ids, (id) => read_post(api, id)),
  ids: ({ api, account }) => {
    const query = { fields: 'id', limit: IDS_PAGE }
    const list = read_list(api, `/${account.account_id}/media`, z.object({ id: z.string() }), query)
    return mapped(list, ({ id }) => id)
  },
  read: ({ api, account, since }) => read_posts(api, account.account_id, { since: unix_s(since) }),
  read_created: ({ api, account, from, before }) =>
    read_posts(api, account.account_id, { since: unix_s(from), until: unix_s(before) }),
  row: (shown, context) => {
    const { id, media_product_type, media_type, like_count, comments_count } = shown.of
    return {
      ...columns_of(shown, context, 'posts'),
      post_id: id,
      type: media_product_type === 'REELS' ? 'REELS' : media_type,
      likes: like_count,
      comments: comments_count,
    }
  },
})
