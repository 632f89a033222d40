import { area } from '#engine/tool.ts'
import { list_social_accounts } from './list_social_accounts.ts'
import { list_social_metrics } from './list_social_metrics.ts'
import { list_social_posts } from './list_social_posts.ts'

export const social = area({
  title: 'Organic social',
  module: 'module_organic_social',
  tools: { list_social_accounts, list_social_metrics, list_social_posts },
})
