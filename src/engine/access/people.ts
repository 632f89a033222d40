// Dashboard users, as the directory keeps them: who they are, and what they may do in which organization.
import { sql } from 'kysely'
import { look_up } from '#db/org.ts'
import type { Pool } from '#db/pool.ts'
import { type Role, roles, type Standing } from '#domain/roles.ts'
import type { Language } from '#messages/message.ts'

/** What a person may do in an organization, as a member or through an agency. */
export interface Access extends Standing {
  /** The agency through which the person acts on a client. Undefined: the person is a member. */
  agency_org_id?: string
}

export interface Person {
  user_id: string
  name: string
  email: string
  /** False: the person has not proved to own the address. */
  email_verified: boolean
  two_factor: boolean
  /** The person's choice. Null: the browser decides. */
  language: Language | null
  /** By organization. */
  access: ReadonlyMap<string, Access>
}

export interface Session {
  person: Person
  expires_at: number
}

interface Row {
  user_id: string
  name: string
  email: string
  email_verified: boolean
  two_factor: boolean
  language: Language | null
  expires_at: string
  memberships: { org_id: string; role: Role; is_approver: boolean; clients: { org_id: string; role: Role }[] }[]
}

/** The session of a token. Undefined: there is none. */
export function read_session(pool: Pool, token: string): Promise<Session | undefined> {
  return look_up(pool, async (db) => {
    const { rows } = await sql<Row>`
      select u.id as user_id, u.name, u.email, u.email_verified, coalesce(u.two_factor_enabled, false) as two_factor, u.language,
        s.expires_at, array(
          select jsonb_build_object('org_id', m.org_id, 'role', m.role, 'is_approver', m.is_approver, 'clients',
            coalesce((select jsonb_agg(jsonb_build_object('org_id', c.client_org_id, 'role', case when m.role = 'admin' then 'admin' else a.role end))
              from agency_clients c join orgs agency on agency.org_id = c.org_id and agency.ended_at is null
                left join agency_access a on a.org_id = c.org_id and a.client_org_id = c.client_org_id and a.user_id = m.user_id
              where c.org_id = m.org_id and (m.role = 'admin' or a.role is not null)), '[]'))
          from members m where m.user_id = u.id order by m.joined_at, m.org_id) as memberships
      from auth.sessions s join auth.users u on u.id = s.user_id where s.token = ${token}`.execute(db)
    const [row] = rows
    if (!row) return undefined
    const { expires_at, memberships, ...person } = row
    return { person: { ...person, access: access_of(memberships) }, expires_at: Date.parse(expires_at) }
  })
}

/**
 * An admin of an agency acts on all of its clients, and others on those that the agency gave them. Of two agencies, the higher role counts.
 * The statement leaves out the clients of an ended agency, so that it never hides the access through another one.
 * Membership in an organization counts more than access through an agency.
 */
function access_of(memberships: Row['memberships']): Map<string, Access> {
  const access = new Map<string, Access>()
  for (const { org_id: agency_org_id, clients } of memberships)
    for (const { org_id, role } of clients)
      if (!is_higher(access.get(org_id)?.role, role)) access.set(org_id, { role, is_approver: false, agency_org_id })
  for (const { org_id, role, is_approver } of memberships) access.set(org_id, { role, is_approver })
  return access
}

/** Roles are listed from the highest. */
const is_higher = (one: Role | undefined, other: Role) =>
  one !== undefined && roles.indexOf(one) <= roles.indexOf(other)
