import type { Job } from '#engine/engine.ts'
import { forget_followed_calls } from './forget_followed_calls.ts'
import { forget_idempotency_keys } from './forget_idempotency_keys.ts'
import { load_fx_rates } from './load_fx_rates.ts'
import { schedule_syncs } from './schedule_syncs.ts'
import { sync_connection } from './sync_connection.ts'
import { wipe_secrets } from './wipe_secrets.ts'

export const jobs: Record<string, Job> = {
  forget_followed_calls,
  forget_idempotency_keys,
  load_fx_rates,
  schedule_syncs,
  sync_connection,
  wipe_secrets,
}
