// The person has chosen accounts: the connection is created or changed, and its first sync starts, in one transaction.
import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#db/pool.ts'
import { cursors_of } from '#engine/account_choice.ts'
import { append_calls, input_hash } from '#engine/audit/chain.ts'
import { are_same_beside_choice, kept_values, parted } from '#engine/connecting/added.ts'
import { type About, type ConnectingParts, Stopped } from '#engine/connecting/parts.ts'
import { type Listed, load_pending, type Pending, values_of, within } from '#engine/connecting/pending.ts'
import { reads_nothing } from '#engine/connector/sign_in.ts'
import type { Secrets, Settings } from '#engine/connector.ts'
import { enqueue_on, type OrgJob } from '#engine/job.ts'
import { cancel_syncs_of, start_sync } from '#engine/sync/runs.ts'
import { create_connection, update_connection } from '#engine/vendors/connections.ts'
import { message } from '#messages/message.ts'

export interface Chosen {
  /** All accounts, also those that are added later. */
  is_all: boolean
  /** The accounts that are ticked on the page. */
  ticked: readonly string[]
  /** The person agreed that the connection reads other accounts than before, or nothing. */
  may_replace: boolean
}

/** Asked before the choice is stored: the new sign-in can read none of the connection's accounts, or nothing at all. */
export interface Question {
  name: string
  /** Undefined: the sign-in can read accounts of before. */
  other?: { before: string[]; now: string[] }
  /** True: only the same account under another id can be read, such as a shop with another address. */
  must_be_same: boolean
  /** True: no permission was granted that a stream needs. */
  reads_nothing: boolean
}

const NAMES_MAX = 3

export async function choose_accounts(
  parts: ConnectingParts,
  about: About,
  { sign_in_id, org_id }: Pending,
  chosen: Chosen,
): Promise<Question | undefined> {
  return within(parts, org_id, async (db) => {
    const pending = await load_pending(db, parts, sign_in_id, { lock: true })
    if (pending?.step === 'done') return refuse_other_choice(db, about, pending, chosen)
    if (pending?.step !== 'returned') throw new Stopped(message('connecting.page_ended'), about)
    const account_ids = ids_of(pending, chosen, about)
    const accounts = wanted(pending, account_ids, about)
    const { own, added } = parted(about.sign_in, await values_of(db, parts, pending))
    const is_sign_in = Object.keys(own).length > 0
    const { connection_id: known } = pending
    if (known && is_sign_in && !chosen.may_replace) {
      const question = await question_of(db, about, pending)
      if (question.other || question.reads_nothing) return question
    }
    if (!known) await refuse_connected(db, about, accounts)
    // A sync locks its run before its connection, so its run comes first here too.
    else await cancel_syncs_of(db, known, parts.clock.now())
    const kept = known && !is_sign_in ? await settings_now(db, about, known) : undefined
    if (!account_ids && !may_choose_all({ settings: kept ?? pending.settings }, is_sign_in))
      throw new Stopped(message('connecting.chosen_before'), about)
    // The added values were tested at the place of the settings that the page knew.
    if (kept && Object.keys(added).length > 0 && !are_same_beside_choice(kept, pending.settings))
      throw new Stopped(message('connecting.page_ended'), about)
    const settings: Settings = kept ? { account_ids } : { ...pending.settings, account_ids }
    const connection_id = await store(db, parts, about, {
      pending,
      settings,
      secrets: is_sign_in ? own : undefined,
      added,
    })
    await finish(db, parts, pending, connection_id)
    return undefined
  })
}

/** The settings of the connection, which can have changed since the person opened the page. */
async function settings_now(db: Database, about: About, connection_id: string): Promise<Settings> {
  const { name, status, settings } = await db
    .selectFrom('connections')
    .select(['name', 'status', 'settings'])
    .where('connection_id', '=', connection_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (status !== 'active') throw new Stopped(message('connecting.removed', { name }), about)
  return settings as Settings
}

/** A person who presses twice continues. Another choice, sent after the way back, is not lost without a word. */
async function refuse_other_choice(
  db: Database,
  about: About,
  { connection_id }: Pending,
  { is_all, ticked }: Chosen,
): Promise<undefined> {
  const row = await db
    .selectFrom('connections')
    .select(['name', 'settings'])
    .where('connection_id', '=', connection_id!)
    .executeTakeFirstOrThrow()
  const { account_ids } = row.settings as Settings
  const sent = is_all ? undefined : [...ticked].sort()
  if (isDeepStrictEqual(sent, Array.isArray(account_ids) ? [...account_ids].sort() : undefined)) return undefined
  throw new Stopped(message('connecting.chosen_other', { name: row.name }), about)
}

/** Without a sign-in at the platform, a choice of some accounts does not become one of accounts that the person has not seen. */
export const may_choose_all = ({ settings }: Pick<Pending, 'settings'>, is_sign_in: boolean) =>
  is_sign_in || !Array.isArray(settings.account_ids)

/** Undefined: all. The page keeps earlier ticks when a person changes to all of them. Other ticks next to "all" contradict it. */
function ids_of({ settings }: Pending, { is_all, ticked }: Chosen, about: About): string[] | undefined {
  if (!is_all) return [...ticked]
  const before = new Set(Array.isArray(settings.account_ids) ? (settings.account_ids as string[]) : [])
  if (ticked.some((id) => !before.has(id))) throw new Stopped(message('connecting.all_or_some'), about)
  return undefined
}

/** The accounts of the choice. Refuses a choice that contains no readable account. */
function wanted({ accounts }: Pending, account_ids: string[] | undefined, about: About): Listed[] {
  const readable = (accounts ?? []).filter(({ unreadable }) => !unreadable)
  const found = account_ids ? readable.filter(({ account_id }) => account_ids.includes(account_id)) : readable
  if (found.length === 0 || (account_ids && found.length !== new Set(account_ids).size))
    throw new Stopped(message('connecting.choose_one'), about)
  return found
}

async function question_of(db: Database, { sign_in, connector }: About, pending: Pending): Promise<Question> {
  const { name } = await db
    .selectFrom('connections')
    .select('name')
    .where('connection_id', '=', pending.connection_id!)
    .executeTakeFirstOrThrow()
  const other = await other_accounts(db, pending)
  const must_be_same = other !== undefined && connector.accounts.are_one === true
  return { name, other, must_be_same, reads_nothing: reads_nothing(sign_in, connector, pending.scopes) }
}

/** The accounts that the connection reads or has read, when the sign-in can read none of them. */
async function other_accounts(db: Database, pending: Pending): Promise<Question['other']> {
  const before = await db
    .selectFrom('connection_accounts')
    .select(['account_id', 'name'])
    .where('connection_id', '=', pending.connection_id!)
    // An account whose right has ended has the rows of the connection.
    .where((is) => is.or([is('state', '=', 'read'), is('account_id', 'in', cursors_of(db, pending.connection_id!))]))
    .orderBy('account_id')
    .execute()
  const readable = (pending.accounts ?? []).filter(({ unreadable }) => !unreadable)
  const now = new Set(readable.map(({ account_id }) => account_id))
  if (before.length === 0 || before.some(({ account_id }) => now.has(account_id))) return undefined
  const names = (of: readonly { name: string }[]) => of.slice(0, NAMES_MAX).map((account) => account.name)
  return { before: names(before), now: names(readable) }
}

/** Names of active connections of the platform that read these accounts, by account. */
export async function connected_accounts(
  db: Database,
  { platform, connection_id }: Pick<Pending, 'platform' | 'connection_id'>,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('connection_accounts as a')
    .innerJoin('connections as c', (join) =>
      join.onRef('c.org_id', '=', 'a.org_id').onRef('c.connection_id', '=', 'a.connection_id'),
    )
    .select(['a.account_id', 'c.name'])
    .where('c.platform', '=', platform)
    .where('c.status', '=', 'active')
    .where('a.state', '=', 'read')
    .where('c.connection_id', 'is distinct from', connection_id)
    .execute()
  return new Map(rows.map(({ account_id, name }) => [account_id, name]))
}

/** A second connection of the same accounts would read them twice. */
async function refuse_connected(db: Database, about: About, accounts: readonly Listed[]): Promise<void> {
  const connected = await connected_accounts(db, { platform: about.platform, connection_id: null })
  const [first] = accounts
  if (first && accounts.every(({ account_id }) => connected.has(account_id)))
    throw new Stopped(message('connecting.all_connected', { name: connected.get(first.account_id)! }), about)
}

interface Stored {
  pending: Pending
  settings: Settings
  /** Undefined: the choice changes, and the sign-in stays. */
  secrets: Secrets | undefined
  /** What the person added to the secrets. */
  added: Secrets
}

async function store(
  db: Database,
  parts: ConnectingParts,
  { platform, connector, sign_in }: About,
  { pending, settings, secrets, added }: Stored,
): Promise<string> {
  const { org_id, connection_id: known } = pending
  const kept = known && secrets ? await kept_values(db, parts, sign_in, { org_id, connection_id: known, settings }) : {}
  const all = { ...kept, ...secrets, ...added }
  const own = Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as Record<string, string>
  if (known) {
    const is_changed = secrets !== undefined || Object.keys(added).length > 0
    const change = { org_id, connection_id: known, settings, now: parts.clock.now() }
    await update_connection(db, parts, { ...change, ...(is_changed && { secrets: own }) })
  }
  const name = known ? undefined : await free_name(db, platform, name_of_accounts(pending, settings, connector.title))
  const connection_id =
    known ?? (await create_connection(db, parts, { org_id, platform, name: name!, settings, secrets: own }))
  if (secrets)
    await db
      .updateTable('connections')
      .set({
        status: 'active',
        revoked_at: null,
        granted_scopes: pending.scopes,
        access_ends_at: pending.ends_at ?? connector.auth.ends_at?.(settings) ?? null,
      })
      .where('connection_id', '=', connection_id)
      .execute()
  return connection_id
}

/** The name of the one account, or the title of the connector. */
function name_of_accounts({ accounts }: Pending, { account_ids }: Settings, title: string): string {
  const readable = (accounts ?? []).filter(({ unreadable }) => !unreadable)
  const read = Array.isArray(account_ids)
    ? readable.filter(({ account_id }) => account_ids.includes(account_id))
    : readable
  return read.length === 1 ? read[0]!.name : title
}

async function free_name(db: Database, platform: string, wish: string): Promise<string> {
  const rows = await db.selectFrom('connections').select('name').where('platform', '=', platform).execute()
  const used = new Set(rows.map(({ name }) => name.toLowerCase()))
  for (let number = 1; ; number++) {
    const name = number === 1 ? wish : `${wish} ${number}`
    if (!used.has(name.toLowerCase())) return name
  }
}

async function finish(db: Database, parts: ConnectingParts, pending: Pending, connection_id: string): Promise<void> {
  const { org_id, sign_in_id, link_id, user_id, platform } = pending
  const enqueue = enqueue_on(db, parts.jobs)
  const { run_id } = await start_sync(db, (payload) => enqueue(parts.jobs.sync_connection as OrgJob, { ...payload }), {
    org_id,
    connection_id,
    trigger: 'operator',
    all_streams: true,
  })
  const register = parts.connectors[platform]?.webhooks?.registrations && parts.jobs.register_webhooks
  if (register) await enqueue(register as OrgJob, { connection_id })
  await db
    .updateTable('sign_ins')
    .set({ step: 'done', secrets: null, accounts: null, connection_id, run_id })
    .where('sign_in_id', '=', sign_in_id)
    .execute()
  await append_calls(db, parts, [
    {
      org_id,
      request_id: randomUUIDv7(),
      actor: user_id === null ? `link:${link_id}` : `user:${user_id}`,
      tool: 'connect_platform',
      transport: 'web',
      outcome: 'ok',
      input_hash: input_hash({ platform, connection_id }),
      duration_ms: 0,
      called_at: parts.clock.now().toISOString(),
    },
  ])
}
