// Keeps the announcements of a connection registered at its platform: lists what is there, adds what lacks, removes what is ours and
// not wanted. The list comes first, because registrations survive an uninstall.
import { in_org } from '#db/org.ts'
import type { Registration, Registrations } from '#engine/connector/webhook.ts'
import type { Connector, Settings } from '#engine/connector.ts'
import { api_of } from '#engine/sync/connected.ts'
import { is_public_https } from '#engine/vendors/outbound.ts'
import { is_passing, VendorRefusal } from '#engine/vendors/refusal.ts'
import { type ConnectionPlace, load_secrets } from '#engine/vendors/secrets.ts'
import { key_of, path_of, read_key, secret_of } from '#engine/webhooks/address.ts'
import type { WebhookParts } from '#engine/webhooks/parts.ts'
import { app_of } from '#engine/webhooks/senders.ts'
import { cut_text } from '#lib/text.ts'

/** The answer of a tool says it in the language of its reader. What a platform says is quoted as it is. */
export const NOT_PUBLIC = 'BASE_URL is no public https address, so platforms cannot send webhooks.'
export const NO_SECRET = 'Tablero does not know the secret of the app, so it could not check webhooks.'
const PROBLEM_CHARS_MAX = 500

export interface Checked {
  added: number
  removed: number
  registered: number
}

interface Registering {
  registrations: Registrations
  source: Parameters<Registrations['list']>[0]
  platform: string
  /** False: nobody knows what the platform would sign with. */
  is_known_app: boolean
}

/** Undefined: nothing to register, or not now. The reason is stored with the connection. */
export async function check_registrations(
  parts: WebhookParts,
  place: ConnectionPlace,
  signal: AbortSignal,
): Promise<Checked | undefined> {
  const found = await open(parts, place, signal, 'active')
  if (!found) return undefined
  if (!is_public_https(parts.base_url)) {
    await save(parts, place, NOT_PUBLIC)
    return undefined
  }
  if (!found.is_known_app) {
    await save(parts, place, NO_SECRET)
    return undefined
  }
  try {
    const { refused, ...checked } = await repair(parts, place, found)
    await save(parts, place, refused?.message, { is_registered: checked.registered > 0 })
    return checked
  } catch (error) {
    if (!(error instanceof VendorRefusal)) throw error
    await save(parts, place, error.message)
    return undefined
  }
}

/**
 * Removes what is registered for a connection. A platform that refuses has ended the access already. Throws when it does not answer now, so
 * that the job tries again while it has the secrets.
 */
export async function remove_registrations(
  parts: WebhookParts,
  place: ConnectionPlace,
  signal: AbortSignal,
): Promise<void> {
  const found = await open(parts, place, signal, 'revoked')
  if (!found) return
  const { registrations, source } = found
  try {
    for (const { id, url } of await registrations.list(source))
      if (is_of(parts, found.platform, place, url)) await registrations.remove(source, id)
  } catch (error) {
    if (!(error instanceof VendorRefusal) || is_passing(error)) throw error
    parts.log.info({ connection_id: place.connection_id, reason: error.kind }, 'webhooks could not be removed')
  }
  await save(parts, place, undefined, { is_registered: false })
}

async function open(
  parts: WebhookParts,
  place: ConnectionPlace,
  signal: AbortSignal,
  status: 'active' | 'revoked',
): Promise<Registering | undefined> {
  const row = await in_org(parts.pool, place, async (db) => {
    const found = await db
      .selectFrom('connections')
      .select(['platform', 'settings', 'needs_reconnection', 'secrets'])
      .where('connection_id', '=', place.connection_id)
      .where('status', '=', status)
      .executeTakeFirst()
    return found?.secrets ? { ...found, secrets: await load_secrets(db, parts, place) } : undefined
  })
  const connector: Connector | undefined = row && parts.connectors[row.platform]
  const registrations = connector?.webhooks?.registrations
  if (!row || !registrations || row.needs_reconnection) return undefined
  const { platform } = row
  const settings = row.settings as Settings
  const api = api_of(parts, { ...place, signal }, { connector: connector!, platform, settings }).asking({
    priority: 'today',
  })
  const is_of_app = connector!.webhooks!.signature?.secret === 'app'
  const is_known_app = !is_of_app || app_of(parts, platform, row.secrets).secrets.length > 0
  return { registrations, source: { api, settings }, platform, is_known_app }
}

async function repair(parts: WebhookParts, place: ConnectionPlace, { registrations, source, platform }: Registering) {
  const url = `${parts.base_url}${path_of(platform)}${key_of(parts, place)}`
  const listed = await registrations.list(source)
  const own = listed.filter((one) => is_of(parts, platform, place, one.url))
  const kept = new Map<string, Registration>()
  for (const one of own)
    if (one.is_on && one.url === url && registrations.topics.includes(one.topic) && !kept.has(one.topic))
      kept.set(one.topic, one)
  const left = own.filter((one) => kept.get(one.topic) !== one)
  const missing = registrations.topics.filter((topic) => !kept.has(topic))
  // One that was switched off is removed first, because some platforms allow a topic and an address once.
  for (const { id } of left) await registrations.remove(source, id)
  const secret = secret_of(parts.master_key, place)
  let refused: VendorRefusal | undefined
  let added = 0
  for (const topic of missing)
    try {
      await registrations.add(source, { topic, url, secret })
      added += 1
    } catch (error) {
      // Without a permission, some topics are refused. The others are registered.
      if (!(error instanceof VendorRefusal) || (error.kind !== 'denied' && error.kind !== 'refused')) throw error
      refused = error
    }
  return { added, removed: left.length, registered: kept.size + added, refused }
}

/** An address that Tablero gave to this connection, under any of its names and master keys. Those of other connections are left alone. */
function is_of(
  parts: WebhookParts,
  platform: string,
  { org_id, connection_id }: ConnectionPlace,
  url: string,
): boolean {
  const path = path_of(platform)
  const at = url.indexOf(path)
  const read = at < 0 ? undefined : read_key(parts, url.slice(at + path.length))
  return read?.org_id === org_id && read.connection_id === connection_id
}

async function save(
  { pool, clock }: WebhookParts,
  { org_id, connection_id }: ConnectionPlace,
  problem: string | undefined,
  { is_registered = problem === undefined } = {},
): Promise<void> {
  const now = clock.now().toISOString()
  const stored = { checked_at: now, problem: (problem && cut_text(problem, PROBLEM_CHARS_MAX)) ?? null }
  const registered_at = is_registered ? now : null
  await in_org(pool, { org_id }, (db) =>
    db
      .insertInto('webhook_states')
      .values({ org_id, connection_id, ...stored, registered_at })
      .onConflict((conflict) =>
        conflict.columns(['org_id', 'connection_id']).doUpdateSet((of) => ({
          ...stored,
          registered_at: is_registered
            ? of.fn.coalesce('webhook_states.registered_at', of.ref('excluded.registered_at'))
            : null,
        })),
      )
      .execute(),
  )
}
