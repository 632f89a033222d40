// The token endpoint of Login with Amazon for both of Amazon's platforms
// (developer-docs.amazon.com/sp-api/docs/connecting-to-the-selling-partner-api, read 2026-11). The refresh token contains the platform.
import { client } from '../tokens.ts'
import type { Vendor } from '../vendor.ts'

export const amazon_oauth: Vendor = {
  platform: 'amazon_oauth',
  hosts: ['api.amazon.com', 'api.amazon.co.uk', 'api.amazon.co.jp'],
  throttle: (seconds) => ({
    status: 429,
    headers: { 'retry-after': String(seconds) },
    body: { error: 'slow_down', error_description: 'Too many requests' },
  }),
  fail: (status) => ({ status, body: { error: 'server_error', error_description: 'Server error' } }),

  routes(app, { tokens, consents }) {
    app.post<{ Body: Record<string, string> | null }>('/auth/o2/token', (request, reply) => {
      const form = request.body ?? {}
      const deny = (status: number, error: string, error_description: string) =>
        reply.code(status).send({ error, error_description })
      if (form.client_id !== client.id || form.client_secret !== client.secret)
        return deny(401, 'invalid_client', 'Client authentication failed')
      if (form.grant_type === 'authorization_code') {
        const granted = consents.exchange(undefined, form)
        if (typeof granted === 'string')
          return deny(
            granted === 'invalid_client' ? 401 : 400,
            granted,
            'The request has an invalid grant parameter : code',
          )
        const { person: _, scopes: __, ...grant } = granted
        return { ...grant, token_type: 'bearer' }
      }
      if (form.grant_type !== 'refresh_token') return deny(400, 'unsupported_grant_type', 'Unsupported grant type')
      const grant = tokens.refresh(form.refresh_token ?? '')
      if (typeof grant === 'string')
        return deny(400, 'invalid_grant', 'The request has an invalid grant parameter : refresh_token')
      return { ...grant, token_type: 'bearer' }
    })
  },
}
