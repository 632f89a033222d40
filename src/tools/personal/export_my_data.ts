import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { roles } from '#domain/roles.ts'
import { normalized_email } from '#engine/people/email.ts'
import { personal_tool } from '#engine/personal.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { languages } from '#messages/message.ts'

/** Newest sessions, keys and invitations of the answer. A person has fewer. */
const ROWS_MAX = 1_000

interface OfAccount {
  created_at: string
  sign_ins: { provider: string; since: string }[]
  sessions: { started_at: string; expires_at: string; ip_address: string | null; user_agent: string | null }[]
}

export const export_my_data = personal_tool({
  about:
    'All that Tablero keeps of the person who is signed in, without secrets. Records of calls belong to the organizations, whose admins see them.',
  rate: 5,
  input: {},
  result: {
    exported_at: own_text(),
    user_id: z.uuid(),
    email: own_text(),
    name: outside_text(),
    language: z.enum(languages).nullable(),
    two_factor: z.boolean(),
    created_at: own_text(),
    sign_ins: z.array(z.strictObject({ provider: own_text(), since: own_text() })).describe('Ways to sign in.'),
    sessions: z.array(
      z.strictObject({
        started_at: own_text(),
        expires_at: own_text(),
        ip_address: own_text().nullable(),
        user_agent: outside_text().nullable(),
      }),
    ),
    memberships: z.array(
      z.strictObject({
        org_id: z.uuid(),
        organization: outside_text(),
        role: z.enum(roles),
        is_approver: z.boolean(),
        joined_at: own_text(),
        last_seen_at: own_text().nullable(),
        clients: z
          .array(z.strictObject({ client_org_id: z.uuid(), role: z.enum(roles) }))
          .describe('Given by the agency.'),
      }),
    ),
    keys: z.array(
      z.strictObject({
        org_id: z.uuid(),
        name: outside_text(),
        prefix: own_text(),
        scopes: z.array(own_text()),
        created_at: own_text(),
        expires_at: own_text().nullable(),
        revoked_at: own_text().nullable(),
        last_used_at: own_text().nullable(),
      }),
    ),
    invitations: z
      .array(
        z.strictObject({
          organization: outside_text(),
          role: z.enum(roles),
          created_at: own_text(),
          expires_at: own_text(),
        }),
      )
      .describe('Invitations of the address that nobody has accepted.'),
  },
  async run(_input, { person, now, in_system }) {
    const { user_id, email, name, language, two_factor, email_verified } = person
    const of_person = await in_system(async (db) => ({
      ...(await account_of(db, user_id)),
      memberships: await memberships_of(db, user_id),
      keys: await keys_of(db, user_id),
      // Who has not proved to own the address learns of no organization that invited it.
      invitations: email_verified ? await invitations_of(db, normalized_email(email)) : [],
    }))
    return { exported_at: now.toISOString(), user_id, email, name, language, two_factor, ...of_person }
  },
})

async function account_of(db: Database, user_id: string): Promise<OfAccount> {
  const { rows } = await sql<{ data: OfAccount }>`
    select auth.data_of_person(${user_id}::uuid, ${ROWS_MAX}::int) as data`.execute(db)
  return rows[0]!.data
}

async function memberships_of(db: Database, user_id: string) {
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('orgs as o', 'o.org_id', 'm.org_id')
    .select(['m.org_id', 'o.name as organization', 'm.role', 'm.is_approver', 'm.joined_at', 'm.last_seen_at'])
    .where('m.user_id', '=', user_id)
    .orderBy('m.joined_at')
    .limit(ROWS_MAX)
    .execute()
  const on_clients = await db
    .selectFrom('agency_access')
    .select(['org_id', 'client_org_id', 'role'])
    .where('user_id', '=', user_id)
    .orderBy('client_org_id')
    .limit(ROWS_MAX)
    .execute()
  return rows.map((row) => ({
    ...row,
    role: row.role as (typeof roles)[number],
    clients: on_clients
      .filter(({ org_id }) => org_id === row.org_id)
      .map(({ client_org_id, role }) => ({ client_org_id, role: role as (typeof roles)[number] })),
  }))
}

const keys_of = (db: Database, user_id: string) =>
  db
    .selectFrom('api_keys')
    .select(['org_id', 'name', 'prefix', 'scopes', 'created_at', 'expires_at', 'revoked_at', 'last_used_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .limit(ROWS_MAX)
    .execute()

async function invitations_of(db: Database, email: string) {
  const rows = await db
    .selectFrom('invitations as i')
    .innerJoin('orgs as o', 'o.org_id', 'i.org_id')
    .select(['o.name as organization', 'i.role', 'i.created_at', 'i.expires_at'])
    .where('i.email', '=', email)
    .where('i.accepted_at', 'is', null)
    .orderBy('i.created_at', 'desc')
    .limit(ROWS_MAX)
    .execute()
  return rows.map((row) => ({ ...row, role: row.role as (typeof roles)[number] }))
}
