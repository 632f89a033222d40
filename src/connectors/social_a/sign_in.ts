import { meta_sign_in } from '../meta_sign_in.ts'

export const social_a = meta_sign_in({
  instagram_basic: 'all',
  pages_show_list: 'all',
  pages_read_engagement: 'all',
  instagram_manage_insights: 'all',
  // Meta lists the pages of a role that a Business Manager gave only with it (page "Instagram API with Facebook Login", read 2026-11).
  ads_read: [],
})
