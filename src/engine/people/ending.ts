// The end of an organization: it refuses all calls, and stays for some days in which an admin can take it back. Then a job deletes it.
import type { Database } from '#db/pool.ts'
import type { Caller } from '#engine/access/caller.ts'
import type { Org } from '#engine/access/directory.ts'
import { CALLS_END_MS, deleted_at, STAYS_MS } from '#engine/access/ended.ts'
import { delete_unlinked } from '#engine/access/orgs.ts'
import { refuse } from '#engine/outcomes.ts'
import { lock_people, type PeopleContext } from '#engine/people/members.ts'
import { write_change } from '#engine/records/history.ts'

const RECORD = 'organization'

type EndingContext = PeopleContext & { caller: Caller; org: Pick<Org, 'org_id' | 'name'> }

export async function end_org(context: EndingContext, name: string): Promise<{ ended_at: string; deleted_at: string }> {
  const { db, now, org } = context
  if (name !== org.name) refuse(`name must be the name of the organization, exactly: ${org.name}.`)
  await lock_people(db)
  await check_is_own(context)
  const ended_at = now.toISOString()
  await set_end(context, { before: null, after: ended_at })
  return { ended_at, deleted_at: deleted_at(ended_at) }
}

/** False: nobody has ended it. The end of the access at platforms cannot be undone, so nobody takes it back when its days are over. */
export async function restore_org(context: EndingContext): Promise<boolean> {
  const { db, now, org } = context
  await lock_people(db)
  await check_is_own(context)
  const { ended_at } = await db.selectFrom('orgs').select('ended_at').executeTakeFirstOrThrow()
  if (ended_at === null) return false
  if (Date.parse(deleted_at(ended_at)) <= now.getTime())
    refuse(`The days in which ${org.name} could be taken back are over, and its deletion starts.`)
  await set_end(context, { before: ended_at, after: null })
  return true
}

async function set_end(context: EndingContext, { before, after }: Record<'before' | 'after', string | null>) {
  const { db, org } = context
  await db.updateTable('orgs').set({ ended_at: after }).execute()
  const change = { before: { ended_at: before }, after: { ended_at: after } }
  await write_change(context, { record: RECORD, record_id: org.org_id, ...change })
}

/** An agency ends no client that has admins of its own. */
async function check_is_own({ db, caller, org }: EndingContext): Promise<void> {
  if (caller.org_id === org.org_id) return
  const admin = await db.selectFrom('members').select('user_id').where('role', '=', 'admin').limit(1).executeTakeFirst()
  if (admin) refuse(`${org.name} has admins of its own. Only they can end it or take it back.`)
}

/** Organizations that were ended, for schedules. `db` is a transaction of the system. */
export const ended_orgs = (db: Database) => db.selectFrom('orgs').select('org_id').where('ended_at', 'is not', null)

/** Organizations whose days are over. `db` is a transaction of the system. */
export async function orgs_to_delete(db: Database, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('orgs')
    .select('org_id')
    .where('ended_at', '<=', new Date(now.getTime() - STAYS_MS - CALLS_END_MS).toISOString())
    .orderBy('ended_at')
    .execute()
  return rows.map(({ org_id }) => org_id)
}

/** When the deletion of the organization of the transaction begins, in ms. Undefined: nobody has ended it, or it does not exist any more. */
export async function deletion_of(db: Database): Promise<number | undefined> {
  const org = await db.selectFrom('orgs').select('ended_at').executeTakeFirst()
  return org?.ended_at ? Date.parse(deleted_at(org.ended_at)) + CALLS_END_MS : undefined
}

/**
 * Deletes an organization with all of its rows, unless somebody took it back. The record of its calls stays, and shows the end. `db` is a
 * transaction of the system.
 */
export async function delete_ended(db: Database, org_id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('orgs')
    .where('org_id', '=', org_id)
    .where('ended_at', 'is not', null)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await delete_unlinked(db, org_id)
  return true
}
