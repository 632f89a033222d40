import { in_system } from '#db/org.ts'
import { job } from '#engine/job.ts'

/** A disconnected platform can be taken back for this long without signing in again. */
const KEPT_HOURS = 12

export const wipe_secrets = job({
  about: 'Wipe the stored tokens of disconnected platforms.',
  payload: {},
  attempts_max: 1,
  cron: '17 * * * *',
  async run(_, { engine }) {
    const before = new Date(engine.clock.now().getTime() - KEPT_HOURS * 3_600_000).toISOString()
    await in_system(engine.pool, (db) =>
      db
        .updateTable('connections')
        .set({ secrets: null })
        .where('status', '=', 'revoked')
        .where('revoked_at', '<', before)
        .where('secrets', 'is not', null)
        .execute(),
    )
  },
})
