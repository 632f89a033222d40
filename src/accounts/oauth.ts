// Apps that act for a person, by OAuth 2.1: the plugins of the library and what they may do. Tokens are opaque and stored as hashes, so
// that each can be looked up and ended.
import { cimd } from '@better-auth/cimd'
import { mcp } from '@better-auth/mcp'
import type { BetterAuthPlugin } from 'better-auth'
import { organization_of_consent } from '#accounts/oauth_consent.ts'
import { OFFLINE } from '#accounts/oauth_metadata.ts'
import { oauth_tables } from '#accounts/oauth_tables.ts'
import type { AccountSettings } from '#accounts/settings.ts'
import { kysely_of_accounts } from '#db/accounts.ts'
import { scopes } from '#domain/scopes.ts'
import { ACCESS_TOKEN_PREFIX, resource_of } from '#engine/access/token_rows.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'

const ACCESS_S = 3_600
const REFRESH_S = 30 * 86_400
/** An answer that was lost is given again within this time. Later, the use of a refresh token that was used ends its family. */
const REUSE_S = 30
const REFRESH_TOKEN_PREFIX = 'svr_'
const DOCUMENT_BYTES_MAX = 5 * 1024
/** How long a document that describes an app is used without a new look. */
const DOCUMENT_USED_FOR = '1d'

const CONSENT_PAGE = '/consent'

export function oauth_plugins(settings: AccountSettings): BetterAuthPlugin[] {
  const db = kysely_of_accounts(settings.pool)
  const allowed = [...scopes, OFFLINE]
  const provider = mcp({
    resource: resource_of(settings.base_url()),
    schema: oauth_tables,
    // The page asks for the sign-in itself, and shows the same request afterwards.
    loginPage: CONSENT_PAGE,
    consentPage: CONSENT_PAGE,
    scopes: allowed,
    grantTypes: ['authorization_code', 'refresh_token'],
    accessTokenExpiresIn: ACCESS_S,
    refreshTokenExpiresIn: REFRESH_S,
    refreshTokenReuseInterval: REUSE_S,
    disableJwtPlugin: true,
    prefix: { opaqueAccessToken: ACCESS_TOKEN_PREFIX, refreshToken: REFRESH_TOKEN_PREFIX },
    allowDynamicClientRegistration: settings.app_registration === 'open',
    allowUnauthenticatedClientRegistration: settings.app_registration === 'open',
    clientRegistrationDefaultScopes: allowed,
    // There is one resource. An app that registered under an earlier base address may ask for it too.
    enforcePerClientResources: false,
    postLogin: {
      page: CONSENT_PAGE,
      shouldRedirect: () => false,
      consentReferenceId: ({ user, scopes }) => organization_of_consent(db, user.id, scopes),
    },
  })
  const documents = cimd({
    metadataProfile: 'mcp-2026-07-28',
    metadataRevalidationInterval: DOCUMENT_USED_FOR,
    fetchClientMetadataResource: fetch_document(settings.outbound),
  })
  return [provider, documents] as BetterAuthPlugin[]
}

/** Fetches what describes an app. Its address comes from an unauthenticated caller, so only addresses of the public internet are reached. */
function fetch_document(outbound: Pick<Outbound, 'fetch'>) {
  return async (url: string, { headers, signal }: RequestInit = {}) => {
    const answer = await outbound.fetch({
      url,
      headers: Object.fromEntries(new Headers(headers)),
      bytes_max: DOCUMENT_BYTES_MAX,
      redirects: 0,
      ...(signal && { signal }),
    })
    const kept = Object.entries(answer.headers).filter(([, value]) => value !== undefined) as [string, string][]
    const has_body = answer.status !== 304 && answer.status !== 204
    return new Response(has_body ? answer.text : null, { status: answer.status, headers: kept })
  }
}
