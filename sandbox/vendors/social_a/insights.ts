// Figures of accounts, posts and stories. One refused metric refuses the whole request (Instagram insights, read 2026-11).
import { hour_ms } from '../../world/calendar.ts'
import type { Social, SocialAccount, SocialFigures, SocialPost, World } from '../../world/types.ts'
import { GraphError, type Node, type Params } from '../mx_ads/graph.ts'

const viewers_min = 5
const range_max_s = 30 * 86_400
/** The second account became a business account in this number of days before today. Its older posts have no figures. */
const converted_before_ms = 20 * 24 * hour_ms
/** The world's instants are those of Mexico. Pacific days begin one or two hours later. */
const pacific_lag_ms = 3 * hour_ms

const values: Record<string, (of: SocialFigures) => number> = {
  reach: ({ reach }) => reach,
  views: ({ impressions }) => impressions,
  total_interactions: ({ likes, comments, shares, saves }) => likes + comments + shares + saves,
  likes: ({ likes }) => likes,
  comments: ({ comments }) => comments,
  shares: ({ shares }) => shares,
  saves: ({ saves }) => saves,
  saved: ({ saves }) => saves,
  replies: ({ replies }) => replies,
  profile_views: ({ profile_views }) => profile_views,
}
const of_accounts = ['reach', 'views', 'total_interactions', 'likes', 'comments', 'shares', 'saves', 'profile_views']
const of_posts = ['reach', 'views', 'total_interactions', 'likes', 'comments', 'shares', 'saved']
const of_stories = ['reach', 'views', 'total_interactions', 'replies', 'shares']

function asked(params: Params, allowed: string[]): string[] {
  const metrics = (params.metric ?? '').split(',')
  metrics.forEach((metric, at) => {
    if (!allowed.includes(metric))
      throw new GraphError(`(#100) metric[${at}] must be one of the following values: ${allowed.join(', ')}`, 100)
  })
  return metrics
}

const insight = (id: string, name: string, period: string, value: object): Node => ({
  name,
  period,
  title: name,
  description: name,
  ...value,
  id: `${id}/insights/${name}/${period}`,
})

export function account_insights(world: World, account: SocialAccount, params: Params): Node[] {
  const metrics = asked(params, of_accounts)
  const { period, metric_type, since, until } = params
  if (period !== 'day') throw new GraphError('(#100) The period is incompatible with the metrics', 100)
  const only_total = metrics.find((metric) => metric !== 'reach')
  if (only_total && metric_type !== 'total_value')
    throw new GraphError(
      `(#100) The metric ${only_total} should be specified with parameter metric_type=total_value`,
      100,
    )
  if (!(Number(until) - Number(since) <= range_max_s))
    throw new GraphError('(#100) There cannot be more than 30 days (2592000 s) between since and until', 100)
  const day = new Date(Number(since) * 1_000 - pacific_lag_ms).toISOString().slice(0, 10)
  const figures = world.social.instagram.day(account, day)
  // Without data the set is empty, instead of 0.
  if (!figures) return []
  return metrics.map((name) => insight(account.id, name, period, { total_value: { value: values[name]!(figures) } }))
}

export function media_insights(social: Social, post: SocialPost, now: number, params: Params): Node[] {
  const metrics = asked(params, post.is_story ? of_stories : of_posts)
  if (post.account_id === social.accounts[1]?.id && post.posted_at < now - converted_before_ms)
    throw new GraphError('Invalid parameter', 100, { subcode: 2108006 })
  const figures = social.results(post)
  if (post.is_story && figures.reach < viewers_min)
    throw new GraphError('(#10) Not enough viewers for the media to show insights', 10)
  return metrics.map((name) => insight(post.id, name, 'lifetime', { values: [{ value: values[name]!(figures) }] }))
}
