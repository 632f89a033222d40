import type { Connector } from '#engine/connector.ts'
import { gx_analytics } from './gx_analytics/index.ts'
import { seo_console } from './seo_console/index.ts'
import { sx } from './sx/index.ts'

export const connectors: Record<string, Connector> = {
  gx_analytics,
  seo_console,
  sx,
}
