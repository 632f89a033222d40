// The organization of a consent. The library knows the session alone, which belongs to no organization. So the person's choice on the page
// accompanies the request, and is checked against the membership.
import { AsyncLocalStorage } from 'node:async_hooks'
import { APIError } from 'better-auth'
import { sql } from 'kysely'
import { OFFLINE } from '#accounts/oauth_metadata.ts'
import type { AccountsDatabase } from '#db/accounts.ts'
import { type Role, scopes_of } from '#domain/roles.ts'
import type { Scope } from '#domain/scopes.ts'

const chosen = new AsyncLocalStorage<string>()

/** Runs the request of a consent with the organization that the person chose. */
export const with_organization = <T>(org_id: string, work: () => Promise<T>): Promise<T> => chosen.run(org_id, work)

interface Standing {
  role: Role
  is_approver: boolean
  misses_two_factor: boolean
}

/** The chosen organization. Refuses a person who may not allow these scopes in it. */
export async function organization_of_consent(
  db: AccountsDatabase,
  user_id: string,
  wanted: readonly string[],
): Promise<string> {
  const org_id = chosen.getStore()
  // Without a choice, the library would look for a consent in any organization.
  if (org_id === undefined) throw denied('Choose the organization on the page of the request.')
  const { rows } = await sql<Standing>`select * from auth.standing_of(${user_id}::uuid, ${org_id}::uuid)`.execute(db)
  const standing = rows[0]
  if (!standing) throw denied('You are no member of this organization.')
  if (standing.misses_two_factor)
    throw denied('This organization demands a second factor. Set it up under your account.')
  const own = scopes_of(standing)
  const lacking = wanted.filter((scope) => scope !== OFFLINE && !own.has(scope as Scope))
  if (lacking.length > 0) throw denied(`An app gets only scopes that you have. You lack ${lacking.join(', ')}.`)
  return org_id
}

const denied = (message: string) => new APIError('FORBIDDEN', { message })
