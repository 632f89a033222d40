// Approved changes of connections that were ended, of which nothing was sent. Nothing of them is sent later either, also when somebody
// connects the platform again.
import type { Database } from '#db/pool.ts'
import { end } from '#engine/actions/pass.ts'
import { read_execution } from '#engine/actions/table.ts'

const NOT_SENT = 'The connection was ended. Nothing was sent. Connect the platform again, then propose it again.'

/**
 * Ends them. A pass that works on one meanwhile locks the execution before it sends, and finds it ended. `db` is a transaction of a worker.
 */
export async function end_unsent(db: Database, now: Date): Promise<void> {
  const open = await db
    .selectFrom('action_executions')
    .select('execution_id')
    .where('ended_at', 'is', null)
    .where((eb) =>
      eb(
        'connection_id',
        'in',
        eb.selectFrom('connections').select('connection_id').where('connections.status', '<>', 'active'),
      ),
    )
    .forUpdate()
    .execute()
  for (const { execution_id } of open) {
    const execution = (await read_execution(db, execution_id))!
    if (execution.steps.some(({ state }) => state !== 'waiting')) continue
    await end({ execution, now: () => now, store: (_, work) => work(db) }, 'failed', 'disconnected', NOT_SENT)
  }
}
