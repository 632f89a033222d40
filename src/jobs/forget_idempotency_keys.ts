import { in_system } from '#db/org.ts'
import { KEPT_HOURS } from '#engine/calls/idempotency.ts'
import { job } from '#engine/job.ts'

export const forget_idempotency_keys = job({
  about: 'Forget idempotency keys that are no longer honoured.',
  payload: {},
  attempts_max: 1,
  cron: '41 * * * *',
  async run(_, { engine }) {
    const before = new Date(engine.clock.now().getTime() - KEPT_HOURS * 3_600_000).toISOString()
    await in_system(engine.pool, (db) => db.deleteFrom('idempotency_keys').where('created_at', '<', before).execute())
  },
})
