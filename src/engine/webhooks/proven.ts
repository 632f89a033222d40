// Hints that are read like signed announcements. Who forges hints cannot make records change. So each record that a round of reads found
// changed proves one hint of the next round.
import type { Database } from '#db/pool.ts'

/** How many hints of this round are proven. Each is spent here, so that a round that fails does not read with it again. */
export async function take_proven(db: Database, connection_id: string): Promise<number> {
  const state = await db
    .selectFrom('webhook_states')
    .select('proven')
    .where('connection_id', '=', connection_id)
    .executeTakeFirst()
  await prove_hints(db, connection_id, 0)
  return state?.proven ?? 0
}

/** `changed`: how many records this round found changed. */
export async function prove_hints(db: Database, connection_id: string, changed: number): Promise<void> {
  await db
    .updateTable('webhook_states')
    .set({ proven: changed })
    .where('connection_id', '=', connection_id)
    .where('proven', '!=', changed)
    .execute()
}
