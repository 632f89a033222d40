import { scheduled_job } from '#engine/job.ts'
import { notify_of_ending_access } from '#engine/notifications/connection_notices.ts'

export const notify_of_ends = scheduled_job({
  about: 'Notifies organizations of consents at platforms that end soon.',
  attempts_max: 3,
  cron: '15 6 * * *',
  async run({ in_system, in_org, now, signal }) {
    const ending = await in_system((db) =>
      db
        .selectFrom('connections')
        .select(['org_id', 'connection_id', 'name', 'access_ends_at'])
        .where('status', '=', 'active')
        .where('needs_reconnection', '=', false)
        .where('access_ends_at', '>', now().toISOString())
        .execute(),
    )
    for (const { org_id, ...connection } of ending) {
      signal.throwIfAborted()
      await in_org(org_id, (db) => notify_of_ending_access(db, { ...connection, org_id, now: now() }))
    }
  },
})
