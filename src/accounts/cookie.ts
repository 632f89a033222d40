// The cookie of a session: the token, and its signature by a key that is not in the database. Reading it needs no query.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Browsers accept a cookie with the prefix only over TLS. */
export const COOKIE = 'tablero.session_token'
const SECURE_PREFIX = '__Secure-'
/** Longer headers are not read. */
const HEADER_CHARS_MAX = 8_192
const SIGNATURE_BYTES = 32

/** The token of a session. Undefined without a cookie with a right signature. */
export function session_token(cookies: string, secrets: readonly string[]): string | undefined {
  const value = value_of(cookies)
  const point = value?.lastIndexOf('.') ?? -1
  if (value === undefined || point < 1) return undefined
  const token = value.slice(0, point)
  const signature = Buffer.from(value.slice(point + 1), 'base64')
  if (signature.length !== SIGNATURE_BYTES) return undefined
  const is_signed = secrets.some((secret) =>
    timingSafeEqual(createHmac('sha256', secret).update(token).digest(), signature),
  )
  return is_signed ? token : undefined
}

function value_of(cookies: string): string | undefined {
  if (cookies.length > HEADER_CHARS_MAX) return undefined
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=')
    const name = pair.slice(0, at).trim()
    if (name !== COOKIE && name !== SECURE_PREFIX + COOKIE) continue
    try {
      return decodeURIComponent(pair.slice(at + 1).trim())
    } catch {
      return undefined
    }
  }
  return undefined
}
