// Reads what the directory keeps of keys and organizations.
import { sql } from 'kysely'
import { look_up } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { limited_to, type Role, type Standing } from '#domain/roles.ts'
import type { Scope } from '#domain/scopes.ts'
import type { ActsFor, KeyCaller } from '#engine/access/caller.ts'
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
  /** People need a second factor to act on it. */
  demands_two_factor: boolean
  /** The first steps are neither done nor dismissed. */
  shows_first_steps: boolean
  /** False: the organization has only public exchange rates. */
  has_own_rates: boolean
  client_org_ids: ReadonlySet<string>
  /** An admin ended it. It refuses calls, and is deleted some days later. */
  ended_at: string | null
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
  return look_up(pool, async (db) => {
    const row = await db
      .selectFrom('api_keys as k')
      .leftJoin('members as m', (join) => join.onRef('m.org_id', '=', 'k.org_id').onRef('m.user_id', '=', 'k.user_id'))
      .select([
        'k.org_id',
        'k.key_id',
        'k.user_id',
        'k.scopes',
        'k.secret_hash',
        'k.expires_at',
        'k.revoked_at',
        'k.acts_for',
      ])
      .select(['m.role', 'm.is_approver'])
      .select(clients_of_owner.as('clients'))
      .where('k.prefix', '=', prefix)
      .executeTakeFirst()
    return row && key_of(row)
  })
}

/** The clients on which the owner of a key acts. Membership in the client counts more than the agency's word. */
const clients_of_owner = sql<OnClient[]>`coalesce((
  select jsonb_agg(jsonb_build_object('org_id', c.client_org_id, 'is_approver', coalesce(own.is_approver, false),
    'role', coalesce(own.role, case when m.role = 'admin' then 'admin' else a.role end)))
  from agency_clients c
    left join agency_access a on a.org_id = c.org_id and a.client_org_id = c.client_org_id and a.user_id = m.user_id
    left join members own on own.org_id = c.client_org_id and own.user_id = m.user_id
  where c.org_id = k.org_id and m.role is not null and (own.role is not null or m.role = 'admin' or a.role is not null)), '[]')`

interface OnClient extends Standing {
  org_id: string
}

interface KeyRow {
  clients: OnClient[]
  org_id: string
  key_id: string
  user_id: string | null
  scopes: string[]
  acts_for: string
  secret_hash: Buffer
  expires_at: string | null
  revoked_at: string | null
  role: string | null
  is_approver: boolean | null
}

/** A key can do no more than its owner. The key of somebody who is no member any more has ended. */
function key_of({
  org_id,
  key_id,
  user_id,
  acts_for,
  scopes,
  secret_hash,
  role,
  is_approver,
  clients,
  ...row
}: KeyRow): Key {
  const carried = scopes as Scope[]
  const owner = role === null ? undefined : { role: role as Role, is_approver: is_approver === true }
  return {
    via: 'key',
    key_id,
    actor: `key:${key_id}`,
    org_id,
    acts_for: acts_for as ActsFor,
    ...(user_id !== null && { user_id }),
    scopes: owner ? limited_to(owner, carried) : new Set(carried),
    ...(owner && { client_scopes: new Map(clients.map((on) => [on.org_id, limited_to(on, carried)])) }),
    secret_hash,
    expires_at: user_id !== null && !owner ? 0 : end_of(row),
  }
}

export function read_org(pool: Pool, org_id: string): Promise<Org | undefined> {
  return look_up(pool, async (db) => {
    const row = await db
      .selectFrom('orgs as o')
      .select([
        'o.org_id',
        'o.name',
        'o.kind',
        'o.plan',
        'o.time_zone',
        'o.currency',
        'o.language',
        'o.demands_two_factor',
        'o.shows_first_steps',
        'o.ended_at',
      ])
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
