import type { Job } from '#engine/job.ts'
import { load_fx_rates } from './load_fx_rates.ts'
import { schedule_syncs } from './schedule_syncs.ts'
import { sync_connection } from './sync_connection.ts'

export const jobs: Record<string, Job> = {
  load_fx_rates,
  schedule_syncs,
  sync_connection,
}
