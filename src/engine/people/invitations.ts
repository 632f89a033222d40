// Invitations of people to an organization. The link has a token that is stored as a hash and works once.
import { hash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import type { Role } from '#domain/roles.ts'
import { count_of_all } from '#engine/lists.ts'
import { refuse } from '#engine/outcomes.ts'
import { normalized_email } from '#engine/people/email.ts'
import { add_member, lock_people, type PeopleContext } from '#engine/people/members.ts'
import { write_change } from '#engine/records/history.ts'
import { DAY_MS } from '#lib/durations.ts'

/** Most invitations of an organization that nobody has accepted. */
const PENDING_MAX = 100
/** An invitation works for this time. */
const VALID_DAYS = 7
const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

const RECORD = 'invitation'
/** One sentence for an expired, used, revoked and unknown link, so that a guess reveals nothing. */
const NO_INVITATION = 'This invitation is not valid any more. Ask for a new one.'
const NO_SUCH_ID = 'This organization has no such invitation. list_invitations shows them.'

const token_hash = (token: string): Buffer => hash('sha256', token, 'buffer')

/** The token stands in the fragment, which browsers do not send, so it is in no log of a server. */
const accept_url = (base_url: string, token: string): string => `${base_url}/invitation#${token}`

export interface Invited {
  invitation_id: string
  email: string
  role: Role
  expires_at: string
  /** Shown this once, because only a hash of its token is stored. */
  accept_url: string
  /** True: an earlier invitation of the address got a new link, and its old link no longer works. */
  renewed: boolean
}

export async function invite(
  context: PeopleContext,
  { email: given, role, base_url }: { email: string; role: Role; base_url: string },
): Promise<Invited> {
  const { db, now, caller } = context
  const email = normalized_email(given)
  await lock_people(db)
  await check_may_be_invited(db, email)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expires_at = new Date(now.getTime() + VALID_DAYS * DAY_MS).toISOString()
  const values = { role, token_hash: token_hash(token), expires_at, invited_by: caller.actor }
  const earlier = await db
    .updateTable('invitations')
    .set(values)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .returning('invitation_id')
    .executeTakeFirst()
  const { invitation_id } =
    earlier ??
    (await db
      .insertInto('invitations')
      .values({ ...values, email, created_at: now.toISOString() })
      .returning('invitation_id')
      .executeTakeFirstOrThrow())
  const after = { email, role, expires_at }
  await write_change(context, { record: RECORD, record_id: invitation_id, before: null, after })
  return { invitation_id, ...after, accept_url: accept_url(base_url, token), renewed: earlier !== undefined }
}

async function check_may_be_invited(db: Database, email: string): Promise<void> {
  const member = await db.selectFrom('members').select('role').where('email', '=', email).executeTakeFirst()
  if (member)
    refuse(`${email} is ${article(member.role)} of this organization already. update_member_role changes the role.`)
  const { count } = await db
    .selectFrom('invitations')
    .select(sql<bigint>`count(*)`.as('count'))
    .where('accepted_at', 'is', null)
    .where('email', '<>', email)
    .executeTakeFirstOrThrow()
  if (count >= PENDING_MAX)
    refuse(`An organization has at most ${PENDING_MAX} open invitations. Revoke one with revoke_invitation first.`)
}

const article = (role: string) => `${role === 'admin' ? 'an' : 'a'} ${role}`

export async function list_invitations(
  db: Database,
  { now, include_accepted, limit }: { now: Date; include_accepted: boolean; limit: number },
) {
  const rows = await db
    .selectFrom('invitations')
    .select(['invitation_id', 'email', 'role', 'invited_by', 'created_at', 'expires_at', 'accepted_at'])
    .select(count_of_all)
    .$if(!include_accepted, (query) => query.where('accepted_at', 'is', null))
    .orderBy('created_at', 'desc')
    .orderBy('invitation_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, role: row.role as Role, status: status_of(row, now) }))
}

function status_of({ accepted_at, expires_at }: { accepted_at: string | null; expires_at: string }, now: Date) {
  if (accepted_at !== null) return 'accepted' as const
  return Date.parse(expires_at) > now.getTime() ? ('pending' as const) : ('expired' as const)
}

/** Deletes the invitation. The records of the calls stay. */
export async function revoke_invitation(context: PeopleContext, invitation_id: string): Promise<{ email: string }> {
  const { db } = context
  await lock_people(db)
  const found = await db
    .selectFrom('invitations')
    .select(['email', 'role', 'accepted_at'])
    .where('invitation_id', '=', invitation_id)
    .executeTakeFirst()
  if (!found) refuse(NO_SUCH_ID)
  const { email, role, accepted_at } = found
  if (accepted_at !== null) refuse(`${email} has accepted this invitation. remove_member ends the membership.`)
  await db.deleteFrom('invitations').where('invitation_id', '=', invitation_id).execute()
  await write_change(context, { record: RECORD, record_id: invitation_id, before: { email, role }, after: null })
  return { email }
}

/** The organization that a token invites to. `db` is a transaction of the system. Refuses a token that is of no use. */
export async function org_of_token(db: Database, token: string): Promise<string> {
  const found = TOKEN.test(token)
    ? await db
        .selectFrom('invitations as i')
        .innerJoin('orgs as o', 'o.org_id', 'i.org_id')
        .select('i.org_id')
        .where('i.token_hash', '=', token_hash(token))
        .where('o.ended_at', 'is', null)
        .executeTakeFirst()
    : undefined
  return found?.org_id ?? refuse(NO_INVITATION)
}

export interface Person {
  user_id: string
  name: string
  /** The address that the person has proved to own, normalized. Null: none. */
  verified_email: string | null
  two_factor: boolean
}

/** Makes the person a member. The transaction is that of the organization of `org_of_token`. */
export async function accept_invitation(
  context: PeopleContext,
  { token, person }: { token: string; person: Person },
): Promise<{ role: Role }> {
  const { db, now } = context
  await lock_people(db)
  const { invitation_id, email, role } = await open_invitation_of(context, { token, person })
  const { user_id, name, two_factor } = person
  await db
    .updateTable('invitations')
    .set({ accepted_at: now.toISOString(), accepted_by: user_id })
    .where('invitation_id', '=', invitation_id)
    .execute()
  await add_member(context, { user_id, name, email, role, two_factor })
  return { role }
}

export async function decline_invitation(
  context: PeopleContext,
  { token, person }: { token: string; person: Person },
): Promise<void> {
  const { db } = context
  await lock_people(db)
  const { invitation_id, email, role } = await open_invitation_of(context, { token, person })
  await db.deleteFrom('invitations').where('invitation_id', '=', invitation_id).execute()
  await write_change(context, { record: RECORD, record_id: invitation_id, before: { email, role }, after: null })
}

/** A link may have been forwarded, so only the person with the invited address may use it. */
async function open_invitation_of(
  { db, now }: Pick<PeopleContext, 'db' | 'now'>,
  { token, person }: { token: string; person: Person },
) {
  const found = await db
    .selectFrom('invitations')
    .select(['invitation_id', 'email', 'role', 'expires_at', 'accepted_at'])
    .where('token_hash', '=', token_hash(token))
    .executeTakeFirst()
  if (!found || status_of(found, now) !== 'pending') refuse(NO_INVITATION)
  if (found.email !== person.verified_email)
    refuse('This invitation is for another email address. Sign in with the address that received it.')
  return { ...found, role: found.role as Role }
}
