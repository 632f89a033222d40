// What the roles of an organization may do. The one table of this: calls check it, and the documents and the dashboard show it.
import { type Scope, scopes } from '#domain/scopes.ts'

export const roles = ['admin', 'member', 'viewer'] as const
export type Role = (typeof roles)[number]

/** A member's place in an organization. */
export interface Standing {
  role: Role
  /** An admin has allowed this member to approve changes of platforms. Admins may always. */
  is_approver: boolean
}

const viewer = scopes.filter((scope) => scope.endsWith(':read') && scope !== 'billing:read')
const member = scopes.filter(
  (scope) => viewer.includes(scope) || /:(write|run)$/.test(scope) || scope === 'billing:read',
)

/** The scopes of each role. */
export const scopes_of_role: Record<Role, readonly Scope[]> = { admin: scopes, member, viewer }

const APPROVE: Scope = 'actions:approve'

/** Only a member gains from being an approver: an admin has the scope already, and a viewer changes nothing. */
export function scopes_of({ role, is_approver }: Standing): ReadonlySet<Scope> {
  const own = new Set(scopes_of_role[role])
  if (role === 'member' && is_approver) own.add(APPROVE)
  return own
}

/** The scopes that a credential carries and its owner has. */
export const limited_to = (owner: Standing, carried: Iterable<Scope>): ReadonlySet<Scope> => {
  const allowed = scopes_of(owner)
  return new Set([...carried].filter((scope) => allowed.has(scope)))
}
