// Encrypts the secrets of connections: AES-256-GCM with a data key per organization, which the master key wraps. A sealed value is
// bound to its organization and connection, so a copy in another row cannot be decrypted.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Database } from '#db/pool.ts'
import type { Secrets } from '#engine/connector.ts'

const ALGORITHM = 'aes-256-gcm'
const VERSION = 1
const IV_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

/** version (1 byte) | iv (12) | tag (16) | ciphertext */
export function seal(key: Buffer, place: string, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(place))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), text])
}

/** Throws when the key or the place is wrong, or when a bit was changed. */
export function unseal(key: Buffer, place: string, sealed: Buffer): Buffer {
  if (sealed[0] !== VERSION) throw new Error('the sealed value has an unknown version')
  const iv = sealed.subarray(1, 1 + IV_BYTES)
  const tag = sealed.subarray(1 + IV_BYTES, 1 + IV_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(place)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + IV_BYTES + TAG_BYTES)), decipher.final()])
}

/** The operator's master keys: the current key, and earlier keys that still decrypt what they encrypted. */
export interface Keyring {
  master_key: Buffer
  old_master_keys?: readonly Buffer[]
}

/** Decrypts a value that any key of the ring encrypted. */
export function open_wrapped({ master_key, old_master_keys = [] }: Keyring, place: string, sealed: Buffer): Buffer {
  for (const key of [master_key, ...old_master_keys]) {
    try {
      return unseal(key, place, sealed)
    } catch {
      // sealed by another key of the ring
    }
  }
  throw new Error('sealed with a master key that is not configured')
}

/** The organization's data key, created at the first use. `db` must be a transaction of that organization. */
async function data_key(db: Database, ring: Keyring, org_id: string): Promise<Buffer> {
  // A shared lock: other readers of the key continue, and a rotation waits.
  const kept = () => db.selectFrom('org_data_keys').select('wrapped_key').forShare().executeTakeFirst()
  let row = await kept()
  if (!row) {
    const wrapped_key = seal(ring.master_key, org_id, randomBytes(KEY_BYTES))
    await db
      .insertInto('org_data_keys')
      .values({ org_id, wrapped_key })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = await kept()
  }
  return open_wrapped(ring, org_id, row!.wrapped_key)
}

/** False: another master key sealed the organization's data key. `db` must be a transaction of that organization. */
export async function has_readable_key(db: Database, ring: Keyring, org_id: string): Promise<boolean> {
  const row = await db.selectFrom('org_data_keys').select('wrapped_key').executeTakeFirst()
  try {
    return !row || open_wrapped(ring, org_id, row.wrapped_key).length > 0
  } catch {
    return false
  }
}

/** The address of an organization's chat is encrypted for this place. */
export const chat_place = (org_id: string): string => `${org_id}/chat`

/** Encrypts the address of the chat again, with the current master key. */
async function reseal_chat(db: Database, ring: Keyring, org_id: string): Promise<void> {
  const chat = await db
    .selectFrom('org_channels')
    .select('sealed')
    .where('sealed', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!chat) return
  const place = chat_place(org_id)
  const sealed = seal(ring.master_key, place, open_wrapped(ring, place, chat.sealed!))
  await db.updateTable('org_channels').set({ sealed }).where('channel', '=', 'chat').execute()
}

/** Where a connection is: each table names both. */
export interface ConnectionPlace {
  org_id: string
  connection_id: string
}

const place_of = ({ org_id, connection_id }: ConnectionPlace) => `${org_id}/${connection_id}`

/** Encrypts values for a place that is no connection yet. `db` is a transaction of the organization. */
export async function seal_values(
  db: Database,
  ring: Keyring,
  place: ConnectionPlace,
  values: Secrets,
): Promise<Buffer> {
  const key = await data_key(db, ring, place.org_id)
  return seal(key, place_of(place), Buffer.from(JSON.stringify(values)))
}

export async function unseal_values(
  db: Database,
  ring: Keyring,
  place: ConnectionPlace,
  sealed: Buffer,
): Promise<Secrets> {
  const key = await data_key(db, ring, place.org_id)
  return JSON.parse(unseal(key, place_of(place), sealed).toString('utf8')) as Secrets
}

export async function store_secrets(
  db: Database,
  ring: Keyring,
  place: ConnectionPlace,
  secrets: Secrets,
): Promise<void> {
  await db
    .updateTable('connections')
    .set({ secrets: await seal_values(db, ring, place, secrets) })
    .where('connection_id', '=', place.connection_id)
    .execute()
}

/** The access ends later, because its token was renewed. */
export const move_end = (db: Database, { connection_id }: Pick<ConnectionPlace, 'connection_id'>, at_ms: number) =>
  db
    .updateTable('connections')
    .set({ access_ends_at: new Date(at_ms).toISOString() })
    .where('connection_id', '=', connection_id)
    .execute()

/**
 * With `lock`, other transactions wait before they read the secrets for an update. New rows of the connection do not wait: a platform can
 * take long to renew a token.
 */
export async function load_secrets(
  db: Database,
  ring: Keyring,
  place: ConnectionPlace,
  { lock = false } = {},
): Promise<Secrets> {
  // The key is read first, because its lock prevents that key and secrets change separately.
  const key = await data_key(db, ring, place.org_id)
  const query = db.selectFrom('connections').select('secrets').where('connection_id', '=', place.connection_id)
  const { secrets } = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirstOrThrow()
  return secrets ? (JSON.parse(unseal(key, place_of(place), secrets).toString('utf8')) as Secrets) : {}
}

/** Creates a new data key for the organization, wrapped with the current master key, and encrypts every secret again with it. */
export async function rotate_data_key(db: Database, ring: Keyring, org_id: string): Promise<number> {
  await reseal_chat(db, ring, org_id)
  const row = await db.selectFrom('org_data_keys').select('wrapped_key').forUpdate().executeTakeFirst()
  if (!row) return 0
  const old_key = open_wrapped(ring, org_id, row.wrapped_key)
  const new_key = randomBytes(KEY_BYTES)
  const rows = await db
    .selectFrom('connections')
    .select(['connection_id', 'secrets'])
    .where('secrets', 'is not', null)
    .forUpdate()
    .execute()
  // Sign-ins that are not done last minutes. They are deleted, and the person starts again. As 'done' they would seem to be connected.
  await db.deleteFrom('sign_ins').where('secrets', 'is not', null).execute()
  for (const { connection_id, secrets } of rows) {
    const place = place_of({ org_id, connection_id })
    const sealed = seal(new_key, place, unseal(old_key, place, secrets!))
    await db.updateTable('connections').set({ secrets: sealed }).where('connection_id', '=', connection_id).execute()
  }
  await db
    .updateTable('org_data_keys')
    .set({ wrapped_key: seal(ring.master_key, org_id, new_key) })
    .where('org_id', '=', org_id)
    .execute()
  return rows.length
}
