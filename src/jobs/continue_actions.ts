import { execute } from '#engine/actions/execute.ts'
import { scheduled_job } from '#engine/job.ts'
import { ended_orgs } from '#engine/people/ending.ts'
import { logged_error } from '#engine/vendors/refusal.ts'

/** Most executions that one run of this job continues. The rest wait for a minute. */
const CONTINUED_MAX = 100

export const continue_actions = scheduled_job({
  about: 'Continue changes at platforms that wait for the platform, or whose process was stopped.',
  attempts_max: 1,
  cron: '* * * * *',
  group: 'waiting',
  async run({ in_reachable, now, parts, signal, log }) {
    const due = await in_reachable((db) =>
      db
        .selectFrom('action_executions')
        .select(['org_id', 'execution_id'])
        .where('ended_at', 'is', null)
        .where('again_at', '<=', now().toISOString())
        .where('org_id', 'not in', ended_orgs(db))
        .orderBy('again_at')
        .limit(CONTINUED_MAX)
        .execute(),
    )
    for (const { org_id, execution_id } of due) {
      signal.throwIfAborted()
      try {
        await execute(parts, { org_id, execution_id, signal })
      } catch (error) {
        log.error(
          { ...logged_error(error), execution_id },
          'a change at a platform could not be continued; it is retried',
        )
      }
    }
  },
})
