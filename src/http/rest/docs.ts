// The reference at /docs: Scalar, served from its package. The content security policy of the page allows requests to this server only.
import { randomBytes } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { body_of, type Compressed, compressed } from '#http/compressed.ts'

/** The package writes one fixed nonce into its page. Each answer replaces the nonce with a new one. */
const NONCE = 'nonce-of-this-answer'

/** What a demo shows: its key, and real answers by tool. A demo fills them in when it has them. */
export interface DocsExamples {
  key?: string
  answers?: Record<string, unknown>
}

/** Stands in the page for the demo's key. */
const KEY = 'key-of-the-demo'
/** Another name can be an attacker's name for this machine, whose page could then read the key. */
const OWN_NAMES = ['127.0.0.1', 'localhost', '[::1]']

export async function docs(server: FastifyInstance, { examples }: { examples?: DocsExamples }): Promise<void> {
  let script: Promise<Compressed> | undefined
  server.addHook('onSend', async (request, reply, payload) => {
    if (reply.getHeader('content-type')?.toString().startsWith('application/javascript')) {
      script ??= compressed(payload as string | Buffer)
      // The address has no version, so a browser asks again after an hour, and gets no second copy.
      reply.header('cache-control', 'public, max-age=3600, stale-while-revalidate=86400')
      return body_of(await script, request, reply)
    }
    if (typeof payload !== 'string' || !reply.getHeader('content-type')?.toString().startsWith('text/html'))
      return payload
    const nonce = randomBytes(16).toString('base64')
    reply.header('content-security-policy', policy(nonce))
    const key = OWN_NAMES.includes(request.hostname) ? (examples?.key ?? '') : ''
    return payload.replaceAll(NONCE, nonce).replaceAll(KEY, key)
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
      authentication: {
        preferredSecurityScheme: 'api_key',
        ...(examples && { securitySchemes: { api_key: { token: KEY } } }),
      },
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
