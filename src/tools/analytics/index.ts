import { area } from '#engine/tool.ts'
import { query_gx4_funnel } from './query_gx4_funnel.ts'
import { query_pagescore_scores } from './query_pagescore_scores.ts'
import { run_pagescore_scan } from './run_pagescore_scan.ts'

export const analytics = area({
  title: 'Analytics',
  tools: { query_gx4_funnel, query_pagescore_scores, run_pagescore_scan },
})
