// The sign-in of a person at LinkedIn (learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow, read 2026-11).
import type { OAuth2SignIn } from '#engine/connector/sign_in.ts'

/** The answer says when the refresh token ends: 365 days after the consent, however often it is used. */
export const linkedin_sign_in = (scopes: OAuth2SignIn['scopes']): OAuth2SignIn => ({
  kind: 'oauth2',
  authorize_url: 'https://www.linkedin.com/oauth/v2/authorization',
  token_url: 'https://www.linkedin.com/oauth/v2/accessToken',
  scopes,
})
