// The accounts that a connection covers. A platform limits how often they can be listed, so the list is kept for a day.

import { sql } from 'kysely'
import { in_org } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import { cursors_of, leave_unchosen, NOT_CHOSEN, NOT_LISTED } from '#engine/account_choice.ts'
import type { Account } from '#engine/connector.ts'
import { type Run, type SyncParts, stage_of } from '#engine/sync/reading.ts'
import { without_invalid_text } from '#engine/sync/staging.ts'
import { zones_of_accounts } from '#engine/time_zones.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import type { ConnectionPlace } from '#engine/vendors/secrets.ts'
import { cut_text } from '#lib/text.ts'

/** Age at which the stored list of accounts is read again. */
const LIST_KEPT_MS = 86_400_000
const REASON_CHARS_MAX = 300

/** The accounts to read. A list that cannot be read now is replaced by the stored one. */
export async function accounts_of(run: Run): Promise<Account[]> {
  const { known, is_named } = await run.session.transaction((db) => read_named(db, run))
  const oldest_ms = Math.min(...known.map(({ seen_at }) => Date.parse(seen_at)))
  const age_ms = run.parts.clock.now().getTime() - oldest_ms
  // A list of the future was read under a clock that ran ahead.
  const is_fresh = known.length > 0 && age_ms >= 0 && age_ms < LIST_KEPT_MS
  if (is_fresh && is_named && !run.options.all_streams) return known
  try {
    const listed = await list_accounts(run, known)
    // An empty list can mean that the platform gives no access. Then reading the known accounts says so.
    return listed ?? known
  } catch (error) {
    const is_passing = error instanceof VendorRefusal && (error.kind === 'throttled' || error.kind === 'unavailable')
    if (!is_passing || known.length === 0) throw error
    return known
  }
}

/** The readable accounts of a connection, as they were last listed. */
export const known_accounts = ({ pool }: Pick<SyncParts, 'pool'>, place: ConnectionPlace): Promise<Account[]> =>
  in_org(pool, place, (db) => read_known(db, { options: place }))

/** The accounts that were readable when they were last listed. */
async function read_known(
  db: Database,
  { options }: { options: { connection_id: string } },
): Promise<(Account & { seen_at: string })[]> {
  const rows = await db
    .selectFrom('connection_accounts')
    .selectAll()
    .where('connection_id', '=', options.connection_id)
    .where('state', '=', 'read')
    .orderBy('account_id')
    .execute()
  return rows.map(({ account_id, name, currency, time_zone, created_on, extra, seen_at }) => ({
    account_id,
    name,
    time_zone,
    seen_at,
    currency: currency ?? undefined,
    created_on: created_on ?? undefined,
    extra: extra as Record<string, string>,
  }))
}

/**
 * The readable accounts, as they were last listed, with zones that are known. Earlier versions, and databases that knew other names, stored
 * zones that are not. `is_named` is false when there were such zones, so that the platform is asked again.
 */
async function read_named(db: Database, run: Run) {
  const stored = await read_known(db, run)
  const named = await with_known_zones(db, stored)
  const renamed = named.filter(({ time_zone }, at) => time_zone !== stored[at]!.time_zone)
  for (const account of renamed) await upsert_accounts(db, run, [account], account.seen_at)
  return { known: named.filter(({ unreadable }) => !unreadable), is_named: renamed.length === 0 }
}

/** Undefined: the platform lists no account. Where a list is not complete, known accounts that it lacks are read too. */
async function list_accounts(run: Run, known: Account[]): Promise<Account[] | undefined> {
  const { accounts } = run.connector
  const read_at = run.parts.clock.now().toISOString()
  const found = await accounts.read({ api: run.api, settings: run.settings, known })
  if (found.length === 0) return undefined
  const each = [...new Map(found.map((account) => [account.account_id, storable(account)])).values()]
  const listed = await run.session.transaction((db) => with_known_zones(db, each))
  const wanted = run.settings.account_ids
  const is_wanted = ({ account_id, hides_others }: Account) =>
    hides_others || !Array.isArray(wanted) || wanted.includes(account_id)
  const checked = listed.map((account) =>
    is_wanted(account) ? account : { ...account, unreadable: NOT_CHOSEN, is_closed: undefined },
  )
  const ids = new Set(listed.map(({ account_id }) => account_id))
  const hidden = is_complete(listed) ? [] : known.filter((one) => !ids.has(one.account_id) && is_wanted(one))
  const stage = stage_of(run, accounts.into)
  // A sign-in of an agency lists accounts of its other clients too. Those that are not chosen get no row.
  await stage.add(listed.filter(is_wanted).map((account) => accounts.rows(account)))
  await run.session.transaction(async (db) => {
    await run.check(db)
    await stage.merge({ read_at, time_zone: 'UTC' })
    await store_accounts(db, run, checked, read_at)
  })
  return [...checked.filter(({ unreadable }) => !unreadable), ...hidden]
}

/** Accounts with zones that Node and the database both know. One whose zone is not known is not read. */
async function with_known_zones<A extends Account>(db: Database, accounts: readonly A[]): Promise<A[]> {
  const zones = await zones_of_accounts(db, [...new Set(accounts.map(({ time_zone }) => time_zone))])
  return accounts.map((account) => {
    const zone = zones.get(account.time_zone)
    if (zone) return { ...account, time_zone: zone }
    const unreadable = `The platform names a time zone that is not known here: ${account.time_zone}.`
    return { ...account, time_zone: 'UTC', unreadable: account.unreadable ?? unreadable }
  })
}

const is_complete = (listed: Account[]) => !listed.some(({ hides_others }) => hides_others)

/** Names of accounts are texts of people, who can write characters that PostgreSQL cannot store. */
const storable = (account: Account): Account =>
  JSON.parse(JSON.stringify(account, (_, part) => without_invalid_text(part)))

/**
 * Stores the accounts. Of those that nobody chose, only the ones that were read before: their figures count again when a person chooses
 * them again. The rest can belong to others.
 */
async function store_accounts(db: Database, run: Run, listed: Account[], seen_at: string): Promise<void> {
  const { connection_id } = run.options
  const read_before = new Set((await cursors_of(db, connection_id).execute()).map(({ account_id }) => account_id))
  const stored = listed.filter(({ unreadable, account_id }) => unreadable !== NOT_CHOSEN || read_before.has(account_id))
  if (stored.length > 0) await upsert_accounts(db, run, stored, seen_at)
  // Some platforms list only what was chosen.
  const hiding = listed.flatMap(({ account_id, hides_others }) => (hides_others ? [account_id] : []))
  await leave_unchosen(db, { connection_id, settings: run.settings, at: seen_at, except: hiding })
  await db
    .deleteFrom('connection_accounts')
    .where('connection_id', '=', connection_id)
    .where('reason', '=', NOT_CHOSEN)
    .where('account_id', 'not in', cursors_of(db, connection_id))
    .execute()
  if (is_complete(listed)) await end_unlisted(db, connection_id, listed, seen_at)
}

async function upsert_accounts(db: Database, { options }: Run, accounts: Account[], seen_at: string): Promise<void> {
  const { org_id, connection_id } = options
  await db
    .insertInto('connection_accounts')
    .values(
      accounts.map(
        ({ account_id, name, currency, time_zone, created_on, extra = {}, unreadable, is_closed, limited }) => ({
          org_id,
          connection_id,
          account_id,
          name,
          currency,
          time_zone,
          created_on,
          seen_at,
          first_seen_at: seen_at,
          extra: JSON.stringify(extra),
          state: is_closed ? 'gone' : unreadable ? 'skipped' : 'read',
          reason: cut_text(unreadable ?? limited ?? '', REASON_CHARS_MAX) || null,
          state_since: seen_at,
        }),
      ),
    )
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'connection_id', 'account_id']).doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        currency: eb.ref('excluded.currency'),
        time_zone: eb.ref('excluded.time_zone'),
        created_on: eb.fn.coalesce('excluded.created_on', 'connection_accounts.created_on'),
        extra: eb.ref('excluded.extra'),
        seen_at: eb.ref('excluded.seen_at'),
        state: eb.ref('excluded.state'),
        reason: eb.ref('excluded.reason'),
        state_since: sql<string>`case when connection_accounts.state = excluded.state then connection_accounts.state_since else excluded.state_since end`,
      })),
    )
    .execute()
}

const end_unlisted = (db: Database, connection_id: string, listed: Account[], seen_at: string) =>
  db
    .updateTable('connection_accounts')
    .set({ state: 'gone', reason: NOT_LISTED, state_since: seen_at })
    .where('connection_id', '=', connection_id)
    .where('state', '<>', 'gone')
    .where('reason', 'is distinct from', NOT_CHOSEN)
    .where(
      'account_id',
      'not in',
      listed.map(({ account_id }) => account_id),
    )
    .execute()
