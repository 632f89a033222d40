import type { ExpressionBuilder } from 'kysely'
import type { DB } from '#db/schema.ts'
import { end_unsent } from '#engine/actions/unsent.ts'
import { expire } from '#engine/approvals/decide.ts'
import { scheduled_job } from '#engine/job.ts'

/** Organizations of one run. The rest wait for a minute. */
const ORGS_MAX = 200

const was_sent = (eb: ExpressionBuilder<DB & { a: DB['actions'] }, 'a'>) =>
  eb.exists(
    eb
      .selectFrom('action_steps as s')
      .select('s.position')
      .whereRef('s.org_id', '=', 'a.org_id')
      .whereRef('s.execution_id', '=', 'a.execution_id')
      .where('s.state', '<>', 'waiting'),
  )

export const expire_actions = scheduled_job({
  about: 'End proposals about which nobody decided in time, and changes that wait for a connection that was ended.',
  attempts_max: 1,
  cron: '* * * * *',
  async run({ in_reachable, in_org, now, signal }) {
    const over = await in_reachable((db) =>
      db
        .selectFrom('actions as a')
        .innerJoin('connections as c', (join) =>
          join.onRef('c.org_id', '=', 'a.org_id').onRef('c.connection_id', '=', 'a.connection_id'),
        )
        .select('a.org_id')
        .distinct()
        .where((eb) =>
          eb.or([
            eb.and([eb('a.status', '=', 'pending'), eb('a.expires_at', '<=', now().toISOString())]),
            eb.and([
              eb('c.status', '<>', 'active'),
              // What was sent can wait for another connection for ever, and must not fill the limit.
              eb.or([eb('a.status', '=', 'pending'), eb.and([eb('a.status', '=', 'approved'), eb.not(was_sent(eb))])]),
            ]),
          ]),
        )
        .limit(ORGS_MAX)
        .execute(),
    )
    for (const { org_id } of over) {
      signal.throwIfAborted()
      await in_org(org_id, async (db) => {
        await expire(db, now())
        await end_unsent(db, now())
      })
    }
  },
})
