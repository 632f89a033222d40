// The reference at /docs: Scalar, served from its package. The page asks this server and nobody else; its policy holds it to that.
import { randomBytes } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'

/** The package writes one nonce into its page; each answer replaces it with a fresh one. */
const NONCE = 'nonce-of-this-answer'

export async function docs(server: FastifyInstance): Promise<void> {
  server.addHook('onSend', async (_request, reply, payload) => {
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
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
