// What somebody may do now in the organization of a transaction, for work that began with a right and continues without a new call.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import { type Role, type Standing, scopes_of } from '#domain/roles.ts'
import type { Scope } from '#domain/scopes.ts'

export const has_scope = (standing: Standing | undefined, scope: Scope): boolean =>
  standing !== undefined && scopes_of(standing).has(scope)

/** What a proposal of any change needs: a viewer has no scope that ends so. */
export const may_write = (standing: Standing | undefined): boolean =>
  standing !== undefined && [...scopes_of(standing)].some((scope) => scope.endsWith(':write'))

/** A member of the organization, or a colleague of an agency that works. Undefined: neither. */
export async function standing_of(db: Database, user_id: string): Promise<Standing | undefined> {
  const { rows } = await sql<{ role: Role; is_approver: boolean }>`
    select role, is_approver from standing_of(${user_id}::uuid)`.execute(db)
  return rows[0]
}

/** False: the key of the actor ended or was revoked, or the app was disconnected. */
export async function credential_works(db: Database, actor: string): Promise<boolean> {
  const { rows } = await sql<{ works: boolean }>`select credential_works(${actor}) as works`.execute(db)
  return rows[0]!.works
}
