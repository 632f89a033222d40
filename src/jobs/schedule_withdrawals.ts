import { scheduled_job } from '#engine/job.ts'
import { withdraw_access } from '#jobs/withdraw_access.ts'

/** Most connections that one run of this job starts work for. */
const STARTED_MAX = 500

export const schedule_withdrawals = scheduled_job({
  about: 'Start again to end the access of disconnected connections at platforms that did not answer.',
  attempts_max: 1,
  cron: '7,37 * * * *',
  async run({ in_org, in_reachable }) {
    const left = await in_reachable((db) =>
      db
        .selectFrom('connections')
        .select(['org_id', 'connection_id'])
        .where('status', '=', 'revoked')
        .where('secrets', 'is not', null)
        .orderBy('revoked_at')
        .limit(STARTED_MAX)
        .execute(),
    )
    for (const { org_id, connection_id } of left)
      await in_org(org_id, (_, enqueue) => enqueue(withdraw_access, { connection_id }))
  },
})
