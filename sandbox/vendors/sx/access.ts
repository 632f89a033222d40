// The vendor's answers to an app without a scope, or without approval for protected customer data.
// Sources: shopify.dev/docs/api/usage/access-scopes and /docs/apps/launch/protected-customer-data, read 2026-11.
import { GraphQLError } from 'graphql'
import type { Access } from '../../world/types.ts'

const documentation = 'https://shopify.dev/api/usage/access-scopes'

export function needs({ scopes }: Access, field: string, scope: string): void {
  if (scopes.has(scope)) return
  const requiredAccess = `\`${scope}\` access scope.`
  const extensions = { code: 'ACCESS_DENIED', documentation, requiredAccess }
  throw new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}`, { extensions })
}

/** Of fields that several permissions allow. */
export function needs_one_of({ scopes }: Access, field: string, of: readonly string[]): void {
  if (of.some((scope) => scopes.has(scope))) return
  const requiredAccess = of.map((scope) => `\`${scope}\` access scope`).join(' or ')
  const extensions = { code: 'ACCESS_DENIED', documentation, requiredAccess }
  throw new GraphQLError(`Access denied for ${field} field. Required access: ${requiredAccess}.`, { extensions })
}

/** The permission of a user, not of an app: the unit costs stay null. */
export function may_read_costs({ product_costs }: Access): void {
  if (product_costs) return
  throw new GraphQLError(
    'Access denied for unitCost field. Required access: User must have "View product costs" permission.',
    {
      extensions: { code: 'ACCESS_DENIED', documentation },
    },
  )
}

/** The field stays null, and the rest of the answer comes. */
export function may_read(access: Access, object: string): void {
  needs(access, object.toLowerCase(), 'read_customers')
  if (access.personal_data) return
  const page = 'https://shopify.dev/docs/apps/launch/protected-customer-data'
  const extensions = { code: 'ACCESS_DENIED', documentation: page }
  throw new GraphQLError(`This app is not approved to access the ${object} object. See ${page}`, { extensions })
}
