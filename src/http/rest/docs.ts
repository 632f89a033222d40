// The reference at /docs: Scalar, served from its package. The page asks this server and nobody else; its policy holds it to that.
import { randomBytes } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** The package writes one nonce into its page; each answer replaces it with a fresh one. */
const NONCE = 'nonce-of-this-answer'

export async function docs(server: FastifyInstance): Promise<void> {
  server.addHook('onSend', async (_request, reply, payload) => {
    // The package's script is large and changes with its version only.
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
    // Scalar writes style attributes; a style can load nothing here, because every other source is shut.
    "style-src 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
