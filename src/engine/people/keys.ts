// Keys that people make for their programs. A person sees and ends own keys, and an admin those of everybody.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import { scopes_of } from '#domain/roles.ts'
import type { Scope } from '#domain/scopes.ts'
import { type ActsFor, type Caller, is_admin } from '#engine/access/caller.ts'
import { type NewKey, new_secret } from '#engine/access/keys.ts'
import { count_of_all } from '#engine/lists.ts'
import { refuse } from '#engine/outcomes.ts'
import { find_member, lock_people, type PeopleContext } from '#engine/people/members.ts'
import { write_change } from '#engine/records/history.ts'
import { DAY_MS } from '#lib/durations.ts'

/** A key expires after this time, unless its maker says otherwise. */
export const KEY_DAYS = 90
/** Keys that work, of one person. */
const KEYS_MAX = 50
export const KEYS_SHOWN_MAX = 500
const RECORD = 'api_key'
const NO_KEY = 'You have no such key here. list_api_keys shows your keys.'

const person_of = (caller: Caller): string =>
  caller.via === 'session' ? caller.user_id : refuse('Only dashboard users make keys for themselves.')

export async function list_keys(db: Database, caller: Caller, now: Date) {
  const rows = await db
    .selectFrom('api_keys as k')
    .leftJoin('members as m', (join) => join.onRef('m.org_id', '=', 'k.org_id').onRef('m.user_id', '=', 'k.user_id'))
    .select([
      'k.key_id',
      'k.name',
      'k.prefix',
      'k.scopes',
      'k.acts_for',
      'k.created_at',
      'k.last_used_at',
      'k.expires_at',
      'k.revoked_at',
    ])
    .select(['m.user_id', 'm.name as owner_name', 'm.email as owner_email'])
    .select(count_of_all)
    .$if(!is_admin(caller), (query) => query.where('k.user_id', '=', person_of(caller)))
    .orderBy('k.created_at', 'desc')
    .orderBy('k.key_id', 'desc')
    .limit(KEYS_SHOWN_MAX)
    .execute()
  return rows.map(({ user_id, owner_name, owner_email, revoked_at, scopes, acts_for, ...row }) => ({
    ...row,
    scopes: scopes as Scope[],
    acts_for: acts_for as ActsFor,
    owner: user_id === null ? null : { user_id, name: owner_name!, email: owner_email! },
    status: status_of({ revoked_at, expires_at: row.expires_at }, now),
  }))
}

function status_of({ revoked_at, expires_at }: Record<'revoked_at' | 'expires_at', string | null>, now: Date) {
  if (revoked_at !== null) return 'revoked' as const
  return expires_at !== null && Date.parse(expires_at) <= now.getTime() ? ('expired' as const) : ('active' as const)
}

interface Wanted {
  name: string
  scopes: readonly Scope[]
  /** Undefined: after KEY_DAYS. Null: never. */
  expires_at?: string | null
  acts_for: ActsFor
}

export async function make_key(
  context: PeopleContext & { caller: Caller },
  { name, scopes, expires_at, acts_for }: Wanted,
): Promise<NewKey & { prefix: string; scopes: Scope[]; expires_at: string | null }> {
  const { db, now, caller } = context
  const owner = person_of(caller)
  const lacking = scopes.filter((scope) => !caller.scopes.has(scope))
  if (lacking.length > 0) refuse(`A key has only scopes that you have. You lack ${lacking.join(', ')}.`)
  const until = expires_at === undefined ? new Date(now.getTime() + KEY_DAYS * DAY_MS).toISOString() : expires_at
  if (until !== null && Date.parse(until) <= now.getTime())
    refuse('expires_at must be in the future, or null for never.')
  await lock_people(db)
  await check_is_member(db, owner)
  await check_count(db, owner, now)
  const { key, prefix, secret_hash } = new_secret()
  const distinct = [...new Set(scopes)]
  const { rows } = await sql<{ key_id: string }>`
    select make_key(${owner}::uuid, ${name}, ${prefix}, ${secret_hash}, ${distinct}::text[], ${until}::timestamptz, ${acts_for}) as key_id`.execute(
    db,
  )
  const { key_id } = rows[0]!
  const after = { name, prefix, scopes: distinct, expires_at: until, acts_for }
  await write_change(context, { record: RECORD, record_id: key_id, before: null, after })
  return { key_id, key, prefix, scopes: distinct, expires_at: until }
}

/** Who acts through an agency is no member, so a key of theirs would have no owner here. */
async function check_is_member(db: Database, user_id: string): Promise<void> {
  const member = await db.selectFrom('members').select('role').where('user_id', '=', user_id).executeTakeFirst()
  if (!member) refuse('Only members make keys. You act on this organization for an agency: make the key in the agency.')
}

async function check_count(db: Database, user_id: string, now: Date): Promise<void> {
  const { count } = await db
    .selectFrom('api_keys')
    .select(sql<bigint>`count(*)`.as('count'))
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where((is) => is.or([is('expires_at', 'is', null), is('expires_at', '>', now.toISOString())]))
    .executeTakeFirstOrThrow()
  if (count >= KEYS_MAX) refuse(`A person has at most ${KEYS_MAX} keys here that work. Revoke one first.`)
}

async function find_key({ db, caller }: { db: Database; caller: Caller }, key_id: string) {
  const key = await db
    .selectFrom('api_keys')
    .select(['key_id', 'name', 'scopes', 'user_id', 'revoked_at'])
    .where('key_id', '=', key_id)
    .$if(!is_admin(caller), (query) => query.where('user_id', '=', person_of(caller)))
    .executeTakeFirst()
  return key ?? refuse(NO_KEY)
}

/** False: it was revoked before. */
export async function end_key(context: PeopleContext & { caller: Caller }, key_id: string): Promise<boolean> {
  const { db, now } = context
  const { name } = await find_key(context, key_id)
  const { rows } = await sql<{ revoked: boolean }>`
    select revoke_key(${key_id}::uuid, ${now.toISOString()}::timestamptz) as revoked`.execute(db)
  const { revoked } = rows[0]!
  if (revoked) await write_change(context, { record: RECORD, record_id: key_id, before: { name }, after: null })
  return revoked
}

export async function rename_key(
  context: PeopleContext & { caller: Caller },
  { key_id, name }: { key_id: string; name: string },
): Promise<void> {
  const before = await find_key(context, key_id)
  if (before.name === name) return
  await context.db.updateTable('api_keys').set({ name }).where('key_id', '=', key_id).execute()
  await write_change(context, { record: RECORD, record_id: key_id, before: { name: before.name }, after: { name } })
}

/** For admins: hands a key on to another member. From then on it can do no more than that member. */
export async function assign_key(
  context: PeopleContext & { caller: Caller },
  { key_id, user_id }: { key_id: string; user_id: string },
): Promise<void> {
  const { db } = context
  await lock_people(db)
  const before = await find_key(context, key_id)
  if (before.revoked_at !== null) refuse('This key was revoked. Make a new one.')
  const owner = await find_member(db, user_id)
  const allowed = scopes_of(owner)
  if (!before.scopes.some((scope) => allowed.has(scope as Scope)))
    refuse(`The role ${owner.role} has none of the scopes of this key. Make a new key, or change the role first.`)
  await sql`select assign_key(${key_id}::uuid, ${user_id}::uuid)`.execute(db)
  const change = { before: { user_id: before.user_id }, after: { user_id } }
  await write_change(context, { record: RECORD, record_id: key_id, ...change })
}
