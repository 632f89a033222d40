// The members of an organization. Each change takes the organization's lock, so that changes at the same moment leave an admin.
import { sql } from 'kysely'
import { this_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import type { Role } from '#domain/roles.ts'
import { announce_change } from '#engine/access/changes.ts'
import { refuse } from '#engine/outcomes.ts'
import type { RecordContext } from '#engine/records/declaration.ts'
import { write_change } from '#engine/records/history.ts'

/** Most members of an organization. */
const MEMBERS_MAX = 200

/** The context of a change. A person may make it before being a member. */
export type PeopleContext = Omit<RecordContext, 'enqueue'>

const RECORD = 'member'
const NO_MEMBER = 'No member of this organization has this user_id. list_members shows them.'
const LAST_ADMIN = 'This is the last admin of the organization. Promote another member to admin first.'

/** Holds back every other change of people of the organization until the transaction ends. */
export const lock_people = (db: Database) =>
  sql`select pg_advisory_xact_lock(hashtextextended('people of ' || ${this_org}::text, 0))`.execute(db)

export async function list_members(db: Database) {
  const rows = await db
    .selectFrom('members')
    .select(['user_id', 'name', 'email', 'role', 'is_approver', 'two_factor', 'joined_at', 'last_seen_at'])
    .orderBy('joined_at')
    .orderBy('user_id')
    .limit(MEMBERS_MAX)
    .execute()
  return rows.map((row) => ({ ...row, role: row.role as Role }))
}

export async function agencies_with_access(db: Database) {
  const { rows } = await sql<{ agency_org_id: string; name: string }>`select * from agencies_with_access()`.execute(db)
  return rows
}

/** The name of a member. Undefined: nobody, or no member. */
export async function name_of(db: Database, user_id: string | undefined): Promise<string | undefined> {
  if (user_id === undefined) return undefined
  const member = await db.selectFrom('members').select('name').where('user_id', '=', user_id).executeTakeFirst()
  return member?.name
}

export async function find_member(db: Database, user_id: string) {
  const member = await db
    .selectFrom('members')
    .select(['user_id', 'email', 'role', 'is_approver'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return member ? { ...member, role: member.role as Role } : refuse(NO_MEMBER)
}

interface NewMember {
  user_id: string
  email: string
  name: string
  role: Role
  two_factor: boolean
}

/** Adds a person. False, and without a change, for somebody who is a member already. The caller holds the lock. */
export async function add_member(context: PeopleContext, { user_id, ...member }: NewMember): Promise<boolean> {
  const { db, now } = context
  const { count } = await db.selectFrom('members').select(sql<bigint>`count(*)`.as('count')).executeTakeFirstOrThrow()
  if (count >= MEMBERS_MAX) refuse(`An organization has at most ${MEMBERS_MAX} members. Remove one first.`)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('members')
    .values({ user_id, ...member, joined_at: now.toISOString() })
    .onConflict((conflict) => conflict.columns(['org_id', 'user_id']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 0n) return false
  const { email, role } = member
  await write_change(context, { record: RECORD, record_id: user_id, before: null, after: { email, role } })
  await announce_change(db)
  return true
}

/** Takes effect on sessions, keys and grants of the member within a second. */
export async function change_role(
  context: PeopleContext,
  { user_id, role }: { user_id: string; role: Role },
): Promise<{ changed: boolean; before: Role }> {
  const { db } = context
  await lock_people(db)
  const member = await find_member(db, user_id)
  const before = member.role as Role
  if (before === role) return { changed: false, before }
  if (before === 'admin') await keep_an_admin(db, user_id)
  // The right to approve is given to a member in person, so it does not outlast the role.
  await db.updateTable('members').set({ role, is_approver: false }).where('user_id', '=', user_id).execute()
  await write_change(context, { record: RECORD, record_id: user_id, before: { role: before }, after: { role } })
  await announce_change(db)
  return { changed: true, before }
}

export async function set_approver(
  context: PeopleContext,
  { user_id, is_approver }: { user_id: string; is_approver: boolean },
): Promise<boolean> {
  const { db } = context
  await lock_people(db)
  const member = await find_member(db, user_id)
  if (member.role !== 'member')
    refuse(
      `Only a member can be made an approver: ${member.role === 'admin' ? 'an admin approves already' : 'a viewer changes nothing'}.`,
    )
  if (member.is_approver === is_approver) return false
  await db.updateTable('members').set({ is_approver }).where('user_id', '=', user_id).execute()
  const before = { is_approver: !is_approver }
  await write_change(context, { record: RECORD, record_id: user_id, before, after: { is_approver } })
  await announce_change(db)
  return true
}

/** Removes a member. Keys of the member are revoked, and apps disconnected, here. */
export async function remove_member(
  context: PeopleContext,
  user_id: string,
): Promise<{ email: string; revoked_keys: number; revoked_grants: number }> {
  const { db, now } = context
  await lock_people(db)
  const { email, role } = await find_member(db, user_id)
  if (role === 'admin') await keep_an_admin(db, user_id)
  await db.deleteFrom('members').where('user_id', '=', user_id).execute()
  const { rows } = await sql<{ revoked_keys: number; revoked_grants: number }>`
    select revoke_keys_of(${user_id}::uuid, ${now.toISOString()}::timestamptz) as revoked_keys,
      end_grants_of(${user_id}::uuid) as revoked_grants`.execute(db)
  await write_change(context, { record: RECORD, record_id: user_id, before: { email, role }, after: null })
  await announce_change(db)
  return { email, ...rows[0]! }
}

/** Refuses when nobody else is an admin. The caller holds the lock. */
async function keep_an_admin(db: Database, user_id: string): Promise<void> {
  const other = await db
    .selectFrom('members')
    .select('user_id')
    .where('role', '=', 'admin')
    .where('user_id', '<>', user_id)
    .limit(1)
    .executeTakeFirst()
  if (!other) refuse(LAST_ADMIN)
}
