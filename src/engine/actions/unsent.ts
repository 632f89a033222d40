// Approved changes of connections that were ended, of which nothing was sent. Nothing of them is sent later either, also when somebody
// connects the platform again.
import type { Database } from '#db/pool.ts'
import { end } from '#engine/actions/pass.ts'
import { lock_marks, read_execution } from '#engine/actions/table.ts'

const NOT_SENT = 'The connection was ended. Nothing was sent. Connect the platform again, then propose it again.'

/** `e`. What was sent can wait for another connection of the account without a limit, and is not among them. */
export const unsent = (db: Database) =>
  db
    .selectFrom('action_executions as e')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.org_id', '=', 'e.org_id').onRef('c.connection_id', '=', 'e.connection_id'),
    )
    .where('e.ended_at', 'is', null)
    .where('c.status', '<>', 'active')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('action_steps as s')
            .select('s.position')
            .whereRef('s.org_id', '=', 'e.org_id')
            .whereRef('s.execution_id', '=', 'e.execution_id')
            .where('s.state', '<>', 'waiting'),
        ),
      ),
    )

/**
 * Ends them. A pass that works on one meanwhile locks the execution before it sends, and finds it ended. One that has sent before is found
 * by reading the steps again under the lock. `db` is a transaction of a worker.
 */
export async function end_unsent(db: Database, now: Date): Promise<void> {
  for (const { execution_id } of await unsent(db).select('e.execution_id').orderBy('e.execution_id').execute()) {
    if ((await lock_marks(db, execution_id)) === undefined) continue
    const execution = (await read_execution(db, execution_id))!
    if (execution.steps.some(({ state }) => state !== 'waiting')) continue
    await end({ execution, now: () => now, store: (_, work) => work(db) }, 'failed', 'disconnected', NOT_SENT)
  }
}
