// The sign-in of a person at Google, for all of Google's services (developers.google.com/identity/protocols/oauth2/web-server, read 2026-11).
import type { OAuth2SignIn } from '#engine/connector/sign_in.ts'

/** A person can untick each scope of the consent. */
export const google_sign_in = (scopes: OAuth2SignIn['scopes'], app?: OAuth2SignIn['app']): OAuth2SignIn => ({
  kind: 'oauth2',
  authorize_url: 'https://accounts.google.com/o/oauth2/v2/auth',
  token_url: 'https://oauth2.googleapis.com/token',
  pkce: true,
  scopes,
  app,
  // Without `consent`, a second sign-in brings no refresh token.
  parameters: { access_type: 'offline', prompt: 'consent' },
  withdraw: {
    // Google ends all tokens of the person for the project.
    ends: 'grant',
    request: ({ refresh_token }) => ({
      url: 'https://oauth2.googleapis.com/revoke',
      method: 'POST',
      form: { token: refresh_token },
    }),
  },
})
