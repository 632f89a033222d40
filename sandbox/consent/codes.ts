// What people allowed on the pages of consent: codes that work once and for a short time, with PKCE (RFC 7636).
import { createHash, randomBytes } from 'node:crypto'
import { client, type Tokens } from '../tokens.ts'

/** Who sits at the page: a person of the business, one without the right to grant, or one with other accounts. */
export type Person = 'owner' | 'operator' | 'other'

interface Allowed {
  platform: string
  redirect_uri: string | undefined
  challenge: string | undefined
  scopes: string[]
  person: Person
  ends: number
  is_used: boolean
}

export type Form = Record<string, unknown>

export interface Granted {
  access_token: string
  refresh_token: string
  expires_in: number
  scopes: string[]
  person: Person
}

export function create_consents(now: () => number, tokens: Tokens) {
  const codes = new Map<string, Allowed>()
  const others = new Set<string>()
  /** The scopes of the newest consent, by platform. */
  const granted = new Map<string, string[]>()
  /** Return addresses of apps, for vendors that do not take them from the address of the consent. */
  const return_urls = new Map<string, string>()

  return {
    others,
    granted,
    return_urls,

    allow(made: Omit<Allowed, 'ends' | 'is_used'>, seconds: number): string {
      const code = `code-${randomBytes(12).toString('hex')}`
      codes.set(code, { ...made, ends: now() + seconds * 1000, is_used: false })
      return code
    },

    /** The grant for a code. A text says why there is none, as RFC 6749 names it. */
    exchange(platform: string | undefined, form: Form, expires_in?: number): Granted | string {
      const { client_id = form.app_id, client_secret = form.secret } = form
      if (client_id !== client.id || client_secret !== client.secret) return 'invalid_client'
      const allowed = codes.get(String(form.code ?? form.auth_code ?? ''))
      if (!allowed || allowed.is_used || allowed.ends < now()) return 'invalid_grant'
      if (platform !== undefined && allowed.platform !== platform) return 'invalid_grant'
      if (allowed.redirect_uri !== undefined && allowed.redirect_uri !== form.redirect_uri) return 'invalid_grant'
      const verifier = typeof form.code_verifier === 'string' ? form.code_verifier : ''
      const challenge = createHash('sha256').update(verifier).digest('base64url')
      if (allowed.challenge !== undefined && allowed.challenge !== challenge) return 'invalid_grant'
      allowed.is_used = true
      if (allowed.person === 'operator') return 'invalid_operator_user_id'
      granted.set(allowed.platform, allowed.scopes)
      // A new consent gives back what was withdrawn.
      tokens.restore(allowed.platform)
      const grant = tokens.issue(allowed.platform, expires_in)
      if (allowed.person === 'other') others.add(grant.access_token)
      return { ...grant, scopes: allowed.scopes, person: allowed.person }
    },
  }
}

export type Consents = ReturnType<typeof create_consents>
