// The reference at /docs: Scalar, served from its package. The content security policy of the page allows requests to this server only.
import { randomBytes } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** The package writes one fixed nonce into its page. Each answer replaces the nonce with a new one. */
const NONCE = 'nonce-of-this-answer'

export async function docs(server: FastifyInstance): Promise<void> {
  server.addHook('onSend', async (_request, reply, payload) => {
    // The package's script is large and changes only with its version.
    if (reply.getHeader('content-type')?.toString().startsWith('application/javascript'))
      reply.header('cache-control', 'public, max-age=3600')
    if (typeof payload !== 'string' || !reply.getHeader('content-type')?.toString().startsWith('text/html'))
      return payload
    const nonce = randomBytes(16).toString('base64')
    reply.header('content-security-policy', policy(nonce))
    return payload.replaceAll(NONCE, nonce)
  })
  await server.register(scalar, {
    routePrefix: '/docs',
    logLevel: 'warn',
    configuration: {
      pageTitle: 'Tablero API',
      nonce: NONCE,
      url: '/api/openapi.json',
      servers: [{ url: '/' }],
      proxyUrl: '',
      telemetry: false,
      withDefaultFonts: false,
      hideClientButton: true,
      hideModels: true,
      favicon: 'data:,',
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      authentication: { preferredSecurityScheme: 'api_key' },
      persistAuth: false,
    } as object,
  })
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    // Scalar writes style attributes. A style cannot load anything here, because the policy allows no other source.
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
