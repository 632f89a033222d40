// Stories with their figures, both of which Instagram gives for 24 hours. So they are read each hour, and stay as they were last read.
import type { VendorRefusal } from '#engine/vendors/refusal.ts'
import { day_table } from '../day_table.ts'
import { field_list, read_list } from '../meta.ts'
import { only_today } from '../social.ts'
import { all_with_insights, columns_of, media } from './insights.ts'

const PAGE = 100

const metrics = ['reach', 'views', 'replies', 'shares', 'total_interactions'] as const

export const stories = day_table('social_stories', {
  window: only_today(
    'https://developers.facebook.com/documentation/instagram-platform/reference/instagram-media/insights: 24 hours (2026-06, read 2026-11)',
  ),
  read: ({ api, account, lacks }) => {
    const query = { fields: field_list(media), limit: PAGE }
    const pages = read_list(api, `/${account.account_id}/stories`, media, query)
    // Stories cannot be read later, so they are stored without figures, and the reason is stated.
    const refused_all = ({ message: reason }: VendorRefusal) => lacks?.({ reason, is_suspect: true })
    return all_with_insights(api, pages, metrics, { least: 1, refused_all })
  },
  row: (story, context) => ({ ...columns_of(story, context, 'stories'), story_id: story.of.id }),
})
