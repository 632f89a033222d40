// Accounts on social networks, without ads: figures of each day, posts that gather reactions for a week, and stories that last for a day.
import { counted_at, day_ms, day_of, days_between, days_from, start_of } from './calendar.ts'
import { chance } from './random.ts'
import { season } from './season.ts'
import type { SocialPlan } from './social_plan.ts'
import type { Changes, Day, Instant, Social, SocialAccount, SocialFigures, SocialPost } from './types.ts'

interface SocialOptions {
  seed: number
  now(): number
  first_day: Day
  changes: Changes
}

const hour_ms = 3_600_000
/** Figures of today are not there yet, and those of the two days before it are lower than at the end. */
const counted_part = [0, 0.9, 0.97]
/** Half of a post's reactions come within this time. */
const half_life_ms = 30 * hour_ms
const story_half_life_ms = 5 * hour_ms
const growth_a_day = 0.0011

export function create_social(plan: SocialPlan, { seed, now, first_day, changes }: SocialOptions): Social {
  const { platform, accounts } = plan
  const followers_on = ({ id, followers }: SocialAccount, day: Day) => {
    const wobble = chance(seed, platform, 'followers', id, day).between(-0.001, 0.001)
    return Math.round(followers * (1 + growth_a_day * days_between(first_day, day) + wobble))
  }
  const figures_of = (account: SocialAccount, day: Day, of: string, people: number): SocialFigures => {
    const dice = chance(seed, platform, of, account.id, day)
    const reach = Math.round(people * dice.wobble(0.25))
    const likes = Math.round(reach * dice.between(0.02, 0.05))
    return {
      reach,
      impressions: Math.round(reach * dice.between(1.3, 2.1)),
      likes,
      comments: Math.round(likes * dice.between(0.03, 0.08)),
      shares: Math.round(likes * dice.between(0.04, 0.1)),
      saves: Math.round(likes * dice.between(0.05, 0.15)),
      clicks: Math.round(reach * dice.between(0.005, 0.015)),
      replies: Math.round(reach * dice.between(0, 0.004)),
      profile_views: Math.round(reach * dice.between(0.03, 0.06)),
    }
  }

  /** The posts or stories of a day: at most one of each, at an hour of its own. */
  const post_on = (account: SocialAccount, day: Day, kind: 'post' | 'story'): SocialPost[] => {
    const dice = chance(seed, platform, kind, account.id, day)
    if (day < first_day || !dice.yes(kind === 'post' ? plan.posts_a_day : plan.stories_a_day)) return []
    const posted_at = start_of(day) + Math.floor(dice.between(8, 20) * hour_ms)
    const number = dice.whole(0, 899_999)
    const share = dice.between(0.15, 0.5)
    return [
      {
        id: `${plan.id_base}${day.replaceAll('-', '').slice(2)}${String(number).padStart(6, '0')}`,
        account_id: account.id,
        day,
        posted_at,
        format: dice.pick(plan.formats),
        is_story: kind === 'story',
        text: dice.pick(plan.texts),
        share,
        hides_likes: dice.yes(0.06),
      },
    ].filter((post) => post.posted_at <= now())
  }
  const between = (account: SocialAccount, kind: 'post' | 'story', from: Instant) =>
    days_from(day_of(Math.max(from, start_of(first_day))), day_of(now()))
      .flatMap((day) => post_on(account, day, kind))
      .filter(({ id, posted_at }) => posted_at >= from && !changes.is_removed(id))
      .reverse()

  return {
    accounts,
    followers: (account) => followers_on(account, day_of(now())),
    day(account, day) {
      const age = days_between(day, day_of(now()))
      const factor = changes.factor(platform, day)
      const part = (counted_part[age] ?? 1) * factor
      if (age < 0 || day < first_day || part === 0) return null
      return figures_of(account, day, 'day', followers_on(account, day) * 0.22 * season(day) * part)
    },
    posts: (account) => between(account, 'post', start_of(first_day)),
    stories: (account) => between(account, 'story', now() - day_ms),
    results(post) {
      const account = accounts.find(({ id }) => id === post.account_id)!
      const half_life = post.is_story ? story_half_life_ms : half_life_ms
      const grown = 1 - 0.5 ** (Math.max(0, counted_at(now()) - post.posted_at) / half_life)
      return figures_of(account, post.day, post.id, followers_on(account, post.day) * post.share * grown)
    },
  }
}
