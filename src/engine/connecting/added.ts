// Values that a person can add after the platform has answered, such as a password that only changes need. Tablero tests them before it
// stores them. Empty fields change nothing.
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#db/pool.ts'
import { sign_in_api } from '#engine/connecting/listing.ts'
import { type About, type ConnectingParts, Stopped } from '#engine/connecting/parts.ts'
import { change_pending, load_pending, type Pending, values_of, within } from '#engine/connecting/pending.ts'
import { mistyped } from '#engine/connecting/typed.ts'
import { vendor_stopped } from '#engine/connecting/vendor_errors.ts'
import type { SignIn } from '#engine/connector/sign_in.ts'
import type { Secrets, Settings } from '#engine/connector.ts'
import { type CredentialField, fields_of } from '#engine/vendors/credential_fields.ts'
import { load_secrets } from '#engine/vendors/secrets.ts'
import { message } from '#messages/message.ts'

const names_of = ({ adds }: SignIn): readonly string[] => adds?.secrets ?? []

/** The fields of the values that can be added. */
export function added_fields({ sign_in, connector }: Pick<About, 'sign_in' | 'connector'>): CredentialField[] {
  const names = names_of(sign_in)
  return fields_of(connector.auth.secrets).filter(({ name }) => names.includes(name))
}

/** The values of a sign-in: what the platform gave, and what the person added. */
export function parted(sign_in: SignIn, secrets: Secrets): { own: Secrets; added: Secrets } {
  const names = names_of(sign_in)
  const of = (is_added: boolean) =>
    Object.fromEntries(Object.entries(secrets).filter(([name]) => names.includes(name) === is_added))
  return { own: of(false), added: of(true) }
}

/** Tests the typed values, and keeps them for the choice of accounts. */
export async function add_values(
  parts: ConnectingParts,
  page: About & { pending: Pending },
  typed: Record<string, string>,
): Promise<void> {
  const { sign_in, pending } = page
  const given = names_of(sign_in).flatMap((name) => {
    const value = typed[name]?.trim()
    return value ? [[name, value] as const] : []
  })
  if (!sign_in.adds || given.length === 0) return
  const missing = added_fields(page).filter(({ name }) => !given.some(([of]) => of === name))
  if (missing.length > 0) throw mistyped(page, { missing })
  const added: Secrets = Object.fromEntries(given)
  const { settings } = pending
  const known = await within(parts, pending.org_id, (db) => known_values(db, parts, pending))
  const secrets = { ...known, ...added }
  const api = sign_in_api(parts, page, pending, {
    settings,
    secrets: { load: async () => secrets, renew: async (renew) => renew(secrets) },
  })
  const refused = await sign_in.adds.refused({ api, settings }).catch((error) => {
    throw vendor_stopped(error, page, secrets)
  })
  if (refused) {
    const { vendor } = page.connector.platform
    throw new Stopped(message('connecting.refused', { vendor, reason: refused }), page)
  }
  await within(parts, pending.org_id, async (db) => {
    const locked = await load_pending(db, parts, pending.sign_in_id, { lock: true })
    if (locked?.step !== 'returned') throw new Stopped(message('connecting.page_ended'), page)
    await change_pending(db, parts, locked, { secrets: { ...(await values_of(db, parts, locked)), ...added } })
  })
}

/** The secrets of the sign-in. Without a new one, those of the connection. */
async function known_values(db: Database, parts: ConnectingParts, pending: Pending): Promise<Secrets> {
  const { org_id, connection_id } = pending
  const values = await values_of(db, parts, pending)
  if (Object.keys(values).length > 0 || connection_id === null) return values
  return load_secrets(db, parts, { org_id, connection_id })
}

/** True if the settings of both name the same place at the platform, whatever accounts are chosen there. */
export function are_same_beside_choice(one: Settings, other: Settings): boolean {
  const without_choice = ({ account_ids: _, ...of }: Settings) => JSON.parse(JSON.stringify(of))
  return isDeepStrictEqual(without_choice(one), without_choice(other))
}

/** Added values of a connection that a new sign-in keeps. Another site must never get them. */
export async function kept_values(
  db: Database,
  parts: ConnectingParts,
  sign_in: SignIn,
  { org_id, connection_id, settings }: { org_id: string; connection_id: string; settings: Settings },
): Promise<Secrets> {
  if (!sign_in.adds) return {}
  const row = await db
    .selectFrom('connections')
    .select(['settings', 'status'])
    .where('connection_id', '=', connection_id)
    .executeTakeFirstOrThrow()
  if (row.status !== 'active' || !are_same_beside_choice(row.settings as Settings, settings)) return {}
  return parted(sign_in, await load_secrets(db, parts, { org_id, connection_id })).added
}
