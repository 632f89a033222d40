import type { Job } from '#engine/job.ts'
import { schedule_syncs } from './schedule_syncs.ts'
import { sync_connection } from './sync_connection.ts'

export const jobs: Record<string, Job> = {
  schedule_syncs,
  sync_connection,
}
