import { scheduled_job } from '#engine/job.ts'
import { ended_orgs } from '#engine/people/ending.ts'
import { start_work } from '#engine/sync/announced_changes.ts'
import { register_webhooks } from '#jobs/register_webhooks.ts'
import { work_webhooks } from '#jobs/work_webhooks.ts'

/** Registrations are compared with the platform's list this often. */
const CHECKED_MS = 86_400_000
/** Announcements that wait longer than this have no job: it ended while a sync held the connection, or used up its attempts. */
const WAITS_MS = 30_000
/** Most connections that one run of this job starts work for. */
const STARTED_MAX = 500

export const schedule_webhooks = scheduled_job({
  about: 'Start checks of registered webhooks that are due, and work on announcements that were left.',
  attempts_max: 1,
  cron: '* * * * *',
  async run({ in_org, in_reachable, now, parts }) {
    const before = (ms: number) => new Date(now().getTime() - ms).toISOString()
    const platforms = Object.entries(parts.connectors).flatMap(([platform, { webhooks }]) =>
      webhooks?.registrations ? [platform] : [],
    )
    const unchecked = await in_reachable((db) =>
      db
        .selectFrom('connections as c')
        .leftJoin('webhook_states as s', (join) =>
          join.onRef('s.org_id', '=', 'c.org_id').onRef('s.connection_id', '=', 'c.connection_id'),
        )
        .select(['c.org_id', 'c.connection_id'])
        .where('c.platform', '=', (eb) => eb.fn.any(eb.val(platforms)))
        .where('c.status', '=', 'active')
        .where('c.needs_reconnection', '=', false)
        .where('c.org_id', 'not in', ended_orgs(db))
        .where((eb) => eb.or([eb('s.checked_at', 'is', null), eb('s.checked_at', '<', before(CHECKED_MS))]))
        .limit(STARTED_MAX)
        .execute(),
    )
    const left = await in_reachable((db) =>
      db
        .selectFrom('webhook_inbox')
        .select(['org_id', 'connection_id'])
        .distinct()
        .where('done_at', 'is', null)
        .where('org_id', 'not in', ended_orgs(db))
        .where('received_at', '<', before(WAITS_MS))
        .limit(STARTED_MAX)
        .execute(),
    )
    for (const { org_id, connection_id } of unchecked)
      await in_org(org_id, (_, enqueue) => enqueue(register_webhooks, { connection_id }))
    for (const { org_id, connection_id } of left)
      await in_org(org_id, (db, enqueue) =>
        start_work(db, connection_id, () => enqueue(work_webhooks, { connection_id })),
      )
  },
})
