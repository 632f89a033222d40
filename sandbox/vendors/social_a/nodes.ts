// Pages, accounts and media as Graph nodes, with Meta's names and words (api_specs, read 2026-11).
import type { Social, SocialAccount, SocialPost } from '../../world/types.ts'
import { GraphError, type Node, type Params } from '../mx_ads/graph.ts'

/** Instagram writes instants in UTC. */
const instagram_time = (at: number) => `${new Date(at).toISOString().slice(0, 19)}+0000`

const types: Record<SocialPost['format'], string> = {
  image: 'IMAGE',
  video: 'VIDEO',
  album: 'CAROUSEL_ALBUM',
  text: 'IMAGE',
}

export const account_node = (social: Social, account: SocialAccount): Node => ({
  id: account.id,
  username: account.username,
  name: account.name,
  biography: 'Hecho a mano en México.',
  website: 'https://casalumbre.example/',
  profile_picture_url: `https://scontent.cdninstagram.example/${account.username}.jpg`,
  followers_count: social.followers(account),
  follows_count: 214,
  media_count: social.posts(account).length,
})

export const page_node = (social: Social, account: SocialAccount): Node => ({
  id: `10${account.id.slice(-10)}`,
  name: account.name,
  // Some pages have no Instagram account, and then the field is absent.
  instagram_business_account: () => account_node(social, account),
})

export function media_node(social: Social, post: SocialPost): Node {
  const { likes, comments } = social.results(post)
  const is_reel = post.format === 'video' && !post.is_story
  const product = post.is_story ? 'STORY' : is_reel ? 'REELS' : 'FEED'
  return {
    id: post.id,
    caption: post.is_story ? null : post.text,
    media_type: types[post.format],
    media_product_type: product,
    permalink: `https://www.instagram.com/${is_reel ? 'reel' : 'p'}/C${post.id.slice(-9)}/`,
    timestamp: instagram_time(post.posted_at),
    // Absent when the owner hides the number of likes.
    like_count: post.hides_likes ? null : likes,
    comments_count: comments,
    shortcode: `C${post.id.slice(-9)}`,
    is_comment_enabled: true,
  }
}

/** The media of `since` to `until`, in seconds since 1970. */
export function created_between(posts: SocialPost[], { since, until }: Params): SocialPost[] {
  const [from, to] = [Number(since ?? 0), Number(until ?? Number.POSITIVE_INFINITY)]
  if (Number.isNaN(from) || Number.isNaN(to)) throw new GraphError('(#100) since and until must be timestamps', 100)
  return posts.filter(({ posted_at }) => posted_at >= from * 1_000 && posted_at < to * 1_000)
}
