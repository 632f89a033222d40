// Stories with their figures, both of which Instagram gives for 24 hours. So they are read each hour, and stay as they were last read.
import { z } from 'zod'
import type { VendorRefusal } from '#engine/vendors/refusal.ts'
import { day_table } from '../day_table.ts'
import { field_list, read_list } from '../meta.ts'
import { texts } from '../records.ts'
import { only_today } from '../social.ts'
import { all_with_insights, count_refused, figures_of } from './insights.ts'

const PAGE = 100

const story = texts('media_type', 'caption', 'permalink').extend({ id: z.string(), timestamp: z.string() })
const metrics = ['reach', 'views', 'replies', 'shares', 'total_interactions'] as const

export const stories = day_table('social_stories', {
  window: only_today(
    'https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media/insights: 24 hours (2026-06, read 2026-11)',
  ),
  read: ({ api, account, lacks }) => {
    const query = { fields: field_list(story), limit: PAGE }
    const pages = read_list(api, `/${account.account_id}/stories`, story, query)
    // Stories cannot be read later, so they are stored without figures, and the reason is stated.
    const refused_all = ({ message: reason }: VendorRefusal) => lacks?.({ reason, is_suspect: true })
    return all_with_insights(api, pages, metrics, { least: 1, refused_all })
  },
  row({ of, insights }, context) {
    count_refused(context, insights, 'stories')
    return {
      social_account_id: context.account.account_id,
      story_id: of.id,
      posted_at: of.timestamp,
      type: of.media_type,
      caption: of.caption,
      permalink: of.permalink,
      ...figures_of(insights),
    }
  },
})
