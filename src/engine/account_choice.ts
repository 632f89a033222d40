// Which stored accounts of a connection count: those that its settings choose.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import type { Settings } from '#engine/connector.ts'

/** The reason of an account that a person can choose again. */
export const NOT_CHOSEN = 'The settings of the connection name other accounts.'
/** The end of the reason of an account that another account of the connection contains, such as a site below a domain. */
export const COUNTED_THERE = 'already has the figures of this account.'
/** The reason of an account of which the platform says nothing any more. */
export const NOT_LISTED = 'The platform no longer lists it.'

/** Settings with the choice of accounts that was made before. */
export const with_choice_of = ({ account_ids }: Settings, settings: Settings): Settings =>
  account_ids === undefined ? settings : { ...settings, account_ids }

/** The accounts of which something was read. */
export const cursors_of = (db: Database, connection_id: string) =>
  db.selectFrom('sync_cursors').select('account_id').distinct().where('connection_id', '=', connection_id)

/** What was read of an account that nobody chose does not count, nothing is changed there, and it can be chosen again. */
export async function leave_unchosen(
  db: Database,
  {
    connection_id,
    settings,
    at,
    except = [],
  }: { connection_id: string; settings: Settings; at: string; except?: string[] },
): Promise<void> {
  const wanted = settings.account_ids
  if (!Array.isArray(wanted)) return
  await db
    .updateTable('connection_accounts')
    .set({
      state: 'skipped',
      reason: NOT_CHOSEN,
      state_since: sql<string>`case when state = 'skipped' then state_since else ${at}::timestamptz end`,
    })
    .where('connection_id', '=', connection_id)
    // Nobody could choose an account that had ended before, so what was read of it still counts.
    .where('state', '<>', 'gone')
    .where('reason', 'is distinct from', NOT_CHOSEN)
    .where('account_id', 'not in', ['', ...wanted, ...except])
    .execute()
}

/** A stored list of accounts knows earlier settings, so the next sync reads the list from the platform. */
export const list_again = (db: Database, connection_id: string) =>
  db
    .updateTable('connection_accounts')
    .set({ seen_at: new Date(0).toISOString() })
    .where('connection_id', '=', connection_id)
    .execute()
