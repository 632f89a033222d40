import { in_system } from '#db/org.ts'
import { FOLLOWED_KEPT_MS } from '#engine/calls/followed.ts'
import { job } from '#engine/job.ts'

export const forget_followed_calls = job({
  about: 'Forget calls whose work nobody may ask for any more.',
  payload: {},
  attempts_max: 1,
  cron: '43 * * * *',
  async run(_, { engine }) {
    const before = new Date(engine.clock.now().getTime() - FOLLOWED_KEPT_MS).toISOString()
    await in_system(engine.pool, (db) => db.deleteFrom('followed_calls').where('created_at', '<', before).execute())
  },
})
