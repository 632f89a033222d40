// Stories with their figures, both of which Instagram gives for 24 hours. So they are read each hour, and stay as they were last read.
import { z } from 'zod'
import { window_stream } from '#engine/connector.ts'
import { field_list, read_list } from '../meta.ts'
import { only_today, stated } from '../social.ts'
import { count_refused, type Insights, read_insights_of_one, refusal_of_all } from './insights.ts'

const PAGE = 100

const story = z.object({
  id: z.string(),
  timestamp: z.string(),
  media_type: z.string().nullish(),
  caption: z.string().nullish(),
  permalink: z.string().nullish(),
})
const metrics = ['reach', 'views', 'replies', 'shares', 'total_interactions'] as const

interface Story {
  of: z.infer<typeof story>
  insights: Insights<(typeof metrics)[number]>
}

export const stories = window_stream({
  into: ['social_stories'],
  every: '1h',
  window: only_today(
    'https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media/insights: 24 hours (2026-06, read 2026-11)',
  ),
  async *read({ api, account, lacks }): AsyncIterable<Story[]> {
    const all: Story['insights'][] = []
    const query = { fields: field_list(story), limit: PAGE }
    for await (const page of read_list(api, `/${account.account_id}/stories`, story, query)) {
      const read: Story[] = []
      for (const of of page) read.push({ of, insights: await read_insights_of_one(api, of.id, metrics) })
      all.push(...read.map(({ insights }) => insights))
      yield read
    }
    // Stories cannot be read later, so they are stored without figures, and the reason is stated.
    const refusal = refusal_of_all(all, 1)
    if (refusal) lacks?.({ reason: refusal.message, is_suspect: true })
  },
  rows({ of, insights }: Story, context) {
    count_refused(context, insights, 'stories')
    return {
      social_stories: {
        social_account_id: context.account.account_id,
        story_id: of.id,
        posted_at: of.timestamp,
        type: of.media_type,
        caption: of.caption,
        permalink: of.permalink,
        ...stated(figures_of(insights.values)),
      },
    }
  },
})

const figures_of = ({ reach, views, replies, shares, total_interactions }: Story['insights']['values']) => ({
  reach,
  impressions: views,
  engagements: total_interactions,
  replies,
  shares,
})
