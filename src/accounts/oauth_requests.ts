// Requests of apps, in the form in which the library gets them. What is not named here never reaches it.
import { default_scopes, OFFLINE } from '#accounts/oauth_metadata.ts'
import { type Scope, scopes } from '#domain/scopes.ts'
import { resource_of } from '#engine/access/token_rows.ts'

/** Parameters of an authorization request (OAuth 2.1, section 4.1.1, and RFC 8707). */
const AUTHORIZE = [
  'response_type',
  'client_id',
  'redirect_uri',
  'state',
  'code_challenge',
  'code_challenge_method',
] as const
/** Fields of a registration (RFC 7591, section 2). Keys and addresses that the library would call are left out. */
const REGISTER = [
  'redirect_uris',
  'client_name',
  'client_uri',
  'grant_types',
  'response_types',
  'token_endpoint_auth_method',
  'application_type',
  'contacts',
  'tos_uri',
  'policy_uri',
  'software_id',
  'software_version',
] as const

const is_scope = (name: string): name is Scope => (scopes as readonly string[]).includes(name)
const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')

interface Authorize {
  query: URLSearchParams
  /** What the page ticks. */
  asked: Scope[]
}

/**
 * The page offers every scope, and ticks those that the app asked for: the person decides. So the library is asked for all of them. An
 * unknown scope stays, and the library refuses it. The page is always shown, because it also asks for the organization.
 */
export function authorize_query(given: URLSearchParams, base_url: string): Authorize {
  const query = new URLSearchParams({ prompt: 'consent' })
  for (const name of AUTHORIZE) for (const value of given.getAll(name)) query.append(name, value)
  const resources = given.getAll('resource')
  for (const resource of resources.length > 0 ? resources : [resource_of(base_url)]) query.append('resource', resource)
  const wanted = given.getAll('scope').flatMap(words)
  const unknown = wanted.filter((name) => name !== OFFLINE && !is_scope(name))
  query.set('scope', (unknown.length > 0 ? wanted : [...scopes, OFFLINE]).join(' '))
  const named = wanted.filter(is_scope)
  return { query, asked: named.length > 0 ? named : [...default_scopes] }
}

/** A program on the person's own machine often does not say so. The library would then demand an address with TLS. */
export function registration_body(given: Record<string, unknown>): Record<string, unknown> {
  const body = Object.fromEntries(
    REGISTER.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
  )
  const { redirect_uris: uris } = body
  const is_local = Array.isArray(uris) && uris.length > 0 && uris.every(is_loopback)
  return { ...(is_local && { application_type: 'native' }), ...body }
}

/** The scopes that the answer to a registration names: none that a person ticks is granted by it. */
export function registered_scope(given: Record<string, unknown>): string {
  const named = typeof given.scope === 'string' ? words(given.scope).filter(is_scope) : []
  return (named.length > 0 ? named : default_scopes).join(' ')
}

/** The person reads it in a heading. */
export const CLIENT_NAME_MAX = 100

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?(?:[/?]|$)/
const is_loopback = (uri: unknown): boolean => typeof uri === 'string' && LOOPBACK.test(uri)
