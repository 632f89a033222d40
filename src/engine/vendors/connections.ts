// Creates, changes and removes connections, with validated settings and encrypted secrets.
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#db/pool.ts'
import { leave_unchosen, list_again } from '#engine/account_choice.ts'
import type { Connector } from '#engine/connector.ts'
import { refuse } from '#engine/outcomes.ts'
import { check_credentials, fields_of } from '#engine/vendors/credential_fields.ts'
import { type Keyring, load_secrets, store_secrets } from '#engine/vendors/secrets.ts'

export interface NewConnection {
  org_id: string
  platform: string
  name: string
  settings: Record<string, unknown>
  secrets: Record<string, string>
}

type Parts = Keyring & { connectors: Record<string, Connector> }

/** Refuses invalid settings or secrets. The error names only the fields. `db` is a transaction of the organization. */
export async function create_connection(db: Database, parts: Parts, made: NewConnection): Promise<string> {
  const { org_id, platform, name } = made
  const connector = connector_of(parts, platform)
  const { settings, secrets } = check_credentials(platform, connector, made)
  const access_ends_at = connector.auth.ends_at?.(settings)
  const { connection_id } = await db
    .insertInto('connections')
    .values({ org_id, platform, name, settings: JSON.stringify(settings), access_ends_at })
    .returning('connection_id')
    .executeTakeFirstOrThrow()
  await store_secrets(db, parts, { org_id, connection_id }, secrets as Record<string, string>)
  return connection_id
}

function connector_of({ connectors }: Parts, platform: string): Connector {
  return (
    connectors[platform] ??
    refuse(`'${platform}' cannot be connected. Platforms: ${Object.keys(connectors).join(', ')}.`)
  )
}

/** Refuses a connection that would read the same accounts again, or has the name of another one. */
export async function refuse_duplicate(db: Database, ring: Keyring, made: NewConnection): Promise<void> {
  const { org_id, platform } = made
  const active = await db
    .selectFrom('connections')
    .select(['connection_id', 'name', 'settings'])
    .where('platform', '=', platform)
    .where('status', '=', 'active')
    .execute()
  for (const { connection_id, name, settings } of active) {
    const duplicate = `${name} (${connection_id}) is an active connection of ${platform}`
    const change = `To change it: tablero connection update ${connection_id}`
    if (Object.keys(made.settings).length > 0 && isDeepStrictEqual(settings, made.settings))
      refuse(`${duplicate} with these settings. ${change}`)
    const secrets = await load_secrets(db, ring, { org_id, connection_id })
    if (Object.entries(made.secrets).every(([key, value]) => secrets[key] === value))
      refuse(`${duplicate} with these secrets. ${change}`)
    if (name.toLowerCase() === made.name.toLowerCase())
      refuse(`${duplicate} with this name. For a further one, choose another name with --name. ${change}`)
  }
}

export interface ConnectionChange {
  org_id: string
  connection_id: string
  name?: string
  /** Replace the stored values of the same names. */
  settings?: Record<string, unknown>
  secrets?: Record<string, string>
  /** The secrets are of another grant, whose permissions and end are not known. */
  is_other_grant?: boolean
  now: Date
}

/**
 * New settings or secrets take effect with the next sync, which is due immediately and lists the accounts again. Accounts that are not
 * chosen any more are left immediately, because that list can wait for a limit of the platform.
 */
export async function update_connection(db: Database, parts: Parts, change: ConnectionChange): Promise<void> {
  const { org_id, connection_id, name } = change
  const stored = await db
    .selectFrom('connections')
    .select(['platform', 'settings'])
    .where('connection_id', '=', connection_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (name !== undefined)
    await db.updateTable('connections').set({ name }).where('connection_id', '=', connection_id).execute()
  if (!change.settings && !change.secrets) return
  const old_secrets = await load_secrets(db, parts, { org_id, connection_id }, { lock: true })
  const connector = connector_of(parts, stored.platform)
  // Optional secrets are alternatives, or tokens that were made with the old secrets. They must not be used with new ones.
  const lasting = fields_of(connector.auth.secrets).filter(({ is_required }) => is_required)
  const kept = Object.fromEntries(lasting.map(({ name }) => [name, old_secrets[name]]))
  const { settings, secrets } = check_credentials(stored.platform, connector, {
    settings: { ...(stored.settings as object), ...change.settings },
    secrets: change.secrets ? { ...kept, ...change.secrets } : old_secrets,
  })
  await store_secrets(db, parts, { org_id, connection_id }, secrets as Record<string, string>)
  await db
    .updateTable('connections')
    .set({
      settings: JSON.stringify(settings),
      ...(change.is_other_grant && { granted_scopes: null, access_ends_at: null }),
      ...(connector.auth.ends_at && { access_ends_at: connector.auth.ends_at(settings) ?? null }),
      needs_reconnection: false,
      next_sync_at: new Date(0).toISOString(),
    })
    .where('connection_id', '=', connection_id)
    .execute()
  await leave_unchosen(db, { connection_id, settings, at: change.now.toISOString() })
  await list_again(db, connection_id)
}

/** Ends the syncs of a connection. Its data stays. The secrets end the access at the platform, and the job that does so deletes them. */
export const disconnect = (db: Database, connection_id: string, now: Date) =>
  db
    .updateTable('connections')
    .set((set) => ({ status: 'revoked', revoked_at: set.fn.coalesce('revoked_at', set.val(now.toISOString())) }))
    .where('connection_id', '=', connection_id)
    .returning(['connection_id', 'platform', 'revoked_at'])
    .executeTakeFirst()

/** Ends the syncs of an organization that is deleted. Returns the connections whose access at the platform can still be open. */
export const disconnect_all = (db: Database, now: Date) =>
  db
    .updateTable('connections')
    .set((set) => ({ status: 'revoked', revoked_at: set.fn.coalesce('revoked_at', set.val(now.toISOString())) }))
    .where((is) => is.or([is('status', '<>', 'revoked'), is('secrets', 'is not', null)]))
    .returning(['connection_id', 'name'])
    .execute()

/** Ends the syncs of a connection whose access the platform has ended. Its data stays, and its secrets are deleted. */
export async function revoke_connection(db: Database, connection_id: string, now: Date): Promise<void> {
  await db
    .updateTable('connections')
    .set((set) => ({
      status: 'revoked',
      secrets: null,
      revoked_at: set.fn.coalesce('revoked_at', set.val(now.toISOString())),
    }))
    .where('connection_id', '=', connection_id)
    .execute()
}
