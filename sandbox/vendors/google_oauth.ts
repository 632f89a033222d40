// Google's token endpoint, shared by all Google services (oauth2.googleapis.com/token, read 2026-11).
// The refresh token contains the platform: sandbox-refresh-gx_ads and so on.
import { google_scopes } from '../consent/hosts.ts'
import { client } from '../tokens.ts'
import type { Vendor } from '../vendor.ts'

interface TokenForm {
  grant_type?: string
  client_id?: string
  client_secret?: string
  refresh_token?: string
}

export const google_oauth: Vendor = {
  platform: 'google_oauth',
  hosts: ['oauth2.googleapis.com'],
  throttle: (seconds) => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    body: { error: 'rate_limit_exceeded', error_description: 'Rate Limit Exceeded' },
  }),
  fail: (status) => ({ status, body: { error: 'internal_failure', error_description: 'Backend Error' } }),

  routes(app, { tokens, consents }) {
    app.post<{ Body: TokenForm | null }>('/token', (request, reply) => {
      const form = request.body ?? {}
      const deny = (status: number, error: string, error_description: string) =>
        reply.code(status).send({ error, error_description })
      if (form.client_id !== client.id || form.client_secret !== client.secret)
        return deny(401, 'invalid_client', 'The OAuth client was not found.')
      if (form.grant_type === 'authorization_code') {
        const granted = consents.exchange(undefined, form as Record<string, unknown>)
        if (typeof granted === 'string') return deny(granted === 'invalid_client' ? 401 : 400, granted, 'Bad Request')
        const { person: _, scopes, ...grant } = granted
        return { ...grant, scope: scopes.join(' '), token_type: 'Bearer' }
      }
      if (form.grant_type !== 'refresh_token')
        return deny(400, 'unsupported_grant_type', `Invalid grant_type: ${form.grant_type ?? ''}`)
      const grant = tokens.refresh(form.refresh_token ?? '')
      if (grant === 'unknown') return deny(400, 'invalid_grant', 'Bad Request')
      if (grant === 'revoked') return deny(400, 'invalid_grant', 'Token has been expired or revoked.')
      const platform = /^sandbox-refresh-([a-z_]+)/.exec(form.refresh_token ?? '')?.[1] ?? ''
      // Google returns a refresh token only when it issued a new one.
      const rotated = grant.refresh_token !== form.refresh_token ? { refresh_token: grant.refresh_token } : {}
      return {
        access_token: grant.access_token,
        expires_in: grant.expires_in,
        scope: google_scopes[platform] ?? '',
        token_type: 'Bearer',
        ...rotated,
      }
    })
    // Ends every token of the person for the project.
    app.post<{ Body: { token?: string } | null }>('/revoke', (request, reply) => {
      const platform = /^sandbox-(?:refresh|access)-([a-z_]+)/.exec(request.body?.token ?? '')?.[1]
      if (!platform)
        return reply.code(400).send({ error: 'invalid_token', error_description: 'Token expired or revoked' })
      tokens.revoke(platform)
      return {}
    })
  },
}
