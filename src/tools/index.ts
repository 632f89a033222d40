import type { Area } from '#engine/tool.ts'
import { actions_recommendations } from '#tools/actions_recommendations/index.ts'
import { ads } from '#tools/ads/index.ts'
import { alerts_webhooks } from '#tools/alerts_webhooks/index.ts'
import { analytics } from '#tools/analytics/index.ts'
import { connections } from '#tools/connections/index.ts'
import { mpa } from '#tools/mpa/index.ts'
import { notifications } from '#tools/notifications/index.ts'
import { organization } from '#tools/organization/index.ts'
import { query } from '#tools/query/index.ts'
import { social } from '#tools/social/index.ts'
import { store } from '#tools/store/index.ts'
import { summary } from '#tools/summary/index.ts'

export { personal_tools } from '#tools/personal/index.ts'

export const areas: Record<string, Area> = {
  actions_recommendations,
  ads,
  alerts_webhooks,
  analytics,
  connections,
  mpa,
  notifications,
  organization,
  query,
  social,
  store,
  summary,
}
