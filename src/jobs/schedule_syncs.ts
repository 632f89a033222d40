import { scheduled_job } from '#engine/job.ts'
import { ended_orgs } from '#engine/people/ending.ts'
import { close_abandoned_runs, start_sync } from '#engine/sync/runs.ts'
import { enqueue_sync } from '#jobs/sync_connection.ts'

/** Most connections that one run of this job starts. The rest start a minute later. */
const STARTED_MAX = 500
/** The clocks of several machines differ by less than this. */
const CLOCKS_DIFFER_MS = 5 * 60_000

export const schedule_syncs = scheduled_job({
  about: 'Start the syncs that are due.',
  attempts_max: 1,
  cron: '* * * * *',
  async run({ in_org, in_reachable, log, now, parts }) {
    const abandoned = await close_abandoned_runs(parts)
    if (abandoned > 0) log.error({ abandoned }, 'closed syncs that never finished')
    const now_ms = now().getTime()
    const due = await in_reachable((db) =>
      db
        .selectFrom('connections')
        .select(['org_id', 'connection_id'])
        .where('status', '=', 'active')
        .where('needs_reconnection', '=', false)
        .where('platform', 'in', Object.keys(parts.connectors))
        .where('org_id', 'not in', ended_orgs(db))
        .where(({ or, eb }) =>
          or([
            eb('next_sync_at', '<=', new Date(now_ms).toISOString()),
            // The last sync started in the future, so a clock ran ahead. Its planned next sync is wrong too.
            eb('last_sync_started_at', '>', new Date(now_ms + CLOCKS_DIFFER_MS).toISOString()),
          ]),
        )
        .orderBy('next_sync_at')
        .limit(STARTED_MAX)
        .execute(),
    )
    for (const { org_id, connection_id } of due) {
      await in_org(org_id, (db, enqueue) =>
        start_sync(db, enqueue_sync(enqueue), { org_id, connection_id, trigger: 'schedule', all_streams: false }),
      )
    }
  },
})
