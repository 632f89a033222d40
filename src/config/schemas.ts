// Forms of settings. config.ts reads the settings.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { type Login, type LoginName, login_names } from '#db/logins.ts'

export const MASTER_KEY_BYTES = 32

/** The configuration is invalid. `message` holds one sentence for each error. */
export class ConfigFault extends Error {
  override name = 'ConfigFault'
}

export const base64_key = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === MASTER_KEY_BYTES, {
    error: `must be ${MASTER_KEY_BYTES} bytes in base64 (create one with: \`openssl rand -base64 ${MASTER_KEY_BYTES}\`)`,
  })

/** A program and its arguments. No shell reads them, so a text that needs one is refused. */
export const command = z.string().transform((text, context) => {
  const words = text.startsWith('[') ? list_of(text) : /["'\\$`|;&<>]/.test(text) ? [] : text.trim().split(/\s+/)
  if (words.length === 0)
    context.addIssue({
      code: 'custom',
      message:
        'must be a program and its arguments, separated by spaces, or a JSON list of them. No shell runs it, so quotes and variables have no effect',
    })
  return words
})

function list_of(text: string): string[] {
  try {
    const words: unknown = JSON.parse(text)
    return Array.isArray(words) && words.every((word) => typeof word === 'string' && word !== '') ? words : []
  } catch {
    return []
  }
}

/** Public keys of age. The library checks them when a backup is made, because it is slow to load. */
export const age_recipients = z.string().transform((text, context) => {
  const keys = text.split(',').map((key) => key.trim())
  if (!keys.every((key) => /^age1[a-z0-9]+$/.test(key)))
    context.addIssue({ code: 'custom', message: 'must be public keys of age, such as age1…, separated by commas' })
  return keys
})

const VERIFIED = /^(require|verify-ca|verify-full)$/
const TLS_NAMES = new Set(['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation'])

/** The driver ignores a name that it does not know, and the connection would have no TLS. Of several modes it takes the last. */
function is_misread({ searchParams: given }: URL): boolean {
  return (
    given.getAll('sslmode').length > 1 ||
    [...given.keys()].some((name) => /ssl|tls/i.test(name) && !TLS_NAMES.has(name))
  )
}

/**
 * The address of a database with its TLS settings. TLS always checks the certificate and the name, because without the check any machine
 * on the way could pretend to be the server.
 */
export function with_tls(database_url: string, ca_file: string | undefined): string {
  const url = new URL(database_url)
  const mode = url.searchParams.get('sslmode') ?? (ca_file === undefined ? 'disable' : 'verify-full')
  if (is_misread(url) || !(VERIFIED.test(mode) || (mode === 'disable' && ca_file === undefined)))
    throw new ConfigFault(
      'DATABASE_URL must ask for TLS with sslmode=verify-full. Without DATABASE_CA_FILE it can also have sslmode=disable.',
    )
  if (VERIFIED.test(mode)) url.searchParams.set('sslmode', 'verify-full')
  if (ca_file !== undefined) url.searchParams.set('sslrootcert', ca_file)
  return VERIFIED.test(mode) ? url.href : database_url
}

export function url_of(protocols: string[]) {
  const names = protocols.map((protocol) => `${protocol}://`).join(' or ')
  return z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol.slice(0, -1)), {
    error: `must be a URL that begins with ${names}`,
  })
}

const is_network = (text: string) => isIP(text) > 0 || ipaddr.isValidCIDR(text)

export const networks = z.string().transform((text, context) => {
  const all = text.split(',').map((network) => network.trim())
  if (!all.every(is_network))
    context.addIssue({
      code: 'custom',
      message: 'must be IP addresses or networks, such as 10.0.0.0/8, separated by commas',
    })
  return all
})

export const one_of = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` })

/** An app at a provider with which people sign in. */
export const provider = z
  .string()
  .regex(/^[^\s:]{1,300}:\S{1,300}$/, { error: 'must be id:secret' })
  .transform((text) => {
    const at = text.indexOf(':')
    return { client_id: text.slice(0, at), client_secret: text.slice(at + 1) }
  })

export const web_url = url_of(['http', 'https']).transform((text) => text.replace(/\/+$/, ''))

export function whole_number(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `must be a whole number from ${min} to ${max}` })
}

function header_of(pair: string): [name: string, value: string] | undefined {
  const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)=([\x21-\x7e]*)\s*$/.exec(pair) ?? []
  try {
    return name && value ? [name, decodeURIComponent(value)] : undefined
  } catch {
    return undefined
  }
}

/** Headers of requests, as one text. */
export const headers = z.string().transform((text, context) => {
  const pairs = text.split(',').map(header_of)
  if (pairs.includes(undefined))
    context.addIssue({
      code: 'custom',
      message: 'must be name=value, separated by commas, with % only before two hex digits',
    })
  return Object.fromEntries(pairs.filter((pair) => pair !== undefined))
})

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** True for a folder, a syslog server, and an address that takes PUT. Plain HTTP reaches the same machine only. */
function is_anchor_address(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  if (protocol === 'file:') return hostname === ''
  if (protocol === 'syslog:' || protocol === 'syslog+tls:') return hostname !== ''
  return (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname))) && text.includes('{name}')
}

export const anchor_address = z.string().refine(is_anchor_address, {
  error: 'must begin with file:///, syslog://, syslog+tls:// or https://, and an https address must contain {name}',
})

/** What signs requests to an object store. */
export const s3_key = z.string().transform((text, context) => {
  const [access_key_id = '', secret = '', region = '', ...more] = text.split(':')
  if (access_key_id === '' || secret === '' || region === '' || more.length > 0)
    context.addIssue({ code: 'custom', message: 'must be the id, the secret and the region, separated by colons' })
  return { access_key_id, secret, region }
})

type Logins = Record<LoginName, Login>

/** The logins to the database, as one text. */
export const logins = z.string().transform((text, context): Logins => {
  const found: Partial<Logins> = {}
  for (const pair of text.split(',')) {
    const [, name, user, password] = /^\s*(\w+)=([^:\s]+):(\S+)\s*$/.exec(pair) ?? []
    const known = login_names.find((login) => login === name)
    try {
      if (known) found[known] = { user: decodeURIComponent(user!), password: decodeURIComponent(password!) }
    } catch {
      // % without two hex digits: the login counts as missing
    }
  }
  const missing = login_names.filter((name) => !found[name])
  if (missing.length > 0)
    context.addIssue({
      code: 'custom',
      message: `must name ${missing.join(', ')} as name=user:password, values percent-encoded`,
    })
  return found as Logins
})
