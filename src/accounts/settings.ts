// What accounts need of the process and of its configuration.
import { createHash, hkdfSync } from 'node:crypto'
import type { Pool } from '#db/pool.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'
import type { Log } from '#lib/log.ts'
import type { Outbox } from '#mail/outbox.ts'

/** Who may make an account: everybody, everybody whom an organization invites, or nobody. */
export type SignUp = 'open' | 'invited' | 'closed'

/** An app at a provider with which people sign in. */
export interface Provider {
  client_id: string
  client_secret: string
}

export interface AccountSettings {
  pool: Pool
  ring: Keyring
  /** Public address of Tablero. */
  base_url: () => string
  sign_up: SignUp
  providers: Partial<Record<'google' | 'github', Provider>>
  /** Undefined: this Tablero sends no email, so nobody can confirm an address. */
  mail: Outbox | undefined
  /** Whether apps may register themselves. Apps that a document describes need no registration. */
  app_registration: 'open' | 'closed'
  /** Fetches the documents that describe apps. */
  outbound: Pick<Outbound, 'fetch'>
  log: Log
}

/** Browsers accept a cookie with the prefix over TLS only, and from no other host, so no neighbor of the domain can set it. */
export const cookie_prefix = (base_url: string): string =>
  base_url.startsWith('https:') ? '__Host-tablero' : 'tablero'

export const AUTH_PATH = '/api/auth'
/** Where the library leads a browser with an error, when the request names no other page. */
export const error_page_of = (base_url: string): string => `${base_url}/sign-in`
/** The header in which the endpoint states the client's address to the library. Headers of clients never reach it. */
export const ADDRESS_HEADER = 'x-tablero-client'
export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 128
const SECRET_BYTES = 32

const secret_of = (master_key: Buffer): string =>
  Buffer.from(hkdfSync('sha256', master_key, '', 'tablero accounts', SECRET_BYTES)).toString('base64url')

/** The secrets that sign cookies and encrypt second factors, the current one first. */
export const secrets_of = ({ master_key, old_master_keys = [] }: Keyring): string[] =>
  [master_key, ...old_master_keys].map(secret_of)

/** A number that belongs to a secret and does not reveal it. */
export const version_of = (secret: string): number =>
  createHash('sha256').update(`version ${secret}`).digest().readUInt32BE() >>> 1

/** The secrets as the library names them in what it encrypts. New values get the current one. */
export function encryption_keys_of(ring: Keyring) {
  const secrets = secrets_of(ring)
  const [current = ''] = secrets
  return {
    keys: new Map(secrets.map((value) => [version_of(value), value])),
    currentVersion: version_of(current),
    legacySecret: current,
  }
}
