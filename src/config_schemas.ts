// Forms of settings. config.ts reads the settings.
import { z } from 'zod'

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

const login_names = ['calls', 'work', 'system', 'sql'] as const
type Logins = Record<(typeof login_names)[number], { user: string; password: string }>

/** Four logins to the database, as one text. */
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
