// The accounts that a new sign-in can read, listed by the connector itself. The list also proves that the credential works.

import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import { type About, type ConnectingParts, Stopped } from '#engine/connecting/parts.ts'
import {
  change_pending,
  type Listed,
  load_pending,
  type Pending,
  values_of,
  within,
} from '#engine/connecting/pending.ts'
import { vendor_stopped } from '#engine/connecting/vendor_errors.ts'
import type { Secrets, Settings } from '#engine/connector.ts'
import type { SecretStore } from '#engine/vendors/credential.ts'
import { Governor, shared_budgets } from '#engine/vendors/governor.ts'
import { type Reports, reports_in } from '#engine/vendors/reports.ts'
import { create_vendor_api } from '#engine/vendors/vendor_api.ts'
import { Message, message } from '#messages/message.ts'

/** Google Analytics and Merchant Center are asked for each account, 60 or 120 a minute. An agency has hundreds. */
const LIST_MS = 10 * 60_000
/** A browser waits so long for the list. After it, the page looks again. */
const BROWSER_WAITS_MS = 5_000
const LOOK_AGAIN_MS = 250
/** A process that lists accounts holds the list so long, and again. After it, another process may begin. */
const HELD_S = 30
const HELD_AGAIN_MS = 5_000

/** No list of accounts orders a report. */
const no_reports: Reports = reports_in({ find: async () => undefined, keep: async () => {}, forget: async () => {} })

interface Wanted {
  settings: Settings
  secrets: SecretStore
}

/** The API of the platform, for a person who waits for the answer. */
export function sign_in_api(
  { apps, outbound, clock, pool }: ConnectingParts,
  { connector, platform }: About,
  { org_id, sign_in_id, connection_id }: Pending,
  { settings, secrets }: Wanted,
) {
  return create_vendor_api({
    connector,
    platform,
    settings,
    secrets,
    outbound,
    clock,
    org_id,
    connection_id: connection_id ?? sign_in_id,
    app: apps[platform],
    governor: new Governor(shared_budgets(pool.worker.org), clock),
    reports: no_reports,
    signal: AbortSignal.timeout(LIST_MS),
  }).asking({ priority: 'person' })
}

async function list(
  parts: ConnectingParts,
  about: About,
  pending: Pending,
  { settings, secrets }: Wanted,
): Promise<Listed[]> {
  const { connector } = about
  // The choice is made among all accounts.
  const { account_ids: _, ...all } = settings
  const api = sign_in_api(parts, about, pending, { settings: all, secrets })
  const found = await connector.accounts.read({ api, settings: all }).catch(async (error) => {
    throw vendor_stopped(error, about, await secrets.load())
  })
  return found.map(({ account_id, name, currency, unreadable, limited }) => ({
    account_id,
    name,
    currency,
    unreadable,
    limited,
  }))
}

/**
 * The accounts of a sign-in to which the platform has answered. One process lists them, whichever gets the requests of the browser.
 * Undefined: the list takes longer.
 */
export async function accounts_of(
  parts: ConnectingParts,
  about: About,
  pending: Pending,
): Promise<Listed[] | undefined> {
  if (pending.accounts) return pending.accounts
  let own = (await hold(parts, pending)) ? list_and_store(parts, about, pending) : undefined
  const waiting = AbortSignal.timeout(BROWSER_WAITS_MS)
  while (!waiting.aborted) {
    const { accounts, stopped } = await take_list(parts, pending)
    if (stopped) throw new Stopped(stopped, about)
    if (accounts) return accounts
    const ended = own?.then(() => {
      own = undefined
    })
    const later = sleep(LOOK_AGAIN_MS)
    await (ended ? Promise.race([ended, later]) : later)
  }
  return undefined
}

const held = sql<string>`now() + make_interval(secs => ${HELD_S})`

/** True: this process lists the accounts from now on. False: another does, or they are listed. */
async function hold(parts: ConnectingParts, { org_id, sign_in_id }: Pending): Promise<boolean> {
  const rows = await within(parts, org_id, (db) =>
    db
      .updateTable('sign_ins')
      .set({ listed_until: held })
      .where('sign_in_id', '=', sign_in_id)
      .where('accounts', 'is', null)
      .where('list_stopped', 'is', null)
      .where((is) => is.or([is('listed_until', 'is', null), is('listed_until', '<', sql<string>`now()`)]))
      .returning('sign_in_id')
      .execute(),
  )
  return rows.length > 0
}

/** What the list of any process has come to. A sentence is given once, and then the next page may list the accounts again. */
async function take_list(
  parts: ConnectingParts,
  { org_id, sign_in_id }: Pending,
): Promise<{ accounts?: Listed[] | null; stopped?: Message }> {
  return within(parts, org_id, async (db) => {
    const row = await db
      .selectFrom('sign_ins')
      .select(['accounts', 'list_stopped'])
      .where('sign_in_id', '=', sign_in_id)
      .executeTakeFirst()
    if (!row?.list_stopped) return { accounts: row?.accounts as Listed[] | null | undefined }
    await db.updateTable('sign_ins').set({ list_stopped: null }).where('sign_in_id', '=', sign_in_id).execute()
    const { key, values } = row.list_stopped as unknown as Message
    return { stopped: new Message(key, values) }
  })
}

/** Stores the list, or why there is none, also when no browser waits for it any more. */
async function list_and_store(parts: ConnectingParts, about: About, pending: Pending): Promise<void> {
  const { org_id, sign_in_id, settings } = pending
  const change = (set: { listed_until: RawBuilder<string> | null; list_stopped?: string }) =>
    within(parts, org_id, (db) =>
      db.updateTable('sign_ins').set(set).where('sign_in_id', '=', sign_in_id).where('accounts', 'is', null).execute(),
    )
  const not_stored = (err: unknown) => parts.log.error({ err, sign_in_id }, 'a list of accounts could not be stored')
  const holding = setInterval(() => void change({ listed_until: held }).catch(not_stored), HELD_AGAIN_MS).unref()
  try {
    const accounts = await list(parts, about, pending, { settings, secrets: stored_secrets(parts, pending) })
    await within(parts, org_id, (db) => change_pending(db, parts, pending, { accounts }))
  } catch (error) {
    if (!(error instanceof Stopped)) parts.log.error({ err: error, sign_in_id }, 'accounts could not be listed')
    const { sentence } = error instanceof Stopped ? error : { sentence: message('connecting.list_failed') }
    await change({ listed_until: null, list_stopped: JSON.stringify(sentence) }).catch(not_stored)
  } finally {
    clearInterval(holding)
  }
}

/** True: these keys wait for the choice of accounts. A person who presses twice sends them twice. Other keys need a sign-in of their own. */
async function are_stored(
  db: Database,
  parts: ConnectingParts,
  about: About,
  { pending, secrets }: { pending: Pending | undefined; secrets: Secrets },
): Promise<boolean> {
  if (pending?.step === 'begun') return false
  if (pending?.step === 'returned' && isDeepStrictEqual(await values_of(db, parts, pending), secrets)) return true
  throw new Stopped(message('connecting.page_ended'), about)
}

/** Stores typed keys only after they have listed the accounts. */
export async function test_keys(
  parts: ConnectingParts,
  about: About,
  pending: Pending,
  { settings, secrets }: { settings: Settings; secrets: Secrets },
): Promise<void> {
  let newest = secrets
  const memory: SecretStore = {
    load: async () => newest,
    renew: async (renew) => {
      newest = await renew(newest)
      return newest
    },
  }
  if (await within(parts, pending.org_id, (db) => are_stored(db, parts, about, { pending, secrets }))) return
  const accounts = await list(parts, about, pending, { settings, secrets: memory })
  await within(parts, pending.org_id, async (db) => {
    const locked = await load_pending(db, parts, pending.sign_in_id, { lock: true })
    if (await are_stored(db, parts, about, { pending: locked, secrets: newest })) return
    await change_pending(db, parts, pending, { step: 'returned', settings, secrets: newest, accounts })
  })
}

/** A token for one use is stored before it is used, as for connections. */
function stored_secrets(parts: ConnectingParts, pending: Pending): SecretStore {
  return {
    load: () => within(parts, pending.org_id, (db) => values_of(db, parts, pending)),
    renew: (renew) =>
      within(parts, pending.org_id, async (db) => {
        const locked = (await load_pending(db, parts, pending.sign_in_id, { lock: true })) ?? pending
        const stored = await values_of(db, parts, locked)
        const fresh = await renew(stored)
        if (fresh !== stored) await change_pending(db, parts, pending, { secrets: fresh })
        return fresh
      }),
  }
}
