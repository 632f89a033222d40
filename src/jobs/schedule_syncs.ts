import { in_org, in_system } from '#db/org.ts'
import { enqueue_on, job } from '#engine/job.ts'
import { close_abandoned_runs, start_sync } from '#engine/sync/runs.ts'

/** Connections started by one tick; the rest follows a minute later. */
const STARTED_MAX = 500
/** Clocks of several machines differ by less. */
const CLOCKS_DIFFER_MS = 5 * 60_000

export const schedule_syncs = job({
  about: 'Start the syncs that are due.',
  payload: {},
  attempts_max: 1,
  cron: '* * * * *',
  async run(_, { engine, log }) {
    const abandoned = await close_abandoned_runs(engine)
    if (abandoned > 0) log.error({ abandoned }, 'syncs never came to their end and were given up')
    const now_ms = engine.clock.now().getTime()
    const due = await in_system(engine.pool, (db) =>
      db
        .selectFrom('connections')
        .select(['org_id', 'connection_id'])
        .where('status', '=', 'active')
        .where('needs_reconnection', '=', false)
        .where('platform', 'in', Object.keys(engine.connectors))
        .where(({ or, eb }) =>
          or([
            eb('next_sync_at', '<=', new Date(now_ms).toISOString()),
            // The last sync lies in the time to come: a clock ran ahead, and so does what it planned.
            eb('last_sync_started_at', '>', new Date(now_ms + CLOCKS_DIFFER_MS).toISOString()),
          ]),
        )
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
