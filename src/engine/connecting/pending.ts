// The sign-in of a person, from the confirmed link to the choice of accounts. It belongs to the browser that began it.
import { hash, timingSafeEqual } from 'node:crypto'
import { in_org } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import type { Scope } from '#domain/scopes.ts'
import { credential_works, has_scope, standing_of } from '#engine/access/standing.ts'
import { type About, type ConnectingParts, name_of, Stopped } from '#engine/connecting/parts.ts'
import { sign, verify } from '#engine/connecting/signed.ts'
import { typed_keys } from '#engine/connector/sign_in.ts'
import type { Account, Secrets, Settings } from '#engine/connector.ts'
import { seal_values, unseal_values } from '#engine/vendors/secrets.ts'
import { message } from '#messages/message.ts'

/** Time for the consent at the platform, and afterwards for the choice of accounts. */
const CONSENT_MS = 10 * 60_000
const CHOICE_MS = 30 * 60_000

export type Listed = Pick<Account, 'account_id' | 'name' | 'currency' | 'unreadable' | 'limited'>

export interface Pending {
  org_id: string
  sign_in_id: string
  link_id: string
  /** The person to whom the link was bound. */
  user_id: string | null
  /** Who asked for the link. Null: the link was of an earlier version. */
  actor: string | null
  platform: string
  connection_id: string | null
  step: 'begun' | 'returned' | 'done'
  browser_hash: Buffer
  settings: Settings
  secrets: Buffer | null
  scopes: string[] | null
  accounts: Listed[] | null
  ends_at: string | null
  run_id: string | null
  /** True: the person returns to the page of connections. */
  returns: boolean
  expires_at: string
}

export const browser_hash = (browser: string) => hash('sha256', browser, 'buffer')

/** The reference of a sign-in in the addresses of its pages, and in the state that the platform returns. */
export const reference_of = (
  parts: ConnectingParts,
  purpose: 'page' | 'state',
  { org_id, sign_in_id }: Pick<Pending, 'org_id' | 'sign_in_id'>,
) => sign(parts, purpose, [org_id, sign_in_id])

export function read_reference(parts: ConnectingParts, purpose: 'page' | 'state', text: string) {
  const [org_id, sign_in_id] = verify(parts, purpose, text) ?? []
  return org_id && sign_in_id ? { org_id, sign_in_id } : undefined
}

/** Pages and vendors' answers write what calls may not write, so they work with the rights of jobs. */
export const within = <T>(
  { pool }: Pick<ConnectingParts, 'pool'>,
  org_id: string,
  work: (db: Database) => Promise<T>,
): Promise<T> => in_org(pool.worker, { org_id }, work)

export async function about_of(parts: ConnectingParts, org_id: string, platform: string): Promise<About> {
  const org = await parts.directory.org(org_id)
  if (!org) throw new Stopped(message('connecting.link_invalid'))
  if (org.ended_at !== null) throw new Stopped(message('connecting.org_ended', { name: org.name }))
  const connector = parts.connectors[platform]
  if (!connector)
    throw new Stopped(message('connecting.not_available', { platform: name_of(platform) }), { org, platform })
  return { org, platform, connector, sign_in: parts.sign_ins[platform] ?? typed_keys }
}

export async function begin_pending(
  db: Database,
  parts: ConnectingParts,
  made: Pick<
    Pending,
    | 'org_id'
    | 'sign_in_id'
    | 'link_id'
    | 'user_id'
    | 'actor'
    | 'platform'
    | 'connection_id'
    | 'browser_hash'
    | 'settings'
    | 'returns'
  > & {
    secrets: Secrets
    step: Pending['step']
  },
): Promise<void> {
  const { org_id, sign_in_id: connection_id, secrets, settings } = made
  const ends = parts.clock.now().getTime() + (made.step === 'begun' ? CONSENT_MS : CHOICE_MS)
  await db
    .insertInto('sign_ins')
    .values({
      ...made,
      settings: JSON.stringify(settings),
      secrets: await seal_values(db, parts, { org_id, connection_id }, secrets),
      expires_at: new Date(ends).toISOString(),
    })
    .execute()
}

/** What a person needs to begin a sign-in, and to finish it. */
export const CONNECTS: Scope = 'connections:write'

/** A membership, a key or an app can end, and the organization too, while somebody signs in at the platform. */
async function may_continue(db: Database, { user_id, actor }: Pick<Pending, 'user_id' | 'actor'>): Promise<boolean> {
  const org = await db.selectFrom('orgs').select('ended_at').executeTakeFirst()
  if (org?.ended_at !== null) return false
  if (actor !== null && !(await credential_works(db, actor))) return false
  return user_id === null || has_scope(await standing_of(db, user_id), CONNECTS)
}

/**
 * Undefined: there is no such sign-in, it has expired, or who began it may not connect any more. With `lock`, other transactions
 * wait.
 */
export async function load_pending(
  db: Database,
  { clock }: Pick<ConnectingParts, 'clock'>,
  sign_in_id: string,
  { lock = false } = {},
): Promise<Pending | undefined> {
  const query = db.selectFrom('sign_ins').selectAll().where('sign_in_id', '=', sign_in_id)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!row || (row.step !== 'done' && Date.parse(row.expires_at) < clock.now().getTime())) return undefined
  return (await may_continue(db, row)) ? (row as Pending) : undefined
}

export const is_own = ({ browser_hash: stored }: Pending, browser: string | undefined) =>
  browser !== undefined && timingSafeEqual(stored, browser_hash(browser))

/** True: the link began a sign-in in this browser, whose accounts are not chosen yet. The person may begin it again. */
export async function is_begun_here(db: Database, link_id: string, browser: string | undefined): Promise<boolean> {
  if (browser === undefined) return false
  const begun = db
    .selectFrom('sign_ins')
    .select('sign_in_id')
    .where('link_id', '=', link_id)
    .where('browser_hash', '=', browser_hash(browser))
    .where('step', '<>', 'done')
  return (await begun.executeTakeFirst()) !== undefined
}

/** Ends the sign-in that a link began in this browser. False: there is none, or its accounts are chosen. */
export async function leave_begun(db: Database, link_id: string, browser: string): Promise<boolean> {
  const left = await db
    .deleteFrom('sign_ins')
    .where('link_id', '=', link_id)
    .where('browser_hash', '=', browser_hash(browser))
    .where('step', '<>', 'done')
    .returning('sign_in_id')
    .execute()
  return left.length > 0
}

const place_of = ({ org_id, sign_in_id: connection_id }: Pending) => ({ org_id, connection_id })

export const values_of = async (db: Database, parts: ConnectingParts, pending: Pending): Promise<Secrets> =>
  pending.secrets ? unseal_values(db, parts, place_of(pending), pending.secrets) : {}

type Change = Partial<Pick<Pending, 'step' | 'scopes' | 'ends_at' | 'settings' | 'accounts'>> & { secrets?: Secrets }

/** Stores what the platform gave. From then on, the person has time for the choice. */
export async function change_pending(
  db: Database,
  parts: ConnectingParts,
  pending: Pending,
  { secrets, settings, accounts, ...change }: Change,
): Promise<void> {
  await db
    .updateTable('sign_ins')
    .set({
      ...change,
      ...(settings && { settings: JSON.stringify(settings) }),
      ...(accounts && { accounts: JSON.stringify(accounts) }),
      ...(secrets && { secrets: await seal_values(db, parts, place_of(pending), secrets) }),
      expires_at: new Date(parts.clock.now().getTime() + CHOICE_MS).toISOString(),
    })
    .where('sign_in_id', '=', pending.sign_in_id)
    .execute()
}
