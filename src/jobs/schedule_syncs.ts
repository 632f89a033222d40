import { in_org, in_system } from '#db/org.ts'
import { enqueue_on, job } from '#engine/job.ts'
import { start_sync } from '#engine/sync_runs.ts'

/** Connections started by one tick; the rest follows a minute later. */
const STARTED_MAX = 500

export const schedule_syncs = job({
  about: 'Start the syncs that are due.',
  payload: {},
  tries: 1,
  cron: '* * * * *',
  async run(_, { engine }) {
    const due = await in_system(engine.pool, (db) =>
      db
        .selectFrom('connections')
        .select(['org_id', 'connection_id'])
        .where('status', '=', 'active')
        .where('needs_reconnection', '=', false)
        .where('platform', 'in', Object.keys(engine.connectors))
        .where('next_sync_at', '<=', engine.clock.now().toISOString())
        .orderBy('next_sync_at')
        .limit(STARTED_MAX)
        .execute(),
    )
    for (const { org_id, connection_id } of due) {
      await in_org(engine.pool, { org_id }, (db) =>
        start_sync(db, enqueue_on(db, engine.jobs), { org_id, connection_id, trigger: 'schedule', all_streams: false }),
      )
    }
  },
})
