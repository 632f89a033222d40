// Reads the tokens of apps, as the directory keeps them.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { look_up } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { limited_to, type Role, scopes_of } from '#domain/roles.ts'
import type { Scope } from '#domain/scopes.ts'
import type { OAuthCaller } from '#engine/access/caller.ts'

export const ACCESS_TOKEN_PREFIX = 'svt_'
const TOKEN = /^svt_[A-Za-z]{32}$/
const RESOURCE_PATH = '/mcp'

/** What tokens are for (RFC 8707). REST takes them too. */
export const resource_of = (base_url: string): string => new URL(RESOURCE_PATH, base_url).href

/** An access token that was issued. */
export interface Token extends OAuthCaller {
  secret_hash: Buffer
  /** 0: the token, its grant or the membership has ended. */
  expires_at: number
}

export const is_token = (credential: string): boolean => TOKEN.test(credential)

/** The library stores tokens in this form, without their prefix. */
export const token_hash = (token: string): Buffer =>
  createHash('sha256').update(token.slice(ACCESS_TOKEN_PREFIX.length)).digest()

interface Row {
  org_id: string
  user_id: string
  /** Null: the grant has ended. */
  grant_id: string | null
  carried: string[]
  granted: string[] | null
  expires_at: string
  is_open: boolean
  two_factor: boolean
  role: Role | null
  is_approver: boolean | null
}

export function read_token(pool: Pool, hash: Buffer, base_url: string): Promise<Token | undefined> {
  return look_up(pool, async (db) => {
    const { rows } = await sql<Row>`
      select t.granted_org_id as org_id, t.user_id, g.id as grant_id, t.scopes as carried, g.scopes as granted, t.expires_at,
        t.revoked is null and t.confirmation is null and c.disabled is not true
          and coalesce(t.resources ? ${resource_of(base_url)}::text, false) as is_open,
        coalesce(u.two_factor_enabled, false) as two_factor, m.role, m.is_approver
      from auth.oauth_access_tokens t
        join auth.oauth_clients c on c.client_id = t.client_id
        join auth.users u on u.id = t.user_id
        left join auth.oauth_grants g
          on g.client_id = t.client_id and g.user_id = t.user_id and g.granted_org_id = t.granted_org_id
        left join members m on m.org_id = t.granted_org_id and m.user_id = t.user_id
      where t.token = ${hash.toString('base64url')}`.execute(db)
    return rows[0] && token_of(rows[0], hash)
  })
}

/** A call may do what the token carries, the grant still allows, and its person may do now. */
function token_of(row: Row, secret_hash: Buffer): Token {
  const { org_id, user_id, grant_id, carried, role, is_approver, two_factor } = row
  const granted = new Set(row.granted)
  const person = role === null ? undefined : { role, is_approver: is_approver === true }
  const is_open = row.is_open && grant_id !== null && person !== undefined
  const scopes = carried.filter((scope) => granted.has(scope)) as Scope[]
  return {
    via: 'oauth',
    grant_id: grant_id ?? '',
    user_id,
    actor: `oauth:${grant_id}`,
    org_id,
    two_factor,
    may_have: person ? scopes_of(person) : new Set(),
    scopes: person ? limited_to(person, scopes) : new Set(),
    secret_hash,
    expires_at: is_open ? Date.parse(row.expires_at) : 0,
  }
}
