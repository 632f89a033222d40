import { area } from '#engine/tool.ts'
import { get_kpi_summary } from '#tools/summary/get_kpi_summary.ts'

export const summary = area({ title: 'Cross-channel summaries', tools: { get_kpi_summary } })
