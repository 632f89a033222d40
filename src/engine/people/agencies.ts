// What an agency does about its clients: it makes them, asks for access, gives them up, and says which colleague acts on which.
import { sql } from 'kysely'
import { this_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import type { Role } from '#domain/roles.ts'
import type { Caller } from '#engine/access/caller.ts'
import { announce_change } from '#engine/access/changes.ts'
import type { Org } from '#engine/access/directory.ts'
import { checked, create_org } from '#engine/access/orgs.ts'
import { refuse } from '#engine/outcomes.ts'
import { normalized_email } from '#engine/people/email.ts'
import { find_member, lock_people, type PeopleContext } from '#engine/people/members.ts'
import { write_change } from '#engine/records/history.ts'
import type { Context } from '#engine/tool.ts'
import { DAY_MS } from '#lib/durations.ts'

/** Most clients of an agency. */
export const CLIENTS_MAX = 300
/** Most colleagues of an agency who act on one client. Admins of the agency are not counted. */
const COLLEAGUES_MAX = 30
/** Most requests of an agency that nobody has answered. */
const REQUESTS_MAX = 50
/** A request can be accepted for this time. */
export const VALID_DAYS = 14

export const CLIENT = 'agency_client'
const COLLEAGUE = 'agency_access'
export const REQUEST = 'access_request'
const FULL = `An agency has at most ${CLIENTS_MAX} clients.`
const NO_CLIENT = 'Your agency has no such client. list_clients shows them.'

export type AgencyContext = PeopleContext & {
  caller: Caller
  org: Org
  /** Records the call in the chain of the other organization too. */
  concerns: (org_id: string) => void
}

function check_is_agency({ kind, name }: Org): void {
  if (kind !== 'agency') refuse(`${name} is no agency. The operator of this Tablero can make it one.`)
}

/** Holds back other decisions about the clients of the agency, also those of its clients, until the transaction ends. */
const lock_clients = (db: Database) =>
  sql`select pg_advisory_xact_lock(hashtextextended('clients of ' || ${this_org}::text, 0))`.execute(db)

interface NewClient {
  name: string
  currency: string
  time_zone: string
}

/** Makes an organization on which the agency acts. It has no members: the agency invites the client's people. */
export async function create_client(
  context: AgencyContext & Pick<Context, 'in_new_org'>,
  client: NewClient,
): Promise<string> {
  const { org } = context
  check_is_agency(org)
  const { name, currency, time_zone } = await checked(context.db, client)
  const org_id = await context.in_new_org(async (db, org_id) => {
    await create_org(db, { org_id, name, currency, time_zone, language: org.language })
  })
  const { rows } = await sql<{ has_joined: boolean }>`
    select join_agency(${org_id}, ${CLIENTS_MAX}::int) as has_joined`.execute(context.db)
  if (!rows[0]!.has_joined) refuse(FULL)
  await write_change(context, { record: CLIENT, record_id: org_id, before: null, after: { name, currency, time_zone } })
  return org_id
}

/** Stores a request, or renews an earlier one. The answer is the same for an address that nobody has. */
export async function request_access(context: AgencyContext, given: string) {
  const { db, now, org, caller } = context
  check_is_agency(org)
  const email = normalized_email(given)
  await lock_people(db)
  const { count } = await db
    .selectFrom('access_requests')
    .select(sql<bigint>`count(*)`.as('count'))
    .where('email', '<>', email)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  if (count >= REQUESTS_MAX) refuse(`An agency has at most ${REQUESTS_MAX} open requests. Withdraw one first.`)
  const created_at = now.toISOString()
  const expires_at = new Date(now.getTime() + VALID_DAYS * DAY_MS).toISOString()
  const values = { requested_by: caller.actor, created_at, expires_at }
  const { request_id } = await db
    .insertInto('access_requests')
    .values({ email, ...values })
    .onConflict((conflict) => conflict.columns(['org_id', 'email']).doUpdateSet(values))
    .returning('request_id')
    .executeTakeFirstOrThrow()
  await write_change(context, { record: REQUEST, record_id: request_id, before: null, after: { email, expires_at } })
  return { request_id, email, expires_at }
}

export async function withdraw_request(context: AgencyContext, request_id: string): Promise<{ email: string }> {
  check_is_agency(context.org)
  const found = await context.db
    .deleteFrom('access_requests')
    .where('request_id', '=', request_id)
    .returning('email')
    .executeTakeFirst()
  if (!found) refuse('Your agency has no such request. list_clients shows them.')
  await write_change(context, { record: REQUEST, record_id: request_id, before: found, after: null })
  return found
}

export const requests_of_agency = (db: Database) =>
  db
    .selectFrom('access_requests')
    .select(['request_id', 'email', 'created_at', 'expires_at'])
    .orderBy('created_at', 'desc')
    .limit(REQUESTS_MAX)
    .execute()

/** The agency gives a client up. A client without an admin of its own would be lost. */
export async function give_up_client(context: AgencyContext, client_org_id: string): Promise<void> {
  const { db, concerns } = context
  await lock_clients(db)
  const { name, admins, ended_at } = await find_client(db, client_org_id)
  if (admins === 0 && ended_at === null)
    refuse(`${name} has no admin of its own, so nobody could open it. Invite one there first, or end the organization.`)
  await db.deleteFrom('agency_clients').where('client_org_id', '=', client_org_id).execute()
  await write_change(context, { record: CLIENT, record_id: client_org_id, before: { name }, after: null })
  await announce_change(db)
  concerns(client_org_id)
}

interface Client {
  client_org_id: string
  name: string
  currency: string
  time_zone: string
  since: string
  ended_at: string | null
  /** Admins who are members of the client. */
  admins: number
}

export async function list_clients(db: Database) {
  const { rows } = await sql<Client>`select * from clients_of_agency()`.execute(db)
  const colleagues = await db
    .selectFrom('agency_access as a')
    .innerJoin('members as m', (join) => join.onRef('m.org_id', '=', 'a.org_id').onRef('m.user_id', '=', 'a.user_id'))
    .select(['a.client_org_id', 'a.user_id', 'a.role', 'm.name'])
    .where('m.role', '<>', 'admin')
    .orderBy('m.name')
    .orderBy('a.user_id')
    .execute()
  const by_client = Map.groupBy(colleagues, ({ client_org_id }) => client_org_id)
  return rows.map((client) => ({
    ...client,
    colleagues: (by_client.get(client.client_org_id) ?? []).map(({ user_id, name, role }) => ({
      user_id,
      name,
      role: role as Role,
    })),
  }))
}

async function find_client(db: Database, client_org_id: string): Promise<Client> {
  const { rows } =
    await sql<Client>`select * from clients_of_agency() c where c.client_org_id = ${client_org_id}::uuid`.execute(db)
  return rows[0] ?? refuse(NO_CLIENT)
}

interface Colleague {
  client_org_id: string
  user_id: string
}

/** Lets a colleague act on a client with a role, within a second. False: the colleague had this role there. */
export async function set_colleague(
  context: AgencyContext,
  { client_org_id, user_id, role }: Colleague & { role: Role },
): Promise<boolean> {
  const { db, org, concerns } = context
  check_is_agency(org)
  await lock_people(db)
  await lock_clients(db)
  await find_client(db, client_org_id)
  const colleague = await find_member(db, user_id)
  if (colleague.role === 'admin') refuse('Admins of the agency act on all clients as admin.')
  const before = await role_on(db, { client_org_id, user_id })
  if (before === role) return false
  if (before === undefined) await check_count(db, client_org_id)
  await db
    .insertInto('agency_access')
    .values({ client_org_id, user_id, role })
    .onConflict((conflict) => conflict.columns(['org_id', 'client_org_id', 'user_id']).doUpdateSet({ role }))
    .execute()
  await write_colleague(context, { client_org_id, user_id }, { before, after: role })
  concerns(client_org_id)
  return true
}

/** False: the colleague did not act on it. */
export async function remove_colleague(
  context: AgencyContext,
  { client_org_id, user_id }: Colleague,
): Promise<boolean> {
  const { db, org, concerns } = context
  check_is_agency(org)
  await lock_people(db)
  await lock_clients(db)
  await find_client(db, client_org_id)
  const before = await role_on(db, { client_org_id, user_id })
  if (before === undefined) return false
  await db
    .deleteFrom('agency_access')
    .where('client_org_id', '=', client_org_id)
    .where('user_id', '=', user_id)
    .execute()
  await write_colleague(context, { client_org_id, user_id }, { before, after: undefined })
  concerns(client_org_id)
  return true
}

async function role_on(db: Database, { client_org_id, user_id }: Colleague): Promise<Role | undefined> {
  const found = await db
    .selectFrom('agency_access')
    .select('role')
    .where('client_org_id', '=', client_org_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return found?.role as Role | undefined
}

async function check_count(db: Database, client_org_id: string): Promise<void> {
  const { count } = await db
    .selectFrom('agency_access')
    .select(sql<bigint>`count(*)`.as('count'))
    .where('client_org_id', '=', client_org_id)
    .executeTakeFirstOrThrow()
  if (count >= COLLEAGUES_MAX) refuse(`At most ${COLLEAGUES_MAX} colleagues act on one client. Remove one first.`)
}

async function write_colleague(
  context: AgencyContext,
  { client_org_id, user_id }: Colleague,
  { before, after }: { before: Role | undefined; after: Role | undefined },
): Promise<void> {
  const of = (role: Role | undefined) => (role === undefined ? null : { client_org_id, role })
  await write_change(context, { record: COLLEAGUE, record_id: user_id, before: of(before), after: of(after) })
  await announce_change(context.db)
}
