// Creates, lists and changes organizations for operators. Tools change what people may change in the dashboard.
import { sql } from 'kysely'
import { in_system } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import { today_in } from '#domain/windows.ts'
import { type Module, modules } from '#engine/access/modules.ts'
import { check_currency } from '#engine/access/rates.ts'
import { follow_settings } from '#engine/access/settings_changed.ts'
import { refuse } from '#engine/outcomes.ts'
import { checked_zone } from '#engine/time_zones.ts'
import { system_clock } from '#lib/clock.ts'
import type { Language } from '#messages/message.ts'

export interface OrgValues {
  name?: string
  kind?: 'business' | 'agency'
  currency?: string
  time_zone?: string
  industry?: string
  language?: Language
}

/** Credits of a new organization, each month. */
const MONTHLY_CREDITS = 1_000

/** The values to store. Refuses values that an organization cannot have. */
export async function checked<Values extends OrgValues>(db: Database, values: Values): Promise<Values> {
  const { currency, time_zone, name } = values
  if (name !== undefined && name.trim() === '') refuse('The name must not be empty.')
  if (currency !== undefined) check_currency(currency)
  const named = name === undefined ? values : { ...values, name: name.trim() }
  return time_zone === undefined ? named : { ...named, time_zone: await checked_zone(db, time_zone) }
}

// `db` is a transaction of the system in every function here, because calls may change none of this. Only a new organization makes itself.

export async function create_org(db: Database, values: OrgValues & { name: string; org_id?: string }): Promise<string> {
  const { org_id } = await db
    .insertInto('orgs')
    .values(await checked(db, values))
    .returning('org_id')
    .executeTakeFirstOrThrow()
  const today = Temporal.PlainDate.from(today_in('UTC', system_clock.now()))
  const renews_on = today.with({ day: 1 }).add({ months: 1 }).toString()
  await db
    .insertInto('credit_balances')
    .values({ org_id, balance: BigInt(MONTHLY_CREDITS), monthly_grant: BigInt(MONTHLY_CREDITS), renews_on })
    .execute()
  return org_id
}

/** Returns the organizations that the change concerns. An agency that becomes a business loses its clients, also for later. */
export async function set_org(db: Database, org_id: string, values: OrgValues): Promise<string[]> {
  const set = await checked(db, values)
  const of_org = db.selectFrom('orgs').select(['currency', 'time_zone']).where('org_id', '=', org_id)
  const before = await of_org.executeTakeFirst()
  await db.updateTable('orgs').set(set).where('org_id', '=', org_id).execute()
  if (before) await follow_settings(db, { org_id, before, after: { ...before, ...set }, now: system_clock.now() })
  if (values.kind !== 'business') return [org_id]
  const ended = await db.deleteFrom('agency_clients').where('org_id', '=', org_id).returning('client_org_id').execute()
  return [org_id, ...ended.map(({ client_org_id }) => client_org_id)]
}

/** One statement deletes all rows of an organization, and each of a large one's million orders is looked up in other tables. */
export const DELETE_ORG_MS_MAX = 3_600_000

/** Deletes the organization with everything that belongs to it, its keys too. Its recorded calls stay (ADR 33). */
export async function delete_org(db: Database, org_id: string): Promise<void> {
  await db.deleteFrom('orgs').where('org_id', '=', org_id).execute()
  await delete_unlinked(db, org_id)
}

/** Deletes the rows of a deleted organization that do not point to it. */
export async function delete_unlinked(db: Database, org_id: string): Promise<void> {
  // Apps of members, with their tokens. They are stored with the accounts, which point to no organization.
  await sql`delete from auth.oauth_grants where granted_org_id = ${org_id}`.execute(db)
  // The only other table that does not point to the organization. It counts calls of the last minutes.
  await sql`delete from rate_windows where org_id = ${org_id}`.execute(db)
}

export function list_orgs(pool: Pool) {
  return in_system(pool, (db) =>
    db
      .selectFrom('orgs')
      .select(['org_id', 'name', 'kind', 'plan', 'time_zone', 'currency', 'language', 'industry', 'created_at'])
      .orderBy('org_id')
      .execute(),
  )
}

export async function set_module(db: Database, org_id: string, module: string, enabled: boolean): Promise<void> {
  if (!modules.includes(module as Module)) refuse(`No module is called '${module}'. Modules: ${modules.join(', ')}.`)
  await db
    .insertInto('org_modules')
    .values({ org_id, module, enabled })
    .onConflict((conflict) => conflict.columns(['org_id', 'module']).doUpdateSet({ enabled }))
    .execute()
}

/** Allows an agency to act on a client organization with X-Svc-Org, or ends that. Returns both, because the change concerns both. */
export async function set_client(
  db: Database,
  agency_org_id: string,
  client_org_id: string,
  allowed: boolean,
): Promise<string[]> {
  if (allowed)
    await db
      .insertInto('agency_clients')
      .values({ org_id: agency_org_id, client_org_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await db
      .deleteFrom('agency_clients')
      .where('org_id', '=', agency_org_id)
      .where('client_org_id', '=', client_org_id)
      .execute()
  return [agency_org_id, client_org_id]
}
