// What programs read before they ask for a token: who issues it, for which address, and with which scopes (RFC 8414, RFC 9728). Making
// these documents does not load the library.
import { AUTH_PATH } from '#accounts/settings.ts'
import { type Scope, scopes } from '#domain/scopes.ts'
import { resource_of } from '#engine/access/token_rows.ts'

/** A refresh token is issued with it. It allows nothing at a tool. */
export const OFFLINE = 'offline_access'
/** What an app gets that names no scopes. */
export const default_scopes: readonly Scope[] = scopes.filter((scope) => scope.endsWith(':read'))

export const ISSUER_METADATA = '/.well-known/oauth-authorization-server'
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource'
export const RESOURCE_PATH = '/mcp'
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

export const issuer_of = (base_url: string): string => new URL(AUTH_PATH, base_url).href
/** OAuth needs TLS, except on the machine itself. */
export function has_oauth(base_url: string): boolean {
  const { protocol, hostname } = new URL(base_url)
  return protocol === 'https:' || LOOPBACK.test(hostname)
}

interface Offered {
  /** Apps may register themselves. */
  has_registration: boolean
}

export function issuer_metadata(base_url: string, { has_registration }: Offered) {
  const issuer = issuer_of(base_url)
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth2/authorize`,
    token_endpoint: `${issuer}/oauth2/token`,
    ...(has_registration && { registration_endpoint: `${issuer}/oauth2/register` }),
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    scopes_supported: [...scopes, OFFLINE],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: SIGNING_ALGORITHMS,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}

/** Of the statements by which an app with a key of its own identifies itself. */
const SIGNING_ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

export const resource_metadata = (base_url: string) => ({
  resource: resource_of(base_url),
  authorization_servers: [issuer_of(base_url)],
  scopes_supported: scopes,
  bearer_methods_supported: ['header'],
  resource_name: 'Tablero',
})

/** The part of WWW-Authenticate that says where to ask for a token, and for which scopes. */
export const challenge_of = (base_url: string, wanted: readonly string[] = default_scopes): string =>
  `resource_metadata="${new URL(RESOURCE_METADATA + RESOURCE_PATH, base_url).href}", scope="${wanted.join(' ')}"`
