// Links and states that Tablero gives to a browser and gets back. They are signed, so that a forged one costs no query.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '#engine/vendors/secrets.ts'

const MAC_BYTES = 32
const CHARS_MAX = 1_000
const HASH = 'sha256'

/** What a signed text is for. A text for one purpose is invalid for every other. */
type Purpose = 'link' | 'state' | 'page'

const key_of = (master_key: Buffer, purpose: Purpose) =>
  Buffer.from(hkdfSync(HASH, master_key, '', `tablero connecting ${purpose}`, MAC_BYTES))

const mac_of = (master_key: Buffer, purpose: Purpose, text: string) =>
  createHmac(HASH, key_of(master_key, purpose)).update(text).digest('base64url')

/** The text consists of the characters A-Z, a-z, 0-9, `-`, `_` and a point. */
export function sign({ master_key }: Keyring, purpose: Purpose, values: readonly string[]): string {
  const text = Buffer.from(JSON.stringify(values)).toString('base64url')
  return `${text}.${mac_of(master_key, purpose, text)}`
}

/** Undefined: the text was not signed for this purpose by a known master key. */
export function verify({ master_key, old_master_keys = [] }: Keyring, purpose: Purpose, signed: string) {
  const [text = '', mac = '', ...more] = signed.length > CHARS_MAX ? [] : signed.split('.')
  // The characters are compared, because different texts can stand for the same bytes.
  const given = Buffer.from(mac)
  const is_valid = [master_key, ...old_master_keys].some((key) => {
    const own = Buffer.from(mac_of(key, purpose, text))
    return more.length === 0 && own.length === given.length && timingSafeEqual(own, given)
  })
  return is_valid ? (JSON.parse(Buffer.from(text, 'base64url').toString()) as string[]) : undefined
}
