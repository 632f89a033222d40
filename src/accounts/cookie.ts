// Cookies with a signature by a key that is not in the database, such as the one with the token of a session. Reading them needs no query.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Longer headers are not read. */
const HEADER_CHARS_MAX = 8_192
const SIGNATURE_BYTES = 32

/** The value of a signed cookie. Undefined without a cookie with a right signature. */
export function signed_cookie(cookies: string, name: string, secrets: readonly string[]): string | undefined {
  const text = cookie_of(cookies, name)
  const point = text?.lastIndexOf('.') ?? -1
  if (text === undefined || point < 1) return undefined
  const value = text.slice(0, point)
  const signature = Buffer.from(text.slice(point + 1), 'base64')
  if (signature.length !== SIGNATURE_BYTES) return undefined
  const is_signed = secrets.some((secret) =>
    timingSafeEqual(createHmac('sha256', secret).update(value).digest(), signature),
  )
  return is_signed ? value : undefined
}

export function cookie_of(cookies: string, name: string): string | undefined {
  if (cookies.length > HEADER_CHARS_MAX) return undefined
  for (const pair of cookies.split(';')) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() !== name) continue
    try {
      return decodeURIComponent(pair.slice(at + 1).trim())
    } catch {
      return undefined
    }
  }
  return undefined
}

/** The last value that an answer gives to a cookie. Undefined: it sets none, or deletes it. */
export function set_cookie_of(answer: Response, name: string): string | undefined {
  const line = answer.headers.getSetCookie().findLast((one) => one.startsWith(`${name}=`))
  return (line && cookie_of(line.split(';')[0]!, name)) || undefined
}
