import { job, scheduled_job } from '#engine/job.ts'
import { send_waiting } from '#engine/notifications/send.ts'
import { own_jobs } from '#engine/own_jobs.ts'
import { ended_orgs } from '#engine/people/ending.ts'

export const send_messages = job({
  about: 'Sends notifications to the channels of an organization.',
  ...own_jobs.send_messages,
  group: 'waiting',
  payload: {},
  async run(_payload, { org_id, parts, signal }) {
    await send_waiting(parts, { org_id, signal })
  },
})

/** Organizations whose messages one run starts. The rest wait for a minute. */
const ORGS_MAX = 500

export const send_due_messages = scheduled_job({
  about: 'Sends messages that were held, or that a channel did not take before.',
  attempts_max: 1,
  group: 'waiting',
  cron: '* * * * *',
  async run({ in_reachable, in_org, now, signal }) {
    const orgs = await in_reachable((db) =>
      db
        .selectFrom('messages')
        .select('org_id')
        .where('due_at', '<=', now().toISOString())
        .where('org_id', 'not in', ended_orgs(db))
        .groupBy('org_id')
        .orderBy((eb) => eb.fn.min('due_at'))
        .limit(ORGS_MAX)
        .execute(),
    )
    for (const { org_id } of orgs) {
      signal.throwIfAborted()
      await in_org(org_id, (_, enqueue) => enqueue(send_messages, {}))
    }
  },
})
