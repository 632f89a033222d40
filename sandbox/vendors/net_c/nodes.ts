// Pages, posts and statistics in LinkedIn's words (recorded answers and Share Statistics, read 2026-11).
import { days_from } from '../../world/calendar.ts'
import type { Social, SocialAccount, SocialFigures, SocialPost, World } from '../../world/types.ts'
import { invalid, little_text, type Restli } from '../linkedin.ts'

const day_ms = 86_400_000
/** Start and end of a request are less than fourteen months apart. */
const range_max_ms = 425 * day_ms
const history_days = 366

export const page_urn = ({ id, is_brand }: SocialAccount) =>
  `urn:li:${is_brand ? 'organizationBrand' : 'organization'}:${id}`

/** LinkedIn calls some posts shares and others ugcPosts. */
export const post_urn = ({ id }: SocialPost) => `urn:li:${Number(id.slice(-1)) % 3 === 0 ? 'ugcPost' : 'share'}:${id}`

export const post_node = (social: Social, post: SocialPost) => ({
  id: post_urn(post),
  author: page_urn(social.accounts.find(({ id }) => id === post.account_id)!),
  commentary: little_text(post.text),
  visibility: 'PUBLIC',
  lifecycleState: 'PUBLISHED',
  createdAt: post.posted_at - 60_000,
  publishedAt: post.posted_at,
  lastModifiedAt: post.posted_at,
  isReshareDisabledByAuthor: false,
  distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
  ...(post.format !== 'text' && { content: { media: { id: `urn:li:image:${post.id}`, title: post.text } } }),
})

const total = ({ reach, impressions, likes, comments, shares, clicks }: SocialFigures) => ({
  uniqueImpressionsCount: reach,
  impressionCount: impressions,
  likeCount: likes,
  commentCount: comments,
  shareCount: shares,
  clickCount: clicks,
  engagement: impressions === 0 ? 0 : (likes + comments + shares + clicks) / impressions,
  shareMentionsCount: 0,
  commentMentionsCount: 0,
})

/** A post without any impression has no statistics. */
export function statistics_of_posts(social: Social, account: SocialAccount, urns: Restli, are_shares: boolean) {
  const kind = are_shares ? 'share' : 'ugcPost'
  if (!Array.isArray(urns) || urns.some((urn) => !String(urn).startsWith(`urn:li:${kind}:`)))
    throw invalid(`Invalid value for param; wrong urn, expected ${kind}`)
  return social
    .posts(account)
    .filter((post) => urns.includes(post_urn(post)) && social.results(post).impressions > 0)
    .map((post) => ({
      organizationalEntity: page_urn(account),
      [kind]: post_urn(post),
      totalShareStatistics: total(social.results(post)),
    }))
}

export function statistics_of_days(world: World, account: SocialAccount, intervals: Restli | undefined) {
  const { timeRange, timeGranularityType } = (intervals ?? {}) as { [name: string]: Restli }
  const { start, end } = (timeRange ?? {}) as { [name: string]: string }
  const [from, to] = [Number(start), Number(end)]
  if (timeGranularityType !== 'DAY' || !(from < to)) throw invalid('timeIntervals needs a range and a granularity')
  // A bound inside a day, and one that is not over, are refused.
  if (from % day_ms !== 0 || to % day_ms !== 0 || to > world.now())
    throw invalid('Invalid time range: bounds must be whole days')
  if (to - from >= range_max_ms) throw invalid('Invalid time range: more than 14 months')
  const oldest = world.now() - history_days * day_ms
  const date = (at: number) => new Date(at).toISOString().slice(0, 10)
  return days_from(date(Math.max(from, oldest)), date(to - 1)).flatMap((day) => {
    const figures = world.social.linkedin.day(account, day)
    const at = Date.parse(`${day}T00:00:00Z`)
    return figures
      ? {
          organizationalEntity: page_urn(account),
          timeRange: { start: at, end: at + day_ms },
          totalShareStatistics: total(figures),
        }
      : []
  })
}
