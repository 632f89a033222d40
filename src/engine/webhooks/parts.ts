// What announcements need of the process.

import type { App } from '#engine/connector/sign_in.ts'
import type { Jobs } from '#engine/job.ts'
import type { SyncParts } from '#engine/sync/reading.ts'

export interface WebhookParts extends SyncParts {
  base_url: string
  /** The operator's apps, by platform. */
  apps: Record<string, App>
  jobs: Jobs
}
