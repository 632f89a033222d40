import { meta_sign_in } from '../meta_sign_in.ts'

export const social_a = meta_sign_in({
  instagram_basic: 'all',
  pages_show_list: 'all',
  pages_read_engagement: 'all',
  instagram_manage_insights: 'all',
})
