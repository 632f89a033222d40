// Reads what the directory keeps of keys and organizations.
import { sql } from 'kysely'
import { in_system } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import type { KeyCaller } from '#engine/access/caller.ts'
import type { Scope } from '#engine/access/scopes.ts'
import type { Language } from '#messages/message.ts'

export interface Org {
  org_id: string
  name: string
  kind: 'business' | 'agency'
  plan: string
  /** IANA name. */
  time_zone: string
  /** Reporting currency, ISO 4217. */
  currency: string
  /** Language of the sentences in answers. */
  language: Language
  modules_off: ReadonlySet<string>
  /** False: the organization has only public exchange rates. */
  has_own_rates: boolean
  client_org_ids: ReadonlySet<string>
}

export interface Key extends KeyCaller {
  secret_hash: Buffer
  expires_at: number
}

/** A revoked key has ended, whatever the clock of the machine that revoked it. */
const end_of = ({ expires_at, revoked_at }: { expires_at: string | null; revoked_at: string | null }): number => {
  if (revoked_at !== null) return 0
  return expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at)
}

export function read_key(pool: Pool, prefix: string): Promise<Key | undefined> {
  return in_system(pool, async (db) => {
    const row = await db
      .selectFrom('api_keys')
      .select(['org_id', 'key_id', 'scopes', 'secret_hash', 'expires_at', 'revoked_at'])
      .where('prefix', '=', prefix)
      .executeTakeFirst()
    return (
      row && {
        via: 'key',
        key_id: row.key_id,
        actor: `key:${row.key_id}`,
        org_id: row.org_id,
        scopes: new Set(row.scopes as Scope[]),
        secret_hash: row.secret_hash,
        expires_at: end_of(row),
      }
    )
  })
}

export function read_org(pool: Pool, org_id: string): Promise<Org | undefined> {
  return in_system(pool, async (db) => {
    const row = await db
      .selectFrom('orgs as o')
      .select(['o.org_id', 'o.name', 'o.kind', 'o.plan', 'o.time_zone', 'o.currency', 'o.language'])
      .select([
        sql<string[]>`array(select module from org_modules where org_id = ${org_id} and not enabled)`.as('off'),
        sql<string[]>`array(select client_org_id from agency_clients where org_id = ${org_id})`.as('clients'),
        sql<boolean>`exists (select from org_fx_rates where org_id = ${org_id})`.as('has_own_rates'),
      ])
      .where('o.org_id', '=', org_id)
      .executeTakeFirst()
    if (!row) return undefined
    const { off, clients, ...org } = row
    return {
      ...org,
      kind: org.kind as Org['kind'],
      language: org.language as Language,
      modules_off: new Set(off),
      client_org_ids: new Set(clients),
    }
  })
}
