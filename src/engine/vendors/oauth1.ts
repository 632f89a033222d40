// OAuth 1.0a (RFC 5849): signs each request with HMAC-SHA1. The test is the vendor's published example. A signature is a few lines of
// node:crypto, so no library is needed.
import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Auth, SignedRequest } from '#engine/connector.ts'

const text = (about: string) => z.string().min(1).describe(about)

/** A user's token never expires and has no scopes. It ends when the user revokes it. */
export const oauth1: Auth = {
  secrets: z.object({
    consumer_key: text('API key of your app.'),
    consumer_secret: text('API secret of your app.'),
    access_token: text('Access token of a user who may read the accounts.'),
    access_token_secret: text('Secret of this access token.'),
  }),
  app: 'consumer_key',
  headers: (secrets, request) => ({ authorization: authorization(secrets, request) }),
}

type Keys = { [K in 'consumer_key' | 'consumer_secret' | 'access_token' | 'access_token_secret']?: string }

/** The header of a request. Parameters are in the address, and are part of the signature. */
export function authorization(
  keys: Keys,
  { method, url, at }: SignedRequest,
  nonce = randomBytes(16).toString('hex'),
): string {
  const own: Record<string, string> = {
    oauth_consumer_key: keys.consumer_key ?? '',
    oauth_nonce: nonce,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(at.getTime() / 1000)),
    oauth_token: keys.access_token ?? '',
    oauth_version: '1.0',
  }
  const { origin, pathname, searchParams } = new URL(url)
  const parameters = [...searchParams, ...Object.entries(own)].map((pair) => pair.map(encoded).join('=')).sort()
  const base = [method.toUpperCase(), origin + pathname, parameters.join('&')].map(encoded).join('&')
  const key = [keys.consumer_secret ?? '', keys.access_token_secret ?? ''].map(encoded).join('&')
  const signed = { ...own, oauth_signature: createHmac('sha1', key).update(base).digest('base64') }
  const parts = Object.entries(signed).map(([name, value]) => `${name}="${encoded(value)}"`)
  return `OAuth ${parts.join(', ')}`
}

/** The encoding of RFC 3986, which encodes more marks than JavaScript does. */
const encoded = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
