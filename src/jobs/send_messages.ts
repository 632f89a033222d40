import { sql } from 'kysely'
import { job, scheduled_job } from '#engine/job.ts'
import { send_waiting } from '#engine/notifications/send.ts'

export const send_messages = job({
  about: 'Sends notifications to the channels of an organization.',
  attempts_max: 1,
  mostly_waiting: true,
  payload: {},
  once: () => 'send_messages',
  async run(_payload, { org_id, parts, signal }) {
    await send_waiting(parts, { org_id, signal })
  },
})

/** Organizations whose messages one run starts. The rest wait for a minute. */
const ORGS_MAX = 500

export const send_due_messages = scheduled_job({
  about: 'Sends messages that were held, or that a channel did not take before.',
  attempts_max: 1,
  mostly_waiting: true,
  cron: '* * * * *',
  async run({ in_system, in_org, now, signal }) {
    const { rows } = await in_system((db) =>
      sql<{ org_id: string }>`
        select m.org_id from messages m join orgs o on o.org_id = m.org_id and o.ended_at is null
        where m.due_at <= ${now().toISOString()}::timestamptz group by m.org_id order by min(m.due_at) limit ${sql.lit(ORGS_MAX)}`.execute(
        db,
      ),
    )
    for (const { org_id } of rows) {
      signal.throwIfAborted()
      await in_org(org_id, (_, enqueue) => enqueue(send_messages, {}))
    }
  },
})
