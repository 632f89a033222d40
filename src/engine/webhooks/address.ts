// The address at which a platform announces changes of a connection. Its key is signed, so that an unknown address costs no query, and is
// stored nowhere. The secret that a vendor signs with comes from the same master key.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { ConnectionPlace, Keyring } from '#engine/vendors/secrets.ts'

const HASH = 'sha256'
const KEY_BYTES = 32
const UUID_BYTES = 16
const MAC_BYTES = 16
const ADDRESS_BYTES = 2 * UUID_BYTES + MAC_BYTES
const ADDRESS_CHARS = (ADDRESS_BYTES * 4) / 3

const derived = (master_key: Buffer, purpose: string) =>
  Buffer.from(hkdfSync(HASH, master_key, '', `tablero webhook ${purpose}`, KEY_BYTES))

const bytes_of = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')
const uuid_of = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const mac_of = (master_key: Buffer, place: Buffer) =>
  createHmac(HASH, derived(master_key, 'address')).update(place).digest().subarray(0, MAC_BYTES)

/** The last part of the address of a connection. */
export function key_of({ master_key }: Keyring, { org_id, connection_id }: ConnectionPlace): string {
  const place = Buffer.concat([bytes_of(org_id), bytes_of(connection_id)])
  return Buffer.concat([place, mac_of(master_key, place)]).toString('base64url')
}

/** The connection of a key, and the master key that signed it. Undefined: Tablero did not make this key. */
export function read_key({ master_key, old_master_keys = [] }: Keyring, text: string) {
  if (text.length !== ADDRESS_CHARS || !/^[\w-]+$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64url')
  const place = bytes.subarray(0, 2 * UUID_BYTES)
  const mac = bytes.subarray(2 * UUID_BYTES)
  const signed_by = [master_key, ...old_master_keys].find((key) => timingSafeEqual(mac_of(key, place), mac))
  if (!signed_by) return undefined
  return {
    org_id: uuid_of(place.subarray(0, UUID_BYTES)),
    connection_id: uuid_of(place.subarray(UUID_BYTES)),
    signed_by,
  }
}

/** What the vendor of a connection signs with. */
export const secret_of = (master_key: Buffer, { org_id, connection_id }: ConnectionPlace): string =>
  createHmac(HASH, derived(master_key, 'secret')).update(`${org_id}/${connection_id}`).digest('base64url')

export const path_of = (platform: string) => `/webhooks/${platform}/`
