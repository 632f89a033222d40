import { area } from '#engine/tool.ts'
import { query_gx4_funnel } from './query_gx4_funnel.ts'

export const analytics = area({ title: 'Analytics', tools: { query_gx4_funnel } })
