// The channels of an organization outside of the dashboard: a chat address, which is a secret, and a phone number, which its owner confirms.
import { hash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Database } from '#db/pool.ts'
import type { ChatVendor } from '#engine/notifications/chat_forms.ts'
import { chat_place, type Keyring, open_wrapped, seal } from '#engine/vendors/secrets.ts'

const CODE_DIGITS = 8
const CODE_MS = 30 * 60_000
/** Wrong codes, after which a new one is needed. */
const CODE_ATTEMPTS_MAX = 10

export async function read_channels(db: Database) {
  const rows = await db
    .selectFrom('org_channels')
    .select(['channel', 'vendor', 'shown', 'state', 'off_reason', 'next_at', 'heard_at', 'sealed', 'address_id'])
    .execute()
  return {
    chat: rows.find(({ channel }) => channel === 'chat'),
    phone: rows.find(({ channel }) => channel === 'messaging'),
  }
}

interface NewChat {
  url: string
  sealed: Buffer
  vendor: ChatVendor
  now: Date
}

/** Calls have no right to the organization's data key, so the master key encrypts the address. */
export const seal_chat_address = ({ master_key }: Keyring, org_id: string, url: string): Buffer =>
  seal(master_key, chat_place(org_id), Buffer.from(url))

export async function set_chat(db: Database, { url, sealed, vendor, now }: NewChat): Promise<void> {
  await clear_channel(db, 'chat')
  const set_at = now.toISOString()
  await db
    .insertInto('org_channels')
    .values({
      channel: 'chat',
      address_id: randomUUID(),
      vendor,
      shown: new URL(url).host,
      sealed,
      state: 'on',
      set_at,
    })
    .execute()
}

export const chat_address = (ring: Keyring, org_id: string, sealed: Buffer): string =>
  open_wrapped(ring, chat_place(org_id), sealed).toString('utf8')

/** The same number stays confirmed. */
export async function set_phone(db: Database, phone: string, now: Date): Promise<void> {
  const { phone: before } = await read_channels(db)
  if (before?.shown === phone && before.state !== 'off') return
  await clear_channel(db, 'messaging')
  await db
    .insertInto('org_channels')
    .values({
      channel: 'messaging',
      address_id: randomUUID(),
      vendor: 'whatsapp',
      shown: phone,
      state: 'unconfirmed',
      set_at: now.toISOString(),
    })
    .execute()
}

export const clear_channel = (db: Database, channel: 'chat' | 'messaging') =>
  db.deleteFrom('org_channels').where('channel', '=', channel).execute()

/** One address of a channel, which another one can have replaced meanwhile. */
export interface Address {
  channel: 'chat' | 'messaging'
  address_id: string | null
}

/** False: the channel has another address by now, or none. */
export async function switch_off(db: Database, { channel, address_id }: Address, off_reason: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('org_channels')
    .set({ state: 'off', off_reason })
    .where('channel', '=', channel)
    .where('address_id', 'is not distinct from', address_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const hash_of = (org_id: string, phone: string, code: string) =>
  hash('sha256', `${org_id} ${phone} ${code}`, { outputEncoding: 'buffer' })

/** Makes the code that the owner of the number sends. Undefined: no number waits for it. */
export async function new_code(db: Database, org_id: string, now: Date) {
  const { phone } = await read_channels(db)
  if (phone?.state !== 'unconfirmed') return undefined
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
  const until = new Date(now.getTime() + CODE_MS).toISOString()
  await db
    .updateTable('org_channels')
    .set({ code_hash: hash_of(org_id, phone.shown, code), code_until: until, code_attempts: 0 })
    .where('channel', '=', 'messaging')
    .execute()
  return { phone: phone.shown, code, until }
}

/**
 * The owner of a number wrote to Tablero. That opens the window of free texts, and with the code it confirms the number. `db` is a
 * transaction of the organization.
 */
export async function hear(
  db: Database,
  org_id: string,
  { phone, text, at }: { phone: string; text: string; at: Date },
) {
  const row = await db
    .selectFrom('org_channels')
    .select(['state', 'code_hash', 'code_until', 'code_attempts'])
    .where('channel', '=', 'messaging')
    .where('shown', '=', phone)
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.state === 'off') return 'unknown'
  const heard = (set: object) => db.updateTable('org_channels').set(set).where('channel', '=', 'messaging').execute()
  if (row.state === 'on') {
    await heard({ heard_at: at.toISOString() })
    return 'heard'
  }
  const code = new RegExp(`(?<!\\d)\\d{${CODE_DIGITS}}(?!\\d)`).exec(text)?.[0]
  const is_open = row.code_hash && Date.parse(row.code_until!) > at.getTime() && row.code_attempts < CODE_ATTEMPTS_MAX
  if (!code || !is_open) return 'unconfirmed'
  if (!timingSafeEqual(row.code_hash!, hash_of(org_id, phone, code))) {
    await heard({ code_attempts: row.code_attempts + 1 })
    return 'unconfirmed'
  }
  const now = at.toISOString()
  await heard({ state: 'on', confirmed_at: now, heard_at: now, code_hash: null, code_until: null })
  return 'confirmed'
}
